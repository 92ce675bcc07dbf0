//! What Claude Code shows of a file, and which lines of a version that proves.

use std::borrow::Cow;

use reread_text::{BOM, LineRange, as_utf8, count_lines};

use crate::claude_code::shell_read::ShellRead;
use crate::pi::{slice_as_pi_does, total_lines};

/// How a tool shows lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownForm {
    /// `Read`: each line behind its number and a tab, CR removed, an empty line behind a final newline.
    Numbered,
    /// The output of a shell command.
    Shell(ShellRead),
}

/// Lines of a file as a result shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownText<'a> {
    /// Lines of `Read`, without their numbers.
    Lines { first: u64, body: Cow<'a, str> },
    /// The output of a shell command.
    Output { read: &'a ShellRead, text: &'a str },
}

impl<'a> ShownText<'a> {
    /// Takes the text of a result apart; `None` if it does not have the form of its tool.
    pub(crate) fn of_result(form: &'a ShownForm, text: &'a str) -> Option<Self> {
        match form {
            ShownForm::Numbered => {
                let (first, body) = without_numbers(text)?;
                Some(Self::Lines { first, body: Cow::Owned(body) })
            }
            ShownForm::Shell(read) => Some(Self::Output { read, text }),
        }
    }

    /// What stands there, without the numbers of the host.
    pub(crate) fn body(&self) -> &str {
        match self {
            Self::Lines { body, .. } => body,
            Self::Output { text, .. } => text,
        }
    }

    /// The lines of a version that are shown; `None` if the text is not that of these lines.
    pub(crate) fn lines_of(&self, version: &[u8]) -> Option<LineRange> {
        match self {
            Self::Lines { first, body } => {
                let version = without_cr(version);
                let shown = LineRange::new(*first, first + body.matches('\n').count() as u64).ok()?;
                if slice_as_pi_does(&version, shown)? != body.as_bytes() {
                    return None;
                }
                LineRange::new(*first, shown.last().min(count_lines(&version))).ok()
            }
            Self::Output { read, text } => {
                let range = read.lines_of(version)?;
                (read.output(version, range)? == *text).then_some(range)
            }
        }
    }
}

/// Whether the host shows a text as it is: it hides a byte order mark, replaces bytes that are not UTF-8, and adds a notice
/// for NUL.
pub(crate) fn is_shown_as_it_is(bytes: &[u8]) -> bool {
    as_utf8(bytes).is_ok() && !bytes.starts_with(BOM) && !bytes.contains(&0)
}

/// How many lines `Read` says a text has.
pub(crate) fn lines_by_host(bytes: &[u8]) -> u64 {
    total_lines(bytes)
}

/// A text as `Read` shows it from its first line on.
pub(crate) fn with_numbers(text: &str) -> String {
    let numbered: Vec<String> =
        (1..).zip(text.split('\n')).map(|(number, line): (u64, _)| format!("{number}\t{line}")).collect();
    numbered.join("\n")
}

/// The first number, and the lines without theirs; `None` if a line has no number or not the next one.
fn without_numbers(text: &str) -> Option<(u64, String)> {
    let mut first = None;
    let mut body = String::with_capacity(text.len());
    for (place, line) in (0..).zip(text.split('\n')) {
        let (number, line) = line.split_once('\t')?;
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let number: u64 = is_plain.then(|| number.parse().ok()).flatten()?;
        let first = *first.get_or_insert(number);
        if number != first.checked_add(place)? {
            return None;
        }
        if place > 0 {
            body.push('\n');
        }
        body.push_str(line);
    }
    Some((first?, body))
}

/// A text without the CR of each CRLF.
fn without_cr(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&b'\r') {
        return Cow::Borrowed(bytes);
    }
    let ends_line = |place: usize| bytes.get(place + 1) == Some(&b'\n');
    let kept = bytes.iter().enumerate().filter(|(place, byte)| **byte != b'\r' || !ends_line(*place));
    Cow::Owned(kept.map(|(_, byte)| *byte).collect())
}

#[cfg(test)]
mod tests;
