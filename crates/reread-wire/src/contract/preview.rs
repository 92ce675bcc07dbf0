//! A diff against git or the disk, as JSON.

use std::borrow::Cow;

use reread_files::{PreviewReply, Side};
use reread_text::{TOKEN_ESTIMATOR, count_lines, estimate_tokens};
use serde_json::{Value, json};

use super::{Contract, add_name, add_notices, add_would_send, success};
use crate::Request;
use crate::frame::change;
use crate::request::{PreviewMode, ReadMode};

pub(crate) fn preview(request: &Request, reply: &PreviewReply, mode: PreviewMode) -> Contract {
    let lines = count_lines(&reply.diff.text);
    let truncated = reply.part.cut.is_some();
    let mut meta = meta(reply, truncated);
    let text = match mode {
        PreviewMode::Snippet => String::from_utf8_lossy(&reply.diff.text),
        PreviewMode::None => {
            add_would_send(&mut meta, json!({ "lines": lines }));
            Cow::Borrowed("")
        }
    };
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("count", lines)
        .fact("line_count", lines)
        .fact("truncated", truncated)
        .fact("mode", ReadMode::DiffPreview.word())
        .fact("target", request.target())
        .fact("location", json!({ "file": reply.name.path.to_string(), "line": null, "end_line": null }))
        .text("text", text)
        .fact("meta", meta)
}

fn meta(reply: &PreviewReply, truncated: bool) -> Value {
    let mut meta = json!({
        "truncated": truncated,
        "token_estimate": estimate_tokens(&reply.diff.text),
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": truncated,
        "against": reply.against.word(),
        "change": change(reply).word(),
        "commit": reply.commit.map(|commit| commit.to_string()),
        "base": reply.base.as_ref().map(side),
        "compared": reply.target.as_ref().map(side),
        "proposed": reply.is_proposed,
        "hunks": reply.diff.hunks,
        "added": reply.diff.added,
        "removed": reply.diff.removed,
        "hunks_before": reply.part.hunks_before,
        "hunks_shown": reply.part.hunks,
        "tag": null,
        "frame": reply.frame.to_string(),
        "provenance": "untrusted:file",
    });
    add_name(&mut meta, &reply.name);
    add_notices(&mut meta, &reply.notices);
    if reply.only_line_ends {
        meta["only_line_endings"] = json!(true);
    }
    if let Some(cut) = reply.part.cut {
        meta["limit"] = json!(cut.limit.to_string());
        meta["inside_hunk"] = json!(cut.inside_hunk);
        meta["next"] = json!({ "offset": cut.next_line });
    }
    meta
}

fn side(side: &Side) -> Value {
    json!({
        "blob": side.blob.map(|blob| blob.to_string()),
        "digest": side.digest.to_string(),
        "size_bytes": side.bytes,
        "total_lines": side.lines,
    })
}
