//! The unified read and the bounded readers, from arguments to the engine's requests.

use std::cell::Cell;

use reread_files::{
    ExactFile, Extent, FileName, Located, OpenError, ReadError, ReadOperation, ReadReply, ReadRequest,
    ReplyUse,
};
use reread_guard::PendingRead;
use reread_text::{Bounds, LineRange};

use super::guard::{Guarded, Refusal, Shrinking};
use super::preview::preview;
use super::several::several;
use super::symbol::{outline, symbol_past_guard};
use super::{Desk, Petition, Reply};
use crate::request::{PreviewMode, ReadArgs, ReadMode};
use crate::{Request, Trouble};

/// Tags that one call may cite: more than the pages of any file that fits a context.
const MOST_KNOWN: usize = 256;

/// What came of a call that stood before the guard.
pub(super) type Answered<T> = (Result<T, Trouble>, Option<Guarded>);

/// Serves `read`.
pub(super) fn read(desk: &Desk<'_>, args: &ReadArgs) -> Answered<Reply> {
    if let Err(trouble) = args.check_mode().and_then(|()| check_numbers(args)) {
        return (Err(trouble), None);
    }
    match args.mode {
        ReadMode::File if !args.targets.is_empty() => several(desk, args),
        ReadMode::File | ReadMode::Snippet => match read_request(desk, args) {
            Ok(request) => {
                let read = read_past_guard(desk, ReadOperation::Read, request);
                shown_or_told(desk, args.preview_mode, read)
            }
            Err(trouble) => (Err(trouble), None),
        },
        ReadMode::Symbol => shown_or_told(desk, args.preview_mode, symbol_past_guard(desk, args)),
        ReadMode::DiffPreview => preview(desk, args),
        ReadMode::Outline => outline(desk, args),
    }
}

/// Lets a reply leave with its text, or with no more than what it would cost.
fn shown_or_told(desk: &Desk<'_>, mode: PreviewMode, read: Result<Passed, Box<Refusal>>) -> Answered<Reply> {
    match (read, mode) {
        (Ok((reply, entry)), PreviewMode::Snippet) => {
            let (read, guarded) = leave(desk, reply, entry);
            (read.map(Reply::Read), guarded)
        }
        (Ok((reply, entry)), PreviewMode::None) => facts(desk, reply, entry),
        (Err(refusal), _) => (Err(refusal.trouble), refusal.guarded),
    }
}

/// Serves the readers that are asked for a part by number, or for the whole file.
pub(super) fn bounded_read(
    desk: &Desk<'_>,
    operation: ReadOperation,
    name: &str,
    extent: Extent,
) -> Answered<Reply> {
    let bounds = desk.workspace.settings().limits.transport().narrowed(&desk.shaping.at_most);
    let request = ReadRequest::new(name, extent, bounds);
    let (read, guarded) = guarded_read(desk, operation, request);
    (read.map(Reply::Read), guarded)
}

/// Reads what the guard lets pass.
fn guarded_read(desk: &Desk<'_>, operation: ReadOperation, request: ReadRequest) -> Answered<Box<ReadReply>> {
    match read_past_guard(desk, operation, request) {
        Ok((reply, entry)) => leave(desk, reply, entry),
        Err(refusal) => (Err(refusal.trouble), refusal.guarded),
    }
}

/// A reply that was read, and what its exit wants back from the entry.
pub(super) type Passed = (Box<ReadReply>, Option<PendingRead>);

/// What a read would send, without sending it: that costs nothing.
fn facts(desk: &Desk<'_>, reply: Box<ReadReply>, entry: Option<PendingRead>) -> Answered<Reply> {
    let left = desk.guard.zip(entry).map(|(guard, entry)| guard.leave_with_facts(&entry)).transpose();
    match left {
        Ok(guarded) => (Ok(Reply::Facts(reply)), guarded),
        Err(refusal) => (Err(refusal.trouble), refusal.guarded),
    }
}

/// Reads within the bounds that the guard sets at the entry. The reply still has to leave.
pub(super) fn read_past_guard(
    desk: &Desk<'_>,
    operation: ReadOperation,
    mut request: ReadRequest,
) -> Result<Passed, Box<Refusal>> {
    let located = open_agreed(desk, &mut request)?;
    let shrinking = if operation == ReadOperation::Read { Shrinking::Allowed } else { Shrinking::OnceUsedUp };
    let entry = enter(desk, located.name(), &mut request, shrinking)?;
    if let (ReadOperation::GetExcerpt, Extent::First(lines)) = (operation, &mut request.extent) {
        // Both ends share the lines that may be sent; an excerpt says itself what it leaves out.
        *lines = request.bounds.max_lines.unwrap_or(u64::MAX).min(*lines);
    }
    let reply = desk.workspace.reader().read_located(operation, &request, &located)?;
    Ok((Box::new(reply), entry))
}

/// Asks the guard, if there is one, and narrows a request to the bounds that it sets.
pub(super) fn enter(
    desk: &Desk<'_>,
    name: &FileName,
    request: &mut ReadRequest,
    shrinking: Shrinking,
) -> Result<Option<PendingRead>, Box<Refusal>> {
    let Some(guard) = desk.guard else { return Ok(None) };
    let path = desk.workspace.place_name(name.root, &name.path);
    let cites = !request.known.is_empty();
    let (entry, bounds) = guard.enter(&path, request.bounds, cites, shrinking)?;
    request.bounds = bounds;
    Ok(Some(entry))
}

/// Opens the file, and once more if a person agreed to what the first time lacked.
pub(super) fn open_agreed(desk: &Desk<'_>, request: &mut ReadRequest) -> Result<Located, ReadError> {
    if let Some(located) = desk.at_hand.and_then(Cell::take) {
        return Ok(located);
    }
    match desk.workspace.reader().open_for(request) {
        Err(refusal @ OpenError::NeedsApproval { .. }) => {
            request.agreed = agreed_to(desk, &request.name)?;
            if request.agreed.is_some() {
                Ok(desk.workspace.reader().open_for(request)?)
            } else {
                Err(refusal.into())
            }
        }
        outcome => Ok(outcome?),
    }
}

/// The version of a file that a person has agreed to, if a rule asks about it and somebody has.
pub(super) fn agreed_to(desk: &Desk<'_>, name: &str) -> Result<Option<ExactFile>, OpenError> {
    let Some(is_agreed) = desk.is_agreed else { return Ok(None) };
    let petition = desk.workspace.to_agree_to(name)?.map(Petition::to_read);
    Ok(petition.filter(|petition| is_agreed(petition)).map(|petition| petition.matter.file))
}

/// Counts a reply at the exit, where it may still be refused.
pub(super) fn leave(
    desk: &Desk<'_>,
    reply: Box<ReadReply>,
    entry: Option<PendingRead>,
) -> Answered<Box<ReadReply>> {
    let (Some(guard), Some(entry)) = (desk.guard, entry) else { return (Ok(reply), None) };
    match guard.leave(&entry, &reply) {
        Ok(guarded) => (Ok(reply), Some(guarded)),
        Err(refusal) => (Err(refusal.trouble), refusal.guarded),
    }
}

/// The bounds that the arguments of `read` and the desk agree on.
pub(super) fn bounds_of(desk: &Desk<'_>, args: &ReadArgs) -> Bounds {
    let (usual, mut bounds) = (desk.shaping.usual, desk.workspace.settings().limits.reply());
    bounds.max_lines = args.max_lines.or(usual.max_lines).or(bounds.max_lines);
    bounds.max_chars = args.max_preview_chars.or(usual.max_chars).or(bounds.max_chars);
    bounds.max_tokens = args.max_tokens;
    bounds.narrowed(&desk.shaping.at_most)
}

/// What `read` asks of the engine.
pub(super) fn read_request(desk: &Desk<'_>, args: &ReadArgs) -> Result<ReadRequest, Trouble> {
    let extent =
        if args.mode == ReadMode::Snippet { Extent::Lines(args.snippet_lines()?) } else { extent_of(args)? };
    Ok(ReadRequest {
        name: args.target.clone(),
        extent,
        known: args.known.clone(),
        bounds: bounds_of(desk, args),
        agreed: None,
        showing: match args.preview_mode {
            PreviewMode::Snippet => ReplyUse::Shown,
            PreviewMode::None => ReplyUse::Told,
        },
    })
}

fn extent_of(args: &ReadArgs) -> Result<Extent, Trouble> {
    Ok(match (args.from_byte, args.offset, args.limit) {
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            let message = "from_byte goes with neither offset nor limit".to_owned();
            return Err(Trouble::invalid_args(message, "give the byte alone, or lines alone"));
        }
        (Some(byte), None, None) => Extent::FromByte(byte),
        (None, None, None) => Extent::Whole,
        (None, Some(offset), None) => Extent::From(offset),
        (None, offset, Some(limit)) => {
            let first = offset.unwrap_or(1);
            Extent::Lines(LineRange::new(first, first.saturating_add(limit - 1))?)
        }
    })
}

fn check_numbers(args: &ReadArgs) -> Result<(), Trouble> {
    if args.known.len() > MOST_KNOWN {
        let message = format!("{} tags are cited; at most {MOST_KNOWN} are looked at", args.known.len());
        return Err(Trouble::invalid_args(
            message,
            "cite only tags of this file whose lines you can still see",
        ));
    }
    let numbers = [
        ("limit", args.limit),
        ("max_lines", args.max_lines),
        ("max_preview_chars", args.max_preview_chars),
        ("max_tokens", args.max_tokens),
    ];
    match numbers.iter().find(|(_, value)| *value == Some(0)) {
        Some((name, _)) => Err(shows_nothing(name)),
        None => Ok(()),
    }
}

/// An argument that asks for nothing.
pub(super) fn shows_nothing(argument: &str) -> Trouble {
    Trouble::invalid_args(format!("{argument} = 0 would show nothing"), "ask for at least 1")
}

/// The bytes that a request is about; a search or a question about a file has none.
pub(super) fn bytes_of(desk: &Desk<'_>, request: &Request) -> Result<Extent, Trouble> {
    match request {
        Request::Read(args) if matches!(args.mode, ReadMode::File | ReadMode::Snippet) => {
            args.check_mode()?;
            check_numbers(args)?;
            Ok(read_request(desk, args)?.extent)
        }
        Request::ReadFile(_) => Ok(Extent::Whole),
        Request::ReadFileRange(args) => Ok(Extent::Lines(LineRange::new(args.start_line, args.end_line)?)),
        Request::ReadFileHead(args) => Ok(Extent::First(args.max_lines)),
        Request::ReadFileTail(args) => Ok(Extent::Last(args.max_lines)),
        _ => {
            let message = format!("{} has no bytes of its own", request.tool());
            Err(Trouble::invalid_args(message, "ask for bytes with read, head or tail"))
        }
    }
}
