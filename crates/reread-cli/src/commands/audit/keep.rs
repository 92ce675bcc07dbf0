//! What is kept of the journal, and where.

use std::io::{self, BufWriter};
use std::path::Path;

use reread_files::{Workspace, create_named};
use reread_store::Journal;
use reread_wire::{JournalEvent, record};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::chain::report_broken;
use crate::exit::{Exit, Failure};
use crate::output::{json_results, print};
use crate::quantity::counted;
use crate::setup::{call_context, state_of};

/// Copies the chain. A file that is there is not written over.
pub(super) fn export(global: &Global, journal: &Journal, file: Option<&Path>) -> Result<Exit, Failure> {
    let Some(path) = file else {
        let walked = journal.export(&mut BufWriter::new(json_results()))?;
        return walked.map_or_else(|broken| report_broken(global, &broken), |_| Ok(Exit::Done));
    };
    let copy = create_named(path).map_err(|error| not_made(path, &error))?;
    match journal.export(&mut BufWriter::new(copy))? {
        Ok(verified) => {
            let records = verified.records + 1 - verified.first;
            let text = format!("{records} records are in {}", path.display());
            let value = json!({ "ok": true, "records": records, "file": path.display().to_string() });
            print_result(global, &text, value)
        }
        Err(broken) => report_broken(global, &broken),
    }
}

fn not_made(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let message = format!("{} exists already", path.display());
            Failure::new(Exit::Unusable, message, "name a file that does not exist yet")
        }
        _ => Failure::new(Exit::Broken, format!("cannot make {}: {error}", path.display()), ""),
    }
}

/// Seals what was recorded so far. That it was is the last record of it.
pub(super) fn rotate(global: &Global, workspace: &Workspace) -> Result<Exit, Failure> {
    let sealed = record(&call_context(workspace), JournalEvent::Rotation)
        .map_err(|why| Failure::new(Exit::Broken, why, ""))?;
    state_of(workspace)?.note_journal_head();
    let text = format!("sealed up to record {}; the next one begins a new file", sealed.seq);
    print_result(global, &text, json!({ "ok": true, "last": sealed.seq, "head": sealed.hash.to_string() }))
}

/// Removes the oldest sealed files.
pub(super) fn prune(global: &Global, workspace: &Workspace, keep: usize) -> Result<Exit, Failure> {
    let pruned = state_of(workspace)?.journal().prune(keep)?;
    let files = counted(pruned.segments, "file", "files");
    let text = format!("removed {files}; the chain begins with record {}", pruned.first);
    let value = json!({ "ok": true, "removed_files": pruned.segments, "removed_bytes": pruned.bytes,
                        "first": pruned.first });
    print_result(global, &text, value)
}

fn print_result(global: &Global, text: &str, value: Value) -> Result<Exit, Failure> {
    print(global, || value, |_| format!("{text}\n"))?;
    Ok(Exit::Done)
}
