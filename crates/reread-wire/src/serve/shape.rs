//! Whether a call asks for more than its caller is sent without somebody's approval, and what that somebody would agree to.

use reread_codes::Code;
use reread_files::{ExactFile, StatReply};
use reread_text::{Bounds, LineRange};

use super::symbol::file_of;
use super::{Desk, Petition};
use crate::request::ReadMode;
use crate::{Request, Trouble};

/// What an approval of a read is called that sends more text at once than a small model is sent.
const LARGE_READ: &str = "large_read";

/// How large the reply to a call may be.
pub(super) enum Size {
    /// As the desk shapes it.
    Shaped,
    /// As it was asked for, because somebody approved it.
    Approved,
}

/// Refuses a call that asks in so many words for more than the desk sends. A call that asks for nothing in particular is
/// made smaller instead, and says so.
pub(super) fn admit(desk: &Desk<'_>, request: &Request) -> Result<Size, Trouble> {
    let at_most = desk.shaping.at_most;
    if at_most == Bounds::default() || !asks_for_more(desk, request, &at_most) {
        return Ok(Size::Shaped);
    }
    if large_read(desk, request).is_some_and(|petition| is_agreed(desk, &petition)) {
        return Ok(Size::Approved);
    }
    let words = |bound: Option<u64>, noun: &str| bound.map(|most| format!("{most} {noun}"));
    let most: Vec<String> =
        words(at_most.max_lines, "lines").into_iter().chain(words(at_most.max_chars, "characters")).collect();
    let fewer = format!("ask for at most {}", most.join(" and "));
    let hint = match one_file(desk, request) {
        Some(_) => format!("{fewer}, or leave the size out to get the first of them"),
        None => format!("{fewer}; more of them can be approved for one file at a time"),
    };
    Err(Trouble {
        code: Code::ApprovalRequired,
        message: format!(
            "{} asks for more than {} at once, which needs approval",
            request.tool(),
            most.join(" or ")
        ),
        hint,
        refused: true,
    })
}

/// What a person would have to agree to, so that a call that was refused is served.
pub(super) fn needs(desk: &Desk<'_>, request: &Request, trouble: &Trouble) -> Option<Petition> {
    if desk.is_agreed.is_none() || trouble.code != Code::ApprovalRequired {
        return None;
    }
    let at_most = desk.shaping.at_most;
    if at_most != Bounds::default() && asks_for_more(desk, request, &at_most) {
        return large_read(desk, request);
    }
    to_agree_to(desk, request).map(Petition::to_read)
}

fn large_read(desk: &Desk<'_>, request: &Request) -> Option<Petition> {
    to_agree_to(desk, request).map(|file| Petition::to(LARGE_READ, file))
}

fn to_agree_to(desk: &Desk<'_>, request: &Request) -> Option<ExactFile> {
    desk.workspace.to_agree_to(one_file(desk, request)?).ok()?
}

/// The file that a person would agree to, if the request shows one version of one file and nothing else.
fn one_file<'a>(desk: &Desk<'_>, request: &'a Request) -> Option<&'a str> {
    let is_one = match request {
        // A preview shows another version as well, to which nobody agrees by agreeing to this one.
        Request::Read(args) if args.mode == ReadMode::DiffPreview => false,
        Request::Read(args) if matches!(args.mode, ReadMode::Symbol | ReadMode::Outline) => {
            return file_of(desk, args);
        }
        Request::Read(args) => args.targets.is_empty(),
        Request::ReadFile(_)
        | Request::ReadFileRange(_)
        | Request::ReadFileHead(_)
        | Request::ReadFileTail(_)
        | Request::GetExcerpt(_)
        | Request::SummarizeFile(_) => true,
        _ => false,
    };
    is_one.then(|| request.target())
}

fn is_agreed(desk: &Desk<'_>, petition: &Petition) -> bool {
    desk.is_agreed.is_some_and(|is_agreed| is_agreed(petition))
}

fn asks_for_more(desk: &Desk<'_>, request: &Request, at_most: &Bounds) -> bool {
    let lines = |asked: Option<u64>| asked.zip(at_most.max_lines).is_some_and(|(asked, most)| asked > most);
    let chars = |asked: Option<u64>| asked.zip(at_most.max_chars).is_some_and(|(asked, most)| asked > most);
    match request {
        // Its lines are those that are looked at, not those that are sent.
        Request::Read(args) if args.mode == ReadMode::DiffPreview => {
            lines(args.max_lines) || chars(args.max_preview_chars)
        }
        Request::Read(args) => {
            let snippet = || args.snippet_lines().ok().filter(|_| args.mode == ReadMode::Snippet);
            let names_lines = args.mode == ReadMode::File;
            let resolved = || names_lines.then(|| desk.workspace.resolve(&args.target).ok()).flatten();
            let suffix = || resolved().and_then(|(_, lines)| lines);
            lines(args.limit)
                || lines(args.max_lines)
                || chars(args.max_preview_chars)
                || lines(snippet().or_else(suffix).map(|range| count(&range)))
        }
        Request::ReadFile(args) => match desk.workspace.reader().stat_file(&args.path) {
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

fn count(range: &LineRange) -> u64 {
    (range.last() - range.first()).saturating_add(1)
}
