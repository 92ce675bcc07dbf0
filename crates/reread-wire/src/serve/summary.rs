//! `summarize_file`: what a file is about.

use reread_files::{Extent, ReadRequest, SummaryReply};

use super::guard::{Guarded, Refusal, Shrinking};
use super::read::{Answered, enter, open_agreed, shows_nothing};
use super::symbol::told;
use super::{Desk, Reply};
use crate::request::SummaryArgs;

/// Serves `summarize_file`.
pub(super) fn summarize(desk: &Desk<'_>, args: &SummaryArgs) -> Answered<Reply> {
    if args.max_tokens == 0 {
        return (Err(shows_nothing("max_tokens")), None);
    }
    match summary_past_guard(desk, args) {
        Ok((reply, guarded)) => (Ok(Reply::Summary(reply)), guarded),
        Err(refusal) => (Err(refusal.trouble), refusal.guarded),
    }
}

fn summary_past_guard(
    desk: &Desk<'_>,
    args: &SummaryArgs,
) -> Result<(Box<SummaryReply>, Option<Guarded>), Box<Refusal>> {
    let mut bounds = desk.workspace.settings().limits.reply().narrowed(&desk.shaping.at_most);
    bounds.max_tokens = Some(args.max_tokens);
    let mut request = ReadRequest::new(&args.filepath, Extent::From(1), bounds);
    let located = open_agreed(desk, &mut request)?;
    let entry = enter(desk, located.name(), &mut request, Shrinking::Allowed)?;
    let reply = desk.workspace.outliner().summarize(&request, located, args.if_match.as_deref());
    let reply = reply.map_err(|error| told(desk, error))?;
    let left = desk.guard.zip(entry);
    let left =
        left.map(|(guard, entry)| guard.leave_with_text(&entry, &reply.text, !reply.left_out.is_empty()));
    Ok((Box::new(reply), left.transpose()?))
}
