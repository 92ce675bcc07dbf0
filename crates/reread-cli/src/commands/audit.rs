//! `reread audit`: the record of every call.

mod keep;
mod show;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use reread_store::{Journal, JournalExport};
use serde_json::json;

use crate::arguments::Global;
use crate::chain::{Chain, report_broken};
use crate::exit::{Exit, Failure};
use crate::output::{json_results, print_line};
use crate::setup::{open_workspace, state_of};

/// Show, check or copy the record of every call
///
/// Each line of the journal carries the hash of the line before, so a line that was altered, moved, removed
/// or cut off is noticed.
#[derive(Debug, Args)]
pub(crate) struct AuditCommand {
    #[command(subcommand)]
    action: AuditAction,
}

#[derive(Debug, Subcommand)]
enum AuditAction {
    /// The latest records, the newest last, as JSON lines
    Tail {
        /// How many records
        #[arg(short = 'n', long, value_name = "RECORDS", default_value_t = 10)]
        records: usize,
    },
    /// The latest records that are of interest, the newest last, a line for each; one record in full by its number
    Show(show::ShowArgs),
    /// Check the chain; exits with 1 and names the first wrong record if it does not hold
    Verify {
        /// An export to check, or a file of a journal. Default: the journal of the workspace
        file: Option<PathBuf>,
    },
    /// Copy the whole chain into one file that can be checked and replayed by itself
    Export {
        /// The new file; standard output if none is named
        file: Option<PathBuf>,
    },
    /// Seal the records so far and begin a new file; the chain continues
    ///
    /// Snapshots that only sealed records cite may be pruned from then on.
    Rotate,
    /// Remove the oldest sealed files; `verify` then names the first record of the proven chain
    Prune {
        /// How many sealed files stay
        #[arg(long, value_name = "FILES")]
        keep: usize,
    },
}

pub(crate) fn run(global: &Global, args: &AuditCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let state = state_of(&workspace)?;
    let journal = state.journal();
    match &args.action {
        AuditAction::Tail { records } => tail(journal, *records),
        AuditAction::Show(args) => show::show(global, journal, args),
        AuditAction::Verify { file } => verify(global, Chain::of(state, file.as_deref())),
        AuditAction::Export { file } => keep::export(global, journal, file.as_deref()),
        AuditAction::Rotate => keep::rotate(global, &workspace),
        AuditAction::Prune { keep } => keep::prune(global, &workspace, *keep),
    }
}

fn tail(journal: &Journal, records: usize) -> Result<Exit, Failure> {
    let mut out = json_results();
    for line in journal.tail(records)? {
        writeln!(out, "{line}")?;
    }
    Ok(Exit::Done)
}

fn verify(global: &Global, chain: Chain<'_>) -> Result<Exit, Failure> {
    let JournalExport { verified, is_whole } = match chain.walk(|_| {})? {
        Ok(exported) => exported,
        Err(broken) => return report_broken(global, &broken),
    };
    let from = match verified.first {
        1 => String::new(),
        first => format!(" from record {first} on"),
    };
    let end = if is_whole { "" } else { "; nothing confirms that it ends there" };
    let line = format!("{} records, the chain holds{from}{end}", verified.records);
    let head = verified.head.to_string();
    let value = json!({ "ok": true, "first": verified.first, "records": verified.records, "head": head,
                        "end_confirmed": is_whole });
    print_line(global, &value, &line)?;
    Ok(Exit::Done)
}
