//! How a reply was made, for its record: enough to make it again from the same versions, and to see that it is the same.
//!
//! What depends on more than the versions that are named says so. The digest is of what was shown, in its order, and not
//! of the frame around it, whose digits stand for the moment.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reread_context::{Answer, Fallback};
use reread_files::{
    FoundFile, FoundLine, Limits, Notice, OutlineReply, ReadOperation, ReadReply, SearchReply, ShownLine,
    Stopped, SummaryReply, TreeSearchReply, Untagged,
};
use reread_store::{Making, ShownFile};
use reread_text::{Bounds, DiffLimits, Digest, DigestBuilder, LineRange, LineSet};

use super::Reply;
use crate::Request;
use crate::render::marker;
use crate::request::PreviewMode;

/// The release that makes replies: another one may say the same in other words.
pub(super) const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Why a reply without text cannot be made again.
pub(super) const NOTHING_SENT: &str = "nothing_sent";

/// How a reply was made; nothing if it shows no text of files.
pub(super) fn of(reply: &Reply, limits: &Limits) -> Making {
    let making = match reply {
        Reply::Read(_, PreviewMode::None)
        | Reply::Outline(_, PreviewMode::None)
        | Reply::Overview(_, PreviewMode::None)
        | Reply::Preview(_, PreviewMode::None) => not_replayable(NOTHING_SENT),
        Reply::Read(reply, _) => of_read(reply, limits),
        Reply::Outline(reply, _) => of_outline(reply, limits),
        Reply::Summary(reply) => of_summary(reply, limits),
        Reply::Search(reply) => of_search(reply, limits),
        Reply::TreeSearch(reply) => of_tree_search(reply, limits),
        Reply::Overview(..) | Reply::Preview(..) => not_replayable("more_than_versions"),
        Reply::Copied(_) => not_replayable("raw"),
        Reply::Several(_)
        | Reply::List(_)
        | Reply::Stat(_)
        | Reply::Edited(_)
        | Reply::Approved(..)
        | Reply::History(_)
        | Reply::VersionDiff(_)
        | Reply::Version(_) => Making::default(),
    };
    of_this_release(making)
}

/// Only what can be compared says which release made it.
fn of_this_release(making: Making) -> Making {
    let release = making.reply.map(|_| Cow::Borrowed(RELEASE));
    Making { release, ..making }
}

/// A reply that cannot be made again.
pub(super) fn not_replayable(why: &'static str) -> Making {
    Making { not_replayable: Some(Cow::Borrowed(why)), ..Making::default() }
}

/// How a part of a reply was made, which is recorded by itself.
pub(super) fn of_part(reply: &ReadReply, limits: &Limits) -> Making {
    of_this_release(of_read(reply, limits))
}

fn of_read(reply: &ReadReply, limits: &Limits) -> Making {
    let usual = if reply.operation == ReadOperation::Read { limits.reply() } else { limits.transport() };
    let base = match &reply.answer {
        Answer::Diff { base, .. } => Some(*base),
        Answer::UnchangedHere => reply.compared_with,
        _ => None,
    };
    Making {
        root: reply.name.root,
        mode: Some(Cow::Borrowed(reply.answer.mode().word())),
        lines: said(&reply.shown()),
        base,
        within: within(&reply.bounds, &usual, limits),
        reply: Some(shown_by_read(reply)),
        not_replayable: obstacle_of_read(reply).map(Cow::Borrowed),
        ..Making::default()
    }
}

fn of_outline(reply: &OutlineReply, limits: &Limits) -> Making {
    let mode = if reply.is_held { "unchanged" } else { "outline" };
    let obstacle = not_kept(&reply.notices, reply.is_kept);
    of_text(reply.name.root, mode, (&reply.text, &reply.bounds), limits, obstacle)
}

fn of_summary(reply: &SummaryReply, limits: &Limits) -> Making {
    let obstacle = not_kept(&reply.notices, reply.is_kept);
    of_text(reply.name.root, "summary", (&reply.text, &reply.bounds), limits, obstacle)
}

/// A text about one file.
fn of_text(
    root: usize,
    mode: &'static str,
    (text, bounds): (&str, &Bounds),
    limits: &Limits,
    obstacle: Option<&'static str>,
) -> Making {
    Making {
        root,
        mode: Some(Cow::Borrowed(mode)),
        within: within(bounds, &limits.reply(), limits),
        reply: Some(Digest::of(text.as_bytes())),
        not_replayable: obstacle.map(Cow::Borrowed),
        ..Making::default()
    }
}

fn of_search(reply: &SearchReply, limits: &Limits) -> Making {
    let shown = |digest| ShownFile { root: reply.name.root, path: reply.name.path.to_string(), digest };
    let obstacle = match reply.stopped {
        Some(Stopped::Time) => Some("partial"),
        _ => not_kept(&reply.notices, reply.digest.is_some()),
    };
    let mut digest = DigestBuilder::default();
    reply.shown().for_each(|line| add_line(&mut digest, line));
    Making {
        root: reply.name.root,
        lines: said(&reply.matches.iter().filter_map(|found| one_line(found.shown.line)).collect()),
        files: reply.digest.map(shown).into_iter().collect(),
        within: within(&reply.bounds, &Bounds::default(), limits),
        reply: Some(digest.finish()),
        not_replayable: obstacle.map(Cow::Borrowed),
        ..Making::default()
    }
}

fn of_tree_search(reply: &TreeSearchReply, limits: &Limits) -> Making {
    let mut digest = DigestBuilder::default();
    for file in &reply.files {
        // Not as the caller calls it, which depends on where it stands.
        add_piece(&mut digest, &file.root.to_be_bytes());
        add_piece(&mut digest, file.path.as_bytes());
        file.matches.iter().flat_map(FoundLine::shown).for_each(|line| add_line(&mut digest, line));
    }
    let shown = |file: &FoundFile| {
        Some(ShownFile { root: file.root, path: file.path.to_string(), digest: file.digest? })
    };
    Making {
        files: reply.files.iter().filter_map(shown).collect(),
        within: within(&reply.bounds, &Bounds::default(), limits),
        reply: Some(digest.finish()),
        not_replayable: obstacle_of_tree_search(reply).map(Cow::Borrowed),
        ..Making::default()
    }
}

/// What of a search of the tree depends on files that it does not show.
fn obstacle_of_tree_search(reply: &TreeSearchReply) -> Option<&'static str> {
    let shows_all = reply.tally.files == reply.files.len() as u64;
    match reply.stopped {
        Some(Stopped::Time) => Some("partial"),
        _ if reply.ranked_by.is_some() => Some("ranked"),
        // Files that are not shown then decide as well which files are parsed and how lines are divided.
        _ if reply.tally.not_studied > 0 => Some("more_than_versions"),
        Some(Stopped::Full(_)) if !shows_all => Some("more_than_versions"),
        _ if reply.files.iter().any(|file| file.changed_during_read) => Some("changed_during_read"),
        _ if reply.files.iter().any(|file| file.digest.is_none()) => Some("not_kept"),
        _ => None,
    }
}

fn obstacle_of_read(reply: &ReadReply) -> Option<&'static str> {
    match reply.answer {
        _ if reply.notices.contains(&Notice::ChangedDuringRead) => Some("changed_during_read"),
        _ if reply.digest.is_none() => Some("not_hashed"),
        Answer::Fallback(Fallback::BaseLost | Fallback::BaseDamaged) => Some("base_lost"),
        _ if reply.is_kept => None,
        _ if reply.facts.size > DiffLimits::default().max_bytes => Some("too_large"),
        _ => Some(reply.untagged().map_or("not_kept", Untagged::word)),
    }
}

fn not_kept(notices: &[Notice], is_kept: bool) -> Option<&'static str> {
    match () {
        () if notices.contains(&Notice::ChangedDuringRead) => Some("changed_during_read"),
        () if !is_kept => Some("not_kept"),
        () => None,
    }
}

/// The digest of what a read shows: text, diff or marker, and what stands around a symbol.
fn shown_by_read(reply: &ReadReply) -> Digest {
    let around = reply.symbol.as_ref().map_or(&[][..], |symbol| &symbol.around);
    let whole = match (&reply.answer, &reply.passages[..]) {
        (Answer::Text | Answer::Fallback(_), [all]) if all.text.len() as u64 == reply.facts.size => {
            reply.digest
        }
        _ => None,
    };
    // All of a file has its digest, which is known.
    if let Some(whole) = whole.filter(|_| around.is_empty()) {
        return whole;
    }
    let mut digest = DigestBuilder::default();
    match &reply.answer {
        Answer::Text | Answer::Fallback(_) => {
            reply.passages.iter().for_each(|passage| digest.update(&passage.text));
        }
        Answer::Diff { diff, .. } => digest.update(&diff.text),
        Answer::Rest { .. } => {
            add_piece(&mut digest, marker(reply).as_bytes());
            reply.passages.iter().for_each(|passage| add_piece(&mut digest, &passage.text));
        }
        Answer::Unchanged(_) | Answer::UnchangedHere => digest.update(marker(reply).as_bytes()),
    }
    for declaration in around {
        add_piece(&mut digest, format!("{} {}", declaration.lines, declaration.signature).as_bytes());
    }
    digest.finish()
}

fn add_line(digest: &mut DigestBuilder, line: &ShownLine) {
    add_piece(digest, format!("{} {} {}", line.line, line.cut_before, line.cut_after).as_bytes());
    add_piece(digest, &line.text);
}

/// The length in front keeps neighbouring pieces from flowing into one another.
fn add_piece(digest: &mut DigestBuilder, piece: &[u8]) {
    digest.update(&(piece.len() as u64).to_be_bytes());
    digest.update(piece);
}

fn one_line(line: u64) -> Option<LineRange> {
    LineRange::new(line, line).ok()
}

fn said(lines: &LineSet) -> Option<String> {
    (!lines.is_empty()).then(|| lines.to_string())
}

/// The bounds and limits that differ from the defaults.
fn within(bounds: &Bounds, usual: &Bounds, limits: &Limits) -> BTreeMap<Cow<'static, str>, u64> {
    let bounds = named_bounds(bounds).into_iter().zip(named_bounds(usual));
    let bounds =
        bounds.filter(|(bound, usual)| bound != usual).filter_map(|((name, value), _)| Some((name, value?)));
    let limits = named_limits(limits).into_iter().zip(named_limits(&Limits::default()));
    let limits = limits.filter(|(limit, usual)| limit != usual).map(|(limit, _)| limit);
    bounds.chain(limits).map(|(name, value)| (Cow::Borrowed(name), value)).collect()
}

fn named_bounds(bounds: &Bounds) -> [(&'static str, Option<u64>); 4] {
    [
        ("max_lines", bounds.max_lines),
        ("max_bytes", bounds.max_bytes),
        ("max_chars", bounds.max_chars),
        ("max_tokens", bounds.max_tokens),
    ]
}

fn named_limits(limits: &Limits) -> [(&'static str, u64); 4] {
    [
        ("reply_lines", limits.reply_lines),
        ("reply_chars", limits.reply_chars),
        ("transport_bytes", limits.transport_bytes),
        ("digest_bytes", limits.digest_bytes),
    ]
}

/// The bounds that a reply was made within, and the limits of that time. What a record does not name was as usual.
///
/// Each bound is known exactly: what a caller asked for beyond it was not sent, whether the guard, the profile of its model
/// or the user decided that.
pub(super) fn read_within(request: &Request, within: &BTreeMap<Cow<'static, str>, u64>) -> (Bounds, Limits) {
    let bound = |name: &str| within.get(name).copied();
    let usual = Limits::default();
    let limits = Limits {
        reply_lines: bound("reply_lines").unwrap_or(usual.reply_lines),
        reply_chars: bound("reply_chars").unwrap_or(usual.reply_chars),
        transport_bytes: bound("transport_bytes").unwrap_or(usual.transport_bytes),
        digest_bytes: bound("digest_bytes").unwrap_or(usual.digest_bytes),
        ..usual
    };
    let usual = match request {
        Request::Read(_) | Request::SummarizeFile(_) => limits.reply(),
        Request::Search(_) | Request::SearchInFile(_) => Bounds::default(),
        _ => limits.transport(),
    };
    let bounds = Bounds {
        max_lines: bound("max_lines").or(usual.max_lines),
        max_bytes: bound("max_bytes").or(usual.max_bytes),
        max_chars: bound("max_chars").or(usual.max_chars),
        max_tokens: bound("max_tokens").or(usual.max_tokens),
    };
    (bounds, limits)
}
