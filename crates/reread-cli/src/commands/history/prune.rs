//! `reread history prune`: letting go of the past.

use std::time::Duration;

use clap::Args;
use reread_files::{HistoryError, Retention, Workspace};
use reread_store::PrunedHistory;
use reread_wire::{ErrorReply, JournalEvent, record};
use serde_json::json;

use crate::arguments::Global;
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::{age, counted, size};
use crate::setup::{call_context, open_workspace};

/// Let go of old versions of all files
///
/// The newest version of every file stays, and so does what an unfinished write or an open proposal needs, and what a
/// record needs to be replayed until the journal is rotated. Without options it is what `[history]` of the configuration
/// says; without either nothing goes. What is gone cannot be brought back: look first with --dry-run.
#[derive(Debug, Args)]
pub(super) struct PruneArgs {
    /// Versions older than this, such as 90d, 12h or 4w; and proposals that were decided before then
    #[arg(long, value_name = "AGE", value_parser = age)]
    older_than: Option<Duration>,
    /// The oldest versions, until all together take no more than this, such as 500M
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_size: Option<u64>,
    /// Tell what would go, and keep it
    #[arg(long, short = 'n')]
    dry_run: bool,
}

pub(super) fn run(global: &Global, args: &PruneArgs) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let asked = Retention { max_age: args.older_than, max_bytes: args.max_size };
    let retention = if asked.is_on() { asked } else { workspace.settings().retention };
    if !retention.is_on() {
        let hint =
            "say --older-than 90d or --max-size 500M, or set history.max_age_days or history.max_bytes";
        return Err(Failure::new(Exit::Usage, "nothing says how long the past is kept", hint));
    }
    let pruned = if args.dry_run {
        workspace.history().preview_prune(&retention, now())
    } else {
        workspace.history().prune_history(&retention, now(), &|| false)
    };
    let pruned = recorded(&workspace, &retention, args.dry_run, pruned)?;
    let value = || {
        json!({
            "ok": true,
            "success": true,
            "dry_run": args.dry_run,
            "versions": pruned.versions,
            "proposals": pruned.proposals,
            "bytes_before": pruned.bytes + pruned.left,
            "bytes_after": pruned.left,
            "versions_left": pruned.versions_left,
            "versions_cited": pruned.versions_pinned,
        })
    };
    print(global, value, |_| text(&pruned, args.dry_run))?;
    Ok(Exit::Done)
}

/// The result, after it is recorded.
fn recorded(
    workspace: &Workspace,
    retention: &Retention,
    dry_run: bool,
    pruned: Result<PrunedHistory, HistoryError>,
) -> Result<PrunedHistory, Failure> {
    let pruned = pruned.map_err(ErrorReply::from);
    let arguments = json!({
        "older_than_seconds": retention.max_age.map(|age| age.as_secs()),
        "max_bytes": retention.max_bytes,
        "dry_run": dry_run,
    });
    let outcome = pruned.as_ref().map(drop);
    let event = JournalEvent::Decision { tool: "prune_history", arguments: &arguments, outcome };
    if let Err(why) = record(&call_context(workspace), event) {
        return Err(Failure::new(Exit::Broken, format!("it could not be recorded: {why}"), ""));
    }
    Ok(pruned?)
}

fn text(pruned: &PrunedHistory, dry_run: bool) -> String {
    let verb = if dry_run { "would let go of" } else { "let go of" };
    let versions = counted(pruned.versions, "version", "versions");
    let proposals = match pruned.proposals {
        0 => String::new(),
        count => format!(" and {}", counted(count, "decided proposal", "decided proposals")),
    };
    let kept = counted(pruned.versions_left, "version stays", "versions stay");
    let before = pruned.bytes + pruned.left;
    let cited = match pruned.versions_pinned {
        0 => String::new(),
        count => format!(", {count} of them cited by records since the journal was last rotated"),
    };
    format!("{verb} {versions}{proposals}; {kept}{cited}\n{before} bytes before, {} after\n", pruned.left)
}
