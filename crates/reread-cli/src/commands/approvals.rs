//! `reread approvals`: pending approval requests, and decisions about them.

use std::time::Duration;

use clap::{Args, Subcommand};
use reread_path::spell;
use reread_store::{Approval, ApprovalId, ApprovalState, Database, Decision, UnixMillis};
use reread_wire::phrase;
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::setup::{open_workspace, state_of};
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
        None | Some(ApprovalsAction::List) => (database.approvals(now())?, Vec::new()),
        Some(ApprovalsAction::Grant { ids, minutes }) => {
            decide(database, ids, Decision::Grant, Duration::from_secs(minutes * 60))?
        }
        Some(ApprovalsAction::Deny { ids }) => decide(database, ids, Decision::Deny, NO_COUNTS_FOR)?,
    };
    let value = || json!({ "ok": true, "approvals": approvals.iter().map(value).collect::<Vec<_>>() });
    print(global, value, |terminal| match approvals.is_empty() && missing.is_empty() {
        true => "nothing is waiting\n".to_owned(),
        false => approvals.iter().map(|approval| lines(approval, terminal)).collect(),
    })?;
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
        match database.decide(*id, decision, now(), valid_for)? {
            Some(approval) => decided.push(approval),
            None => missing.push(*id),
        }
    }
    Ok((decided, missing))
}

/// One line for the request, and the reason below it.
fn lines(approval: &Approval, terminal: &Terminal) -> String {
    let state = match approval.state {
        ApprovalState::Pending => terminal.cyan("waiting"),
        ApprovalState::Granted => terminal.green("granted"),
        ApprovalState::Denied => terminal.red("denied"),
    };
    let Approval { id, subject, .. } = approval;
    let change = phrase(&subject.operation, &spell(&subject.path));
    let (change, principal) = (terminal.line(&change), terminal.line(&subject.principal));
    let left = left(approval.expires, now());
    let why: String = approval.why.lines().map(|line| format!("    {}\n", terminal.text(line))).collect();
    format!("{id}  {state}  {change}  for {principal}, {left}\n{why}")
}

/// `14 minutes left`.
fn left(expires: UnixMillis, now: UnixMillis) -> String {
    match expires.0.saturating_sub(now.0).div_ceil(60_000) {
        minutes @ 0..120 => counted(minutes, "minute left", "minutes left"),
        minutes => format!("{} hours left", minutes / 60),
    }
}

fn value(approval: &Approval) -> Value {
    let subject = &approval.subject;
    let (why, change) = approval.why.split_once('\n').unwrap_or((&approval.why, ""));
    json!({
        "id": approval.id.to_string(),
        "standing": match approval.state {
            ApprovalState::Pending => "pending",
            ApprovalState::Granted => "granted",
            ApprovalState::Denied => "denied",
        },
        "operation": subject.operation,
        "path": spell(&subject.path),
        "root": spell(&subject.root),
        "digest": subject.before.map(|digest| digest.to_string()),
        "after": subject.after.map(|digest| digest.to_string()),
        "caller": subject.principal,
        "why": why,
        "change": Some(change).filter(|change| !change.is_empty()),
        "asked_unix_ms": approval.asked.0,
        "expires_unix_ms": approval.expires.0,
    })
}
