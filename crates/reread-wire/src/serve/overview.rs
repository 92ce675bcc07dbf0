//! `read` of what a folder holds.

use reread_files::{FileKind, StatReply};
use reread_guard::ReplyCost;

use super::read::bounds_of;
use super::symbol::USUAL_TOKENS;
use super::{Desk, Reply};
use crate::Trouble;
use crate::request::{PreviewMode, ReadArgs};

/// Whether a target is a folder that the caller may know of.
pub(super) fn is_folder(desk: &Desk<'_>, target: &str) -> bool {
    let is_one =
        |reply| matches!(reply, StatReply::Present { facts, .. } if facts.kind == FileKind::Directory);
    desk.workspace.reader().stat_file(target).is_ok_and(is_one)
}

/// Serves `read` with `mode='outline'` of a folder. Like a listing it is never refused for what it costs.
pub(super) fn overview(desk: &Desk<'_>, args: &ReadArgs) -> Result<Reply, Trouble> {
    let mut bounds = bounds_of(desk, args);
    bounds.max_tokens = args.max_tokens.or(Some(USUAL_TOKENS));
    let reply = Box::new(desk.workspace.overviewer().overview(&args.target, &bounds, &desk.watch)?);
    if args.preview_mode == PreviewMode::None {
        return Ok(Reply::OverviewFacts(reply));
    }
    if let Some(guard) = desk.guard {
        guard.charge(ReplyCost::of(reply.text.as_bytes()));
    }
    Ok(Reply::Overview(reply))
}
