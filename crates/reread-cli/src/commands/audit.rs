//! `reread audit`: the record of every call.

use std::io::Write as _;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::setup::{open_workspace, state_of};
use crate::terminal::Terminal;

/// Show or check the record of every call
///
/// Each line of the journal carries the hash of the line before, so a line that was altered, moved, removed
/// or cut off is noticed.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
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
    /// Check the chain; exits with 1 and names the first wrong record if it does not hold
    Verify,
}

pub(crate) fn run(global: &Global, args: &AuditArgs) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let state = state_of(&workspace)?;
    let journal = state.journal();
    let mut out = std::io::stdout().lock();
    match args.action {
        AuditAction::Tail { records } => {
            let terminal = Terminal::of_stdout(global.color);
            let lines =
                journal.tail(records).map_err(|error| Failure::new(Exit::Broken, error.to_string(), ""))?;
            for line in lines {
                writeln!(out, "{}", terminal.line(&line))?;
            }
            Ok(Exit::Done)
        }
        AuditAction::Verify => match journal.verify() {
            Ok(verified) if global.json => {
                let value =
                    json!({ "ok": true, "records": verified.records, "head": verified.head.to_string() });
                writeln!(out, "{value}")?;
                Ok(Exit::Done)
            }
            Ok(verified) => {
                writeln!(out, "{} records, the chain holds", verified.records)?;
                Ok(Exit::Done)
            }
            Err(broken) if global.json => {
                let value = json!({
                    "ok": false,
                    "line": broken.line,
                    "code": broken.what.code(),
                    "message": broken.to_string(),
                });
                writeln!(out, "{value}")?;
                Ok(Exit::Nothing)
            }
            Err(broken) => Err(Failure::new(
                Exit::Nothing,
                broken.to_string(),
                "keep a copy of the journal; what stands before that record is still proven",
            )),
        },
    }
}
