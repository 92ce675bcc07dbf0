//! The result of a call that writes, as JSON: `PatchResult`, for one file or many.

use reread_files::{ApprovalReasons, ConflictTexts, EditReply, Edited, PlacedText};
use reread_text::{Diff, Digest};
use serde_json::{Value, json};

use super::{Contract, add_name};
use crate::Request;
use crate::frame::{edit_message, needed_approval};

pub(crate) fn edited(request: &Request, reply: &EditReply) -> Contract {
    let contract = match &reply.files[..] {
        [only] => file_contract(only, reply),
        files => Contract::default()
            .fact("outcome", if reply.has_conflict() { "conflict" } else { reply.outcome().word() })
            .fact("conflict", reply.has_conflict())
            .text("diff", files.iter().map(|file| text(&file.diff)).collect::<String>()),
    };
    let success = !reply.has_conflict();
    let mut contract = contract
        .fact("ok", success)
        .fact("success", success)
        .fact("operation", request.tool())
        .fact("message", edit_message(reply));
    if reply.files.len() != 1 {
        contract =
            contract.parts("files", reply.files.iter().map(|file| file_contract(file, reply)).collect());
    }
    let mut meta = json!({
        "dry_run": reply.dry_run,
        "operation_id": reply.operation.map(|id| id.to_string()),
        "durable": reply.is_durable,
    });
    if let Some(undoes) = reply.undoes {
        meta["undoes"] = json!(undoes.to_string());
    }
    if !reply.recounted.is_empty() {
        meta["recounted_at"] = json!(reply.recounted);
    }
    if let [only] = &reply.files[..] {
        add_name(&mut meta, &only.name);
    }
    contract.fact("meta", meta)
}

fn file_contract(file: &Edited, reply: &EditReply) -> Contract {
    let hex = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
    let ranges: Vec<Value> = file
        .ranges
        .iter()
        .map(|range| json!({ "start_line": range.first(), "end_line": range.last() }))
        .collect();
    let is_held_back = reply.has_conflict() && file.outcome.changes() && !reply.dry_run;
    let mut contract = Contract::default()
        .fact("path", file.name.requested.as_str())
        .fact("outcome", if is_held_back { "not_applied" } else { file.outcome.word() })
        .fact("change", file.change.word())
        .fact("conflict", !file.conflicts.is_empty())
        .fact("version_id", json!(file.version.map(|version| version.to_string())))
        .fact("base", json!(hex(file.base)))
        .fact("current", json!(hex(if file.version.is_some() { file.after } else { file.current })))
        .fact("ranges", ranges)
        .fact("added", file.diff.added)
        .fact("removed", file.diff.removed)
        .fact("nearby_change", file.nearby_change)
        .text("diff", text(&file.diff));
    // Of a file that stays as it is, an empty `after` would say that it goes.
    if file.outcome.changes() {
        contract = contract.fact("before", json!(hex(file.current))).fact("after", json!(hex(file.after)));
    }
    if let Some(external) = &file.external {
        contract = contract.text("others", text(external));
    }
    if !file.conflicts.is_empty() {
        contract = contract.text("conflicts", file.conflicts.iter().map(conflict).collect::<Value>());
    }
    let approval = needed_approval(file, reply).map(why);
    let pass = file.pass.word();
    let facts = [
        ("proposal_id", file.proposal.map(|proposal| json!(proposal.to_string()))),
        ("unseen_lines", file.unseen.as_ref().map(|unseen| json!(unseen.to_string()))),
        ("before_kept", file.forgets.then(|| json!(false))),
        ("needs_approval", approval),
        ("matched", (pass != "exact").then(|| json!(pass))),
    ];
    contract.facts(facts.into_iter().filter_map(|(key, value)| Some((key, value?))))
}

fn why(asks: &ApprovalReasons) -> Value {
    json!({ "rule": asks.rule, "runs_code": asks.runs_code, "makes_executable": asks.makes_executable })
}

fn conflict(conflict: &ConflictTexts) -> Value {
    let part = |part: &PlacedText| json!({ "first_line": part.first, "lines": part.lines, "text": String::from_utf8_lossy(&part.text) });
    json!({ "base": part(&conflict.base), "ours": part(&conflict.ours), "theirs": part(&conflict.theirs) })
}

fn text(diff: &Diff) -> String {
    String::from_utf8_lossy(&diff.text).into_owned()
}
