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

use super::guard::Guarded;
use super::read::{Answered, agreed_to, bounds_of, leave, read_past_guard};
use super::{Desk, Reply};
use crate::Trouble;
use crate::frame::text_of_part;
use crate::request::{PreviewMode, ReadArgs};

/// Targets that one call may name.
const MOST_TARGETS: usize = 64;

/// Targets times tags: each tag may have to be looked for at each target, once to find out whose it is and once to read.
/// One tag for each of as many targets as there may be is within it.
const MOST_LOOKUPS: usize = MOST_TARGETS * MOST_TARGETS;

/// What several targets gave, in the order in which their files were first named.
#[derive(Clone, Debug)]
pub struct SeveralReply {
    /// Each of them.
    pub parts: Vec<Part>,
}

/// What one target gave, or one run of lines of it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The target, as it is asked for by itself.
    pub target: String,
    /// The cited tags that it was read with.
    pub known: Vec<String>,
    /// What came of it.
    pub outcome: PartOutcome,
}

/// What came of a target.
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
    Failed(Trouble),
    /// The reply was full before.
    NoRoom,
}

/// Serves a read with more than one target.
pub(super) fn several(desk: &Desk<'_>, args: &ReadArgs) -> Answered<Reply> {
    if let Err(trouble) = check(args) {
        return (Err(trouble), None);
    }
    // Together they must not be longer than a reply that carries a tag, whatever is asked for.
    let mut room = bounds_of(desk, args).narrowed(&desk.workspace.settings().limits.reply());
    let mut shown: HashMap<Vec<u8>, String> = HashMap::new();
    let mut guarded: Option<Guarded> = None;
    let mut parts = Vec::new();
    let (wanted, strays) = wanted(desk, args);
    for Wanted { target, found } in wanted {
        let mut cited = Vec::new();
        let outcome = match found {
            Err(trouble) => PartOutcome::Failed(trouble),
            Ok(_) if is_full(&room) => PartOutcome::NoRoom,
            Ok(Found { name, extent, known, agreed }) => {
                cited = known.into_iter().chain(strays.iter().cloned()).collect();
                let request =
                    ReadRequest { known: cited.clone(), agreed, ..ReadRequest::new(name, extent, room) };
                let (outcome, said) = part(desk, &target, request, &mut shown);
                guarded = both(guarded, said);
                outcome
            }
        };
        let part = Part { target, known: cited, outcome };
        take_up(&mut room, ReplyCost::of(text_of_part(&part).as_bytes()));
        parts.push(part);
    }
    if let [Part { outcome: PartOutcome::Failed(trouble), .. }, rest @ ..] = parts.as_slice()
        && rest.iter().all(|part| matches!(part.outcome, PartOutcome::Failed(_)))
    {
        return (Err(trouble.clone()), guarded);
    }
    (Ok(Reply::Several(SeveralReply { parts })), guarded)
}

fn check(args: &ReadArgs) -> Result<(), Trouble> {
    if args.targets.len() >= MOST_TARGETS {
        let message = format!(
            "{} targets are named; at most {MOST_TARGETS} are read in one call",
            args.targets.len() + 1
        );
        return Err(Trouble::invalid_args(message, "read the rest in another call"));
    }
    let targets = args.targets.len() + 1;
    if targets * args.known.len() > MOST_LOOKUPS {
        let message = format!(
            "{} tags are cited with {targets} targets; at most {} are looked for at so many",
            args.known.len(),
            MOST_LOOKUPS / targets
        );
        return Err(Trouble::invalid_args(
            message,
            "read some of them in another call, each with its own tags",
        ));
    }
    let of_one = [
        ("offset", args.offset.is_some()),
        ("limit", args.limit.is_some()),
        ("from_byte", args.from_byte.is_some()),
        ("preview_mode='none'", args.preview_mode == PreviewMode::None),
    ];
    match of_one.iter().find(|(_, is_said)| *is_said) {
        None => Ok(()),
        Some((argument, _)) => Err(Trouble::invalid_args(
            format!("{argument} goes with one target"),
            "write lines into the targets, such as \"src/a.rs:40-60\"",
        )),
    }
}

/// A target by itself.
struct Wanted {
    /// How it is called.
    target: String,
    found: Result<Found, Trouble>,
}

/// What to ask the engine for.
struct Found {
    name: String,
    extent: Extent,
    /// The cited tags that are of this file.
    known: Vec<String>,
    /// The version that a person agreed to, if that is needed.
    agreed: Option<ExactFile>,
}

/// One file after the other, each with its lines joined and with its tags; and the tags that are of none of them.
///
/// A tag is of one file, so it casts no doubt on the others. One that nobody knows casts doubt on all.
fn wanted(desk: &Desk<'_>, args: &ReadArgs) -> (Vec<Wanted>, Vec<String>) {
    let mut troubles: HashMap<String, Trouble> = HashMap::new();
    let mut names: HashMap<String, (String, Option<ExactFile>)> = HashMap::new();
    let mut targets = Vec::new();
    for target in std::iter::once(&args.target).chain(&args.targets) {
        match resolve(desk, target) {
            Ok(Resolved { name, lines, agreed }) => {
                let file = format!("{}:{}", name.root, name.path);
                names.entry(file.clone()).or_insert((name.requested, agreed));
                targets.push((
                    file,
                    lines.map_or(LineSelection::Whole, |lines| LineSelection::Lines(LineSet::from(lines))),
                ));
            }
            Err(error) => {
                troubles.insert(target.clone(), alone(error.into()));
                targets.push((target.clone(), LineSelection::Whole));
            }
        }
    }
    let mut strays = args.known.clone();
    let mut wanted = Vec::new();
    for (file, portion) in merge(targets) {
        let Some((name, agreed)) = names.remove(&file) else {
            let found = troubles.remove(&file).map(Err);
            wanted.extend(found.map(|found| Wanted { target: file, found }));
            continue;
        };
        let known = desk.workspace.reader().tags_of(&name, &strays);
        strays.retain(|tag| !known.contains(tag));
        let extents = match portion {
            LineSelection::Whole => vec![(name.clone(), Extent::Whole)],
            LineSelection::Lines(lines) => {
                lines.ranges().iter().map(|run| (format!("{name}:{run}"), Extent::Lines(*run))).collect()
            }
        };
        wanted.extend(extents.into_iter().map(|(target, extent)| Wanted {
            target,
            found: Ok(Found { name: name.clone(), extent, known: known.clone(), agreed: agreed.clone() }),
        }));
    }
    (wanted, strays)
}

/// A file, and what its name asks for besides.
struct Resolved {
    name: FileName,
    lines: Option<LineRange>,
    agreed: Option<ExactFile>,
}

/// The file of a target, also of one that a person has agreed to.
fn resolve(desk: &Desk<'_>, target: &str) -> Result<Resolved, OpenError> {
    let (found, agreed) = match desk.workspace.resolve(target) {
        Err(refusal @ OpenError::NeedsApproval { .. }) => {
            let agreed = agreed_to(desk, target)?.ok_or(refusal)?;
            (desk.workspace.resolve_agreed(target, &agreed)?, Some(agreed))
        }
        outcome => (outcome?, None),
    };
    let (name, lines) = found;
    Ok(Resolved { name, lines, agreed })
}

/// An approval is for one file, and so is the question.
fn alone(trouble: Trouble) -> Trouble {
    match trouble.code {
        Code::ApprovalRequired => {
            Trouble { hint: "read it by itself, so that somebody can be asked".to_owned(), ..trouble }
        }
        _ => trouble,
    }
}

/// Reads a target, unless its text stands in the reply already.
fn part(
    desk: &Desk<'_>,
    target: &str,
    request: ReadRequest,
    shown: &mut HashMap<Vec<u8>, String>,
) -> (PartOutcome, Option<Guarded>) {
    let (reply, entry) = match read_past_guard(desk, ReadOperation::Read, request) {
        Ok(read) => read,
        Err(refusal) => return (PartOutcome::Failed(refusal.trouble), refusal.guarded),
    };
    let text = match (&reply.answer, reply.passages.as_slice()) {
        (Answer::Text | Answer::Fallback(_), [passage]) if reply.cut.is_none() => passage.text.to_vec(),
        _ => Vec::new(),
    };
    if let Some(target) = shown.get(&text) {
        return (PartOutcome::SameAs { target: target.clone() }, None);
    }
    match leave(desk, reply, entry) {
        (Ok(reply), guarded) => {
            if !text.is_empty() {
                shown.insert(text, target.to_owned());
            }
            (PartOutcome::Read(reply), guarded)
        }
        (Err(trouble), guarded) => (PartOutcome::Failed(trouble), guarded),
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
