//! A reply as a transcript shows it, and the comparison of two.

use reread_text::{DiffNames, unified_diff};

use crate::spelling::spelled;

/// What a call gave back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) output: Vec<u8>,
    pub(crate) messages: Vec<u8>,
    pub(crate) exit: i32,
}

impl Reply {
    /// Output, then messages, then `exit N` unless N is 0; an output that does not end its line is followed by a line
    /// that says so.
    pub(crate) fn shown(&self) -> String {
        let mut text = spelled(&self.output);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str("\n\\ no newline at end of output\n");
        }
        text.push_str(&spelled(&self.messages));
        if self.exit != 0 {
            text.push_str(&format!("exit {}\n", self.exit));
        }
        text
    }
}

/// Whether the reply is what the scenario says. A line `...` stands for any number of lines.
pub(crate) fn is_as_expected(expected: &str, got: &str) -> bool {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let mut pieces = expected.split(|line| *line == "...");
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = got.strip_prefix(first) else { return false };
    let pieces: Vec<&[&str]> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else { return rest.is_empty() };
    for piece in between {
        let Some(at) = (0..rest.len()).find(|at| rest[*at..].starts_with(piece)) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// What differs, for people.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let names = DiffNames { old: "the scenario", new: "the reply" };
    String::from_utf8_lossy(&unified_diff(expected.as_bytes(), got.as_bytes(), names, 3).text).into_owned()
}
