//! `read` of what a folder holds.

use std::num::NonZeroU64;

use reread_files::{FileKind, StatReply};
use reread_guard::{ListingSummary, ReplyCost};

use super::guarded_read::bounds_of;
use super::symbol::DEFAULT_TOKENS;
use super::{Answered, CallContext, Reply};
use crate::request::{OutlineRead, PreviewMode};

/// Whether a target is a folder that the caller may know of.
pub(super) fn is_folder(context: &CallContext<'_>, target: &str) -> bool {
    let is_one =
        |reply| matches!(reply, StatReply::Present { facts, .. } if facts.kind == FileKind::Directory);
    context.workspace.reader().stat_file(target).is_ok_and(is_one)
}

/// Serves `read` with `mode='outline'` of a folder. Like a listing it is never refused for what it costs.
pub(super) fn overview(context: &CallContext<'_>, args: &OutlineRead) -> Answered<Reply> {
    let mut bounds = bounds_of(context, &args.bounds);
    bounds.max_tokens = Some(args.bounds.max_tokens.map_or(DEFAULT_TOKENS, NonZeroU64::get));
    let overviewer = context.workspace.overviewer();
    let reply = Box::new(overviewer.overview(&args.target, args.page.rows()?, &bounds, &context.watch)?);
    let guarded = context.guard.map(|guard| {
        let sent = if args.preview_mode == PreviewMode::Snippet { reply.text.as_bytes() } else { b"" };
        guard.leave_listing(&ListingSummary {
            paths: &reply.named.iter().map(String::as_str).collect::<Vec<_>>(),
            cost: ReplyCost::of(sent),
            is_degraded: reply.next.is_some() && !sent.is_empty(),
            is_read: true,
        })
    });
    Ok((Reply::Overview(reply, args.preview_mode), guarded))
}
