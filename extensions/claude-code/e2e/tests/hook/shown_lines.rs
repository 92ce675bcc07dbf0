//! What a reader of a request can know of one file: its lines by number, as they were last shown.
//!
//! This is the measure that markers and diffs are held against, so it is simple on purpose and knows nothing of the product: a
//! text shows lines, a diff changes them, an edit of the model's own changes them, a marker shows nothing.

use std::collections::BTreeMap;

/// The lines of one file, as far as they were shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownLines {
    lines: BTreeMap<usize, ShownLine>,
}

/// One line: what was shown, and the bytes that the file had there, if they are known.
#[derive(Clone, Debug, PartialEq)]
struct ShownLine {
    text: String,
    bytes: Option<Vec<u8>>,
}

/// The lines of a file, with their ends. What follows the last line end is a line if there is something.
pub(crate) fn lines_of(disk: &[u8]) -> Vec<&[u8]> {
    disk.split_inclusive(|byte| *byte == b'\n').collect()
}

/// A line as the host shows it: text, without its end.
fn visible(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').to_owned()
}

impl ShownLines {
    /// Takes in a text that shows lines from that number on, of a file with these bytes.
    pub(crate) fn show(&mut self, first: usize, texts: &[&str], disk: Option<&[u8]>) {
        let disk = disk.map(lines_of).unwrap_or_default();
        for (number, text) in (first..).zip(texts) {
            let text = text.trim_end_matches('\r').trim_start_matches('\u{feff}').to_owned();
            let line = disk.get(number - 1).filter(|line| visible(line) == text);
            let bytes = line.map(|line| line.to_vec());
            self.lines.insert(number, ShownLine { text, bytes });
        }
    }

    /// Nothing follows that line.
    pub(crate) fn end_at(&mut self, last: usize) {
        self.lines.retain(|number, _| *number <= last);
    }

    /// The model replaced a text by another. Where it was not shown, nothing is known any more.
    pub(crate) fn edit(&mut self, old: &str, new: &str) {
        let wanted: Vec<&str> = old.trim_end_matches('\n').split('\n').collect();
        let starts: Vec<usize> =
            self.lines.keys().copied().filter(|start| self.contains(*start, &wanted)).collect();
        let [start] = *starts else {
            self.lines.clear();
            return;
        };
        let before: Vec<String> =
            (start..start + wanted.len()).map(|number| self.lines[&number].text.clone()).collect();
        let after = before.join("\n").replacen(old.trim_end_matches('\n'), new.trim_end_matches('\n'), 1);
        let after: Vec<&str> = after.split('\n').collect();
        self.replace(start, wanted.len(), &after);
    }

    /// The model wrote the whole file.
    pub(crate) fn write(&mut self, content: &str) {
        self.lines.clear();
        self.show(1, &content.lines().collect::<Vec<_>>(), Some(content.as_bytes()));
    }

    /// Whether the lines from there on contain these texts: the first at its end, the last at its beginning.
    fn contains(&self, start: usize, wanted: &[&str]) -> bool {
        let last = wanted.len() - 1;
        wanted.iter().enumerate().all(|(index, part)| {
            let Some(line) = self.lines.get(&(start + index)) else { return false };
            match (index == 0, index == last) {
                (true, true) => line.text.contains(part),
                (true, false) => line.text.ends_with(part),
                (false, true) => line.text.starts_with(part),
                (false, false) => line.text == **part,
            }
        })
    }

    /// Puts lines in place of so many others; those behind them move.
    fn replace(&mut self, start: usize, count: usize, texts: &[&str]) {
        let behind = self.lines.split_off(&start);
        for (number, line) in behind.into_iter().filter(|(number, _)| *number >= start + count) {
            self.lines.insert(number + texts.len() - count, line);
        }
        for (number, text) in (start..).zip(texts) {
            self.lines.insert(number, ShownLine { text: (*text).to_owned(), bytes: None });
        }
    }

    /// Applies a unified diff; what it says of the old lines must be what was shown.
    pub(crate) fn patch(&mut self, diff: &str) -> Result<(), String> {
        let mut at = None;
        for line in diff.split('\n').filter(|line| !line.is_empty()) {
            if line.starts_with("--- ") || line.starts_with("+++ ") || line.starts_with('\\') {
                continue;
            }
            if line.starts_with("@@ ") {
                at = Some(new_start(line)?);
                continue;
            }
            let (kind, text) = line.split_at(1);
            let number = at.as_mut().ok_or_else(|| format!("{line:?} stands before any hunk"))?;
            match kind {
                " " | "-" => self.expect(*number, text)?,
                "+" => {}
                _ => return Err(format!("{line:?} is no line of a diff")),
            }
            match kind {
                "-" => self.replace(*number, 1, &[]),
                "+" => {
                    self.replace(*number, 0, &[text]);
                    *number += 1;
                }
                _ => *number += 1,
            }
        }
        if at.is_some() { Ok(()) } else { Err("a diff without a hunk".to_owned()) }
    }

    fn expect(&self, number: usize, text: &str) -> Result<(), String> {
        match self.lines.get(&number) {
            None => Err(format!("the diff speaks of {text:?}, which was not shown")),
            Some(line) if line.text != text.trim_end_matches('\r') => {
                Err(format!("the diff speaks of {text:?}, the model was shown {:?}", line.text))
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether these lines of a file with these bytes are what was last shown.
    pub(crate) fn agree(&self, asked: impl Iterator<Item = usize>, disk: &[u8]) -> Result<(), String> {
        let now = lines_of(disk);
        for number in asked {
            let shown = self.lines.get(&number).ok_or_else(|| format!("line {number} is not visible"))?;
            let line = now.get(number - 1).ok_or_else(|| format!("there is no line {number}"))?;
            if shown.text != visible(line) {
                return Err(format!(
                    "line {number} was shown as {:?}, it is {:?}",
                    shown.text,
                    visible(line)
                ));
            }
            if shown.bytes.as_ref().is_some_and(|bytes| bytes != line) {
                return Err(format!("line {number} has another end than when it was shown"));
            }
        }
        Ok(())
    }

    /// Whether no line was shown behind that one.
    pub(crate) fn ends_at(&self, last: usize) -> Result<(), String> {
        match self.lines.range(last + 1..).next() {
            Some((number, _)) => Err(format!("line {number} was shown and is gone")),
            None => Ok(()),
        }
    }
}

/// The first new line of `@@ -a,b +c,d @@`. A hunk that leaves nothing begins behind line c.
fn new_start(header: &str) -> Result<usize, String> {
    let new = header.split_whitespace().find_map(|word| word.strip_prefix('+'));
    let (start, count) = new.map(|new| new.split_once(',').unwrap_or((new, "1"))).unwrap_or_default();
    let start: usize = start.parse().map_err(|_| format!("{header:?} is no header"))?;
    Ok(if count == "0" { start + 1 } else { start })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> ShownLines {
        let mut shown = ShownLines::default();
        shown.show(1, &text.lines().collect::<Vec<_>>(), Some(text.as_bytes()));
        shown
    }

    fn check(shown: &ShownLines, now: &str, expected: &str) {
        let lines = lines_of(now.as_bytes()).len();
        let outcome = shown.agree(1..=lines, now.as_bytes()).and_then(|()| shown.ends_at(lines));
        assert_eq!(outcome.err().unwrap_or_default(), expected, "{now:?}");
    }

    #[test]
    fn what_was_shown_is_compared_with_bytes() {
        check(&shown("a\nb\n"), "a\nb\n", "");
        check(&shown("a\nb\n"), "a\nc\n", "line 2 was shown as \"b\", it is \"c\"");
        check(&shown("a\nb\n"), "a\nb\nc\n", "line 3 is not visible");
        check(&shown("a\nb\n"), "a\n", "line 2 was shown and is gone");
        check(&shown("a\nb\n"), "a\r\nb\n", "line 1 has another end than when it was shown");
        check(&shown("a\nb\n"), "a\nb", "line 2 has another end than when it was shown");
    }

    #[test]
    fn an_edit_moves_what_is_behind_it() {
        let mut lines = shown("one\ntwo\nthree\nfour\n");
        lines.edit("two\nth", "2\nand\nth");
        check(&lines, "one\n2\nand\nthree\nfour\n", "");
        lines.edit("absent", "x");
        check(&lines, "one\n", "line 1 is not visible");
    }

    #[test]
    fn a_diff_is_applied_to_what_was_shown() {
        let mut lines = shown("a\nb\nc\nd\ne\n");
        lines.patch("@@ -1,3 +1,4 @@\n a\n-b\n+B\n+B2\n c\n@@ -5 +5,0 @@\n-e\n").unwrap();
        check(&lines, "a\nB\nB2\nc\nd\n", "");
        let refused = lines.patch("@@ -1,2 +1,2 @@\n a\n-b\n+x\n").unwrap_err();
        assert_eq!(refused, "the diff speaks of \"b\", the model was shown \"B\"");
        assert!(ShownLines::default().patch("@@ -1 +1 @@\n-a\n+b\n").is_err());
    }
}
