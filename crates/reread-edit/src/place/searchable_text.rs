//! The text that a patch is matched with: its lines, possibly without BOM and without the CR of line ends.

use std::borrow::Cow;
use std::cell::OnceCell;

use reread_text::{BOM, lines};

use super::PatchBase;
use super::indent_unit::indent_unit;
use super::match_tolerance::MatchTolerance;
use super::places::Places;
use super::search::occurrences;
use super::work::{PlacementWork, WorkExceeded};
use crate::line_ends::{LineEnds, content};
use crate::line_table::LineTable;
use crate::patch::{Hint, Hunk, HunkLine};

pub(super) struct SearchableText<'a> {
    table: LineTable<'a>,
    /// Bytes of the BOM before the lines.
    skipped: usize,
    /// CRLF if the text has only CRLF and the patch only LF; otherwise each CR is part of its line.
    ends: LineEnds,
    /// What searches in it are charged to.
    work: &'a PlacementWork,
    /// The spaces of one level of indentation; computed on first use.
    unit: OnceCell<Option<usize>>,
    /// Whether lines of the text end in both ways, and the patch has LF alone.
    is_mixed: bool,
}

impl<'a> SearchableText<'a> {
    pub(super) fn new(base: &'a [u8], hunks: &[Hunk], work: &'a PlacementWork) -> Self {
        let mut lines = hunks.iter().flat_map(|hunk| &hunk.lines);
        let speaks_of_bom = lines.clone().any(|line| line.text.starts_with(BOM));
        let speaks_of_cr = lines.any(|line| content(&line.text, LineEnds::Lf).ends_with(b"\r"));
        let text = base.strip_prefix(BOM).filter(|_| !speaks_of_bom).unwrap_or(base);
        let ends = LineEnds::of(text);
        let adopts = !speaks_of_cr && ends == LineEnds::Crlf;
        Self {
            table: LineTable::new(text),
            skipped: base.len() - text.len(),
            ends: if adopts { LineEnds::Crlf } else { LineEnds::Lf },
            work,
            unit: OnceCell::new(),
            is_mixed: !speaks_of_cr && ends == LineEnds::Mixed,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// A line of the patch or the text, without its end.
    pub(super) fn content<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        content(line, self.ends)
    }

    pub(super) fn line(&self, line: usize) -> &'a [u8] {
        self.content(self.table.line(line))
    }

    /// All lines, without the BOM.
    pub(super) fn text(&self) -> &'a [u8] {
        self.table.text()
    }

    /// The line that the offset in [`Self::text`] is in.
    pub(super) fn line_at(&self, offset: usize) -> usize {
        self.table.line_at(offset)
    }

    /// A text of the patch with the line ends of the file.
    pub(super) fn adapted<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        self.ends.adopted_by(text)
    }

    /// New text of the patch with the line ends of the file; in a file with both, with that of the replaced line.
    pub(super) fn with_line_ends(&self, text: &[u8], replaced: usize) -> Vec<u8> {
        let is_crlf = self.is_mixed && replaced < self.len() && self.table.line(replaced).ends_with(b"\r\n");
        let ends = if is_crlf { LineEnds::Crlf } else { self.ends };
        ends.adopted_by(text).into_owned()
    }

    /// The spaces of one level of indentation, if the text shows it.
    pub(super) fn indent_unit(&self) -> Option<usize> {
        *self.unit.get_or_init(|| indent_unit((0..self.len()).map(|line| self.line(line))))
    }

    /// The line end of added lines.
    pub(super) fn terminator(&self) -> &'static [u8] {
        self.ends.terminator()
    }

    /// The offset of the line in the base.
    pub(super) fn start(&self, line: usize) -> usize {
        self.skipped + self.table.start(line)
    }

    /// Whether there is a last line, and it has no LF.
    pub(super) fn is_unterminated(&self) -> bool {
        self.table.text().last().is_some_and(|last| *last != b'\n')
    }

    /// The places of these lines at or after `from` that `fits` accepts.
    pub(super) fn find(
        &self,
        wanted: &[&[u8]],
        from: usize,
        pass: MatchTolerance,
        mut fits: impl FnMut(usize) -> bool,
    ) -> Result<Places, WorkExceeded> {
        self.work.spend((self.len() - from + wanted.len()) as u64)?;
        let pattern: Vec<Cow<'_, [u8]>> = wanted.iter().map(|line| pass.key(line)).collect();
        let text = lines(&self.text()[self.table.start(from)..]).map(|line| pass.key(self.content(line)));
        let mut places = Places::default();
        occurrences(&pattern, text, |place| places.add(from + place, fits(from + place)));
        Ok(places)
    }

    /// Charges so many comparisons of lines.
    pub(super) fn spend_lines(&self, lines: usize) -> Result<(), WorkExceeded> {
        self.work.spend(lines as u64)
    }

    /// Charges searches through its bytes.
    pub(super) fn spend_bytes(&self, searches: usize) -> Result<(), WorkExceeded> {
        self.work.spend_bytes(self.text().len() as u64 * searches as u64)
    }

    /// How the end of the text, at or after line `end`, disagrees with what the hunk says about it.
    ///
    /// A diff marks a last line without a newline. In a drifted text, a missing mark means that there was a newline.
    ///
    /// The hunk is looked at once, and not for each of the places that may be asked about.
    pub(super) fn end_difference(
        &self,
        hunk: &Hunk,
        base: PatchBase,
    ) -> impl Fn(usize) -> Option<EndDifference> + use<> {
        let speaks_of_end = speaks_of_end(hunk);
        let last_differs = if speaks_of_end {
            hunk.old_lines().next_back().is_some_and(|last| is_unterminated(last) != self.is_unterminated())
        } else {
            let is_diff = matches!(hunk.hint, Hint::AfterLines(_));
            is_diff && base == PatchBase::Drifted && self.is_unterminated()
        };
        let (lines, must_end) = (self.len(), hunk.at_end || speaks_of_end);
        move |end| match end == lines {
            false if must_end => Some(EndDifference::LinesFollow),
            true if last_differs => Some(EndDifference::LastNewline),
            _ => None,
        }
    }
}

/// How a text ends otherwise than a hunk says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndDifference {
    /// The hunk says that the text ends with it.
    LinesFollow,
    /// The last line has a newline, or lacks one.
    LastNewline,
}

/// Whether a hunk marks a last line without LF. If so, its other lines are known to end with LF.
pub(super) fn speaks_of_end(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(is_unterminated)
}

fn is_unterminated(line: &HunkLine) -> bool {
    !line.text.ends_with(b"\n")
}
