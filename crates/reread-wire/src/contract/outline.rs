//! What a file declares, as JSON.

use reread_files::{OutlineReply, OutlineRow, Parsed, ResolvedSymbol};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::{add_facts, add_name, add_notices, counts};
use crate::Request;
use crate::frame::outline_marker;

pub(crate) fn outline(request: &Request, reply: &OutlineReply) -> Value {
    let text = if reply.is_held { outline_marker(reply) } else { reply.text.clone() };
    let rows: &[OutlineRow] = if reply.is_held { &[] } else { &reply.rows };
    json!({
        "ok": true,
        "success": true,
        "operation": request.tool(),
        "path": reply.name.requested,
        "total_lines": reply.total_lines,
        "truncated": !reply.left_out.is_empty(),
        "mode": "outline",
        "target": request.target(),
        "location": { "file": reply.name.path.to_string(), "line": null, "end_line": null },
        "text": text,
        "symbols": rows.iter().map(row).collect::<Vec<_>>(),
        "meta": meta(reply, &text),
    })
}

/// The same without the text: what it would cost.
pub(crate) fn facts(request: &Request, reply: &OutlineReply) -> Value {
    let mut value = outline(request, reply);
    let meta = &mut value["meta"];
    meta["would_send"] = json!({ "symbols": reply.rows.len(), "tokens": meta["token_estimate"] });
    meta["token_estimate"] = json!(0);
    value["text"] = json!("");
    value["symbols"] = json!([]);
    value
}

fn row(row: &OutlineRow) -> Value {
    json!({
        "id": row.id,
        "kind": row.kind,
        "start_line": row.lines.first(),
        "end_line": row.lines.last(),
        "depth": row.depth,
        "signature": row.signature,
        "doc": row.doc,
    })
}

fn meta(reply: &OutlineReply, text: &str) -> Value {
    let mut meta = json!({
        "truncated": !reply.left_out.is_empty(),
        "token_estimate": estimate_tokens(text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": !reply.left_out.is_empty(),
        "answer": if reply.is_held { "unchanged" } else { "full" },
        "digest": reply.digest.to_string(),
        "tag": reply.tag.filter(|_| !reply.is_held).map(|tag| tag.to_string()),
        "provenance": "untrusted:file",
        "symbols": reply.symbols(),
        "left_out": counts(&reply.left_out),
        "parsed": parsed(&reply.parsed),
    });
    let extra = meta.as_object_mut().expect("a literal object");
    add_name(extra, &reply.name);
    add_facts(extra, &reply.facts);
    add_notices(extra, &reply.notices);
    meta
}

/// The symbol that a name turned out to mean.
pub(crate) fn resolved(symbol: &ResolvedSymbol) -> Value {
    json!({
        "id": symbol.id,
        "kind": symbol.kind,
        "name": symbol.qualified,
        "start_line": symbol.lines.first(),
        "end_line": symbol.lines.last(),
        "parsed": parsed(&symbol.parsed),
        "partial": symbol.is_partial,
    })
}

/// The declarations around a symbol.
pub(crate) fn context(symbol: &ResolvedSymbol) -> Vec<Value> {
    let declarations = symbol.around.iter().map(|declaration| {
        json!({
            "start_line": declaration.lines.first(),
            "end_line": declaration.lines.last(),
            "signature": declaration.signature,
        })
    });
    declarations.collect()
}

pub(crate) fn parsed(parsed: &Parsed) -> Value {
    json!({ "language": parsed.language, "by": parsed.by, "has_errors": parsed.has_errors })
}
