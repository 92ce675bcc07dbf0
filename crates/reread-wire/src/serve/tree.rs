//! The calls that are about the whole tree.

use std::time::{Duration, SystemTime};

use reread_files::{ListRequest, Listed, Pattern, SearchClock, Stopped, TreeSearchRequest};
use reread_guard::{ListingSummary, ReplyCost, SearchSummary, is_narrower};
use reread_text::Bounds;

use super::{Answered, CallContext, Reply};
use crate::ErrorReply;
use crate::render::{list_text, tree_search_text};
use crate::request::{ListFilesArgs, SearchArgs};

/// The most names on one page: a longer one would not fit a context.
const MOST_NAMES: u64 = 10_000;

/// The most matching lines that one call shows.
const MOST_MATCHES: u64 = 10_000;

/// Serves `search`. Some reads of the files that it returns are served whatever was spent before.
pub(super) fn search(context: &CallContext<'_>, args: &SearchArgs) -> Answered<Reply> {
    if args.max_matches == 0 {
        return Err(ErrorReply::shows_nothing("max_matches").into());
    }
    let words = words_of(args);
    let request = TreeSearchRequest {
        pattern: Pattern {
            query: words.clone().filter(|_| args.words).unwrap_or_else(|| args.query.clone()),
            is_regex: args.is_regex,
            case_sensitive: args.case_sensitive,
        },
        paths: args.paths.clone(),
        globs: args.globs.clone(),
        max_matches: args.max_matches.min(MOST_MATCHES),
        before_lines: args.before_lines,
        after_lines: args.after_lines,
        bounds: search_bounds(context),
    };
    let clock = SearchClock { elapsed: context.elapsed };
    let mut reply = Box::new(context.workspace.searcher().search(&request, &clock, &context.watch)?);
    let is_plain = words.as_ref() == Some(&args.query);
    let may_have_words =
        reply.ranked_by.is_some() || (reply.tally.files == 0 && words.is_some() && !is_plain);
    if may_have_words && !args.words {
        reply = Box::new(reply.offering_words());
    }
    let guarded = context.guard.map(|guard| {
        let paths: Vec<&str> = reply.files.iter().map(|file| file.name.as_str()).collect();
        guard.leave_search(&SearchSummary {
            query: &args.query,
            paths: &paths,
            cost: ReplyCost::of(tree_search_text(&reply).as_bytes()),
            is_degraded: reply.stopped.is_some(),
            is_reduced: is_reduced(context, reply.stopped, &reply.bounds),
        })
    });
    Ok((Reply::TreeSearch(reply), guarded))
}

/// The words of a literal query with one space between two; `None` if there are not several.
fn words_of(args: &SearchArgs) -> Option<String> {
    let is_other = |char: char| !char.is_alphanumeric() && char != '_';
    let words: Vec<&str> = args.query.split(is_other).filter(|word| !word.is_empty()).collect();
    (!args.is_regex && words.len() > 1).then(|| words.join(" "))
}

/// Whether the budget is the reason why a search shows less than there is.
pub(super) fn is_reduced(context: &CallContext<'_>, stopped: Option<Stopped>, given: &Bounds) -> bool {
    matches!(stopped, Some(Stopped::Full(limit)) if is_narrower(given, &context.shaping.at_most, limit))
}

/// How much a search shows, whatever it asks for: what the caller is sent at once, and no more than the guard lets pass.
pub(super) fn search_bounds(context: &CallContext<'_>) -> Bounds {
    let at_most = context.shaping.at_most;
    context.guard.map_or(at_most, |guard| guard.bounds_of_search(&at_most))
}

/// Serves `list_files`.
pub(super) fn list_files(context: &CallContext<'_>, args: &ListFilesArgs) -> Answered<Reply> {
    if args.limit == 0 {
        return Err(ErrorReply::shows_nothing("limit").into());
    }
    // What the caller is sent at once, whatever it asks for.
    let most_lines = context.shaping.at_most.max_lines.unwrap_or(u64::MAX);
    let request = ListRequest {
        globs: args.globs.clone(),
        tags: args.tags.clone(),
        limit: args.limit.min(MOST_NAMES).min(most_lines),
        after: args.after.clone(),
    };
    let reply = if args.long {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis((context.now)().0);
        context.workspace.registry().list_registered(&request, now, &context.watch)?
    } else {
        context.workspace.lister().list_files(&request, &context.watch)?
    };
    let guarded = context.guard.map(|guard| {
        let place = |entry: &Listed| context.workspace.access().place_name(entry.root, &entry.path);
        let names: Vec<String> = reply.entries.iter().map(place).collect();
        guard.leave_listing(&ListingSummary {
            paths: &names.iter().map(String::as_str).collect::<Vec<_>>(),
            cost: ReplyCost::of(list_text(&reply).as_bytes()),
            is_degraded: reply.next.is_some(),
            is_read: false,
        })
    });
    Ok((Reply::List(Box::new(reply)), guarded))
}
