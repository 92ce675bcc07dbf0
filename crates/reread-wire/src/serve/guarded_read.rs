//! One read of one file: approved by the user where a rule asks, and counted by the guard at entry and exit.

use reread_files::{
    ApprovalRequest, ExactFile, Extent, FileName, Located, OpenError, ReadError, ReadOperation, ReadReply,
    ReadRequest, ReplyUse,
};
use reread_guard::{PendingRead, PlannedRead};
use reread_text::Bounds;

use super::guard::{NotServed, Shrinking};
use super::{Answered, CallContext};
use crate::excerpt::is_narrowed;
use crate::request::{PreviewMode, Read, ReplyBounds};

/// A reply that was read, and what the guard decided at its entry.
pub(super) struct Passed {
    pub(super) reply: Box<ReadReply>,
    pub(super) entry: Option<PendingRead>,
    /// Whether it is an excerpt of fewer lines than were asked for.
    pub(super) is_narrowed: bool,
}

/// Reads within the bounds that the guard sets at the entry. The reply still has to pass its exit.
pub(super) fn read_past_guard(
    context: &CallContext<'_>,
    operation: ReadOperation,
    mut request: ReadRequest,
) -> Result<Passed, Box<NotServed>> {
    let located = open_approved(context, &mut request)?;
    let shrinking = if operation == ReadOperation::Read { Shrinking::Allowed } else { Shrinking::OnceUsedUp };
    let entry = enter(context, &located.name, &mut request, shrinking)?;
    let mut asked_lines = None;
    if let (ReadOperation::GetExcerpt, Extent::First(lines)) = (operation, &mut request.extent) {
        asked_lines = Some(*lines);
        // Both ends share the lines that may be sent; an excerpt says itself what it leaves out.
        *lines = request.bounds.max_lines.unwrap_or(u64::MAX).min(*lines);
    }
    let reply = Box::new(context.workspace.reader().read_located(operation, &request, &located)?);
    let is_narrowed = asked_lines.is_some_and(|lines| is_narrowed(&reply, lines));
    Ok(Passed { reply, entry, is_narrowed })
}

/// Asks the guard, if there is one, and narrows a request to the bounds that it sets.
pub(super) fn enter(
    context: &CallContext<'_>,
    name: &FileName,
    request: &mut ReadRequest,
    shrinking: Shrinking,
) -> Result<Option<PendingRead>, Box<NotServed>> {
    let Some(guard) = context.guard else { return Ok(None) };
    let path = context.workspace.access().place_name(name.root, &name.path);
    let cites = !request.known.is_empty();
    let ask = PlannedRead { path: &path, bounds: request.bounds, cites, is_preview: false };
    let (entry, bounds) = guard.enter(&ask, shrinking)?;
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
            request.approved = approved_version(context, &request.name)?;
            if request.approved.is_some() {
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
    let approval = context.workspace.access().file_to_approve(name)?.map(ApprovalRequest::to_read);
    Ok(approval.filter(|approval| approves(approval)).map(|approval| approval.file))
}

/// Counts a reply at the exit, where it may still be refused. What is not sent costs nothing.
pub(super) fn leave(
    context: &CallContext<'_>,
    Passed { reply, entry, is_narrowed }: Passed,
    mode: PreviewMode,
) -> Answered<Box<ReadReply>> {
    let guarded = match (context.guard.zip(entry), mode) {
        (None, _) => None,
        (Some((guard, entry)), PreviewMode::Snippet) => Some(guard.leave(&entry, &reply, is_narrowed)?),
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
        approved: None,
        showing: match mode {
            PreviewMode::Snippet => ReplyUse::Shown,
            PreviewMode::None => ReplyUse::Measured,
        },
    }
}
