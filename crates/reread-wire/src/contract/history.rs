//! Versions of a file, and what two of them differ in, as JSON.

use reread_files::{HistoryReply, VersionDiffReply};
use reread_store::{Version, VersionOrigin};
use reread_text::Digest;
use serde_json::{Map, Value, json};

use super::add_name;
use crate::Request;

pub(crate) fn history(request: &Request, reply: &HistoryReply) -> Value {
    let mut meta = Map::new();
    add_name(&mut meta, &reply.name);
    json!({
        "ok": true,
        "success": true,
        "operation": request.tool(),
        "path": reply.name.requested,
        "count": reply.versions.len(),
        "current": reply.current.map(|digest| digest.to_string()),
        "versions": reply.versions.iter().map(version).collect::<Vec<_>>(),
        "has_more": reply.has_more,
        "meta": meta,
    })
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

pub(crate) fn version_diff(request: &Request, reply: &VersionDiffReply) -> Value {
    let mut meta = Map::new();
    add_name(&mut meta, &reply.name);
    let hex = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
    json!({
        "ok": true,
        "success": true,
        "operation": request.tool(),
        "path": reply.name.requested,
        "version1": reply.sides.0,
        "version2": reply.sides.1,
        "hash1": hex(reply.digests.0),
        "hash2": hex(reply.digests.1),
        "hunks": reply.diff.hunks,
        "added": reply.diff.added,
        "removed": reply.diff.removed,
        "diff": String::from_utf8_lossy(&reply.diff.text),
        "meta": meta,
    })
}
