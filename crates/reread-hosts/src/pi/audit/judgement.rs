//! One marker or one diff, held against what is visible.
//!
//! It is right only if the visible lines prove it: the bytes of the version that it means are known, and every line
//! that it stands for is visible with exactly these bytes. What only metadata or words say for it is no proof.

use std::collections::HashMap;

use reread_context::EntryIndex;
use reread_text::{Digest, LineRange};

use super::gathered::{MarkerOrDiff, MeantSnapshots};
use super::known_texts::KnownTexts;
use super::objection::{Unjustified, Unverifiable};
use super::passage::lines_in;
use super::patched::patched;
use super::short_reply::ShortReply;
use super::shown::{ShownPieces, ViewBounds, below_heading, every_line};

/// How many earlier replies are tried for one that would have made a marker right.
const MOST_TRIED: usize = 16;

/// A marker or a diff that nothing speaks against.
#[derive(Debug)]
pub(super) struct Justification {
    /// The text that it stands for.
    pub(super) text: String,
    /// The distance of the first reply that it rests on.
    pub(super) since: usize,
    /// What is missing for a proof.
    pub(super) lacks: Option<Unverifiable>,
}

/// What a marker or a diff stands for, unless it is wrong.
pub(super) fn stands_for(
    words: &MarkerOrDiff,
    shown: &mut ShownPieces,
    look: ViewBounds<'_>,
    known: &mut KnownTexts<'_>,
) -> Option<Justification> {
    shown.make_texts(look);
    match (words.said, words.meant) {
        (ShortReply::Unchanged { total_lines }, Some(MeantSnapshots { served, .. })) => {
            whole_of(shown, look, &served, Some(total_lines))
        }
        (ShortReply::Unchanged { total_lines }, None) => {
            whole_to_end(shown, look, Some(total_lines)).filter(|whole| lines_in(&whole.text) == total_lines)
        }
        (ShortReply::LinesUnchanged { lines, total_lines }, Some(MeantSnapshots { served, .. })) => {
            lines_of(shown, look, lines, Some(total_lines), &served, known)
        }
        (ShortReply::LinesUnchanged { lines, total_lines }, None) => {
            let (text, _, since) = visible(shown, look, lines, Some(total_lines))?;
            Some(Justification { text, since, lacks: Some(Unverifiable::NoMetadata) })
        }
        (ShortReply::ChangedElsewhere { lines }, Some(MeantSnapshots { served, base })) => {
            let total_lines = words.size.map(|(_, total_lines)| total_lines);
            let as_served = |shown: &mut ShownPieces, known: &mut KnownTexts<'_>| {
                lines_of(shown, look, lines, total_lines, &served, known)
            };
            if known.lines(&served).is_some() {
                return as_served(shown, known);
            }
            match lines_of(shown, look, lines, None, &base, known) {
                Some(as_base) => Some(Justification { lacks: Some(Unverifiable::NoSnapshot), ..as_base }),
                None => as_served(shown, known),
            }
        }
        (ShortReply::ChangedElsewhere { lines }, None) => {
            let (text, _, since) = visible(shown, look, lines, None)?;
            Some(Justification { text, since, lacks: Some(Unverifiable::NoMetadata) })
        }
        (ShortReply::Changed { total_lines, .. }, meant) => {
            let base = base_of(words, shown, look)?;
            let text = patched(&base.text, below_heading(&words.sent)?)?;
            let is_it = meant.is_none_or(|meant| Digest::of(text.as_bytes()) == meant.served);
            (is_it && lines_in(&text) == total_lines).then_some(Justification { text, ..base })
        }
    }
}

/// What a diff starts from, if it is visible.
fn base_of(words: &MarkerOrDiff, shown: &mut ShownPieces, look: ViewBounds<'_>) -> Option<Justification> {
    match words.meant {
        Some(MeantSnapshots { base, .. }) => whole_of(shown, look, &base, None),
        None => whole_to_end(shown, look, None),
    }
}

/// Everything that is visible, if it is that version, and has so many lines.
fn whole_of(
    shown: &mut ShownPieces,
    look: ViewBounds<'_>,
    version: &Digest,
    total_lines: Option<u64>,
) -> Option<Justification> {
    if !shown.is_all_of(look, version, total_lines) {
        return None;
    }
    let view = shown.view(look, every_line());
    let is_it = |text: &str| Digest::of(text.as_bytes()) == *version;
    let text = view.wholes().find(|text| is_it(text))?.into_owned();
    let since = view.since(every_line());
    total_lines.is_none_or(|total| total == lines_in(&text)).then_some(Justification {
        text,
        since,
        lacks: None,
    })
}

/// Everything that is visible, if the last of it is known to be the last of the file. Which version it is, is not recorded.
fn whole_to_end(
    shown: &ShownPieces,
    look: ViewBounds<'_>,
    total_lines: Option<u64>,
) -> Option<Justification> {
    if shown.wholes(look, total_lines).is_empty() {
        return None;
    }
    let view = shown.view(look, every_line());
    let text = view.whole_to_end()?.into_owned();
    Some(Justification { text, since: view.since(every_line()), lacks: Some(Unverifiable::NoMetadata) })
}

/// These lines as they are visible, unless the version has others there.
fn lines_of(
    shown: &mut ShownPieces,
    look: ViewBounds<'_>,
    lines: LineRange,
    total_lines: Option<u64>,
    version: &Digest,
    known: &mut KnownTexts<'_>,
) -> Option<Justification> {
    let (text, seen, since) = visible(shown, look, lines, total_lines)?;
    if let Some(whole) = known.lines(version) {
        let is_it = whole.passage(lines) == Some(&*text);
        let is_as_long = total_lines.is_none_or(|total| total == whole.count());
        return (is_it && is_as_long).then_some(Justification { text, since, lacks: None });
    }
    if whole_of(shown, look, version, total_lines).is_some() {
        return Some(Justification { text, since, lacks: None });
    }
    let view = shown.view(look, seen);
    let lacks = Some(Unverifiable::NoSnapshot);
    shown.is_said_to_be(look, &view, seen, version).then_some(Justification { text, since, lacks })
}

/// These lines as they are visible, which of them have a text, and since when.
fn visible(
    shown: &ShownPieces,
    look: ViewBounds<'_>,
    lines: LineRange,
    total_lines: Option<u64>,
) -> Option<(String, LineRange, usize)> {
    let from = lines.first().min(lines.last() - 1).max(1);
    let view = shown.view(look, LineRange::new(from, lines.last()).ok()?);
    if let Some(text) = view.text(lines) {
        return Some((text.into_owned(), lines, view.since(lines)));
    }
    // The empty line behind the last newline has no text that could be shown.
    let is_last = |total: &u64| *total == lines.last() && !view.shows_the_end();
    let last = total_lines.filter(is_last)?.checked_sub(1)?;
    let seen = LineRange::new(lines.first().min(last), last).ok()?;
    let text = view.text(seen)?;
    let text = if seen.first() == lines.first() { format!("{text}\n") } else { String::new() };
    Some((text, seen, view.since(seen)))
}

/// Why a marker or a diff is not right, given that it is not.
pub(super) fn why_not(
    words: &MarkerOrDiff,
    shown: &mut ShownPieces,
    look: ViewBounds<'_>,
    barrier: Unjustified,
    known: &mut KnownTexts<'_>,
) -> Unjustified {
    let mut is_right = |shown: &mut ShownPieces, look| stands_for(words, shown, look, known).is_some();
    let unedited = HashMap::<EntryIndex, usize>::new();
    let with_edited = ViewBounds { edited: &unedited, edits: u64::MAX, ..look };
    if look.beyond > 0 && is_right(shown, ViewBounds { beyond: 0, ..look }) {
        return barrier;
    }
    if !look.edited.is_empty() {
        if is_right(shown, with_edited) {
            return Unjustified::EditedAway;
        }
        if is_right(shown, ViewBounds { beyond: 0, ..with_edited }) {
            return barrier;
        }
    }
    shown.make_texts(look);
    if words.said.is_diff() && base_of(words, shown, look).is_some() {
        return Unjustified::DiffDoesNotApply;
    }
    let versions: Vec<Digest> = words.meant.iter().flat_map(|meant| [meant.served, meant.base]).collect();
    let mut earlier = shown.counts_up_to(&versions, MOST_TRIED).into_iter();
    if earlier.any(|count| is_right(shown, ViewBounds { count, ..look })) {
        return Unjustified::Superseded;
    }
    shown.make_texts(look);
    match (asked(words, known).filter(|asked| !shown.covers(look, *asked)), shown.hidden(look)) {
        (Some(_), Some(hidden)) => hidden,
        (Some(asked), None) if shown.was_cut(look, asked) => Unjustified::Truncated,
        (Some(_), None) => Unjustified::NeverShown,
        (None, _) => Unjustified::NotTheVersion,
    }
}

/// The lines that have to be visible, as far as their number is known.
fn asked(words: &MarkerOrDiff, known: &mut KnownTexts<'_>) -> Option<LineRange> {
    match words.said {
        ShortReply::LinesUnchanged { lines, .. } | ShortReply::ChangedElsewhere { lines } => Some(lines),
        ShortReply::Unchanged { total_lines } => LineRange::new(1, total_lines).ok(),
        ShortReply::Changed { total_lines, .. } => {
            let base = words.meant.and_then(|meant| known.lines(&meant.base));
            LineRange::new(1, base.map_or(total_lines, |base| base.count())).ok()
        }
    }
}
