//! What a file declares.

use reread_files::{OutlineReply, Parsed, ResolvedSymbol, Symbol};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::{Contract, add_file, add_would_send, counted_noun, counts, remarks, success};
use crate::Request;
use crate::request::PreviewMode;

/// Between a header and a closing line like the text of a file, since rows quote it.
pub(crate) fn text(reply: &OutlineReply) -> String {
    if reply.is_held {
        return marker(reply) + "\n";
    }
    let receipt = reply.tag.map_or_else(|| format!("~{}", reply.frame), |tag| tag.to_string());
    format!("{} {receipt}\n{}{}\n", header(reply), reply.text, closing(reply))
}

/// The line that stands for an outline that need not be sent.
pub(crate) fn marker(reply: &OutlineReply) -> String {
    format!("[reread: outline unchanged, {}]", counted(reply.symbols()))
}

/// `src/a.rs outline, 40 of 120 symbols, 1600 lines`.
pub(crate) fn header(reply: &OutlineReply) -> String {
    let (shown, all) = (reply.rows.len() as u64, reply.symbols());
    let symbols = if shown == all { counted(all) } else { format!("{shown} of {}", counted(all)) };
    let lines = counted_noun(reply.total_lines, "line", "lines");
    format!("{} outline, {symbols}, {lines}", reply.name.requested)
}

fn counted(symbols: u64) -> String {
    counted_noun(symbols, "symbol", "symbols")
}

fn closing(reply: &OutlineReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(doubts(&reply.parsed));
    words.extend(remarks(&reply.name, &reply.notices));
    format!("[{}]", words.join("; "))
}

/// Why an outline may not be what the language would say; usually nothing.
pub(crate) fn doubts(parsed: &Parsed) -> Vec<String> {
    let doubts = [
        (parsed.is_guessed(), "by indentation, not by syntax"),
        (parsed.has_errors, "the file has syntax errors"),
        (parsed.is_cut, "the file has more symbols than are looked at"),
    ];
    doubts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned()).collect()
}

pub(crate) fn contract(request: &Request, reply: &OutlineReply, mode: PreviewMode) -> Contract {
    let text = if reply.is_held { marker(reply) } else { reply.text.clone() };
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
        .fact("truncated", is_cut(reply))
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

/// Whether rows follow, or there was room for none.
fn is_cut(reply: &OutlineReply) -> bool {
    reply.next.is_some() || (reply.rows.is_empty() && !reply.left_out.is_empty())
}

fn meta(reply: &OutlineReply, text: &str) -> Value {
    let mut meta = json!({
        "truncated": is_cut(reply),
        "token_estimate": estimate_tokens(text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": is_cut(reply),
        "next_offset": reply.next,
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
        "also": symbol.also.iter().map(|other| other.id.as_str()).collect::<Vec<_>>(),
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
