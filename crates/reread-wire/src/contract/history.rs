//! Versions of a file, and what two of them differ in, as JSON.

use reread_files::{HistoryReply, VersionDiffReply, VersionReply};
use reread_store::{Version, VersionOrigin};
use reread_text::Digest;
use serde_json::{Value, json};

use super::{Contract, add_name, success};
use crate::Request;

pub(crate) fn history(request: &Request, reply: &HistoryReply) -> Contract {
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

pub(crate) fn version_diff(request: &Request, reply: &VersionDiffReply) -> Contract {
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

pub(crate) fn version_bytes(reply: &VersionReply) -> Contract {
    Contract::default()
        .fact("ok", true)
        .fact("success", true)
        .fact("path", reply.name.requested.as_str())
        .fact("version_id", json!(reply.version))
        .fact("hash", reply.digest.to_string())
        // Bytes that are not UTF-8 must not come back as if they were.
        .text("text", json!(str::from_utf8(&reply.bytes).ok()))
}
