//! Calls that write, and calls about what was written.

use std::cell::RefCell;

use reread_edit::Pass;
use reread_files::{EditReply, Edited, PatchRequest, WriteRequest, Writer};
use reread_guard::{WriteBudgetExceeded, Writes};
use reread_store::VersionId;

use super::record::{Facts, record};
use super::reservation::Reservation;
use super::{Desk, Petition, Reply, Served};
use crate::contract::arguments;
use crate::request::{ApplyPatchArgs, FileHistoryArgs, GetDiffArgs, Loose, WriteFileArgs, WriteMode};
use crate::{Request, Trouble};

/// How many unchanged lines a diff between versions shows.
const CONTEXT_LINES: u64 = 3;

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
    let reply = desk.workspace.version_diff(&args.filepath, first, second, CONTEXT_LINES)?;
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
    let reply = desk.workspace.file_history(&args.filepath, before, limit)?;
    Ok(Reply::History(Box::new(reply)))
}

/// Serves a call that writes. What it lacks is the first change that nobody agreed to.
pub(super) fn served(desk: &Desk<'_>, request: &Request) -> Served {
    let refused = RefCell::new(None);
    let agrees = |edited: &Edited| {
        let Some(is_agreed) = desk.is_agreed else { return false };
        let petition = Petition::to_change(edited);
        let is_agreed = is_agreed(&petition);
        if !is_agreed {
            refused.borrow_mut().get_or_insert(petition);
        }
        is_agreed
    };
    let outcome = edited(desk, request, &agrees);
    let lacks_it = outcome.as_ref().is_err_and(|trouble| trouble.code == "approval_required");
    let needs = refused.into_inner().filter(|_| lacks_it);
    Served { outcome, guarded: None, needs, unrecorded: None }
}

fn edited(desk: &Desk<'_>, request: &Request, is_agreed: &dyn Fn(&Edited) -> bool) -> Result<Reply, Trouble> {
    let intent = Intent::of(request);
    let reservation = Reservation::begin(desk.guard.filter(|_| !intent.dry_run))?;
    if desk.workspace.settings().write.audit_required && !intent.dry_run {
        record_intent(desk, request)?;
    }
    let reply = change(desk, request, intent, is_agreed, &|writes| reservation.take(writes))?;
    if reply.operation.is_some() {
        reservation.keep();
    }
    Ok(Reply::Edited(Box::new(reply)))
}

/// Where every write has to be on record, what is about to be done is recorded before it is.
fn record_intent(desk: &Desk<'_>, request: &Request) -> Result<(), Trouble> {
    let tool = format!("{}_intended", request.tool());
    let recorded = record(desk, &tool, arguments(request).to_string(), None, Facts::default());
    recorded.map_err(|why| Trouble {
        code: "unrecorded",
        message: format!("nothing was written, since it could not be recorded: {why}"),
        hint: "the user decides in write.audit_required of the configuration".to_owned(),
        refused: true,
    })
}

fn change(
    desk: &Desk<'_>,
    request: &Request,
    intent: Intent,
    is_agreed: &dyn Fn(&Edited) -> bool,
    reserve: &dyn Fn(Writes) -> Result<(), WriteBudgetExceeded>,
) -> Result<EditReply, Trouble> {
    let writer = Writer {
        author: &desk.caller.name,
        now: (desk.now)(),
        is_agreed,
        reserve,
        dry_run: intent.dry_run,
        takes_literally: intent.literal,
    };
    let workspace = desk.workspace;
    Ok(match request {
        Request::ApplyPatch(args) => workspace.apply_patch(&patch_request(args), &writer)?,
        Request::WriteFile(args) => workspace.write_file(&write_request(args), &writer)?,
        Request::Rollback(args) => workspace.rollback(&args.filepath, &args.version_id, &writer)?,
        Request::Undo(_) => workspace.undo(&writer)?,
        _ => unreachable!("only calls that write come here"),
    })
}

fn patch_request(args: &ApplyPatchArgs) -> PatchRequest<'_> {
    let loosest = match args.loose {
        Loose::Exact => Pass::Exact,
        Loose::WsEnd => Pass::WsEnd,
        Loose::Ws => Pass::Ws,
        Loose::Unicode => Pass::Unicode,
    };
    let (name, base) = (args.filepath.as_deref(), args.base.as_deref());
    PatchRequest { patch: args.patch.as_bytes(), name, base, loosest }
}

fn write_request(args: &WriteFileArgs) -> WriteRequest<'_> {
    let mode = match args.mode {
        WriteMode::Truncate => reread_files::WriteMode::Truncate,
        WriteMode::Append => reread_files::WriteMode::Append,
        WriteMode::Create => reread_files::WriteMode::Create,
    };
    WriteRequest {
        name: &args.filepath,
        content: args.content.as_bytes(),
        mode,
        if_match: args.if_match.as_deref(),
    }
}
