//! What a folder holds.

use reread_files::{OverviewReply, Tally};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::passed_over::{add_passed_over, clauses};
use super::{Contract, add_name, add_would_send, counted_noun, counts, no_room, redactions, success};
use crate::Request;
use crate::request::PreviewMode;

/// Between a header and a closing line like the text of a file, since it quotes documents.
pub(crate) fn text(reply: &OverviewReply) -> String {
    format!("{} ~{}\n{}{}\n", header(reply), reply.frame, reply.text, closing(reply))
}

/// `src overview, 40 files, 123456 bytes`.
pub(crate) fn header(reply: &OverviewReply) -> String {
    let more = if reply.is_cut { "more than " } else { "" };
    let files = counted_noun(reply.files, "file", "files");
    format!("{} overview, {more}{files}, {} bytes", reply.name.requested, reply.bytes)
}

/// Whether rows follow, or there was room for none.
pub(crate) fn is_cut(reply: &OverviewReply) -> bool {
    reply.next.is_some() || (reply.text.is_empty() && !reply.left_out.is_empty())
}

fn closing(reply: &OverviewReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(no_room(&reply.text, &reply.left_out));
    words.extend(redactions(reply.redacted));
    words.extend(clauses(&reply.passed_over));
    format!("[{}]", words.join("; "))
}

pub(crate) fn contract(request: &Request, reply: &OverviewReply, mode: PreviewMode) -> Contract {
    let truncated = is_cut(reply);
    let mut meta = json!({
        "truncated": truncated,
        "partial": reply.is_cut || reply.passed_over.is_partial(),
        "token_estimate": estimate_tokens(reply.text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "provenance": "untrusted:file",
        "left_out": counts(&reply.left_out),
        "next_offset": reply.next,
        "redacted": { "count": reply.redacted },
    });
    add_name(&mut meta, &reply.name);
    add_passed_over(&mut meta, &reply.passed_over);
    let text = match mode {
        PreviewMode::Snippet => reply.text.as_str(),
        PreviewMode::None => {
            add_would_send(&mut meta, json!({}));
            ""
        }
    };
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("truncated", truncated)
        .fact("mode", "outline")
        .fact("target", request.target())
        .fact("files", reply.files)
        .fact("size_bytes", reply.bytes)
        .fact("documents", json!(reply.documents))
        .fact("languages", reply.languages.iter().map(language).collect::<Value>())
        .text("text", text)
        .fact("meta", meta)
}

fn language((name, tally): &(&'static str, Tally)) -> Value {
    json!({ "name": name, "files": tally.files, "size_bytes": tally.bytes })
}
