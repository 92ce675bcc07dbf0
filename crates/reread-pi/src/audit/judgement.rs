//! One marker or one diff, held against what is visible.

use std::borrow::Cow;
use std::collections::HashMap;

use reread_context::EntryIndex;
use reread_text::{Digest, LineRange};

use super::gathered::{Meant, Words};
use super::known::Known;
use super::passage::{lines_in, passage};
use super::patched::patched;
use super::said::Said;
use super::shown::{Look, Shown, View, below_heading};
use super::unjustified::Unjustified;

/// How many earlier replies are tried for one that would have made a marker right.
const MOST_TRIED: usize = 16;

/// The text that a marker or a diff stands for, if it is right.
pub(super) fn stands_for<'v>(words: &Words, view: &View<'v>, known: &mut Known<'_>) -> Option<Cow<'v, str>> {
    match (words.said, words.meant) {
        (Said::Unchanged { .. }, Some(Meant { served, .. })) => whole_of(view, &served),
        (Said::Unchanged { total_lines }, None) => whole_with(view, total_lines),
        (Said::LinesUnchanged { lines, total_lines }, meant) => {
            lines_of(view, lines, Some(total_lines), meant.map(|meant| meant.served).as_ref(), known)
        }
        (Said::ChangedElsewhere { lines }, Some(Meant { served, base })) => match known.text(&served) {
            Some(_) => lines_of(view, lines, None, Some(&served), known),
            None => lines_of(view, lines, None, Some(&base), known)
                .or_else(|| lines_of(view, lines, None, Some(&served), known)),
        },
        (Said::ChangedElsewhere { lines }, None) => lines_of(view, lines, None, None, known),
        (Said::Changed { .. }, meant) => {
            let made = patched(&base_of(words, view)?, below_heading(&words.sent)?)?;
            let is_it = meant.is_none_or(|meant| Digest::of(made.as_bytes()) == meant.served);
            is_it.then_some(Cow::Owned(made))
        }
    }
}

/// What a diff starts from, if it is visible.
fn base_of<'v>(words: &Words, view: &View<'v>) -> Option<Cow<'v, str>> {
    match words.meant {
        Some(Meant { base, .. }) => whole_of(view, &base),
        None => view.whole_to_end(),
    }
}

/// Everything that is visible, if it is that version.
fn whole_of<'v>(view: &View<'v>, version: &Digest) -> Option<Cow<'v, str>> {
    view.wholes().find(|text| Digest::of(text.as_bytes()) == *version)
}

/// Everything that is visible, if it is a file of so many lines.
fn whole_with<'v>(view: &View<'v>, total_lines: u64) -> Option<Cow<'v, str>> {
    view.whole_to_end().filter(|text| lines_in(text) == total_lines)
}

/// These lines as they are visible, if that is how the version has them.
fn lines_of<'v>(
    view: &View<'v>,
    lines: LineRange,
    total_lines: Option<u64>,
    version: Option<&Digest>,
    known: &mut Known<'_>,
) -> Option<Cow<'v, str>> {
    let (text, seen) = match view.text(lines) {
        Some(text) => (text, lines),
        None => {
            // The empty line behind the last newline has no text that could be shown.
            let is_last = |total: &u64| *total == lines.last() && !view.shows_the_end();
            let last = total_lines.filter(is_last)?.checked_sub(1)?;
            let seen = LineRange::new(lines.first().min(last), last).ok()?;
            let text = view.text(seen)?;
            (
                Cow::Owned(if seen.first() == lines.first() { format!("{text}\n") } else { String::new() }),
                seen,
            )
        }
    };
    let Some(version) = version else { return Some(text) };
    let is_it = match known.text(version) {
        Some(whole) => passage(&whole, lines) == Some(&*text),
        None => view.is_said_to_be(seen, version) || whole_of(view, version).is_some(),
    };
    is_it.then_some(text)
}

/// Why a marker or a diff is not right, given that it is not.
pub(super) fn why_not(
    words: &Words,
    shown: &mut Shown,
    look: Look<'_>,
    barrier: Unjustified,
    known: &mut Known<'_>,
) -> Unjustified {
    let mut is_right = |shown: &mut Shown, look| stands_for(words, &shown.view(look), known).is_some();
    let unedited = HashMap::<EntryIndex, usize>::new();
    let from_root = Look { beyond: 0, ..look };
    let with_edited = Look { edited: &unedited, ..look };
    if is_right(shown, from_root) {
        return barrier;
    }
    if is_right(shown, with_edited) {
        return Unjustified::EditedAway;
    }
    if is_right(shown, Look { edited: &unedited, ..from_root }) {
        return barrier;
    }
    if words.said.is_diff() && base_of(words, &shown.view(look)).is_some() {
        return Unjustified::DiffDoesNotApply;
    }
    let versions: Vec<Digest> = words.meant.iter().flat_map(|meant| [meant.served, meant.base]).collect();
    let mut earlier = shown.counts_up_to(&versions).into_iter().take(MOST_TRIED);
    if earlier.any(|count| is_right(shown, Look { count, ..look })) {
        return Unjustified::Superseded;
    }
    let view = shown.view(look);
    match (asked(words, known).filter(|asked| !view.covers(*asked)), view.hidden) {
        (Some(_), Some(hidden)) => hidden,
        (Some(asked), None) if view.was_cut(asked) => Unjustified::Truncated,
        (Some(_), None) => Unjustified::NeverShown,
        (None, _) => Unjustified::NotTheVersion,
    }
}

/// The lines that have to be visible, as far as anybody knows how many there are.
fn asked(words: &Words, known: &mut Known<'_>) -> Option<LineRange> {
    match words.said {
        Said::LinesUnchanged { lines, .. } | Said::ChangedElsewhere { lines } => Some(lines),
        Said::Unchanged { total_lines } => LineRange::new(1, total_lines).ok(),
        Said::Changed { total_lines, .. } => {
            let base = words.meant.and_then(|meant| known.text(&meant.base));
            LineRange::new(1, base.map_or(total_lines, |base| lines_in(&base))).ok()
        }
    }
}
