//! What a file is about, as JSON.
//!
//! The text is called `summary` and nothing else: it must not be taken for content.

use reread_files::SummaryReply;
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::outline::parsed;
use super::{Contract, add_file, counts, success};
use crate::Request;

pub(crate) fn summary(request: &Request, reply: &SummaryReply) -> Contract {
    let truncated = !reply.left_out.is_empty();
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("version", json!(reply.version()))
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", truncated)
        .text("summary", reply.text.as_str())
        .fact("meta", meta(reply, truncated))
}

fn meta(reply: &SummaryReply, truncated: bool) -> Value {
    let mut meta = json!({
        "truncated": truncated,
        "token_estimate": estimate_tokens(reply.text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "digest": reply.digest.to_string(),
        "tag": null,
        "provenance": "untrusted:file",
        "left_out": counts(&reply.left_out),
        "redacted": { "count": reply.redacted, "rules": reply.redaction_rules },
        "parsed": parsed(&reply.parsed),
    });
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
    meta
}
