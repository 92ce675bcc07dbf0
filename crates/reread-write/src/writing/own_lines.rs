//! The lines that the caller of an edit knows because it wrote them.

use std::ops::Range;

use reread_context::Tag;
use reread_edit::{Edits, FilePatch, HunkLine, PlacedHunk, Sign};
use reread_text::{BOM, LineRange, LineSet, count_lines, line_start, slice_lines};

/// The lines of the new text that an edit touches: all of it lies between the first and the last of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnLines {
    pub(crate) lines: LineSet,
    /// Whether the edit itself has these lines, whole. If not, only a caller that holds what they were knows them.
    pub(crate) is_whole: bool,
}

/// What the tag of an edit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EditClaim {
    /// These lines are known to the caller.
    Lines(OwnLines),
    /// Which version the edit made, and no line of it: the caller cannot be sure of every byte.
    Version,
}

impl EditClaim {
    /// Lines if they are certain.
    pub(crate) fn of(own: Option<OwnLines>) -> Self {
        own.map_or(EditClaim::Version, EditClaim::Lines)
    }
}

impl OwnLines {
    /// All lines of a text.
    pub(crate) fn all(text: &[u8]) -> Self {
        Self { lines: LineRange::new(1, count_lines(text)).into_iter().collect(), is_whole: true }
    }

    /// Those of a text that is added behind another one.
    pub(crate) fn appended(base: &[u8], new: &[u8]) -> Self {
        let is_whole = base.is_empty() || base.ends_with(b"\n");
        Self { is_whole, ..Self::between(base, base.len()..base.len(), new) }
    }

    /// Those of a placed patch; `None` if the file does not get what the patch says, byte by byte.
    pub(crate) fn of_patch(
        patch: &FilePatch,
        placed: (&Edits, &[PlacedHunk]),
        base: &[u8],
        new: &[u8],
    ) -> Option<Self> {
        let (edits, hunks) = placed;
        let changed: Vec<&Range<usize>> = edits.replacements().iter().map(|one| &one.span).collect();
        let span = changed.first()?.start..changed.last()?.end;
        let lines = || patch.hunks.iter().flat_map(|hunk| &hunk.lines);
        let added = lines().filter(|line| line.sign == Sign::Added).flat_map(|line| &line.text);
        let put = edits.replacements().iter().flat_map(|one| &one.text);
        let is_literal = !base.starts_with(BOM) && !base.contains(&b'\r');
        let between = || Self { is_whole: puts_lines(edits, base), ..Self::between(base, span.clone(), new) };
        match added.eq(put) && is_literal {
            true => {
                let between = between();
                let of_hunks = Self::of_hunks(patch, hunks, new).filter(|own| own.encloses(&between));
                Some(of_hunks.unwrap_or(between))
            }
            // Parts of lines, or a last line without its end.
            false if is_literal && base.ends_with(b"\n") => Some(between()),
            false => None,
        }
    }

    /// The lines that stay in hunks or come with them; `None` if a hunk has none, if there are too many of them, or if the new
    /// text does not have exactly the text of the hunks there. A patch may hold a part of a line, or be placed in several
    /// steps, and then its lines are not those of the file.
    fn of_hunks(patch: &FilePatch, placed: &[PlacedHunk], new: &[u8]) -> Option<Self> {
        let mut hunks: Vec<(&Range<usize>, Vec<&HunkLine>)> = patch
            .hunks
            .iter()
            .zip(placed)
            .map(|(hunk, at)| {
                let stays = |line: &&HunkLine| line.sign != Sign::Removed;
                (&at.lines, hunk.lines.iter().filter(stays).collect())
            })
            .collect();
        hunks.sort_by_key(|(base, _)| (base.start, base.end));
        let (mut lines, mut came, mut went) = (LineSet::default(), 0, 0);
        // The rest of the text and the line that it begins with: there may be as many hunks as lines.
        let (mut rest, mut rest_line) = (new, 1);
        for (base, stay) in hunks {
            let first = (base.start + came).checked_sub(went)? + 1;
            let range = LineRange::new(first as u64, (first + stay.len()) as u64 - 1).ok()?;
            rest = &rest[line_start(rest, range.first().checked_sub(rest_line)? + 1)?..];
            rest_line = range.first();
            let stays: Vec<u8> = stay.iter().flat_map(|line| &line.text).copied().collect();
            if slice_lines(rest, LineRange::new(1, range.count()).ok()?)? != stays {
                return None;
            }
            lines.insert(range);
            came += stay.len();
            went += base.len();
        }
        (lines.ranges().len() <= Tag::MOST_RUNS).then_some(Self { lines, is_whole: true })
    }

    /// Whether everything that was changed lies between the first and the last of these lines.
    fn encloses(&self, changed: &Self) -> bool {
        let ends =
            |own: &Self| Some((own.lines.ranges().first()?.first(), own.lines.ranges().last()?.last()));
        matches!((ends(self), ends(changed)), (Some(own), Some(all)) if own.0 <= all.0 && all.1 <= own.1)
    }

    /// All lines between the first and the last change, or one beside lines that only went.
    fn between(base: &[u8], span: Range<usize>, new: &[u8]) -> Self {
        let ends_line = |at: usize| at == 0 || base[at - 1] == b'\n';
        let newlines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count() as u64;
        let first = newlines(&base[..span.start]) + 1;
        let new_end = new.len() - (base.len() - span.end);
        let rest = &base[span.end..];
        let is_line_start = ends_line(span.end) && (new_end == 0 || new[new_end - 1] == b'\n');
        let behind = match rest.iter().position(|byte| *byte == b'\n') {
            _ if is_line_start => count_lines(rest),
            Some(end) => count_lines(&rest[end + 1..]),
            None => 0,
        };
        let total = count_lines(new);
        let last = total - behind;
        let (first, last) = match last < first {
            true if first <= total => (first, first),
            true => (last, last),
            false => (first, last),
        };
        Self { lines: LineRange::new(first, last).into_iter().collect(), is_whole: false }
    }
}

/// Whether all that was put there is whole lines at one place: a text with a line of the file behind it, for one, leaves that line
/// as it was, and the caller wrote the others.
fn puts_lines(edits: &Edits, base: &[u8]) -> bool {
    let [edit] = edits.replacements() else { return false };
    let starts_line = |at: usize| at == 0 || base[at - 1] == b'\n';
    edit.text.ends_with(b"\n") && starts_line(edit.span.start) && starts_line(edit.span.end)
}
