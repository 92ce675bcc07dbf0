//! `reread index`: the registry of files, brought up to date.

use clap::Args;
use reread_files::{IndexError, IndexReply};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::clock::wall_clock;
use crate::exit::{Exit, Failure};
use crate::output::print_line;
use crate::progress_line::{bar, watched};
use crate::quantity::counted;
use crate::setup::open_workspace;

/// Bring the registry of files up to date
///
/// The first time every file is read; afterwards only those whose size or times have changed, and those that were
/// written too shortly before to tell. Nothing else waits for it: the registry is an index of the disk, and no read or
/// search is answered from it.
#[derive(Debug, Args)]
pub(crate) struct IndexCommand {}

pub(crate) fn run(global: &Global, IndexCommand {}: &IndexCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let reply = watched(bar, |watch| workspace.registry().index(wall_clock(), &watch))?;
    print_line(global, &in_json(&reply), &in_words(&reply))?;
    Ok(Exit::Done)
}

fn in_words(reply: &IndexReply) -> String {
    let IndexReply { bytes, read, forgotten, .. } = reply;
    format!("{}, {bytes} bytes: {read} read, {forgotten} gone", counted(reply.files, "file", "files"))
}

fn in_json(reply: &IndexReply) -> Value {
    json!({
        "files": reply.files,
        "bytes": reply.bytes,
        "read": reply.read,
        "gone": reply.forgotten,
        "several_names": reply.several_names,
        "need_approval": reply.passed_over.need_approval,
        "partial": reply.passed_over.is_partial(),
    })
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        let (exit, hint) = match error {
            IndexError::Database(error) => return error.into(),
            IndexError::NoState => (Exit::Broken, "name one with --state"),
            IndexError::TooMany => (Exit::Unusable, "name a smaller folder with --root"),
            IndexError::Cancelled => (Exit::Broken, ""),
        };
        Self::new(exit, error.to_string(), hint)
    }
}
