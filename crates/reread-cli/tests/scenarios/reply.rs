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

/// The reply of another front end with the hints and offers of the command line. A hint that names a command or an option is
/// not compared: the other front ends have other words for it, which a test of their own collects.
pub(crate) fn in_words_of_command_line(expected: &str, got: &str) -> String {
    let is_hint = |line: &&str| line.starts_with("try: ") || line.trim_start().starts_with("\"hint\": ");
    let mut hints = expected.lines().filter(is_hint);
    let is_same_count = hints.clone().count() == got.lines().filter(is_hint).count();
    let offers_summary = expected.contains(", or its summary}");
    let mut text = String::new();
    for line in got.split_inclusive('\n') {
        let hint = if is_same_count && is_hint(&line) { hints.next() } else { None };
        let hint = hint.filter(|hint| is_of_command_line(hint));
        match hint {
            Some(hint) => text.extend([hint, "\n"]),
            None => {
                let line = line.replace("; words=true ranks files", "; --words ranks files");
                let is_cut = offers_summary && line.contains("; next line ");
                text.push_str(&if is_cut { line.replace('}', ", or its summary}") } else { line });
            }
        }
    }
    text
}

fn is_of_command_line(hint: &str) -> bool {
    hint.contains(" --") || hint.contains("`reread ")
}

/// What differs, for people.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let names = DiffNames { old: "the scenario", new: "the reply" };
    String::from_utf8_lossy(&unified_diff(expected.as_bytes(), got.as_bytes(), names, 3).text).into_owned()
}
