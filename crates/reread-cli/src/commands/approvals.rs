//! `reread approvals`: pending approval requests, and decisions about them.

use std::time::Duration;

use clap::{Args, Subcommand};
use reread_files::{ShownPart, phrase};
use reread_path::spell;
use reread_store::{Approval, ApprovalId, ApprovalState, Database, Decision, UnixMillis};
use reread_text::Digest;
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
/// approval of a change is for exactly that change, and its lines are shown. `show` shows a long change in full, and only
/// who has seen its end can grant it.
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
    /// Show one request with its whole change
    Show {
        /// The approval, such as a7
        #[arg(value_name = "ID")]
        id: ApprovalId,
    },
    /// Grant requests
    Grant {
        /// The approval, such as a7
        #[arg(value_name = "ID", required = true)]
        ids: Vec<ApprovalId>,
        /// For how many minutes it counts
        #[arg(long = "for", value_name = "MINUTES", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=43_200))]
        minutes: u64,
        /// The digits at the end of a long change, which `show` prints
        #[arg(long, value_name = "DIGITS")]
        seen: Option<String>,
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
        Some(ApprovalsAction::Show { id }) => return show(global, database, *id),
        Some(ApprovalsAction::Grant { ids, minutes, seen }) => {
            check_seen(database, ids, seen.as_deref())?;
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
        return Err(not_waiting(*id));
    }
    Ok(if approvals.is_empty() { Exit::Nothing } else { Exit::Done })
}

fn not_waiting(id: ApprovalId) -> Failure {
    let message = format!("{id} is not waiting and does not count any more");
    Failure::new(Exit::Unusable, message, "see `reread approvals` for what is")
}

/// Shows one request in full, and below it how to grant it.
fn show(global: &Global, database: &Database, id: ApprovalId) -> Result<Exit, Failure> {
    let found = database.approvals().all(now())?.into_iter().find(|approval| approval.id == id);
    let approval = found.ok_or_else(|| not_waiting(id))?;
    print(
        global,
        || json!({ "ok": true, "approvals": [value(&approval)] }),
        |terminal| {
            let (why, change) = parts(&approval);
            let rows: String =
                [why].into_iter().chain(change.lines()).map(|row| indented(row, terminal)).collect();
            let seen = if ShownPart::of(change).is_whole() {
                String::new()
            } else {
                format!(" --seen {}", digits(&approval))
            };
            format!(
                "{}{rows}grant it with `reread approvals grant {id}{seen}`\n",
                heading(&approval, terminal)
            )
        },
    )?;
    Ok(Exit::Done)
}

/// Refuses to grant a change of which the user has not seen the end.
fn check_seen(database: &Database, ids: &[ApprovalId], seen: Option<&str>) -> Result<(), Failure> {
    let approvals = database.approvals().all(now())?;
    let is_unseen = |approval: &&Approval| {
        ids.contains(&approval.id)
            && !ShownPart::of(parts(approval).1).is_whole()
            && seen != Some(digits(approval).as_str())
    };
    let Some(approval) = approvals.iter().find(is_unseen) else { return Ok(()) };
    let id = approval.id;
    let message =
        format!("the change of {id} is longer than the list shows, and an approval is for all of it");
    Err(Failure::new(
        Exit::Usage,
        message,
        format!("`reread approvals show {id}` shows it and says how to grant it"),
    ))
}

/// What only the end of a shown change says: digits of what was shown.
fn digits(approval: &Approval) -> String {
    const DIGITS: usize = 12;
    Digest::of(approval.why.as_bytes()).to_string()[..DIGITS].to_owned()
}

/// Why it is asked, and what would change.
fn parts(approval: &Approval) -> (&str, &str) {
    approval.why.split_once('\n').unwrap_or((&approval.why, ""))
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

/// One line for the request, the reason below it, and as much of the change as a question shows.
fn lines(approval: &Approval, terminal: &Terminal) -> String {
    let (why, change) = parts(approval);
    let part = ShownPart::of(change);
    let rows: String =
        [why].into_iter().chain(part.text.lines()).map(|row| indented(row, terminal)).collect();
    let more = match part.is_whole() {
        true => String::new(),
        false => format!("    … {}: `reread approvals show {}`\n", part.left_out(), approval.id),
    };
    heading(approval, terminal) + &rows + &more
}

fn indented(row: &str, terminal: &Terminal) -> String {
    format!("    {}\n", terminal.text(row))
}

fn heading(approval: &Approval, terminal: &Terminal) -> String {
    let state = match approval.state {
        ApprovalState::Pending => terminal.cyan("waiting"),
        ApprovalState::Granted => terminal.green("granted"),
        ApprovalState::Denied => terminal.red("denied"),
    };
    let Approval { id, subject, .. } = approval;
    let change = phrase(&subject.operation, &spell(&subject.path));
    let (change, principal) = (terminal.line(&change), terminal.line(&subject.principal));
    format!("{id}  {state}  {change}  for {principal}, {}\n", left(approval.expires, now()))
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
    let (why, change) = parts(approval);
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
        "seen": Some(digits(approval)).filter(|_| !ShownPart::of(change).is_whole()),
        "asked_unix_ms": approval.asked.0,
        "expires_unix_ms": approval.expires.0,
    })
}
