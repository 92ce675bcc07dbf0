//! The unified read and the bounded readers, from arguments to the engine's requests.

use reread_files::{
    ExactFile, Extent, FileName, Located, OpenError, ReadError, ReadOperation, ReadReply, ReadRequest,
    ReplyUse,
};
use reread_guard::PendingRead;
use reread_text::{Bounds, LineRange};

use super::guard::{NotServed, Shrinking};
use super::preview::preview;
use super::several::several;
use super::symbol::{outline, symbol_past_guard};
use super::{Answered, ApprovalRequest, CallContext, Reply};
use crate::request::{PreviewMode, Read, ReplyBounds};
use crate::{ErrorReply, Request};

/// Serves `read`.
pub(super) fn read(context: &CallContext<'_>, read: &Read) -> Answered<Reply> {
    let (passed, mode) = match read {
        Read::File(file) => {
            let extent = file.part.extent()?;
            let request = read_request(context, read, extent, &file.known, file.preview_mode);
            (read_past_guard(context, ReadOperation::Read, request)?, file.preview_mode)
        }
        Read::Snippet(snippet) => {
            let extent = Extent::Lines(snippet.lines()?);
            let request = read_request(context, read, extent, &snippet.known, snippet.preview_mode);
            (read_past_guard(context, ReadOperation::Read, request)?, snippet.preview_mode)
        }
        Read::Symbol(symbol) => {
            let extent = symbol.page.extent()?;
            let request = read_request(context, read, extent, &symbol.known, symbol.preview_mode);
            (symbol_past_guard(context, symbol, request)?, symbol.preview_mode)
        }
        Read::Files(files) => return several(context, files),
        Read::DiffPreview(diff) => return preview(context, diff),
        Read::Outline(of) => return outline(context, read, of),
    };
    leave(context, passed, mode).map(|(reply, guarded)| (Reply::Read(reply, mode), guarded))
}

/// Serves the readers that are asked for a part by number, or for the whole file.
pub(super) fn bounded_read(
    context: &CallContext<'_>,
    operation: ReadOperation,
    name: &str,
    extent: Extent,
) -> Answered<Reply> {
    let bounds = context.workspace.settings().limits.transport().narrowed(&context.shaping.at_most);
    let passed = read_past_guard(context, operation, ReadRequest::new(name, extent, bounds))?;
    let (reply, guarded) = leave(context, passed, PreviewMode::Snippet)?;
    Ok((Reply::Read(reply, PreviewMode::Snippet), guarded))
}

/// A reply that was read, and what the guard decided at its entry.
pub(super) type Passed = (Box<ReadReply>, Option<PendingRead>);

/// Reads within the bounds that the guard sets at the entry. The reply still has to pass its exit.
pub(super) fn read_past_guard(
    context: &CallContext<'_>,
    operation: ReadOperation,
    mut request: ReadRequest,
) -> Result<Passed, Box<NotServed>> {
    let located = open_approved(context, &mut request)?;
    let shrinking = if operation == ReadOperation::Read { Shrinking::Allowed } else { Shrinking::OnceUsedUp };
    let entry = enter(context, located.name(), &mut request, shrinking)?;
    if let (ReadOperation::GetExcerpt, Extent::First(lines)) = (operation, &mut request.extent) {
        // Both ends share the lines that may be sent; an excerpt says itself what it leaves out.
        *lines = request.bounds.max_lines.unwrap_or(u64::MAX).min(*lines);
    }
    let reply = context.workspace.reader().read_located(operation, &request, &located)?;
    Ok((Box::new(reply), entry))
}

/// Asks the guard, if there is one, and narrows a request to the bounds that it sets.
pub(super) fn enter(
    context: &CallContext<'_>,
    name: &FileName,
    request: &mut ReadRequest,
    shrinking: Shrinking,
) -> Result<Option<PendingRead>, Box<NotServed>> {
    let Some(guard) = context.guard else { return Ok(None) };
    let path = context.workspace.place_name(name.root, &name.path);
    let cites = !request.known.is_empty();
    let (entry, bounds) = guard.enter(&path, request.bounds, cites, shrinking)?;
    request.bounds = bounds;
    Ok(Some(entry))
}

/// Opens the file; once more if the user approved what the first attempt lacked.
pub(super) fn open_approved(
    context: &CallContext<'_>,
    request: &mut ReadRequest,
) -> Result<Located, ReadError> {
    match context.workspace.reader().open_for(request) {
        Err(refused @ OpenError::NeedsApproval { .. }) => {
            request.agreed = approved_version(context, &request.name)?;
            if request.agreed.is_some() {
                Ok(context.workspace.reader().open_for(request)?)
            } else {
                Err(refused.into())
            }
        }
        outcome => Ok(outcome?),
    }
}

/// The version of a file that the user approved, if a rule asks about it.
pub(super) fn approved_version(
    context: &CallContext<'_>,
    name: &str,
) -> Result<Option<ExactFile>, OpenError> {
    let Some(approves) = context.approves else { return Ok(None) };
    let approval = context.workspace.to_agree_to(name)?.map(ApprovalRequest::to_read);
    Ok(approval.filter(|approval| approves(approval)).map(|approval| approval.subject.file))
}

/// Counts a reply at the exit, where it may still be refused. What is not sent costs nothing.
pub(super) fn leave(
    context: &CallContext<'_>,
    (reply, entry): Passed,
    mode: PreviewMode,
) -> Answered<Box<ReadReply>> {
    let guarded = match (context.guard.zip(entry), mode) {
        (None, _) => None,
        (Some((guard, entry)), PreviewMode::Snippet) => Some(guard.leave(&entry, &reply)?),
        (Some((guard, entry)), PreviewMode::None) => Some(guard.leave_without_text(&entry)?),
    };
    Ok((reply, guarded))
}

/// The bounds of the caller within those of the context.
pub(super) fn bounds_of(context: &CallContext<'_>, bounds: &ReplyBounds) -> Bounds {
    let configured = context.workspace.settings().limits.reply();
    bounds.or(&context.shaping.usual, configured).narrowed(&context.shaping.at_most)
}

/// The engine's request for a read.
pub(super) fn read_request(
    context: &CallContext<'_>,
    read: &Read,
    extent: Extent,
    known: &[String],
    mode: PreviewMode,
) -> ReadRequest {
    ReadRequest {
        name: read.target().to_owned(),
        extent,
        known: known.to_vec(),
        bounds: bounds_of(context, read.bounds()),
        agreed: None,
        showing: match mode {
            PreviewMode::Snippet => ReplyUse::Shown,
            PreviewMode::None => ReplyUse::Told,
        },
    }
}

/// The bytes that a request is about; a search or a question about a file has none.
pub(super) fn bytes_of(request: &Request) -> Result<Extent, ErrorReply> {
    match request {
        Request::Read(Read::File(file)) => file.part.extent(),
        Request::Read(Read::Snippet(snippet)) => Ok(Extent::Lines(snippet.lines()?)),
        Request::ReadFile(_) => Ok(Extent::Whole),
        Request::ReadFileRange(args) => Ok(Extent::Lines(LineRange::new(args.start_line, args.end_line)?)),
        Request::ReadFileHead(args) => Ok(Extent::First(args.max_lines)),
        Request::ReadFileTail(args) => Ok(Extent::Last(args.max_lines)),
        _ => {
            let message = format!("{} has no bytes of its own", request.tool());
            Err(ErrorReply::invalid_args(message, "ask for bytes with read, head or tail"))
        }
    }
}
