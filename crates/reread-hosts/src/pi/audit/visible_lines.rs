//! What is visible of some lines of a file.

use std::borrow::Cow;

use reread_text::{Digest, LineRange, LineSet};

use super::gathered::ShownLines;
use super::passage::{lines_in, passage};

/// Visible lines and their text.
#[derive(Debug, Default)]
pub(super) struct VisibleLines<'a> {
    /// None twice.
    spans: Vec<VisibleSpan<'a>>,
}

/// Lines that one reply shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisibleSpan<'a> {
    pub(super) lines: LineRange,
    /// The first line of the text.
    first: u64,
    text: &'a str,
    to_end: bool,
    version: Option<Digest>,
    at: usize,
    /// The distance of the first reply that it rests on.
    since: usize,
}

impl<'a> VisibleSpan<'a> {
    pub(super) fn of_lines(lines: &'a ShownLines, at: usize) -> Self {
        let ShownLines { lines, text, to_end, version, .. } = lines;
        Self { lines: *lines, first: lines.first(), text, to_end: *to_end, version: *version, at, since: at }
    }

    pub(super) fn of_patch(text: &'a str, version: Digest, at: usize, since: usize) -> Self {
        let lines = LineRange::new(1, lines_in(text)).expect("a text has a line");
        Self { lines, first: 1, text, to_end: true, version: Some(version), at, since }
    }
}

impl<'a> VisibleLines<'a> {
    /// Adds the lines that are not covered yet.
    pub(super) fn add(&mut self, covered: &mut LineSet, span: VisibleSpan<'a>) {
        for uncovered in covered.missing(span.lines).ranges() {
            let to_end = span.to_end && uncovered.last() == span.lines.last();
            self.spans.push(VisibleSpan { lines: *uncovered, to_end, ..span });
        }
        covered.insert(span.lines);
    }

    /// Everything that was added, in the order of the lines.
    pub(super) fn in_order(mut self) -> Self {
        self.spans.sort_by_key(|span| span.lines.first());
        self
    }

    /// The distance of the first reply that these lines rest on.
    pub(super) fn since(&self, lines: LineRange) -> usize {
        let bears = |span: &&VisibleSpan<'_>| span.lines.intersect(lines).is_some();
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

    /// Every visible line, if the last of them is known to be the last of the file.
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
            next = wanted.last().checked_add(1)?;
        }
        (next == lines.last().checked_add(1)?).then_some(text)
    }

    /// Whether these lines are of that version by the word of the replies that showed them, or of those that told of
    /// them later: `told`, with their distance.
    pub(super) fn is_said_to_be(
        &self,
        lines: LineRange,
        version: &Digest,
        told: &[(LineRange, usize)],
    ) -> bool {
        self.spans.iter().all(|span| match span.lines.intersect(lines) {
            Some(wanted) if span.version != Some(*version) => {
                let later = told.iter().filter(|(_, at)| *at > span.at);
                later.map(|(lines, _)| *lines).collect::<LineSet>().covers(wanted)
            }
            _ => true,
        })
    }
}
