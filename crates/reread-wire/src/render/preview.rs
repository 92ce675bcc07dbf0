//! A diff against git or the disk.

use std::borrow::Cow;

use reread_files::{ObjectId, PreviewBase, PreviewCut, PreviewReply, Side};
use reread_path::NameRewrite;
use reread_text::{TOKEN_ESTIMATOR, count_lines, estimate_tokens};
use serde_json::{Value, json};

use super::{Contract, add_name, add_notices, add_would_send, framed, notice, success};
use crate::Request;
use crate::request::{PreviewMode, ReadMode};

/// What became of a file between the base and what it is compared with: the word in JSON, and the clause in the header.
fn change(reply: &PreviewReply) -> (&'static str, &'static str) {
    match (&reply.base, &reply.target) {
        (Some(base), Some(target)) if base.digest == target.digest => ("none", ", no difference"),
        (Some(_), Some(_)) => ("changed", ""),
        (Some(_), None) => ("deleted", ", deleted"),
        (None, _) => ("new_file", ", new file"),
    }
}

/// A header, the diff, and a closing line; a header alone if there is nothing to show.
pub(crate) fn text(reply: &PreviewReply) -> String {
    if reply.diff.text.is_empty() {
        return words(header(reply), &remarks(reply)) + "\n";
    }
    let header = format!("{} ~{}", header(reply), reply.frame);
    let closing = words(format!("end {}", reply.frame), &remarks(reply));
    framed(&header, &String::from_utf8_lossy(&reply.diff.text), &format!("[{closing}]"))
}

/// `diff_preview song.txt against HEAD 3fa9c1d, 2 hunks +3 -1`.
pub(crate) fn header(reply: &PreviewReply) -> String {
    let proposed = if reply.is_proposed { "content for " } else { "" };
    let (name, (_, clause)) = (&reply.name.requested, change(reply));
    let mut header = format!("diff_preview {proposed}{name} against {}{clause}", base(reply));
    if reply.diff.hunks > 0 {
        let noun = if reply.diff.hunks == 1 { "hunk" } else { "hunks" };
        header.push_str(&format!(
            ", {} {noun} +{} -{}",
            reply.diff.hunks, reply.diff.added, reply.diff.removed
        ));
    }
    header
}

fn base(reply: &PreviewReply) -> String {
    let short = |id: &ObjectId| id.to_string()[..7].to_owned();
    let id = match reply.against {
        PreviewBase::Head => {
            reply.commit.as_ref().map_or_else(|| "before the first commit".to_owned(), short)
        }
        PreviewBase::Index => reply.base.and_then(|base| base.blob.as_ref().map(short)).unwrap_or_default(),
        PreviewBase::Worktree => String::new(),
    };
    format!("{} {id}", reply.against.word()).trim_end().to_owned()
}

fn remarks(reply: &PreviewReply) -> Vec<String> {
    let mut words = Vec::new();
    let left_out = reply.part.hunks_before > 0 || reply.part.hunks < reply.diff.hunks;
    if left_out {
        let (first, last) = (reply.part.hunks_before + 1, reply.part.hunks_before + reply.part.hunks);
        words.push(match last + 1 - first {
            0 if reply.part.cut.is_some() => format!("a part of hunk {first} of {}", reply.diff.hunks),
            0 => format!("none of {} hunks in these lines", reply.diff.hunks),
            1 => format!("hunk {first} of {}", reply.diff.hunks),
            _ => format!("hunks {first}-{last} of {}", reply.diff.hunks),
        });
    }
    words.extend(reply.part.cut.as_ref().map(going_on));
    if reply.only_line_ends {
        words.push("only line endings differ".to_owned());
    }
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    let unusual = reply.name.readings.iter().filter(|reading| **reading != NameRewrite::LineSuffix);
    words.extend(unusual.map(|reading| format!("name read with {reading}")));
    words.extend(reply.notices.iter().map(notice));
    words
}

fn going_on(cut: &PreviewCut) -> String {
    match cut.next_line {
        Some(line) => format!("cut by {}, next line {line}", cut.limit),
        None => format!("cut by {}", cut.limit),
    }
}

fn words(first: String, more: &[String]) -> String {
    std::iter::once(first).chain(more.iter().cloned()).collect::<Vec<_>>().join("; ")
}

pub(crate) fn contract(request: &Request, reply: &PreviewReply, mode: PreviewMode) -> Contract {
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
        "change": change(reply).0,
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
