//! What a file declares, as JSON.

use reread_files::{OutlineReply, Parsed, ResolvedSymbol, Symbol};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::{Contract, add_file, add_would_send, counts, success};
use crate::Request;
use crate::frame::outline_marker;
use crate::request::PreviewMode;

pub(crate) fn outline(request: &Request, reply: &OutlineReply, mode: PreviewMode) -> Contract {
    let text = if reply.is_held { outline_marker(reply) } else { reply.text.clone() };
    let mut meta = meta(reply, &text);
    let (text, rows) = match mode {
        PreviewMode::Snippet if reply.is_held => (text, Value::Array(Vec::new())),
        PreviewMode::Snippet => (text, reply.rows.iter().map(row).collect()),
        PreviewMode::None => {
            add_would_send(&mut meta, json!({ "symbols": reply.rows.len() }));
            (String::new(), Value::Array(Vec::new()))
        }
    };
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", !reply.left_out.is_empty())
        .fact("mode", "outline")
        .fact("target", request.target())
        .fact("location", json!({ "file": reply.name.path.to_string(), "line": null, "end_line": null }))
        .text("text", text)
        .text("symbols", rows)
        .fact("meta", meta)
}

fn row(row: &Symbol) -> Value {
    json!({
        "id": row.id,
        "kind": row.kind.word(),
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
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
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
