//! What was shown of one file on the way from the root to where we are, and what of it is visible.
//!
//! Replies are kept in their order and nothing is ever worked into them: what is visible is found by looking from the
//! latest back, line by line, until every line has its text. So a reply that an edit took away uncovers what it hid.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use reread_context::EntryIndex;
use reread_text::{Digest, LineRange, LineSet};

use super::gathered::Lines;
use super::passage::{lines_in, passage};
use super::patched::patched;
use super::unjustified::Unjustified;

/// The replies about one file, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pieces: Vec<Piece>,
}

/// What one reply showed.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) entry: EntryIndex,
    /// How far from the root.
    pub(super) at: usize,
    pub(super) shows: Shows,
}

#[derive(Clone, Debug)]
pub(super) enum Shows {
    Lines(Lines),
    /// The whole file, by a diff from what was visible.
    Patch {
        diff: Arc<str>,
        /// What it gave when it was sent.
        version: Digest,
        /// Made anew when it is needed: only the latest is held.
        text: Option<Arc<str>>,
        /// The distance of the first reply that it rests on.
        since: usize,
    },
    /// That visible lines are those of this version too.
    Told {
        lines: LineRange,
        version: Digest,
        since: usize,
    },
    /// Something that nobody can tell, after which nothing older is known to be the latest.
    Hides(Unjustified),
}

/// From where one looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    /// What is not further from the root does not count.
    pub(super) beyond: usize,
    /// Replies that are no longer in the context, and how far from the root they were taken out.
    pub(super) edited: &'a HashMap<EntryIndex, usize>,
    /// How many of the replies, from the oldest on, are looked at.
    pub(super) count: usize,
}

/// What is visible of a file.
#[derive(Debug, Default)]
pub(super) struct View<'a> {
    /// Lines and their text, in order, none twice.
    spans: Vec<Span<'a>>,
    told: Vec<(LineRange, Digest, usize)>,
    /// Why nothing older counts.
    pub(super) hidden: Option<Unjustified>,
    /// Lines that a reply was to show and did not.
    cut: Vec<LineRange>,
}

#[derive(Clone, Copy, Debug)]
struct Span<'a> {
    lines: LineRange,
    /// The first line of the text.
    first: u64,
    text: &'a str,
    to_end: bool,
    version: Option<Digest>,
    at: usize,
    /// The distance of the first reply that it rests on.
    since: usize,
}

impl Shown {
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn push(&mut self, piece: Piece) {
        if matches!(piece.shows, Shows::Patch { .. }) {
            self.let_go(self.pieces.len());
        }
        self.pieces.push(piece);
    }

    pub(super) fn pop(&mut self) {
        self.pieces.pop();
    }

    /// Lets go of the text of the latest diff below a place.
    fn let_go(&mut self, below: usize) {
        for piece in self.pieces[..below].iter_mut().rev() {
            if let Shows::Patch { text, .. } = &mut piece.shows {
                *text = None;
                return;
            }
        }
    }

    /// What is visible.
    pub(super) fn view(&mut self, look: Look<'_>) -> View<'_> {
        self.make_texts(look);
        self.look(look)
    }

    fn look(&self, look: Look<'_>) -> View<'_> {
        let mut view = View::default();
        let mut covered = LineSet::default();
        for (index, piece) in self.pieces[..look.count].iter().enumerate().rev() {
            if piece.at <= look.beyond {
                break;
            }
            if look.edited.contains_key(&piece.entry) {
                continue;
            }
            match &piece.shows {
                Shows::Told { lines, version, since } => {
                    if !self.lost(index, *since, look) {
                        view.told.push((*lines, *version, piece.at));
                    }
                }
                Shows::Hides(why) => {
                    view.hidden = Some(*why);
                    break;
                }
                Shows::Patch { since, .. } if self.lost(index, *since, look) => {
                    view.hidden = Some(Unjustified::EditedAway);
                    break;
                }
                Shows::Patch { text: None, .. } => {
                    view.hidden = Some(Unjustified::NotTheVersion);
                    break;
                }
                Shows::Patch { text: Some(text), version, since, .. } => {
                    let lines = LineRange::new(1, lines_in(text)).expect("a text has a line");
                    let (at, since, version) = (piece.at, *since, Some(*version));
                    view.add(&mut covered, Span { lines, first: 1, text, to_end: true, version, at, since });
                    break;
                }
                Shows::Lines(Lines { lines, text, to_end, asked_to, version }) => {
                    let (lines, to_end, version) = (*lines, *to_end, *version);
                    let (first, at, since) = (lines.first(), piece.at, piece.at);
                    view.add(&mut covered, Span { lines, first, text, to_end, version, at, since });
                    view.cut.extend(LineRange::new(lines.last().saturating_add(1), *asked_to));
                    if first == 1 && to_end {
                        break;
                    }
                }
            }
        }
        view.spans.sort_by_key(|span| span.lines.first());
        view
    }

    /// Whether something that a reply may rest on was taken out after it.
    fn lost(&self, index: usize, since: usize, look: Look<'_>) -> bool {
        let at = self.pieces[index].at;
        let mut below = self.pieces[..index].iter().rev().take_while(|piece| piece.at >= since);
        let was_taken_out = |piece: &Piece| look.edited.get(&piece.entry).is_some_and(|edit| *edit > at);
        since <= look.beyond || below.any(was_taken_out)
    }

    /// Makes the text of the latest diff, if it was let go, from those below it.
    fn make_texts(&mut self, look: Look<'_>) {
        let mut missing = Vec::new();
        let mut below = look.count;
        while let Some(index) = self.latest_whole(Look { count: below, ..look }) {
            match &self.pieces[index].shows {
                Shows::Patch { text: None, .. } => missing.push(index),
                _ => break,
            }
            below = index;
        }
        for index in missing.into_iter().rev() {
            let Shows::Patch { diff, version, .. } = &self.pieces[index].shows else { continue };
            let base = self.look(Look { count: index, ..look });
            let made = base.wholes().find_map(|base| {
                let made = patched(&base, below_heading(diff)?)?;
                (Digest::of(made.as_bytes()) == *version).then(|| Arc::from(made))
            });
            self.let_go(index);
            if let Shows::Patch { text, .. } = &mut self.pieces[index].shows {
                *text = made;
            }
        }
    }

    /// How many replies there were when one of these versions was shown, the latest first; all numbers if no version
    /// is named.
    pub(super) fn counts_up_to(&self, versions: &[Digest]) -> Vec<usize> {
        let shows = |piece: &Piece| match &piece.shows {
            _ if versions.is_empty() => true,
            Shows::Lines(Lines { version, .. }) => version.is_some_and(|version| versions.contains(&version)),
            Shows::Patch { version, .. } | Shows::Told { version, .. } => versions.contains(version),
            Shows::Hides(_) => false,
        };
        let counts = (1..).zip(&self.pieces).filter(|(_, piece)| shows(piece)).map(|(count, _)| count);
        let mut counts: Vec<usize> = counts.collect();
        counts.reverse();
        counts
    }

    /// The latest reply that counts and hides everything before it.
    fn latest_whole(&self, look: Look<'_>) -> Option<usize> {
        let counts = |piece: &Piece| piece.at > look.beyond && !look.edited.contains_key(&piece.entry);
        let is_whole = |piece: &Piece| match &piece.shows {
            Shows::Lines(Lines { lines, to_end, .. }) => lines.first() == 1 && *to_end,
            Shows::Patch { .. } | Shows::Hides(_) => true,
            Shows::Told { .. } => false,
        };
        self.pieces[..look.count].iter().rposition(|piece| counts(piece) && is_whole(piece))
    }
}

/// The diff below the line that says how much changed.
pub(super) fn below_heading(reply: &str) -> Option<&str> {
    reply.split_once('\n').map(|(_, diff)| diff)
}

impl<'a> View<'a> {
    /// Adds the lines that are not covered yet.
    fn add(&mut self, covered: &mut LineSet, span: Span<'a>) {
        for uncovered in covered.missing(span.lines).ranges() {
            let to_end = span.to_end && uncovered.last() == span.lines.last();
            self.spans.push(Span { lines: *uncovered, to_end, ..span });
        }
        covered.insert(span.lines);
    }

    /// The distance of the first reply that these lines rest on; of any line if there are none.
    pub(super) fn since(&self, lines: Option<LineRange>) -> usize {
        let bears = |span: &&Span<'_>| lines.is_none_or(|lines| span.lines.intersect(lines).is_some());
        self.spans.iter().filter(bears).map(|span| span.since).min().unwrap_or_default()
    }

    /// Whether the last visible line is known to be the last of the file.
    pub(super) fn shows_the_end(&self) -> bool {
        self.spans.last().is_some_and(|span| span.to_end)
    }

    /// Every visible line, if none is missing between them and the first is among them.
    fn whole(&self) -> Option<Cow<'a, str>> {
        let last = self.spans.last()?.lines.last();
        self.text(LineRange::new(1, last).ok()?)
    }

    /// The texts that these lines may be all of. The empty line behind a last newline has no text that could be shown,
    /// so it may be there as well, unless the end was shown.
    pub(super) fn wholes(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let whole = self.whole();
        let with_newline = whole.clone().filter(|_| !self.shows_the_end());
        whole.into_iter().chain(with_newline.map(|whole| Cow::Owned(whole.into_owned() + "\n")))
    }

    /// Likewise, if the last of them is known to be the last of the file.
    pub(super) fn whole_to_end(&self) -> Option<Cow<'a, str>> {
        self.whole().filter(|_| self.shows_the_end())
    }

    /// These lines, if all of them are visible.
    pub(super) fn text(&self, lines: LineRange) -> Option<Cow<'a, str>> {
        let mut text = Cow::Borrowed("");
        let mut next = lines.first();
        for span in &self.spans {
            let Some(wanted) = span.lines.intersect(lines) else { continue };
            if wanted.first() != next {
                return None;
            }
            let inside = LineRange::new(wanted.first() - span.first + 1, wanted.last() - span.first + 1);
            let inside = passage(span.text, inside.ok()?)?;
            match next == lines.first() {
                true => text = Cow::Borrowed(inside),
                false => {
                    let text = text.to_mut();
                    text.push('\n');
                    text.push_str(inside);
                }
            }
            next = wanted.last() + 1;
        }
        (next == lines.last().checked_add(1)?).then_some(text)
    }

    /// Whether these lines are of that version, by the word of the replies that showed them or told of them.
    pub(super) fn is_said_to_be(&self, lines: LineRange, version: &Digest) -> bool {
        self.spans.iter().all(|span| match span.lines.intersect(lines) {
            Some(wanted) if span.version != Some(*version) => {
                let tells = |told: &&(LineRange, Digest, usize)| told.1 == *version && told.2 > span.at;
                let told: LineSet = self.told.iter().filter(tells).map(|(lines, ..)| *lines).collect();
                told.covers(wanted)
            }
            _ => true,
        })
    }

    /// Whether a reply was to show some of these lines, which are not visible, and was cut before.
    pub(super) fn was_cut(&self, lines: LineRange) -> bool {
        let visible: LineSet = self.spans.iter().map(|span| span.lines).collect();
        let missing = visible.missing(lines);
        self.cut.iter().any(|cut| !missing.intersect(*cut).is_empty())
    }

    /// Whether all of these lines are visible.
    pub(super) fn covers(&self, lines: LineRange) -> bool {
        let visible: LineSet = self.spans.iter().map(|span| span.lines).collect();
        visible.covers(lines)
    }
}
