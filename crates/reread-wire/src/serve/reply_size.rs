//! Whether a call asks for more text than its caller is sent without approval, and what the user would approve.

use std::num::NonZeroU64;

use reread_codes::Code;
use reread_files::{ApprovalRequest, ExactFile, StatReply};
use reread_text::{Bounds, LineRange};

use super::CallContext;
use super::symbol::outlined_file;
use crate::request::Read;
use crate::{ErrorReply, Request};

/// The operation of a read that sends more text at once than a small model is sent.
const LARGE_READ: &str = "large_read";

/// How large the reply to a call may be.
pub(super) enum Admitted {
    /// Within the bounds of the context.
    Shaped,
    /// As large as was asked for, because the user approved it.
    InFull,
}

/// Refuses a call that asks in so many words for more than the context sends. A call that asks for nothing in particular is
/// made smaller instead, and says so.
pub(super) fn admit(context: &CallContext<'_>, request: &Request) -> Result<Admitted, ErrorReply> {
    let at_most = context.shaping.at_most;
    if at_most == Bounds::default() || !asks_for_more(context, request, &at_most) {
        return Ok(Admitted::Shaped);
    }
    if large_read(context, request)
        .is_some_and(|approval| context.approves.is_some_and(|approves| approves(&approval)))
    {
        return Ok(Admitted::InFull);
    }
    let words = |bound: Option<u64>, noun: &str| bound.map(|most| format!("{most} {noun}"));
    let most: Vec<String> =
        words(at_most.max_lines, "lines").into_iter().chain(words(at_most.max_chars, "characters")).collect();
    let fewer = format!("ask for at most {}", most.join(" and "));
    let hint = match one_file(context, request) {
        Some(_) => format!("{fewer}, or leave the size out to get the first of them"),
        None => format!("{fewer}; more of them can be approved for one file at a time"),
    };
    let message =
        format!("{} asks for more than {} at once, which needs approval", request.tool(), most.join(" or "));
    Err(ErrorReply { refused: true, ..ErrorReply::failed(Code::ApprovalRequired, message, &hint) })
}

/// What the user would have to approve, so that a call that was refused is served.
pub(super) fn needs(
    context: &CallContext<'_>,
    request: &Request,
    error: &ErrorReply,
) -> Option<ApprovalRequest> {
    if context.approves.is_none() || error.code != Code::ApprovalRequired {
        return None;
    }
    let at_most = context.shaping.at_most;
    if at_most != Bounds::default() && asks_for_more(context, request, &at_most) {
        return large_read(context, request);
    }
    file_to_approve(context, request).map(ApprovalRequest::to_read)
}

fn large_read(context: &CallContext<'_>, request: &Request) -> Option<ApprovalRequest> {
    file_to_approve(context, request).map(|file| ApprovalRequest::to(LARGE_READ, file))
}

fn file_to_approve(context: &CallContext<'_>, request: &Request) -> Option<ExactFile> {
    context.workspace.access().file_to_approve(one_file(context, request)?).ok()?
}

/// The file that the user would approve, if the request shows one version of one file and nothing else.
fn one_file<'a>(context: &CallContext<'_>, request: &'a Request) -> Option<&'a str> {
    match request {
        // A preview shows another version as well, which is not approved with this one.
        Request::Read(Read::DiffPreview(_) | Read::Files(_)) => None,
        Request::Read(Read::Symbol(args)) => {
            let of_id = || context.workspace.reader().file_of_id(&args.target).map(|(file, _)| file);
            args.path.as_deref().or_else(of_id)
        }
        Request::Read(Read::Outline(args)) => Some(outlined_file(context, &args.target).0),
        Request::Read(Read::File(_) | Read::Snippet(_))
        | Request::ReadFile(_)
        | Request::ReadFileRange(_)
        | Request::ReadFileHead(_)
        | Request::ReadFileTail(_)
        | Request::GetExcerpt(_)
        | Request::SummarizeFile(_) => Some(request.target()),
        _ => None,
    }
}

fn asks_for_more(context: &CallContext<'_>, request: &Request, at_most: &Bounds) -> bool {
    let lines = |asked: Option<u64>| asked.zip(at_most.max_lines).is_some_and(|(asked, most)| asked > most);
    let chars = |asked: Option<u64>| asked.zip(at_most.max_chars).is_some_and(|(asked, most)| asked > most);
    match request {
        Request::Read(read) => {
            let get = |number: Option<NonZeroU64>| number.map(NonZeroU64::get);
            let bounds = read.bounds();
            lines(get(bounds.max_lines))
                || chars(get(bounds.max_preview_chars))
                || lines(get(read.page().limit))
                || lines(named_lines(context, read).map(|range| count(&range)))
        }
        Request::ReadFile(args) if args.limit.is_some() => lines(args.limit),
        Request::ReadFile(args) => match context.workspace.reader().stat_file(&args.path) {
            Ok(StatReply::Present { facts, .. }) => chars(Some(facts.size)),
            _ => false,
        },
        Request::ReadFileRange(args) => {
            lines(LineRange::new(args.start_line, args.end_line).ok().map(|range| count(&range)))
        }
        Request::ReadFileHead(args) => lines(Some(args.max_lines)),
        Request::ReadFileTail(args) => lines(Some(args.max_lines)),
        // They show pieces, which are made smaller.
        _ => false,
    }
}

/// The lines that a read names in so many words.
fn named_lines(context: &CallContext<'_>, read: &Read) -> Option<LineRange> {
    match read {
        Read::Snippet(snippet) => snippet.lines().ok(),
        Read::File(_) | Read::Files(_) => context.workspace.access().locate(read.target(), false).ok()?.lines,
        Read::Symbol(_) | Read::Outline(_) | Read::DiffPreview(_) => None,
    }
}

fn count(range: &LineRange) -> u64 {
    (range.last() - range.first()).saturating_add(1)
}
