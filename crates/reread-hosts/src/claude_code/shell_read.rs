//! Shell commands that are exactly one read of one file.

use std::ops::RangeInclusive;

use reread_text::{LineRange, as_utf8, count_lines, lines, slice_lines};

/// A command that shows lines of one file and does nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShellRead {
    /// The file, as the command names it.
    pub(crate) file: String,
    part: FilePart,
    /// Whether each line begins with its number, as `nl -ba` prints it.
    is_numbered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilePart {
    All,
    Lines { first: u64, last: u64 },
    First(u64),
    Last(u64),
}

impl ShellRead {
    /// `cat F`, `nl -ba F`, `sed -n 'a,bp' F`, `head -n N F` and `tail -n N F`. Anything else is `None`: a pipe, a list, a
    /// glob, a redirection, a variable, another option, several files.
    pub(crate) fn parse(command: &str) -> Option<Self> {
        let words = plain_words(command.trim_matches(' '))?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (part, is_numbered, file) = match words[..] {
            ["cat", file] => (FilePart::All, false, file),
            ["nl", "-ba", file] => (FilePart::All, true, file),
            ["sed", "-n", script, file] => {
                let lines = sed_lines(script)?;
                (FilePart::Lines { first: *lines.start(), last: *lines.end() }, false, file)
            }
            ["head", "-n", count, file] => (FilePart::First(line_number(count)?), false, file),
            ["tail", "-n", count, file] => (FilePart::Last(line_number(count)?), false, file),
            _ => return None,
        };
        let is_file = !file.is_empty() && !file.starts_with('-');
        is_file.then(|| Self { file: file.to_owned(), part, is_numbered })
    }

    /// The lines of a text that the command shows; `None` if it shows none.
    pub(crate) fn lines_of(&self, bytes: &[u8]) -> Option<LineRange> {
        let total = count_lines(bytes);
        let (first, last) = match self.part {
            FilePart::All => (1, total),
            FilePart::Lines { first, last } => (first, last.min(total)),
            FilePart::First(count) => (1, count.min(total)),
            FilePart::Last(count) => (total.saturating_sub(count) + 1, total),
        };
        LineRange::new(first, last).ok()
    }

    /// What the host shows of these lines: it cuts blanks and line ends from both ends of an output, so lines that begin or
    /// end with such are not shown as they are.
    pub(crate) fn output(&self, bytes: &[u8], range: LineRange) -> Option<String> {
        let shown = slice_lines(bytes, range)?;
        let shown = as_utf8(shown.strip_suffix(b"\n").unwrap_or(shown)).ok()?;
        let is_uncut = !shown.is_empty() && shown.trim_end() == shown && !shown.starts_with(['\n', '\r']);
        if !is_uncut {
            return None;
        }
        if !self.is_numbered {
            return Some(shown.to_owned());
        }
        let number = |(number, line): (u64, &[u8])| Some(format!("{number:6}\t{}", as_utf8(line).ok()?));
        (range.first()..).zip(lines(shown.as_bytes())).map(number).collect()
    }
}

/// The words of a command in which the shell has nothing to replace; `None` if it may.
fn plain_words(command: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('"'), '$' | '`' | '\\' | '!') => return None,
            (_, letter) if letter.is_control() => return None,
            (Some(_), letter) => words.last_mut()?.push(letter),
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => words.push(String::new()),
            (None, letter) if is_special(letter) => return None,
            (None, letter) => words.last_mut()?.push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    quote.is_none().then_some(words)
}

fn is_special(letter: char) -> bool {
    "|&;<>()$`\\*?[]#~=%!{}^\"'".contains(letter)
}

/// `10,20p` or `7p`.
fn sed_lines(script: &str) -> Option<RangeInclusive<u64>> {
    let lines = script.strip_suffix('p')?;
    let (first, last) = lines.split_once(',').unwrap_or((lines, lines));
    let (first, last) = (line_number(first)?, line_number(last)?);
    (first <= last).then_some(first..=last)
}

/// A number without a sign, not 0: `head -n -5` and `tail -n +5` mean something else.
fn line_number(word: &str) -> Option<u64> {
    let are_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| word.parse().ok()).flatten().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests;
