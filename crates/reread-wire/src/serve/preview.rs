//! A diff against git or the disk, from arguments to the engine's request.

use reread_files::{Located, PreviewRequest};
use reread_guard::{PlannedRead, ReplyKind};

use super::guard::Shrinking;
use super::guarded_read::bounds_of;
use super::{Answered, CallContext, Reply};
use crate::request::{DiffPreview, PreviewMode};

/// Serves `read` with `mode='diff_preview'`. `offset` and `limit` are lines of the text that is compared.
pub(super) fn preview(context: &CallContext<'_>, args: &DiffPreview) -> Answered<Reply> {
    let mut request = PreviewRequest {
        name: args.target.clone(),
        against: args.against.unwrap_or_default().into(),
        content: args.content.clone().map(String::into_bytes),
        lines: args.page.range()?,
        bounds: bounds_of(context, &args.bounds),
    };
    let entry = match context.guard {
        None => None,
        Some(guard) => {
            let located = context.workspace.access().locate(&request.name, false);
            let place = |located: Located| {
                context.workspace.access().place_name(located.name.root, &located.name.path)
            };
            let path = located.map(place).unwrap_or_default();
            let ask = PlannedRead { path: &path, bounds: request.bounds, cites: false, is_preview: true };
            let (entry, bounds) = guard.enter(&ask, Shrinking::Allowed)?;
            request.bounds = bounds;
            Some((guard, entry))
        }
    };
    let reply = context.workspace.previewer().diff_preview(&request)?;
    let guarded = match (entry, args.preview_mode) {
        (None, _) => None,
        (Some((guard, entry)), PreviewMode::Snippet) => {
            let diff = (ReplyKind::Diff, &reply.diff.text[..]);
            Some(guard.leave_with_text(&entry, diff, reply.part.cut.is_some(), None)?)
        }
        (Some((guard, entry)), PreviewMode::None) => Some(guard.leave_without_text(&entry)?),
    };
    Ok((Reply::Preview(Box::new(reply), args.preview_mode), guarded))
}
