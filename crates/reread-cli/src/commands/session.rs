//! `reread session`: what is in a session file of pi, and what surrounds the work in a workspace.

mod audit;
mod held;
mod opened;
mod progress;
mod show;
mod stack;
mod status;
mod tree;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::arguments::{Global, hidden_workspace_options};
use crate::exit::{Exit, Failure};

/// Look into a session of pi: its tree, what its model holds, and whether every marker was right; and at what surrounds
/// the work in a workspace
///
/// Nothing is changed, neither the session nor the snapshots beside it.
#[derive(Debug, Args)]
#[command(args(hidden_workspace_options()))]
pub(crate) struct SessionCommand {
    #[command(subcommand)]
    action: SessionAction,
}

#[derive(Debug, Subcommand)]
enum SessionAction {
    /// The tree of entries: reads and their modes, compactions, branches
    ///
    /// `*` marks the branch that leads to the leaf. Entries that have nothing to do with files are left out.
    Show(SessionFile),
    /// What the model holds at the leaf, by which entries, and what does not count and why
    Held(WithSnapshots),
    /// The leaf in numbers: files and modes since the latest compaction, tokens saved, snapshots
    Status(WithSnapshots),
    /// Check every marker and every diff against what was visible; exits with 1 and names those that were wrong
    ///
    /// What was visible is recomputed from the texts that were delivered, entry by entry, on every branch, or on
    /// the one that --leaf names. A session that could not be read to its end line by line is not clean either.
    Audit(WithSnapshots),
    /// What surrounds the work: recent reads and which of them are stale, uncommitted changes, open files, the task
    ///
    /// It is an index for the agent or user who continues the work, and never evidence: no answer depends on it.
    Stack(stack::StackArgs),
}

/// Which session, and where in it.
#[derive(Debug, Args)]
struct SessionFile {
    /// The session file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The entry to look from, or a unique beginning of its id. Default: the last entry, and every branch for an
    /// audit
    #[arg(long, value_name = "ID")]
    leaf: Option<String>,
}

/// Likewise, and where the snapshots are.
#[derive(Debug, Args)]
struct WithSnapshots {
    #[command(flatten)]
    session: SessionFile,
    /// The folder with the snapshots. Default: .pi/readcache in the folder that the session names
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

pub(crate) fn run(global: &Global, args: &SessionCommand) -> Result<Exit, Failure> {
    match &args.action {
        SessionAction::Show(args) => show::run(global, args),
        SessionAction::Held(args) => held::run(global, args),
        SessionAction::Status(args) => status::run(global, args),
        SessionAction::Audit(args) => audit::run(global, args),
        SessionAction::Stack(args) => stack::run(global, args),
    }
}

/// How far a line that goes on below itself is indented.
const BELOW: usize = 6;
