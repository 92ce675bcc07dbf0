//! A diff against git or the disk, from arguments to the engine's request.

use reread_files::{PreviewReply, PreviewRequest};
use reread_text::LineRange;

use super::guard::Shrinking;
use super::read::{Answered, bounds_of};
use super::{Desk, Reply};
use crate::Trouble;
use crate::request::{PreviewMode, ReadArgs};

/// Serves `read` with `mode='diff_preview'`.
pub(super) fn preview(desk: &Desk<'_>, args: &ReadArgs) -> Answered<Reply> {
    let request = match preview_request(desk, args) {
        Ok(request) => request,
        Err(trouble) => return (Err(trouble), None),
    };
    let (previewed, guarded) = guarded_preview(desk, request, args.preview_mode);
    let shown = |reply| match args.preview_mode {
        PreviewMode::Snippet => Reply::Preview(reply),
        PreviewMode::None => Reply::PreviewFacts(reply),
    };
    (previewed.map(shown), guarded)
}

fn guarded_preview(
    desk: &Desk<'_>,
    mut request: PreviewRequest,
    mode: PreviewMode,
) -> Answered<Box<PreviewReply>> {
    let Some(guard) = desk.guard else {
        return (
            desk.workspace.previewer().diff_preview(&request).map(Box::new).map_err(Trouble::from),
            None,
        );
    };
    let path = desk.workspace.resolve(&request.name).map(|(name, _)| name.path.to_string());
    let entry = match guard.enter(&path.unwrap_or_default(), request.bounds, false, Shrinking::Allowed) {
        Ok((entry, bounds)) => {
            request.bounds = bounds;
            entry
        }
        Err(refusal) => return (Err(refusal.trouble), refusal.guarded),
    };
    match desk.workspace.previewer().diff_preview(&request) {
        Ok(reply) => {
            let left = match mode {
                PreviewMode::Snippet => guard.leave_with_preview(&entry, &reply),
                PreviewMode::None => guard.leave_with_facts(&entry),
            };
            match left {
                Ok(guarded) => (Ok(Box::new(reply)), Some(guarded)),
                Err(refusal) => (Err(refusal.trouble), refusal.guarded),
            }
        }
        Err(error) => (Err(error.into()), None),
    }
}

/// What a preview asks of the engine. `offset` and `limit` are lines of the text that is compared.
fn preview_request(desk: &Desk<'_>, args: &ReadArgs) -> Result<PreviewRequest, Trouble> {
    if !args.known.is_empty() {
        let message = "known is for text: a diff_preview has nothing to do with what you hold".to_owned();
        return Err(Trouble::invalid_args(message, "leave out known, or say mode='file'"));
    }
    let lines = match (args.offset, args.limit) {
        (None, None) => None,
        (offset, limit) => {
            let first = offset.unwrap_or(1);
            let last = limit.map_or(u64::MAX, |limit| first.saturating_add(limit - 1));
            Some(LineRange::new(first, last)?)
        }
    };
    Ok(PreviewRequest {
        name: args.target.clone(),
        against: args.against.unwrap_or_default().into(),
        content: args.content.clone().map(String::into_bytes),
        lines,
        bounds: bounds_of(desk, args),
    })
}
