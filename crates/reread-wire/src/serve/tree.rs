//! The calls that are about the whole tree.

use std::time::{Duration, SystemTime};

use reread_files::{ListRequest, Pattern, SearchClock, TreeSearchReply, TreeSearchRequest};
use reread_guard::{ReplyCost, SearchSummary};
use reread_text::Bounds;

use super::read::{Answered, shows_nothing};
use super::{Desk, Reply};
use crate::Trouble;
use crate::frame::{list_text, tree_search_text};
use crate::request::{ListFilesArgs, SearchArgs};

/// The most names on one page: a longer one would not fit a context.
const MOST_NAMES: u64 = 10_000;

/// The most matching lines that one call shows.
const MOST_MATCHES: u64 = 10_000;

/// Serves `search`. Files that it returns are served by `read` whatever was spent before.
pub(super) fn search(desk: &Desk<'_>, args: &SearchArgs) -> Answered<Reply> {
    if args.max_matches == 0 {
        return (Err(shows_nothing("max_matches")), None);
    }
    let request = TreeSearchRequest {
        pattern: Pattern {
            query: args.query.clone(),
            is_regex: args.is_regex,
            case_sensitive: args.case_sensitive,
        },
        paths: args.paths.clone(),
        globs: args.globs.clone(),
        max_matches: args.max_matches.min(MOST_MATCHES),
        before_lines: args.before_lines,
        after_lines: args.after_lines,
        bounds: search_bounds(desk),
    };
    let clock = SearchClock { elapsed: desk.elapsed };
    let reply = match desk.workspace.searcher().search(&request, &clock, &desk.watch) {
        Ok(reply) => Box::new(reply),
        Err(error) => return (Err(error.into()), None),
    };
    let guarded = desk.guard.map(|guard| {
        let paths: Vec<&str> = reply.files.iter().map(|file| file.name.as_str()).collect();
        guard.leave_search(&SearchSummary {
            query: &args.query,
            paths: &paths,
            cost: ReplyCost::of(tree_search_text(&reply).as_bytes()),
            is_degraded: is_degraded(&reply),
        })
    });
    (Ok(Reply::TreeSearch(reply)), guarded)
}

/// How much a search shows, whatever it asks for: what the caller is sent at once, and no more than the guard lets pass.
pub(super) fn search_bounds(desk: &Desk<'_>) -> Bounds {
    let at_most = desk.shaping.at_most;
    desk.guard.map_or(at_most, |guard| guard.bounds_of_search(&at_most))
}

/// What the caller is sent at once, whatever it asks for.
fn most_lines(desk: &Desk<'_>) -> u64 {
    desk.shaping.at_most.max_lines.unwrap_or(u64::MAX)
}

fn is_degraded(reply: &TreeSearchReply) -> bool {
    reply.stopped.is_some()
}

/// Serves `list_files`.
pub(super) fn list_files(desk: &Desk<'_>, args: &ListFilesArgs) -> Result<Reply, Trouble> {
    if args.limit == 0 {
        return Err(shows_nothing("limit"));
    }
    let request = ListRequest {
        globs: args.globs.clone(),
        tags: args.tags.clone(),
        limit: args.limit.min(MOST_NAMES).min(most_lines(desk)),
        after: args.after.clone(),
    };
    let reply = if args.long {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis((desk.now)().0);
        desk.workspace.registry().list_registered(&request, now, &desk.watch)?
    } else {
        desk.workspace.lister().list_files(&request, &desk.watch)?
    };
    if let Some(guard) = desk.guard {
        guard.charge(ReplyCost::of(list_text(&reply).as_bytes()));
    }
    Ok(Reply::List(Box::new(reply)))
}
