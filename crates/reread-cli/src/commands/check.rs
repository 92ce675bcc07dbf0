//! `reread check`: whether everything that is kept of the past is there.

use clap::Args;
use reread_files::{Recovered, Recovery, Workspace, WriteError};
use reread_store::{HistoryDefect, RepairReport};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::setup::{open_workspace, state_of};
use crate::terminal::Terminal;

/// Check whether the history is complete; exits with 1 and lists the findings if it is not
///
/// Interrupted writes are recovered first: a completed operation is kept, an incomplete one is rolled back. Nothing else is changed
/// unless --repair asks for it.
#[derive(Debug, Args)]
pub(crate) struct CheckCommand {
    /// Read back every byte that is kept, and hash it
    #[arg(long)]
    data: bool,
    /// Remove what cannot be read any more, after a copy of the database was laid aside; no file is touched
    #[arg(long)]
    repair: bool,
}

/// What was ended, what was repaired, and what is wrong still.
struct Checked {
    recovered: Result<Recovery, WriteError>,
    repaired: Option<RepairReport>,
    findings: Vec<HistoryDefect>,
}

pub(crate) fn run(global: &Global, args: &CheckCommand) -> Result<Exit, Failure> {
    let checked = check(&open_workspace(global)?, args)?;
    print(global, || checked.value(), |terminal| checked.text(terminal))?;
    Ok(if checked.is_sound() { Exit::Done } else { Exit::Nothing })
}

fn check(workspace: &Workspace, args: &CheckCommand) -> Result<Checked, Failure> {
    let database = state_of(workspace)?.database()?;
    let recovered = workspace.writer().recover(now());
    if !args.repair {
        return Ok(Checked { recovered, repaired: None, findings: database.check(args.data)? });
    }
    let repaired = database.repair(now())?;
    // What could not be ended for something that was wrong may be ended without it.
    let recovered = match recovered {
        Ok(recovery) if recovery.stuck.is_empty() => Ok(recovery),
        _ => workspace.writer().recover(now()),
    };
    Ok(Checked { recovered, findings: repaired.left.clone(), repaired: Some(repaired) })
}

impl Checked {
    fn is_sound(&self) -> bool {
        self.recovered.as_ref().is_ok_and(|recovery| recovery.stuck.is_empty()) && self.findings.is_empty()
    }

    fn ended(&self) -> impl Iterator<Item = &Recovered> {
        self.recovered.iter().flat_map(|recovery| &recovery.ended)
    }

    /// Everything that is wrong, one line each. An operation that cannot be ended is.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match &self.recovered {
            Err(error) => lines.push(format!("writes that were interrupted cannot be ended: {error}")),
            Ok(recovery) => lines.extend(recovery.stuck.iter().map(|(operation, error)| {
                format!("operation {operation} was interrupted and cannot be ended: {error}")
            })),
        }
        lines.extend(self.findings.iter().map(HistoryDefect::to_string));
        lines
    }

    fn text(&self, terminal: &Terminal) -> String {
        let mut lines = Vec::new();
        for Recovered { operation, is_done, left_alone, left_behind } in self.ended() {
            let end = if *is_done { "is done" } else { "was rolled back" };
            lines.push(format!("operation {operation} was interrupted and {end}"));
            lines.extend(left_alone.iter().map(|path| format!("  {path} was changed meanwhile and is kept")));
            lines.extend(left_behind.iter().map(|name| format!("  the external version is kept in {name}")));
        }
        if let Some(repaired) = &self.repaired {
            lines.extend(repaired.removed.iter().map(|finding| format!("removed: {finding}")));
            let copy = repaired.copy.iter();
            lines.extend(copy.map(|copy| format!("the database as it was: {}", copy.display())));
        }
        lines.extend(self.lines());
        if self.is_sound() {
            lines.push("the history is whole".to_owned());
        }
        lines.iter().map(|line| format!("{}\n", terminal.line(line))).collect()
    }

    fn value(&self) -> Value {
        let ended = |recovered: &Recovered| {
            json!({
                "operation_id": recovered.operation.to_string(),
                "done": recovered.is_done,
                "left_alone": recovered.left_alone.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "left_behind": recovered.left_behind,
            })
        };
        let mut value = json!({
            "ok": self.is_sound(),
            "recovered": self.ended().map(ended).collect::<Vec<_>>(),
            "findings": self.lines(),
        });
        if let Some(repaired) = &self.repaired {
            value["removed"] = repaired.removed.iter().map(HistoryDefect::to_string).collect();
            value["copy"] = json!(repaired.copy.as_ref().map(|copy| copy.display().to_string()));
        }
        value
    }
}
