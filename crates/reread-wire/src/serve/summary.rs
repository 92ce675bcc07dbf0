//! `summarize_file`: what a file is about.

use reread_files::{Extent, ReadRequest};
use reread_guard::ReplyKind;

use super::guard::Shrinking;
use super::guarded_read::{enter, open_approved};
use super::symbol::charged;
use super::{Answered, CallContext, Reply};
use crate::ErrorReply;
use crate::request::SummaryArgs;

/// Serves `summarize_file`.
pub(super) fn summarize(context: &CallContext<'_>, args: &SummaryArgs) -> Answered<Reply> {
    if args.max_tokens == 0 {
        return Err(ErrorReply::shows_nothing("max_tokens").into());
    }
    let mut bounds = context.workspace.settings().limits.reply().narrowed(&context.shaping.at_most);
    bounds.max_tokens = Some(args.max_tokens);
    let mut request = ReadRequest::new(&args.filepath, Extent::From(1), bounds);
    let located = open_approved(context, &mut request)?;
    let entry = enter(context, &located.name, &mut request, Shrinking::Allowed)?;
    let reply = context.workspace.reader().summarize(&request, located, args.if_match.as_deref());
    let reply = reply.map_err(|error| charged(context, error))?;
    let left = context.guard.zip(entry);
    let text = (ReplyKind::Text, reply.text.as_bytes());
    let left =
        left.map(|(guard, entry)| guard.leave_with_text(&entry, text, !reply.left_out.is_empty(), None));
    Ok((Reply::Summary(Box::new(reply)), left.transpose()?))
}
