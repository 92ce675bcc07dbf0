//! What a folder holds, as JSON.

use reread_files::{OverviewReply, Tally};
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::tree_search::add_passed_over;
use super::{add_name, counts};
use crate::Request;

pub(crate) fn overview(request: &Request, reply: &OverviewReply) -> Value {
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
    let extra = meta.as_object_mut().expect("a literal object");
    add_name(extra, &reply.name);
    add_passed_over(extra, &reply.passed_over);
    json!({
        "ok": true,
        "success": true,
        "operation": request.tool(),
        "path": reply.name.requested,
        "truncated": truncated,
        "mode": "outline",
        "target": request.target(),
        "files": reply.files,
        "size_bytes": reply.bytes,
        "documents": reply.documents,
        "languages": reply.languages.iter().map(language).collect::<Vec<_>>(),
        "text": reply.text,
        "meta": meta,
    })
}

/// The same without the text: what it would cost.
pub(crate) fn facts(request: &Request, reply: &OverviewReply) -> Value {
    let mut value = overview(request, reply);
    let meta = &mut value["meta"];
    meta["would_send"] = json!({ "tokens": meta["token_estimate"] });
    meta["token_estimate"] = json!(0);
    value["text"] = json!("");
    value
}

fn language((name, tally): &(&'static str, Tally)) -> Value {
    json!({ "name": name, "files": tally.files, "size_bytes": tally.bytes })
}
