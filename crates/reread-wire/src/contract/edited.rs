//! What came of a call that writes, as JSON: `PatchResult`, for one file or many.

use reread_files::{Asks, ConflictTexts, EditReply, Edited, PlacedText};
use reread_text::{Diff, Digest};
use serde_json::{Map, Value, json};

use super::add_name;
use crate::Request;
use crate::frame::{edit_message, needed_approval};

pub(crate) fn edited(request: &Request, reply: &EditReply) -> Value {
    let files: Vec<Value> = reply.files.iter().map(|file| file_json(file, reply)).collect();
    let mut value = match &reply.files[..] {
        [only] => file_json(only, reply),
        _ => json!({
            "outcome": if reply.has_conflict() { "conflict" } else { reply.outcome().word() },
            "conflict": reply.has_conflict(),
            "diff": reply.files.iter().map(|file| text(&file.diff)).collect::<String>(),
        }),
    };
    let extra = value.as_object_mut().expect("a literal object");
    let success = !reply.has_conflict();
    extra.insert("ok".to_owned(), json!(success));
    extra.insert("success".to_owned(), json!(success));
    extra.insert("operation".to_owned(), json!(request.tool()));
    extra.insert("message".to_owned(), json!(edit_message(reply)));
    if files.len() != 1 {
        extra.insert("files".to_owned(), json!(files));
    }
    let mut meta = Map::new();
    meta.insert("dry_run".to_owned(), json!(reply.dry_run));
    meta.insert("operation_id".to_owned(), json!(reply.operation.map(|id| id.to_string())));
    meta.insert("durable".to_owned(), json!(reply.is_durable));
    if let Some(undoes) = reply.undoes {
        meta.insert("undoes".to_owned(), json!(undoes.to_string()));
    }
    if !reply.recounted.is_empty() {
        meta.insert("recounted_at".to_owned(), json!(reply.recounted));
    }
    if let [only] = &reply.files[..] {
        add_name(&mut meta, &only.name);
    }
    extra.insert("meta".to_owned(), Value::Object(meta));
    value
}

fn file_json(file: &Edited, reply: &EditReply) -> Value {
    let hex = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
    let ranges: Vec<Value> = file
        .ranges
        .iter()
        .map(|range| json!({ "start_line": range.first(), "end_line": range.last() }))
        .collect();
    let is_held_back = reply.has_conflict() && file.outcome.changes() && !reply.dry_run;
    let mut value = json!({
        "path": file.name.requested,
        "outcome": if is_held_back { "not_applied" } else { file.outcome.word() },
        "change": file.change.word(),
        "conflict": !file.conflicts.is_empty(),
        "version_id": file.version.map(|version| version.to_string()),
        "base": hex(file.base),
        "current": hex(if file.version.is_some() { file.after } else { file.current }),
        "ranges": ranges,
        "added": file.diff.added,
        "removed": file.diff.removed,
        "nearby_change": file.nearby_change,
        "diff": text(&file.diff),
    });
    let extra = value.as_object_mut().expect("a literal object");
    // Of a file that stays as it is, an empty `after` would say that it goes.
    if file.outcome.changes() {
        extra.insert("before".to_owned(), json!(hex(file.current)));
        extra.insert("after".to_owned(), json!(hex(file.after)));
    }
    if let Some(others) = &file.others {
        extra.insert("others".to_owned(), json!(text(others)));
    }
    if !file.conflicts.is_empty() {
        extra.insert("conflicts".to_owned(), file.conflicts.iter().map(conflict).collect());
    }
    if let Some(proposal) = file.proposal {
        extra.insert("proposal_id".to_owned(), json!(proposal.to_string()));
    }
    if let Some(unseen) = &file.unseen {
        extra.insert("unseen_lines".to_owned(), json!(unseen.to_string()));
    }
    if file.forgets {
        extra.insert("before_kept".to_owned(), json!(false));
    }
    if let Some(asks) = needed_approval(file, reply) {
        extra.insert("needs_approval".to_owned(), why(asks));
    }
    if file.pass.word() != "exact" {
        extra.insert("matched".to_owned(), json!(file.pass.word()));
    }
    value
}

fn why(asks: &Asks) -> Value {
    json!({ "rule": asks.rule, "runs_code": asks.runs_code, "makes_executable": asks.makes_executable })
}

fn conflict(conflict: &ConflictTexts) -> Value {
    let part = |part: &PlacedText| json!({ "first_line": part.first, "lines": part.lines, "text": String::from_utf8_lossy(&part.text) });
    json!({ "base": part(&conflict.base), "ours": part(&conflict.ours), "theirs": part(&conflict.theirs) })
}

fn text(diff: &Diff) -> String {
    String::from_utf8_lossy(&diff.text).into_owned()
}
