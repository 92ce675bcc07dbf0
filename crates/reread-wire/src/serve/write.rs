//! Calls that write, and calls about what was written.

use std::cell::RefCell;

use reread_codes::Code;
use reread_edit::TextEdit;
use reread_files::{
    ApprovalRequest, EditReply, Edited, PatchInput, PatchRequest, Workspace, WriteContext, WriteError,
    WriteRequest,
};
use reread_store::VersionId;

use super::guard::NotServed;
use super::record::record_intent;
use super::reservation::Reservation;
use super::{Answered, CallContext, Reply};
use crate::request::{
    ApplyPatchArgs, EditArgs, FileHistoryArgs, GetDiffArgs, UndoArgs, Write, WriteFileArgs, WriteMode,
};
use crate::{ErrorReply, Request};

/// How many unchanged lines a diff between versions shows.
const CONTEXT_LINES: u64 = 3;

pub(super) fn get_diff(context: &CallContext<'_>, args: &GetDiffArgs) -> Result<Reply, ErrorReply> {
    let (first, second) = (args.version1.as_deref(), args.version2.as_deref());
    let reply = context.workspace.history().version_diff(&args.filepath, first, second, CONTEXT_LINES)?;
    Ok(Reply::VersionDiff(Box::new(reply)))
}

pub(super) fn file_history(context: &CallContext<'_>, args: &FileHistoryArgs) -> Result<Reply, ErrorReply> {
    let before = args.before.as_deref().map(str::parse::<VersionId>).transpose();
    let before =
        before.map_err(|error| ErrorReply::invalid_args(error.to_string(), "name a version such as v3"))?;
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Err(ErrorReply::shows_nothing("limit"));
    }
    let reply = context.workspace.history().file_history(&args.filepath, before, limit)?;
    Ok(Reply::History(Box::new(reply)))
}

/// Serves a call that writes: within the budget of the caller, recorded before it is done where that is required, and
/// approved by the user where a rule says so. What an error needs is the first change that was not approved.
pub(super) fn write(context: &CallContext<'_>, request: &Request, write: &Write) -> Answered<Reply> {
    let unapproved = RefCell::new(None);
    let is_approved = |request: &ApprovalRequest| {
        let Some(approves) = context.approves else { return false };
        let is_approved = approves(request);
        if !is_approved {
            unapproved.borrow_mut().get_or_insert_with(|| request.clone());
        }
        is_approved
    };
    within_budget(context, request, write, &is_approved).map(|reply| (reply, None)).map_err(|error| {
        let needs = unapproved.into_inner().filter(|_| error.code == Code::ApprovalRequired);
        Box::new(NotServed { error, guarded: None, needs })
    })
}

fn within_budget(
    context: &CallContext<'_>,
    request: &Request,
    write: &Write,
    is_approved: &dyn Fn(&ApprovalRequest) -> bool,
) -> Result<Reply, ErrorReply> {
    let dry_run = write.dry_run();
    let reservation = Reservation::begin(context.guard.filter(|_| !dry_run))?;
    if context.workspace.settings().write.audit_required && !dry_run {
        record_intent(context, request).map_err(|why| {
            let message = format!("nothing was written, since it could not be recorded: {why}");
            let hint = "the user decides in write.audit_required of the configuration";
            ErrorReply { refused: true, ..ErrorReply::failed(Code::Unrecorded, message, hint) }
        })?;
    }
    let writer = WriteContext {
        author: context.caller.author(),
        is_own: &|operation| context.guard.is_some_and(|guard| guard.made(operation)),
        now: (context.now)(),
        is_approved,
        reserve: &|writes| reservation.take(writes),
        dry_run,
        takes_literally: write.is_literal(),
    };
    let (mut reply, left_open) = carry_out(context.workspace, write, &writer)?;
    if let Some(review) = context.review {
        reply.files.iter_mut().for_each(|file| file.review = file.proposal.and_then(review));
    }
    if reply.operation.is_some() {
        reservation.keep();
        note_edited(context, &reply);
    }
    Ok(match write {
        Write::Proposal(_) => Reply::Approved(Box::new(reply), left_open),
        _ => Reply::Edited(Box::new(reply)),
    })
}

/// Tells the guard what the caller has done, and which files it has edited: they are always served.
fn note_edited(context: &CallContext<'_>, reply: &EditReply) {
    let Some(guard) = context.guard else { return };
    reply.operation.into_iter().for_each(|operation| guard.add_operation(operation));
    for Edited { name, .. } in reply.files.iter().filter(|file| file.version.is_some()) {
        guard.edited(&context.workspace.access().place_name(name.root, &name.path));
    }
}

/// What was written; and of a proposal, why it is still open, if so.
fn carry_out(
    workspace: &Workspace,
    write: &Write,
    writer: &WriteContext<'_>,
) -> Result<(EditReply, Option<String>), WriteError> {
    let reply = match write {
        Write::Patch(args) => apply_patch(workspace, args, writer),
        Write::File(args) => workspace.writer().write_file(&write_request(args), writer),
        Write::Rollback(args) => workspace.writer().rollback(&args.filepath, &args.version_id, writer),
        Write::Undo(UndoArgs { skip: true, .. }) => workspace.writer().pass_over(writer),
        Write::Undo(_) => workspace.writer().undo(writer),
        Write::Proposal(args) => {
            let approved = workspace.proposals().approve_proposal(args.id, writer)?;
            return Ok((approved.reply, approved.left_open.map(|error| error.to_string())));
        }
    };
    Ok((reply?, None))
}

fn apply_patch(
    workspace: &Workspace,
    args: &ApplyPatchArgs,
    writer: &WriteContext<'_>,
) -> Result<EditReply, WriteError> {
    let (name, base) = (args.filepath.as_deref(), args.base.as_deref());
    let edits: Vec<TextEdit<'_>> = args.edits.iter().map(EditArgs::edit).collect();
    let patch =
        if edits.is_empty() { PatchInput::Text(args.patch.as_bytes()) } else { PatchInput::Edits(&edits) };
    workspace.writer().apply_patch(&PatchRequest { patch, name, base, loosest: args.loose }, writer)
}

fn write_request(args: &WriteFileArgs) -> WriteRequest<'_> {
    let mode = match args.mode {
        WriteMode::Truncate => reread_files::FileWriteMode::Truncate,
        WriteMode::Append => reread_files::FileWriteMode::Append,
        WriteMode::Create => reread_files::FileWriteMode::Create,
    };
    WriteRequest {
        name: &args.filepath,
        content: args.content.as_bytes(),
        mode,
        if_match: args.if_match.as_deref(),
    }
}
