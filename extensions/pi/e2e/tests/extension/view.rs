//! What a reader of a conversation can know of one file: its lines by number, as they were last told.
//!
//! This is the measure that answers are held against, so it is simple on purpose and knows nothing of the program: a
//! text tells lines, a diff changes all of them at once, a marker tells nothing.

use std::collections::BTreeMap;

/// The lines of one file, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VisibleLines {
    lines: BTreeMap<usize, String>,
    /// The number of the last line, if it is known.
    end: Option<usize>,
}

/// What an answer says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReadAnswer<'a> {
    Text(&'a str),
    /// The whole file, which has so many lines, is as before.
    Unchanged(usize),
    /// These lines are as before.
    UnchangedLines(usize, usize),
    Diff(&'a str),
}

impl<'a> ReadAnswer<'a> {
    /// What stands in an answer. Words that look like ours and are none of them are a text.
    pub(crate) fn of(answer: &'a str) -> Self {
        Self::marker(answer).unwrap_or(Self::Text(answer))
    }

    fn marker(answer: &'a str) -> Option<Self> {
        let words = answer.strip_prefix("[readcache: ")?;
        if let Some((head, diff)) = words.split_once("]\n") {
            let (changed, total) = head.split_once(" lines changed of ")?;
            return (changed.parse::<usize>().is_ok() && total.parse::<usize>().is_ok())
                .then_some(Self::Diff(diff));
        }
        let words = words.strip_suffix(']')?;
        if let Some(total) = words.strip_prefix("unchanged, ") {
            return Some(Self::Unchanged(total.strip_suffix(" lines")?.parse().ok()?));
        }
        let words = words.strip_prefix("unchanged in lines ")?;
        let lines = match words.strip_suffix("; changes exist outside this range") {
            Some(lines) => lines,
            None => words.split_once(" of ").filter(|(_, total)| total.parse::<usize>().is_ok())?.0,
        };
        let (first, last) = lines.split_once('-')?;
        Some(Self::UnchangedLines(first.parse().ok()?, last.parse().ok()?))
    }
}

impl VisibleLines {
    /// Takes in an answer to a read from that line on.
    pub(crate) fn take(&mut self, first: usize, answer: &str) -> Result<(), String> {
        match ReadAnswer::of(answer) {
            ReadAnswer::Text(text) => self.show(first, text),
            ReadAnswer::Unchanged(_) | ReadAnswer::UnchangedLines(..) => {}
            ReadAnswer::Diff(diff) => *self = Self::whole(&patched(&self.text()?, diff)?),
        }
        Ok(())
    }

    /// Everything is known.
    fn whole(text: &str) -> Self {
        let mut view = Self::default();
        view.show(1, text);
        view
    }

    fn show(&mut self, first: usize, text: &str) {
        if text.starts_with("[Line ") && text.contains(" exceeds ") {
            return;
        }
        let notice = text.rfind("\n\n[").filter(|_| text.ends_with(" to continue.]"));
        let shown: Vec<&str> = text[..notice.unwrap_or(text.len())].split('\n').collect();
        let last = first + shown.len() - 1;
        for (number, line) in (first..).zip(shown) {
            self.lines.insert(number, line.to_owned());
        }
        match notice {
            None => {
                self.end = Some(last);
                self.lines.retain(|number, _| *number <= last);
            }
            Some(_) => self.end = self.end.filter(|end| *end > last),
        }
    }

    /// The whole file, if it is known.
    fn text(&self) -> Result<String, String> {
        let end = self.end.ok_or("the model was not told where the file ends")?;
        self.agrees(1, end, |_| true)?;
        Ok(self.lines.values().map(String::as_str).collect::<Vec<_>>().join("\n"))
    }

    /// Whether a file that reads `now` is known in these lines.
    pub(crate) fn knows_lines(&self, first: usize, last: usize, now: &str) -> Result<(), String> {
        let now: Vec<&str> = now.split('\n').collect();
        self.agrees(first, last, |number| {
            self.lines.get(&number).map(String::as_str) == now.get(number - 1).copied()
        })
    }

    /// Whether a file that reads `now` is known as a whole.
    pub(crate) fn knows_all(&self, now: &str) -> Result<(), String> {
        let text = self.text()?;
        if text == now { Ok(()) } else { Err(format!("the model knows {text:?}, the file says {now:?}")) }
    }

    /// Whether all that is known is what a file says that reads `now`.
    pub(crate) fn is_part_of(&self, now: &str) -> Result<(), String> {
        let now: Vec<&str> = now.split('\n').collect();
        match self.lines.iter().find(|(number, line)| now.get(*number - 1) != Some(&line.as_str())) {
            Some((number, line)) => Err(format!("line {number} is not {line:?}")),
            None => Ok(()),
        }
    }

    fn agrees(&self, first: usize, last: usize, is_so: impl Fn(usize) -> bool) -> Result<(), String> {
        for number in first..=last {
            match self.lines.get(&number) {
                None => return Err(format!("line {number} is not visible")),
                Some(line) if !is_so(number) => {
                    return Err(format!("line {number} was {line:?} when it was shown"));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// A text after a unified diff.
fn patched(text: &str, diff: &str) -> Result<String, String> {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut new, mut at) = (String::new(), 0);
    let mut lines = diff.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("--- ") || line.starts_with("+++ ") {
            continue;
        }
        if let Some(header) = line.strip_prefix("@@ -") {
            let (start, count) = header
                .split_once(' ')
                .map_or(("", "1"), |(old, _)| old.split_once(',').unwrap_or((old, "1")));
            let start: usize = start.parse().map_err(|_| format!("{line:?} is no header"))?;
            let to = if count == "0" { start } else { start - 1 };
            let skipped = old.get(at..to).ok_or_else(|| format!("{line:?} leads out of the file"))?;
            new.extend(skipped.iter().copied());
            at = to;
            continue;
        }
        let (kind, mut line) = line.split_at(1);
        if lines.next_if(|next| next.starts_with('\\')).is_some() {
            line = line.strip_suffix('\n').unwrap_or(line);
        }
        if kind != "+" {
            if old.get(at) != Some(&line) {
                return Err(format!("the diff speaks of {line:?}, the model knows {:?}", old.get(at)));
            }
            at += 1;
        }
        if kind != "-" {
            new.push_str(line);
        }
    }
    new.extend(old[at..].iter().copied());
    Ok(new)
}

#[cfg(test)]
mod tests;
