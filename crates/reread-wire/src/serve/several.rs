//! Several targets in one call: what overlaps is joined, and equal texts are shown once.
//!
//! All of it is one reply, which a host may cut like any other; so the targets share the bounds of one, and what no
//! longer fits is named instead. Each part is a read of its own, with its own tag and its own record.

use std::collections::HashMap;

use reread_codes::Code;
use reread_context::Answer;
use reread_files::{ExactFile, Extent, FileName, OpenError, ReadOperation, ReadReply, ReadRequest};
use reread_guard::{LineSelection, ReplyCost, merge};
use reread_text::{Bounds, LineRange, LineSet};

use super::guard::{Guarded, NotServed};
use super::guarded_read::{approved_version, bounds_of, leave, read_past_guard};
use super::{Answered, CallContext, Reply};
use crate::ErrorReply;
use crate::render::text_of_part;
use crate::request::{FilesRead, PreviewMode};

/// What several targets gave, in the order in which their files were first named.
#[derive(Clone, Debug)]
pub struct FilesReply {
    /// Each of them.
    pub parts: Vec<FilesPart>,
}

/// What one target gave, or one run of lines of it.
#[derive(Clone, Debug)]
pub struct FilesPart {
    /// The target, as it is asked for by itself.
    pub target: String,
    /// The cited tags that it was read with.
    pub known: Vec<String>,
    /// The reply, or why there is none.
    pub outcome: PartOutcome,
}

/// The result for one target.
#[derive(Clone, Debug)]
pub enum PartOutcome {
    /// Text, marker or diff.
    Read(Box<ReadReply>),
    /// Its text stands in this reply already, under another name.
    SameAs {
        /// That name.
        target: String,
    },
    /// It was not served.
    Failed(ErrorReply),
    /// The reply was full before.
    NoRoom,
}

/// Serves a read with more than one target.
pub(super) fn several(context: &CallContext<'_>, args: &FilesRead) -> Answered<Reply> {
    // Together they must not be longer than a reply that carries a tag, whatever is asked for.
    let mut room = bounds_of(context, &args.bounds).narrowed(&context.workspace.settings().limits.reply());
    let mut shown: HashMap<Vec<u8>, String> = HashMap::new();
    let mut guarded: Option<Guarded> = None;
    let mut parts = Vec::new();
    let (wanted, unmatched) = wanted(context, args);
    for TargetRead { target, read } in wanted {
        let mut cited = Vec::new();
        let outcome = match read {
            Err(error) => PartOutcome::Failed(error),
            Ok(_) if is_full(&room) => PartOutcome::NoRoom,
            Ok(TargetPart { name, extent, known, approved }) => {
                cited = known.into_iter().chain(unmatched.iter().cloned()).collect();
                let request =
                    ReadRequest { known: cited.clone(), approved, ..ReadRequest::new(name, extent, room) };
                let (outcome, said) = part(context, &target, request, &mut shown);
                guarded = both(guarded, said);
                outcome
            }
        };
        let part = FilesPart { target, known: cited, outcome };
        take_up(&mut room, ReplyCost::of(text_of_part(&part).as_bytes()));
        parts.push(part);
    }
    if let [FilesPart { outcome: PartOutcome::Failed(error), .. }, rest @ ..] = parts.as_slice()
        && rest.iter().all(|part| matches!(part.outcome, PartOutcome::Failed(_)))
    {
        return Err(Box::new(NotServed { error: error.clone(), guarded, needs: None }));
    }
    Ok((Reply::Several(FilesReply { parts }), guarded))
}

/// A target by itself.
struct TargetRead {
    /// The target, as it is asked for by itself.
    target: String,
    read: Result<TargetPart, ErrorReply>,
}

/// What to ask the engine for.
struct TargetPart {
    name: String,
    extent: Extent,
    /// The cited tags that are of this file.
    known: Vec<String>,
    /// The version that the user approved, if a rule asks.
    approved: Option<ExactFile>,
}

/// One file after the other, each with its lines joined and with its tags; and the tags that are of none of them.
///
/// A tag is of one file, so it casts no doubt on the other files. An unknown tag casts doubt on all of them.
fn wanted(context: &CallContext<'_>, args: &FilesRead) -> (Vec<TargetRead>, Vec<String>) {
    let mut errors: HashMap<String, ErrorReply> = HashMap::new();
    let mut names: HashMap<String, (String, Option<ExactFile>)> = HashMap::new();
    let mut targets = Vec::new();
    for target in std::iter::once(&args.target).chain(&args.targets) {
        match resolve(context, target) {
            Ok(Resolved { name, lines, approved }) => {
                let file = format!("{}:{}", name.root, name.path);
                names.entry(file.clone()).or_insert((name.requested, approved));
                targets.push((
                    file,
                    lines.map_or(LineSelection::Whole, |lines| LineSelection::Lines(LineSet::from(lines))),
                ));
            }
            Err(error) => {
                errors.insert(target.clone(), alone(error.into()));
                targets.push((target.clone(), LineSelection::Whole));
            }
        }
    }
    let mut unmatched = args.known.clone();
    let mut wanted = Vec::new();
    for (file, portion) in merge(targets) {
        let Some((name, approved)) = names.remove(&file) else {
            let read = errors.remove(&file).map(Err);
            wanted.extend(read.map(|read| TargetRead { target: file, read }));
            continue;
        };
        let known = context.workspace.reader().tags_of(&name, &unmatched);
        unmatched.retain(|tag| !known.contains(tag));
        let extents = match portion {
            LineSelection::Whole => vec![(name.clone(), Extent::Whole)],
            LineSelection::Lines(lines) => {
                lines.ranges().iter().map(|run| (format!("{name}:{run}"), Extent::Lines(*run))).collect()
            }
        };
        wanted.extend(extents.into_iter().map(|(target, extent)| TargetRead {
            target,
            read: Ok(TargetPart {
                name: name.clone(),
                extent,
                known: known.clone(),
                approved: approved.clone(),
            }),
        }));
    }
    (wanted, unmatched)
}

/// A file, and what its name asks for besides.
struct Resolved {
    name: FileName,
    lines: Option<LineRange>,
    approved: Option<ExactFile>,
}

/// The file of a target, also of one that the user approved.
fn resolve(context: &CallContext<'_>, target: &str) -> Result<Resolved, OpenError> {
    let (located, approved) = match context.workspace.access().locate(target, false) {
        Err(refusal @ OpenError::NeedsApproval { .. }) => {
            let approved = approved_version(context, target)?.ok_or(refusal)?;
            (context.workspace.access().locate_approved(target, false, &approved)?, Some(approved))
        }
        outcome => (outcome?, None),
    };
    Ok(Resolved { name: located.name, lines: located.lines, approved })
}

/// An approval is for one file, and so is the question.
fn alone(error: ErrorReply) -> ErrorReply {
    match error.code {
        Code::ApprovalRequired => {
            let hint = "read it by itself, so that the user can be asked".to_owned();
            ErrorReply { hint, command_hint: None, ..error }
        }
        _ => error,
    }
}

/// Reads a target, unless its text stands in the reply already.
fn part(
    context: &CallContext<'_>,
    target: &str,
    request: ReadRequest,
    shown: &mut HashMap<Vec<u8>, String>,
) -> (PartOutcome, Option<Guarded>) {
    let passed = match read_past_guard(context, ReadOperation::Read, request) {
        Ok(passed) => passed,
        Err(not_served) => return (PartOutcome::Failed(not_served.error), not_served.guarded),
    };
    let reply = &passed.reply;
    let text = match (&reply.answer, reply.passages.as_slice()) {
        (Answer::Text | Answer::Fallback(_), [passage]) if reply.cut.is_none() => passage.text.to_vec(),
        _ => Vec::new(),
    };
    if let Some(target) = shown.get(&text) {
        return (PartOutcome::SameAs { target: target.clone() }, None);
    }
    match leave(context, passed, PreviewMode::Snippet) {
        Ok((reply, guarded)) => {
            if !text.is_empty() {
                shown.insert(text, target.to_owned());
            }
            (PartOutcome::Read(reply), guarded)
        }
        Err(not_served) => (PartOutcome::Failed(not_served.error), not_served.guarded),
    }
}

fn take_up(room: &mut Bounds, cost: ReplyCost) {
    room.max_lines = room.max_lines.map(|lines| lines.saturating_sub(cost.lines));
    room.max_chars = room.max_chars.map(|chars| chars.saturating_sub(cost.chars));
}

fn is_full(room: &Bounds) -> bool {
    room.max_lines == Some(0) || room.max_chars == Some(0)
}

fn both(earlier: Option<Guarded>, later: Option<Guarded>) -> Option<Guarded> {
    match (earlier, later) {
        (Some(earlier), Some(later)) => Some(Guarded {
            stabilization: earlier.stabilization.and_then(later.stabilization),
            bundle: later.bundle,
        }),
        (earlier, later) => later.or(earlier),
    }
}
