//! `reread cache`: the snapshots that diffs are made from.

use std::time::Duration;

use clap::{Args, Subcommand};
use reread_store::Pruned;
use serde_json::json;

use crate::arguments::Global;
use crate::clock::wall_clock;
use crate::exit::{Exit, Failure};
use crate::output::print_line;
use crate::quantity::counted;
use crate::setup::{open_workspace, state_of};

/// Show or empty the snapshots that diffs are made from
///
/// Losing them costs tokens, never correctness: the next read of a changed file sends its text.
#[derive(Debug, Args)]
pub(crate) struct CacheCommand {
    #[command(subcommand)]
    action: Option<CacheAction>,
}

#[derive(Debug, Subcommand)]
enum CacheAction {
    /// How many snapshots there are, and how large they are
    Status,
    /// Remove the snapshots that were not used for a while and that no record since the last rotation of the journal cites
    Prune {
        /// How long a snapshot may be unused; 24 hours unless configured
        #[arg(long, value_name = "HOURS")]
        unused_for: Option<u64>,
    },
    /// Remove all snapshots; what was recorded of them can no longer be replayed, unless the history has them
    Clear,
}

pub(crate) fn run(global: &Global, args: &CacheCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let state = state_of(&workspace)?;
    let cache = state.cache();
    let (text, value) = match args.action {
        None | Some(CacheAction::Status) => {
            let stats = cache.stats();
            let text = format!("{}, {} bytes", snapshots(stats.objects), stats.bytes);
            (text, json!({ "objects": stats.objects, "bytes": stats.bytes }))
        }
        Some(CacheAction::Prune { unused_for }) => {
            let hours = unused_for.unwrap_or(workspace.settings().unused_for_hours);
            let cited = state.journal().cited()?;
            let unused_for = Duration::from_secs(hours.saturating_mul(3600));
            removed(&cache.prune(unused_for, wall_clock(), |digest| cited.contains(digest)))
        }
        Some(CacheAction::Clear) => removed(&cache.clear()),
    };
    print_line(global, &value, &text)?;
    Ok(Exit::Done)
}

fn snapshots(count: u64) -> String {
    counted(count, "snapshot", "snapshots")
}

fn removed(pruned: &Pruned) -> (String, serde_json::Value) {
    let kept = match pruned.pinned {
        0 => String::new(),
        count => format!("; kept {}, cited by records since the journal was last rotated", snapshots(count)),
    };
    let text = format!("removed {}, {} bytes{kept}", snapshots(pruned.objects), pruned.bytes);
    let value = json!({
        "removed_objects": pruned.objects,
        "removed_bytes": pruned.bytes,
        "removed_temps": pruned.temps,
        "kept_objects": pruned.pinned,
    });
    (text, value)
}
