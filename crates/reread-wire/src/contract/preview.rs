//! A diff against git or the disk, as JSON.

use std::borrow::Cow;

use reread_files::{PreviewReply, Side};
use reread_text::{TOKEN_ESTIMATOR, count_lines, estimate_tokens};
use serde_json::{Value, json};

use super::{Contract, add_name, add_notices, success};
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
            meta["would_send"] = json!({ "lines": lines, "tokens": meta["token_estimate"] });
            meta["token_estimate"] = json!(0);
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
    let extra = meta.as_object_mut().expect("a literal object");
    add_name(extra, &reply.name);
    add_notices(extra, &reply.notices);
    if reply.only_line_ends {
        extra.insert("only_line_endings".to_owned(), json!(true));
    }
    if let Some(cut) = reply.part.cut {
        extra.insert("limit".to_owned(), json!(cut.limit.to_string()));
        extra.insert("inside_hunk".to_owned(), json!(cut.inside_hunk));
        extra.insert("next".to_owned(), json!({ "offset": cut.next_line }));
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
