//! Versions of a file, and what two of them differ in.

use reread_files::{HistoryReply, VersionDiffReply, VersionReply};
use reread_store::{Version, VersionOrigin};
use reread_text::{Digest, visible_line};
use serde_json::{Value, json};

use super::passed_over::counted_noun;
use super::{Contract, add_name, framed, success};
use crate::Request;

/// `a.txt, 3 versions`, and a line for each: number, change, author, time, digest.
pub(crate) fn text(reply: &HistoryReply) -> String {
    let name = visible_line(&reply.name.requested);
    let mut text = match reply.versions.len() {
        0 => format!("{name}: no version was written through reread"),
        count => format!("{name}, {}", counted_noun(count as u64, "version", "versions")),
    };
    if reply.has_more {
        text.push_str(", and older ones");
    }
    let newest = reply.versions.first().map(|version| version.content.map(|content| content.digest));
    if newest.is_some_and(|newest| newest != reply.current) {
        text.push_str("; the file was changed externally since");
    }
    text.push('\n');
    reply.versions.iter().for_each(|version| text.push_str(&line(version)));
    text
}

fn line(version: &Version) -> String {
    let content = match version.content {
        Some(content) => {
            let kept = if content.is_kept { "" } else { ", bytes not kept" };
            format!("{} {} bytes{kept}", &content.digest.to_string()[..16], content.size)
        }
        None => "no file".to_owned(),
    };
    let other = match &version.change {
        VersionOrigin::Rename { other } => format!(" {}", reread_path::spell(other)),
        _ => String::new(),
    };
    let author = visible_line(short(&version.author));
    let open = if version.is_open { ", not ended yet" } else { "" };
    format!(
        "{} {}{other} by {author} at {}: {content}{open}\n",
        version.id,
        version.change.word(),
        version.time.utc()
    )
}

/// User and program, without the principal and the conversation behind them, which the JSON names.
fn short(author: &str) -> &str {
    author.split_once(" (").map_or(author, |(who, _)| who)
}

/// A header, the diff, and a closing line.
pub(crate) fn diff_text(reply: &VersionDiffReply) -> String {
    let name = visible_line(&reply.name.requested);
    let (old, new) = &reply.sides;
    if reply.diff.text.is_empty() {
        return format!("{name}: {old} and {new} are equal\n");
    }
    let header =
        format!("{name} {old}..{new}, +{} -{} ~{}", reply.diff.added, reply.diff.removed, reply.frame);
    framed(&header, &String::from_utf8_lossy(&reply.diff.text), &format!("[end {}]", reply.frame))
}

pub(crate) fn contract(request: &Request, reply: &HistoryReply) -> Contract {
    let mut meta = json!({});
    add_name(&mut meta, &reply.name);
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("count", reply.versions.len())
        .fact("current", json!(reply.current.map(|digest| digest.to_string())))
        .fact("versions", reply.versions.iter().map(version).collect::<Value>())
        .fact("has_more", reply.has_more)
        .fact("meta", meta)
}

fn version(version: &Version) -> Value {
    let content = version.content.map(|content| {
        json!({
            "size_bytes": content.size,
            "mode": format!("{:04o}", content.mode),
            "kept": content.is_kept,
        })
    });
    let mut value = json!({
        "version_id": version.id.to_string(),
        "parent": version.parent.map(|parent| parent.to_string()),
        "time_unix_ms": version.time.0,
        "author": version.author,
        "change": version.change.word(),
        "hash": version.content.map(|content| content.digest.to_string()),
        "content": content,
        "operation_id": version.operation.map(|operation| operation.to_string()),
    });
    if let VersionOrigin::Rename { other } = &version.change {
        value["other_name"] = json!(reread_path::spell(other));
    }
    if version.is_open {
        value["open"] = json!(true);
    }
    value
}

pub(crate) fn diff_contract(request: &Request, reply: &VersionDiffReply) -> Contract {
    let mut meta = json!({});
    add_name(&mut meta, &reply.name);
    let hex = |digest: Option<Digest>| json!(digest.map(|digest| digest.to_string()));
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("version1", json!(reply.sides.0))
        .fact("version2", json!(reply.sides.1))
        .fact("hash1", hex(reply.digests.0))
        .fact("hash2", hex(reply.digests.1))
        .fact("hunks", reply.diff.hunks)
        .fact("added", reply.diff.added)
        .fact("removed", reply.diff.removed)
        .text("diff", String::from_utf8_lossy(&reply.diff.text))
        .fact("meta", meta)
}

pub(crate) fn bytes_contract(reply: &VersionReply) -> Contract {
    Contract::default()
        .fact("ok", true)
        .fact("success", true)
        .fact("path", reply.name.requested.as_str())
        .fact("version_id", json!(reply.version))
        .fact("hash", reply.digest.to_string())
        // Bytes that are not UTF-8 must not come back as if they were.
        .text("text", json!(str::from_utf8(&reply.bytes).ok()))
}
