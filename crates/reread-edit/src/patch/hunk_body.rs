//! The lines of a hunk of a unified diff, determined by their first characters instead of the counts in the header.
//!
//! Models often write wrong counts. They only decide what the lines cannot: whether `--- x` is a removed line or the next
//! file, and whether blank lines at the end are context lines that lost their space.

use reread_text::HunkHeader;

use super::file_name::{take_side, target};
use super::patch_lines::{PatchLines, is_blank};
use super::{Hint, Hunk, HunkLine, PatchError, PatchNote, PatchTarget, Sign};

const HEADER: &str = "`@@ -line,count +line,count @@`";

/// Consumes one hunk with its header.
pub(super) fn take_hunk(
    lines: &mut PatchLines<'_>,
    files_have_diff_lines: bool,
    notes: &mut Vec<PatchNote>,
) -> Result<Hunk, PatchError> {
    let line = lines.number();
    let Some(header) = lines.peek_after(b"").and_then(HunkHeader::parse) else {
        return uncounted_hunk(lines, files_have_diff_lines);
    };
    lines.advance();
    let said = (header.old.count, header.new.count);
    let body = Body { lines, said, files_have_diff_lines, taken: Vec::new(), counted: (0, 0), blanks: 0 };
    let (taken, counted) = body.take()?;
    if said != counted {
        notes.push(PatchNote::Recounted { line, said, counted });
    }
    let before = if counted.0 == 0 { header.old.start } else { header.old.start.saturating_sub(1) };
    let hunk = Hunk { line, hint: Hint::AfterLines(before), at_end: false, lines: taken };
    check_ends(&hunk)?;
    Ok(hunk)
}

/// Consumes a hunk behind `@@` or `@@ ... @@`, which models write without numbers.
fn uncounted_hunk(lines: &mut PatchLines<'_>, files_have_diff_lines: bool) -> Result<Hunk, PatchError> {
    let line = lines.number();
    if !lines.peek_after(b"@@").is_some_and(|rest| is_blank(rest) || rest.trim_ascii_end().ends_with(b"@@"))
        || lines.peek_after(b"@@ -").is_some()
    {
        return Err(lines.unexpected(HEADER));
    }
    lines.advance();
    let said = (u64::MAX, u64::MAX);
    let body = Body { lines, said, files_have_diff_lines, taken: Vec::new(), counted: (0, 0), blanks: 0 };
    let (taken, _) = body.take()?;
    let hunk = Hunk { line, hint: Hint::Anywhere, at_end: false, lines: taken };
    check_ends(&hunk)?;
    Ok(hunk)
}

struct Body<'l, 'a> {
    lines: &'l mut PatchLines<'a>,
    /// Old and new lines according to the header.
    said: (u64, u64),
    files_have_diff_lines: bool,
    taken: Vec<HunkLine>,
    /// Old and new lines so far.
    counted: (u64, u64),
    /// Blank lines since the last line of the hunk: context if another line follows.
    blanks: u64,
}

impl Body<'_, '_> {
    fn take(mut self) -> Result<(Vec<HunkLine>, (u64, u64)), PatchError> {
        while let Some(line) = self.lines.peek() {
            let sign = match line.first() {
                Some(b' ') => Sign::Kept,
                Some(b'-') if self.is_next_file()? || self.is_signature() => break,
                Some(b'-') => Sign::Removed,
                Some(b'+') => Sign::Added,
                Some(b'\\') => {
                    self.end_text()?;
                    continue;
                }
                None | Some(b'\r') if line.len() < 2 => {
                    self.blanks += 1;
                    self.lines.advance();
                    continue;
                }
                _ => break,
            };
            self.take_blanks(self.blanks);
            self.push(sign, &line[1..]);
            self.lines.advance();
        }
        // Blank lines at the end are context if the header counts exactly that many more lines on both sides.
        let missing = self.said.0.saturating_sub(self.counted.0);
        if missing <= self.blanks && missing == self.said.1.saturating_sub(self.counted.1) {
            self.take_blanks(missing);
        }
        if self.taken.iter().all(|line| line.sign == Sign::Kept) {
            return Err(self.lines.unexpected("a line that is added or removed"));
        }
        Ok((self.taken, self.counted))
    }

    fn take_blanks(&mut self, count: u64) {
        for _ in 0..count {
            self.push(Sign::Kept, b"");
        }
        self.blanks = 0;
    }

    fn push(&mut self, sign: Sign, content: &[u8]) {
        self.counted.0 += u64::from(sign != Sign::Added);
        self.counted.1 += u64::from(sign != Sign::Removed);
        self.taken.push(HunkLine { sign, text: [content, b"\n"].concat() });
    }

    /// `\ No newline at end of file`: the previous line has no LF.
    fn end_text(&mut self) -> Result<(), PatchError> {
        let last = self.taken.last_mut().filter(|_| self.blanks == 0);
        if last.and_then(|last| last.text.pop_if(|end| *end == b'\n')).is_none() {
            return Err(self
                .lines
                .unexpected("a line of the hunk before the one that says where its text ends"));
        }
        self.lines.advance();
        Ok(())
    }

    /// Whether `--- x` here is the name of the next file, and not a removed line.
    fn is_next_file(&mut self) -> Result<bool, PatchError> {
        let starts =
            |ahead, prefix: &[u8]| self.lines.peek_at(ahead).is_some_and(|line| line.starts_with(prefix));
        if !(starts(0, b"--- ") && starts(1, b"+++ ") && starts(2, b"@@")) {
            return Ok(false);
        }
        let counted = (self.counted.0 + self.blanks, self.counted.1 + self.blanks);
        if counted == self.said || self.counted == self.said {
            return Ok(true);
        }
        if self.files_have_diff_lines {
            return Ok(false);
        }
        if (counted.0 + 1, counted.1 + 1) == self.said {
            return Ok(false);
        }
        // The counts are wrong in both cases. Two lines that name one file are hardly a removed and an added line.
        if self.names_one_file() {
            return Ok(true);
        }
        Err(self.lines.unexpected("a file or a line of the hunk, which its counts do not tell apart,"))
    }

    fn names_one_file(&self) -> bool {
        let two: Vec<u8> = [self.lines.peek_at(0), self.lines.peek_at(1)]
            .into_iter()
            .flatten()
            .flat_map(|line| [line, b"\n"].concat())
            .collect();
        let mut lines = PatchLines::new(&two);
        let mut side = |prefix: &[u8]| take_side(&mut lines, prefix, "a file name");
        let sides = side(b"--- ").and_then(|old| Ok((old, side(b"+++ ")?)));
        let target = sides.and_then(|(old, new)| target(old, new, 0));
        target.is_ok_and(|target| !matches!(target, PatchTarget::TwoNames { .. }))
    }

    /// The end of a mail written by git: `-- ` and a version number.
    fn is_signature(&self) -> bool {
        let is_last = |ahead| (ahead..).map_while(|ahead| self.lines.peek_at(ahead)).all(<[u8]>::is_empty);
        self.counted == self.said && self.lines.peek() == Some(b"-- ") && is_last(2)
    }
}

/// Only the last line of a side may be without a newline.
fn check_ends(hunk: &Hunk) -> Result<(), PatchError> {
    let ends_inside = |mut side: Box<dyn DoubleEndedIterator<Item = &HunkLine> + '_>| {
        side.next_back();
        side.any(|line| !line.text.ends_with(b"\n"))
    };
    if ends_inside(Box::new(hunk.old_lines())) || ends_inside(Box::new(hunk.new_lines())) {
        let what = "lines follow the one that has no newline because the file ends there".to_owned();
        return Err(PatchError::Contradiction { line: hunk.line, what });
    }
    Ok(())
}
