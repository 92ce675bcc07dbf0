//! What a folder holds, as JSON.

use reread_files::{OverviewReply, Tally};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::tree_search::add_passed_over;
use super::{Contract, add_name, add_would_send, counts, success};
use crate::Request;
use crate::request::PreviewMode;

pub(crate) fn overview(request: &Request, reply: &OverviewReply, mode: PreviewMode) -> Contract {
    let truncated = !reply.left_out.is_empty();
    let mut meta = json!({
        "truncated": truncated,
        "partial": reply.is_cut || reply.passed_over.is_partial(),
        "token_estimate": estimate_tokens(reply.text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "provenance": "untrusted:file",
        "left_out": counts(&reply.left_out),
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
