//! Calls that write, and calls about what was written.

use std::cell::RefCell;

use reread_codes::Code;
use reread_edit::MatchTolerance;
use reread_files::{EditReply, Edited, PatchRequest, Workspace, WriteContext, WriteError, WriteRequest};
use reread_store::{ProposalId, VersionId};
use serde_json::json;

use super::record::{Facts, record};
use super::reservation::Reservation;
use super::{Desk, Petition, Reply, Served, record_decision};
use crate::contract::arguments;
use crate::request::{
    ApplyPatchArgs, FileHistoryArgs, GetDiffArgs, Loose, UndoArgs, WriteFileArgs, WriteMode,
};
use crate::{Request, Trouble};

/// What decisions about proposals are recorded as.
const PROPOSALS: &str = "proposals";

/// How many unchanged lines a diff between versions shows.
const CONTEXT_LINES: u64 = 3;

/// What came of approving a proposal.
#[derive(Debug)]
pub struct ServedProposal {
    /// What was written, or would be; or why nothing was.
    pub outcome: Result<EditReply, Trouble>,
    /// Why the proposal is still listed as one that waits, though it was written.
    pub left_open: Option<String>,
    /// Set if no record could be written.
    pub unrecorded: Option<String>,
}

/// Whether a call is only to show what it would do, and whether its text is meant as it stands.
#[derive(Clone, Copy)]
struct Intent {
    dry_run: bool,
    literal: bool,
}

impl Intent {
    fn of(request: &Request) -> Self {
        match request {
            Request::ApplyPatch(args) => Self { dry_run: args.dry_run, literal: args.literal },
            Request::WriteFile(args) => Self { dry_run: args.dry_run, literal: args.literal },
            Request::Rollback(args) => Self { dry_run: args.dry_run, literal: true },
            Request::Undo(args) => Self { dry_run: args.dry_run, literal: true },
            _ => unreachable!("only calls that write come here"),
        }
    }
}

pub(super) fn get_diff(desk: &Desk<'_>, args: &GetDiffArgs) -> Result<Reply, Trouble> {
    let (first, second) = (args.version1.as_deref(), args.version2.as_deref());
    let reply = desk.workspace.history().version_diff(&args.filepath, first, second, CONTEXT_LINES)?;
    Ok(Reply::VersionDiff(Box::new(reply)))
}

pub(super) fn file_history(desk: &Desk<'_>, args: &FileHistoryArgs) -> Result<Reply, Trouble> {
    let before = args.before.as_deref().map(str::parse::<VersionId>).transpose();
    let before =
        before.map_err(|error| Trouble::invalid_args(error.to_string(), "name a version such as v3"))?;
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Err(super::read::shows_nothing("limit"));
    }
    let reply = desk.workspace.history().file_history(&args.filepath, before, limit)?;
    Ok(Reply::History(Box::new(reply)))
}

/// Serves a call that writes.
pub(super) fn served(desk: &Desk<'_>, request: &Request) -> Served {
    let intended = || (request.tool(), arguments(request).to_string());
    let (outcome, needs) =
        carry_out(desk, Intent::of(request), &intended, |writer| change(desk.workspace, request, writer));
    let outcome = outcome.map(|reply| Reply::Edited(Box::new(reply)));
    Served { outcome, guarded: None, needs, unrecorded: None }
}

/// Writes what a proposal was resolved to, or shows it, and records what a person decided so.
pub fn approve_proposal(desk: &Desk<'_>, id: ProposalId, dry_run: bool) -> ServedProposal {
    let decision = if dry_run { "preview" } else { "approve" };
    let decision = json!({ "decision": decision, "proposal_id": id.to_string() });
    let mut left_open = None;
    let intended = || (PROPOSALS, decision.to_string());
    let (outcome, _) = carry_out(desk, Intent { dry_run, literal: true }, &intended, |writer| {
        let approved = desk.workspace.proposals().approve_proposal(id, writer)?;
        left_open = approved.left_open.map(|error| error.to_string());
        Ok(approved.reply)
    });
    let unrecorded = record_decision(desk, PROPOSALS, &decision, outcome.as_ref().map(Some));
    ServedProposal { outcome, left_open, unrecorded }
}

/// Does what writes: within the budget of the caller, on record before it is done where that has to be, and once somebody
/// agreed where a rule says so. What it lacks is the first change that nobody agreed to.
fn carry_out(
    desk: &Desk<'_>,
    intent: Intent,
    intended: &dyn Fn() -> (&'static str, String),
    work: impl FnOnce(&WriteContext<'_>) -> Result<EditReply, WriteError>,
) -> (Result<EditReply, Trouble>, Option<Petition>) {
    let refused = RefCell::new(None);
    let is_agreed = |edited: &Edited| {
        let Some(is_agreed) = desk.is_agreed else { return false };
        let petition = Petition::to_change(edited);
        let is_agreed = is_agreed(&petition);
        if !is_agreed {
            refused.borrow_mut().get_or_insert(petition);
        }
        is_agreed
    };
    let within_budget = || {
        let reservation = Reservation::begin(desk.guard.filter(|_| !intent.dry_run))?;
        if desk.workspace.settings().write.audit_required && !intent.dry_run {
            record_intent(desk, intended())?;
        }
        let reply = work(&WriteContext {
            author: desk.caller.author(),
            now: (desk.now)(),
            is_agreed: &is_agreed,
            reserve: &|writes| reservation.take(writes),
            dry_run: intent.dry_run,
            takes_literally: intent.literal,
        })?;
        if reply.operation.is_some() {
            reservation.keep();
        }
        Ok(reply)
    };
    let outcome: Result<EditReply, Trouble> = within_budget();
    let lacks_it = outcome.as_ref().is_err_and(|trouble| trouble.code == Code::ApprovalRequired);
    (outcome, refused.into_inner().filter(|_| lacks_it))
}

/// Where every write has to be on record, what is about to be done is recorded before it is.
fn record_intent(desk: &Desk<'_>, (tool, arguments): (&str, String)) -> Result<(), Trouble> {
    let recorded = record(desk, &format!("{tool}_intended"), arguments, None, Facts::default());
    recorded.map_err(|why| Trouble {
        code: Code::Unrecorded,
        message: format!("nothing was written, since it could not be recorded: {why}"),
        hint: "the user decides in write.audit_required of the configuration".to_owned(),
        refused: true,
    })
}

fn change(
    workspace: &Workspace,
    request: &Request,
    writer: &WriteContext<'_>,
) -> Result<EditReply, WriteError> {
    match request {
        Request::ApplyPatch(args) => workspace.writer().apply_patch(&patch_request(args), writer),
        Request::WriteFile(args) => workspace.writer().write_file(&write_request(args), writer),
        Request::Rollback(args) => workspace.writer().rollback(&args.filepath, &args.version_id, writer),
        Request::Undo(UndoArgs { skip: true, .. }) => workspace.writer().pass_over(writer),
        Request::Undo(_) => workspace.writer().undo(writer),
        _ => unreachable!("only calls that write come here"),
    }
}

fn patch_request(args: &ApplyPatchArgs) -> PatchRequest<'_> {
    let loosest = match args.loose {
        Loose::Exact => MatchTolerance::Exact,
        Loose::WsEnd => MatchTolerance::WsEnd,
        Loose::Ws => MatchTolerance::Ws,
        Loose::Unicode => MatchTolerance::Unicode,
    };
    let (name, base) = (args.filepath.as_deref(), args.base.as_deref());
    PatchRequest { patch: args.patch.as_bytes(), name, base, loosest }
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
