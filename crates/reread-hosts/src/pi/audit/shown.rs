//! What was shown of one file on the way from the root to where we are, and what of it is visible.
//!
//! Replies are kept in their order and nothing is ever worked into them: what is visible is found by looking from the
//! latest back, until every line that is asked for has its text. So a reply that an edit took away uncovers what it
//! hid, and replies about other lines are not looked at.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use reread_context::EntryIndex;
use reread_text::{Digest, LineRange, LineSet};

use super::by_lines::ByLines;
use super::gathered::ShownLines;
use super::objection::Unjustified;
use super::patched::patched;
use super::visible_lines::{VisibleLines, VisibleSpan};

/// The replies about one file, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownPieces {
    pieces: Vec<ShownPiece>,
    /// Those that hide everything before them.
    wholes: Vec<usize>,
    /// Those that show some lines.
    parts: ByLines,
    /// Those that were to show lines and did not, by these lines.
    cut: ByLines,
    /// Those that told of lines.
    told: ByLines,
    by_version: HashMap<Digest, Vec<usize>>,
    /// What everything that was visible came to when it was last asked for.
    latest: Option<(Looked, Vec<Digest>)>,
    /// The first line that was not visible when that was last asked. More replies only show more.
    first_gap: Cell<Option<(Looked, u64)>>,
}

/// What one reply showed.
#[derive(Clone, Debug)]
pub(super) struct ShownPiece {
    pub(super) entry: EntryIndex,
    /// How far from the root.
    pub(super) at: usize,
    pub(super) shows: PieceContent,
}

#[derive(Clone, Debug)]
pub(super) enum PieceContent {
    Lines(ShownLines),
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
    /// Unknown content, after which nothing older is known to be the latest.
    Hides(Unjustified),
}

/// From where one looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewBounds<'a> {
    /// What is not further from the root does not count.
    pub(super) beyond: usize,
    /// Replies that are no longer in the context, and how far from the root they were taken out.
    pub(super) edited: &'a HashMap<EntryIndex, usize>,
    /// Which replies those are: another number for others.
    pub(super) edits: u64,
    /// How many of the replies, from the oldest on, are looked at.
    pub(super) count: usize,
}

/// From where one looked: beyond what, with which edits, at how many replies.
type Looked = (usize, u64, usize);

/// Every line that a file may have.
pub(super) fn every_line() -> LineRange {
    LineRange::new(1, u64::MAX).expect("no number is greater")
}

impl ShownPieces {
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn push(&mut self, piece: ShownPiece) {
        let index = self.pieces.len();
        match &piece.shows {
            PieceContent::Patch { .. } => {
                self.let_go(index);
                self.wholes.push(index);
            }
            PieceContent::Hides(_) => self.wholes.push(index),
            PieceContent::Told { lines, .. } => self.told.push(*lines, index),
            PieceContent::Lines(lines) if lines.is_whole() => self.wholes.push(index),
            PieceContent::Lines(lines) => {
                self.parts.push(lines.lines, index);
                if let Some(cut) = lines.cut() {
                    self.cut.push(cut, index);
                }
            }
        }
        if let Some(version) = piece.shows.version() {
            self.by_version.entry(version).or_default().push(index);
        }
        self.pieces.push(piece);
        self.latest = None;
    }

    pub(super) fn pop(&mut self) {
        let Some(piece) = self.pieces.pop() else { return };
        match &piece.shows {
            PieceContent::Patch { .. } | PieceContent::Hides(_) => drop(self.wholes.pop()),
            PieceContent::Told { lines, .. } => self.told.pop(*lines),
            PieceContent::Lines(lines) if lines.is_whole() => drop(self.wholes.pop()),
            PieceContent::Lines(lines) => {
                self.parts.pop(lines.lines);
                if let Some(cut) = lines.cut() {
                    self.cut.pop(cut);
                }
            }
        }
        if let Some(indices) = piece.shows.version().and_then(|version| self.by_version.get_mut(&version)) {
            indices.pop();
        }
        self.latest = None;
        self.first_gap.set(None);
    }

    /// Lets go of the text of the latest diff below a place.
    fn let_go(&mut self, below: usize) {
        for index in self.wholes.iter().rev().filter(|index| **index < below) {
            if let PieceContent::Patch { text, .. } = &mut self.pieces[*index].shows {
                *text = None;
                return;
            }
        }
    }

    /// Makes the text of the latest diff, if it was let go, from those below it. Who looks has asked for it.
    pub(super) fn make_texts(&mut self, look: ViewBounds<'_>) {
        let mut missing = Vec::new();
        let mut below = look.count;
        while let Some(index) = self.latest_whole(ViewBounds { count: below, ..look }) {
            match &self.pieces[index].shows {
                PieceContent::Patch { text: None, .. } => missing.push(index),
                _ => break,
            }
            below = index;
        }
        for index in missing.into_iter().rev() {
            let PieceContent::Patch { diff, version, .. } = &self.pieces[index].shows else { continue };
            let base = self.view(ViewBounds { count: index, ..look }, every_line());
            let made = base.wholes().find_map(|base| {
                let made = patched(&base, below_heading(diff)?)?;
                (Digest::of(made.as_bytes()) == *version).then(|| Arc::from(made))
            });
            self.let_go(index);
            if let PieceContent::Patch { text, .. } = &mut self.pieces[index].shows {
                *text = made;
            }
        }
    }

    /// What is visible of these lines.
    pub(super) fn view(&self, look: ViewBounds<'_>, asked: LineRange) -> VisibleLines<'_> {
        let whole = self.latest_whole(look);
        let mut view = VisibleLines::default();
        let mut covered = LineSet::default();
        let mut parts = self.parts.latest_first(asked, look.count);
        while let Some(index) = parts.next().filter(|index| self.is_recent(*index, whole, look)) {
            let piece = &self.pieces[index];
            match &piece.shows {
                PieceContent::Lines(lines) if !look.edited.contains_key(&piece.entry) => {
                    view.add(&mut covered, VisibleSpan::of_lines(lines, piece.at));
                    if covered.covers(asked) {
                        break;
                    }
                }
                _ => parts.and_older(),
            }
        }
        if let Some(span) = self.whole_span(look) {
            view.add(&mut covered, span);
        }
        view.in_order()
    }

    /// What the latest reply shows that counts and hides everything before it.
    fn whole_span(&self, look: ViewBounds<'_>) -> Option<VisibleSpan<'_>> {
        let index = self.latest_whole(look)?;
        let ShownPiece { shows, at, .. } = &self.pieces[index];
        match shows {
            PieceContent::Lines(lines) => Some(VisibleSpan::of_lines(lines, *at)),
            PieceContent::Patch { text: Some(text), version, since, .. }
                if !self.lost(index, *since, look) =>
            {
                Some(VisibleSpan::of_patch(text, *version, *at, *since))
            }
            _ => None,
        }
    }

    /// Why nothing older counts, if a reply hides it and shows nothing itself.
    pub(super) fn hidden(&self, look: ViewBounds<'_>) -> Option<Unjustified> {
        let index = self.latest_whole(look)?;
        match &self.pieces[index].shows {
            PieceContent::Hides(why) => Some(*why),
            PieceContent::Patch { since, .. } if self.lost(index, *since, look) => {
                Some(Unjustified::EditedAway)
            }
            PieceContent::Patch { text: None, .. } => Some(Unjustified::NotTheVersion),
            PieceContent::Patch { .. } | PieceContent::Lines(_) | PieceContent::Told { .. } => None,
        }
    }

    /// Everything that is visible, if it is one text from the first line on: the texts that it may be all of. If it is
    /// known how many lines there have to be, fewer are none.
    pub(super) fn wholes(&self, look: ViewBounds<'_>, total_lines: Option<u64>) -> Vec<Cow<'_, str>> {
        let needed = total_lines.map_or(1, |total| total.saturating_sub(1).max(1));
        let is_reached = self.first_gap(look, LineRange::new(needed, needed).expect("one line")).is_none();
        if !is_reached || self.is_broken(look) {
            return Vec::new();
        }
        self.view(look, every_line()).wholes().collect()
    }

    /// Whether everything that is visible is this version.
    pub(super) fn is_all_of(
        &mut self,
        look: ViewBounds<'_>,
        version: &Digest,
        total_lines: Option<u64>,
    ) -> bool {
        let looked = (look.beyond, look.edits, look.count);
        if let Some((_, digests)) = self.latest.as_ref().filter(|(latest, _)| *latest == looked) {
            return digests.contains(version);
        }
        let wholes = self.wholes(look, total_lines);
        if wholes.is_empty() {
            return false;
        }
        let digests: Vec<Digest> = wholes.iter().map(|text| Digest::of(text.as_bytes())).collect();
        let is_it = digests.contains(version);
        self.latest = Some((looked, digests));
        is_it
    }

    /// Whether there are visible lines behind one that is not.
    fn is_broken(&self, look: ViewBounds<'_>) -> bool {
        let gap = self.first_gap(look, every_line()).and_then(|gap| LineRange::new(gap, u64::MAX).ok());
        gap.is_some_and(|behind| self.any_part(&self.parts, look, behind).is_some())
    }

    /// Whether all of these lines are visible.
    pub(super) fn covers(&self, look: ViewBounds<'_>, lines: LineRange) -> bool {
        let last = LineRange::new(lines.last(), lines.last()).expect("one line");
        self.first_gap(look, last).is_none() && self.first_gap(look, lines).is_none()
    }

    /// The first of these lines that is not visible.
    fn first_gap(&self, look: ViewBounds<'_>, lines: LineRange) -> Option<u64> {
        if lines.first() > 1 {
            return self.gap_from(look, lines.first(), lines.last());
        }
        let known = self.first_gap.get().filter(|((beyond, edits, count), _)| {
            let hiding = |below: usize| self.wholes.partition_point(|index| *index < below);
            (*beyond, *edits) == (look.beyond, look.edits)
                && *count <= look.count
                && hiding(*count) == hiding(look.count)
        });
        let start = known.map_or(1, |(_, gap)| gap);
        let gap = self.gap_from(look, start, lines.last());
        self.first_gap.set(Some(((look.beyond, look.edits, look.count), gap.unwrap_or(start))));
        gap
    }

    fn gap_from(&self, look: ViewBounds<'_>, first: u64, end: u64) -> Option<u64> {
        let whole = self.whole_span(look).map(|span| span.lines.last());
        let mut next = first;
        if let Some(last) = whole.filter(|last| *last >= next) {
            next = last.saturating_add(1);
        }
        while next <= end {
            let line = LineRange::new(next, next).expect("one line");
            match self.any_part(&self.parts, look, line) {
                Some(part) if part.last() < u64::MAX => next = part.last() + 1,
                Some(_) => return None,
                None => return Some(next),
            }
        }
        None
    }

    /// Whether a reply was to show some of these lines, which are not visible, and was cut before.
    pub(super) fn was_cut(&self, look: ViewBounds<'_>, lines: LineRange) -> bool {
        let whole = self.latest_whole(look);
        self.cut.meeting(lines).any(|(cut, indices)| {
            let missing = cut.intersect(lines).filter(|cut| !self.covers(look, *cut));
            missing.is_some() && indices.iter().rev().any(|index| self.counts(*index, whole, look))
        })
    }

    /// Lines of some reply that meets these and counts.
    fn any_part(&self, parts: &ByLines, look: ViewBounds<'_>, lines: LineRange) -> Option<LineRange> {
        let whole = self.latest_whole(look);
        let counts = |indices: &[usize]| indices.iter().rev().any(|index| self.counts(*index, whole, look));
        parts.meeting(lines).find(|(_, indices)| counts(indices)).map(|(part, _)| part)
    }

    /// Whether visible lines are of that version, by the word of the replies that showed them or told of them.
    pub(super) fn is_said_to_be(
        &self,
        look: ViewBounds<'_>,
        view: &VisibleLines<'_>,
        lines: LineRange,
        version: &Digest,
    ) -> bool {
        let whole = self.latest_whole(look);
        let mut told = Vec::new();
        let mut latest = self.told.latest_first(lines, look.count);
        while let Some(index) = latest.next().filter(|index| self.is_recent(*index, whole, look)) {
            latest.and_older();
            let piece = &self.pieces[index];
            match &piece.shows {
                PieceContent::Told { lines, version: said, since }
                    if said == version
                        && self.counts(index, whole, look)
                        && !self.lost(index, *since, look) =>
                {
                    told.push((*lines, piece.at));
                }
                _ => {}
            }
        }
        view.is_said_to_be(lines, version, &told)
    }

    /// Whether something that a reply may rest on was taken out after it.
    fn lost(&self, index: usize, since: usize, look: ViewBounds<'_>) -> bool {
        let at = self.pieces[index].at;
        let mut below = self.pieces[..index].iter().rev().take_while(|piece| piece.at >= since);
        let was_taken_out = |piece: &ShownPiece| look.edited.get(&piece.entry).is_some_and(|edit| *edit > at);
        since <= look.beyond || (!look.edited.is_empty() && below.any(was_taken_out))
    }

    /// How many replies there were when one of these versions was shown, the latest first; all numbers if no version
    /// is named.
    pub(super) fn counts_up_to(&self, versions: &[Digest], most: usize) -> Vec<usize> {
        if versions.is_empty() {
            return (1..=self.pieces.len()).rev().take(most).collect();
        }
        let known = versions.iter().filter_map(|version| self.by_version.get(version));
        let latest = known.flat_map(|indices| indices.iter().rev().take(most).map(|index| index + 1));
        let mut counts: Vec<usize> = latest.collect();
        counts.sort_unstable_by(|left, right| right.cmp(left));
        counts.dedup();
        counts.truncate(most);
        counts
    }

    /// The latest reply that counts and hides everything before it.
    fn latest_whole(&self, look: ViewBounds<'_>) -> Option<usize> {
        let known = self.wholes.partition_point(|index| *index < look.count);
        let mut recent = self.wholes[..known].iter().rev();
        recent.find(|index| self.counts(**index, None, look)).copied()
    }

    /// Whether a reply counts: recent enough, and still in the context.
    fn counts(&self, index: usize, whole: Option<usize>, look: ViewBounds<'_>) -> bool {
        self.is_recent(index, whole, look) && !look.edited.contains_key(&self.pieces[index].entry)
    }

    fn is_recent(&self, index: usize, whole: Option<usize>, look: ViewBounds<'_>) -> bool {
        index < look.count && whole.is_none_or(|whole| index > whole) && self.pieces[index].at > look.beyond
    }
}

impl PieceContent {
    fn version(&self) -> Option<Digest> {
        match self {
            Self::Lines(lines) => lines.version,
            Self::Patch { version, .. } | Self::Told { version, .. } => Some(*version),
            Self::Hides(_) => None,
        }
    }
}

/// The diff below the line that says how much changed.
pub(super) fn below_heading(reply: &str) -> Option<&str> {
    reply.split_once('\n').map(|(_, diff)| diff)
}
