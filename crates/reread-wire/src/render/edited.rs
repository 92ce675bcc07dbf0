//! The result of a call that writes.
//!
//! As text it is one line for each file, with texts only where the caller has to decide. As JSON it is `PatchResult`, for one
//! file or many.

use reread_edit::MatchTolerance;
use reread_files::{
    ApprovalReasons, ConflictNotKept, ConflictReview, ConflictTexts, EditOutcome, EditReply, Edited,
    PlacedText, ReviewState,
};
use reread_store::VersionOrigin;
use reread_text::{Digest, visible_line};
use serde_json::{Value, json};

use super::patch_result::{PatchResult, diff_text};
use super::{Contract, add_name, framed};
use crate::Request;
use crate::excerpt::{cut_diff, short};

/// A line for each file; below it what would be written, the external change, or what is in conflict.
pub(crate) fn text(reply: &EditReply) -> String {
    let mut text = String::new();
    for file in &reply.files {
        text.push_str(&line(file, reply));
        let Some((frame, shown)) = file.frame.zip(shown(file, reply)) else {
            text.push('\n');
            continue;
        };
        text.push_str(&framed(&format!(" ~{frame}"), &shown, &format!("[end {frame}]")));
    }
    text.push_str(&waiting(reply));
    text.push_str(&not_waiting(reply));
    text
}

/// What to do about conflicts that wait nowhere; nothing if there are none.
fn not_waiting(reply: &EditReply) -> String {
    let mut reasons: Vec<ConflictNotKept> = reply.files.iter().filter_map(|file| file.not_kept).collect();
    reasons.dedup();
    let next = |reason: &ConflictNotKept| match reason {
        ConflictNotKept::TooMany(_) => {
            "the conflict waits nowhere: a person decides about others with `reread proposals`, then send the edit again;\nor send an edit for what the file holds now\n"
        }
        ConflictNotKept::TooLong(_) | ConflictNotKept::Secret => {
            "the conflict waits nowhere: send an edit for what the file holds now\n"
        }
        ConflictNotKept::Own => {
            "your own earlier edit changed this place: send an edit for what is on disk, with the tag of that edit\n"
        }
    };
    reasons.iter().map(next).collect()
}

/// Who decides about what could not be merged, and how; nothing if nothing is kept.
fn waiting(reply: &EditReply) -> String {
    let kept: Vec<String> = reply.files.iter().filter_map(|file| Some(file.proposal?.to_string())).collect();
    let Some(first) = kept.first() else { return String::new() };
    let waits = if kept.len() == 1 { "waits" } else { "wait" };
    let or = match reply.undoes {
        Some(_) => "leave it as it is: `reread undo --skip`, and the next undo goes on",
        None => "send an edit for what the file holds now",
    };
    let kept = kept.join(", ");
    let reviews: String = reply.files.iter().filter_map(review).collect();
    format!(
        "{kept} {waits} for a person: `reread proposals show {first}`, then resolve and approve;\nor {or}\n{reviews}"
    )
}

/// What the review model was asked about a file, in one line.
fn review(file: &Edited) -> Option<String> {
    let (ConflictReview { model, state }, id) = (file.review.as_ref()?, file.proposal?);
    let model = visible_line(model);
    Some(match state {
        ReviewState::Asked => {
            format!("{model} is asked for a suggestion for {id}; a person still approves\n")
        }
        ReviewState::Suggested => {
            format!("{model} made a suggestion, which is attached to {id}; a person still approves\n")
        }
        ReviewState::Failed(why) => format!("{model} made no suggestion for {id}: {}\n", visible_line(why)),
    })
}

fn review_json(review: &ConflictReview) -> Value {
    let (state, why) = match &review.state {
        ReviewState::Asked => ("asked", None),
        ReviewState::Suggested => ("suggested", None),
        ReviewState::Failed(why) => ("failed", Some(why)),
    };
    json!({ "model": review.model, "state": state, "message": why })
}

/// The result for one file, in one line.
fn message(reply: &EditReply) -> String {
    reply.files.iter().map(|file| line(file, reply)).collect::<Vec<_>>().join("; ")
}

/// `applied a.txt v4, lines 3-9, +7 -2`.
fn line(file: &Edited, reply: &EditReply) -> String {
    let name = visible_line(&file.name.requested);
    let mut words = match file.outcome {
        EditOutcome::Applied | EditOutcome::Rebased if reply.dry_run => {
            vec![format!("would be {} {name}{}", done(file), other_name(file))]
        }
        EditOutcome::Applied | EditOutcome::Rebased => match file.version {
            Some(version) => vec![format!("{} {name} {version}{}", done(file), other_name(file))],
            None => {
                vec![format!("not applied {name}: another file of the call is in conflict, so send it again")]
            }
        },
        EditOutcome::AlreadyApplied if file.change == VersionOrigin::Rollback => {
            vec![format!("already back {name}, nothing was written")]
        }
        EditOutcome::AlreadyApplied => vec![format!("already applied {name}, nothing was written")],
        EditOutcome::NoChange => vec![format!("no change {name}, nothing was written")],
        EditOutcome::Conflict => {
            let places = match file.conflicts.len() {
                1 => String::new(),
                count => format!(" in {count} places"),
            };
            let kept = file.proposal.map(|proposal| format!("kept as {proposal}"));
            let not_kept = file.not_kept.as_ref().map(|why| format!("not kept as a proposal: {why}"));
            let first = [format!("conflict {name}{places}")].into_iter();
            first.chain(kept).chain(not_kept).chain(["nothing was written".to_owned()]).collect()
        }
    };
    if file.outcome.changes() {
        if !file.ranges.is_empty() && file.ranges.len() <= 8 {
            let ranges: Vec<String> = file.ranges.iter().map(|range| short(*range)).collect();
            words.push(format!("lines {}", ranges.join(",")));
        }
        words.push(format!("+{} -{}", file.diff.added, file.diff.removed));
        let is_in_folder = file.name.path.parent().is_some_and(|parent| !parent.is_root());
        if file.change == VersionOrigin::Rollback && file.after.is_none() && is_in_folder {
            words.push("its folders stay".to_owned());
        }
    }
    if is_rollback(file, reply) && file.outcome == EditOutcome::Rebased {
        let stays = if reply.dry_run { "would stay" } else { "stays" };
        words.push(format!("the external change {stays}; roll back again to remove it too"));
    }
    if let Some(asks) = needed_approval(file, reply) {
        words.push(format!("needs approval{asks}"));
    }
    if file.nearby_change {
        words.push("external change close by".to_owned());
    }
    match file.pass {
        MatchTolerance::Exact => {}
        MatchTolerance::Indent => words.push("indentation shifted to that of the file".to_owned()),
        pass => words.push(format!("matched by {}", pass.word())),
    }
    if let Some(unseen) = &file.unseen {
        let were = if reply.dry_run { "would be" } else { "were" };
        words.push(format!("lines {unseen} {were} replaced unseen"));
    }
    if file.forgets {
        words.push("what it held is not kept".to_owned());
    }
    if reply.is_durable == Some(false) {
        words.push("written, and a power cut may take it back".to_owned());
    }
    if file.name.differs() {
        words.push(format!("file {}", file.name.path));
    }
    words.extend(file.tag.as_ref().map(ToString::to_string));
    words.join(", ")
}

/// Whether the call names a version to bring back, and not an operation to undo.
fn is_rollback(file: &Edited, reply: &EditReply) -> bool {
    file.change == VersionOrigin::Rollback && reply.undoes.is_none()
}

/// Why the previewed edit would need approval, if so.
fn needed_approval<'a>(file: &'a Edited, reply: &EditReply) -> Option<&'a ApprovalReasons> {
    file.asks.as_ref().filter(|_| reply.dry_run && file.outcome.changes())
}

/// What is done with a file that changes: one that goes is not merely changed.
fn done(file: &Edited) -> &'static str {
    match (&file.change, file.after) {
        (VersionOrigin::Rename { .. }, _) => "moved",
        (_, None) => "removed",
        _ => file.outcome.word(),
    }
}

/// ` to b.txt` of the name that goes in a move, ` from a.txt` of the one that comes.
fn other_name(file: &Edited) -> String {
    let VersionOrigin::Rename { other } = &file.change else { return String::new() };
    let way = if file.after.is_none() { "to" } else { "from" };
    format!(" {way} {}", reread_path::spell(other))
}

/// The text that is shown of a file, if any.
fn shown(file: &Edited, reply: &EditReply) -> Option<String> {
    match file.outcome {
        EditOutcome::Conflict => Some(file.conflicts.iter().map(conflict).collect()),
        _ if reply.dry_run => Some(cut_diff(&file.diff)).filter(|diff| !diff.is_empty()),
        EditOutcome::Rebased => {
            file.external.as_ref().map(|diff| format!("external change:\n{}", cut_diff(diff)))
        }
        _ => None,
    }
}

/// Three texts, each with the lines that it has in its version.
fn conflict(conflict: &ConflictTexts) -> String {
    let part = |label: &str, part: &PlacedText| {
        let lines = match part.lines {
            0 => format!("no line, at {}", part.first),
            1 => format!("line {}", part.first),
            count => format!("lines {}-{}", part.first, part.first + count - 1),
        };
        let text = String::from_utf8_lossy(&part.text);
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        format!("{label} {lines}\n{text}{end}")
    };
    format!(
        "{}{}{}",
        part("|||||||", &conflict.base),
        part("<<<<<<< on disk", &conflict.ours),
        part(">>>>>>> wanted", &conflict.theirs)
    )
}

pub(crate) fn contract(request: &Request, reply: &EditReply) -> Contract {
    let contract = PatchResult::of(reply, message(reply)).contract(request.tool());
    let contract = match &reply.files[..] {
        [only] => with_file(contract, only, reply),
        files => contract
            .fact("outcome", if reply.has_conflict() { "conflict" } else { reply.outcome().word() })
            .parts("files", files.iter().map(|file| file_contract(file, reply)).collect()),
    };
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

/// One of several files.
fn file_contract(file: &Edited, reply: &EditReply) -> Contract {
    let contract = Contract::default()
        .fact("conflict", !file.conflicts.is_empty())
        .text("diff", diff_text(&file.diff))
        .fact("version_id", json!(file.version.map(|version| version.to_string())));
    with_file(contract, file, reply)
}

/// Adds what is known of a file.
fn with_file(contract: Contract, file: &Edited, reply: &EditReply) -> Contract {
    let hex = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
    let ranges: Vec<Value> = file
        .ranges
        .iter()
        .map(|range| json!({ "start_line": range.first(), "end_line": range.last() }))
        .collect();
    let is_held_back = reply.has_conflict() && file.outcome.changes() && !reply.dry_run;
    let mut contract = contract
        .fact("path", file.name.requested.as_str())
        .fact("outcome", if is_held_back { "not_applied" } else { file.outcome.word() })
        .fact("change", file.change.word())
        .fact("base", json!(hex(file.base)))
        .fact("current", json!(hex(if file.version.is_some() { file.after } else { file.current })))
        .fact("ranges", ranges)
        .fact("added", file.diff.added)
        .fact("removed", file.diff.removed)
        .fact("nearby_change", file.nearby_change);
    // Of a file that stays as it is, an empty `after` would say that it goes.
    if file.outcome.changes() {
        contract = contract.fact("before", json!(hex(file.current))).fact("after", json!(hex(file.after)));
    }
    if let Some(external) = &file.external {
        contract = contract.text("others", diff_text(external));
    }
    if !file.conflicts.is_empty() {
        contract = contract.text("conflicts", file.conflicts.iter().map(conflict_json).collect::<Value>());
    }
    let approval = needed_approval(file, reply).map(why);
    let pass = file.pass.word();
    let facts = [
        ("tag", file.tag.as_ref().map(|tag| json!(tag.to_string()))),
        ("proposal_id", file.proposal.map(|proposal| json!(proposal.to_string()))),
        ("proposal_not_kept", file.not_kept.map(|why| json!(why.to_string()))),
        ("review", file.review.as_ref().map(review_json)),
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

fn conflict_json(conflict: &ConflictTexts) -> Value {
    let part = |part: &PlacedText| json!({ "first_line": part.first, "lines": part.lines, "text": String::from_utf8_lossy(&part.text) });
    json!({ "base": part(&conflict.base), "ours": part(&conflict.ours), "theirs": part(&conflict.theirs) })
}
