//! `reread approvals`: pending approval requests, and decisions about them.

use std::io::Write as _;
use std::time::Duration;

use clap::{Args, Subcommand};
use reread_files::phrase;
use reread_path::spell;
use reread_store::{Approval, ApprovalId, ApprovalState, Database, Decision, UnixMillis};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::print_json;
use crate::setup::{now, open_workspace, state_of};
use crate::terminal::Terminal;

/// List pending approval requests; grant or deny them
///
/// An approval is for one caller, one operation and one version of one file. If the file changes, it is requested again. An
/// approval of a change is for exactly that change, and its lines are shown.
/// A grant expires after 15 minutes unless --for says otherwise, and can be revoked with `deny`.
#[derive(Debug, Args)]
pub(crate) struct ApprovalsCommand {
    #[command(subcommand)]
    action: Option<ApprovalsAction>,
}

#[derive(Debug, Subcommand)]
enum ApprovalsAction {
    /// List pending requests, and decisions that have not expired
    List,
    /// Grant requests
    Grant {
        /// The approval, such as a7
        #[arg(value_name = "ID", required = true)]
        ids: Vec<ApprovalId>,
        /// For how many minutes it counts
        #[arg(long = "for", value_name = "MINUTES", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=43_200))]
        minutes: u64,
    },
    /// Deny requests
    Deny {
        /// The approval, such as a7
        #[arg(value_name = "ID", required = true)]
        ids: Vec<ApprovalId>,
    },
}

/// A denial lasts this long, so that an agent that asks again does not bother the user again.
const NO_COUNTS_FOR: Duration = Duration::from_secs(24 * 60 * 60);

pub(crate) fn run(global: &Global, args: &ApprovalsCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let database = state_of(&workspace)?.database()?;
    let (approvals, missing) = match &args.action {
        None | Some(ApprovalsAction::List) => (database.approvals().all(now())?, Vec::new()),
        Some(ApprovalsAction::Grant { ids, minutes }) => {
            decide(database, ids, Decision::Grant, Duration::from_secs(minutes * 60))?
        }
        Some(ApprovalsAction::Deny { ids }) => decide(database, ids, Decision::Deny, NO_COUNTS_FOR)?,
    };
    show(global, &approvals)?;
    if approvals.is_empty() && missing.is_empty() && !global.json {
        writeln!(std::io::stdout().lock(), "nothing is waiting")?;
    }
    if let [id, ..] = missing.as_slice() {
        let message = format!("{id} is not waiting and does not count any more");
        return Err(Failure::new(Exit::Unusable, message, "see `reread approvals` for what is"));
    }
    Ok(if approvals.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// What was decided, and the numbers that nothing has.
fn decide(
    database: &Database,
    ids: &[ApprovalId],
    decision: Decision,
    valid_for: Duration,
) -> Result<(Vec<Approval>, Vec<ApprovalId>), Failure> {
    let (mut decided, mut missing) = (Vec::new(), Vec::new());
    for id in ids {
        match database.approvals().decide(*id, decision, now(), valid_for)? {
            Some(approval) => decided.push(approval),
            None => missing.push(*id),
        }
    }
    Ok((decided, missing))
}

fn show(global: &Global, approvals: &[Approval]) -> Result<(), Failure> {
    if global.json {
        let values: Vec<Value> = approvals.iter().map(value).collect();
        print_json(&json!({ "ok": true, "approvals": values }))?;
        return Ok(());
    }
    let terminal = Terminal::of_stdout(global.color);
    let mut out = std::io::stdout().lock();
    for approval in approvals {
        let standing = match approval.state {
            ApprovalState::Pending => terminal.cyan("waiting"),
            ApprovalState::Granted => terminal.green("granted"),
            ApprovalState::Denied => terminal.red("denied"),
        };
        let matter = &approval.subject;
        writeln!(
            out,
            "{}  {standing}  {}  for {}, {}",
            approval.id,
            terminal.line(&phrase(&matter.operation, &spell(&matter.path))),
            terminal.line(&matter.principal),
            left(approval.expires, now()),
        )?;
        for line in approval.why.lines() {
            writeln!(out, "    {}", terminal.text(line))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// `14 minutes left`.
fn left(expires: UnixMillis, now: UnixMillis) -> String {
    match expires.0.saturating_sub(now.0).div_ceil(60_000) {
        1 => "1 minute left".to_owned(),
        minutes @ 0..120 => format!("{minutes} minutes left"),
        minutes => format!("{} hours left", minutes / 60),
    }
}

fn value(approval: &Approval) -> Value {
    let matter = &approval.subject;
    let (why, change) = approval.why.split_once('\n').unwrap_or((&approval.why, ""));
    json!({
        "id": approval.id.to_string(),
        "standing": match approval.state {
            ApprovalState::Pending => "pending",
            ApprovalState::Granted => "granted",
            ApprovalState::Denied => "denied",
        },
        "operation": matter.operation,
        "path": spell(&matter.path),
        "root": spell(&matter.root),
        "digest": matter.before.map(|digest| digest.to_string()),
        "after": matter.after.map(|digest| digest.to_string()),
        "caller": matter.principal,
        "why": why,
        "change": Some(change).filter(|change| !change.is_empty()),
        "asked_unix_ms": approval.asked.0,
        "expires_unix_ms": approval.expires.0,
    })
}
