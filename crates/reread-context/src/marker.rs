//! The sentences that stand in place of a text. They are the same on every front end except for the prefix.

use reread_text::{Diff, LineRange, LineSet};

use crate::ReadScope;

/// The name in front of a marker: `[reread: …]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerPrefix(pub &'static str);

impl MarkerPrefix {
    /// The command line and the server.
    pub const REREAD: Self = Self("reread");
    /// The extension for pi.
    pub const READCACHE: Self = Self("readcache");

    /// Whether the line is exactly one of these sentences, alone or behind the target that it is about.
    pub(crate) fn says(self, line: &str) -> bool {
        let begin = format!("[{}: ", self.0);
        let Some((target, sentence)) = line.split_once(&begin) else { return false };
        (target.is_empty() || is_target(target)) && SENTENCES.contains(&without_numbers(sentence).as_str())
    }

    /// Nothing changed in what was asked for.
    pub fn unchanged(self, asked: ReadScope, total_lines: u64) -> String {
        let Self(name) = self;
        match asked {
            ReadScope::Whole => format!("[{name}: unchanged, {total_lines} lines]"),
            ReadScope::Lines(lines) => format!("[{name}: unchanged in lines {lines} of {total_lines}]"),
        }
    }

    /// The lines asked for are as they were, and others are not.
    pub fn unchanged_here(self, lines: LineRange) -> String {
        format!("[{}: unchanged in lines {lines}; changes exist outside this range]", self.0)
    }

    /// The rest of what was asked for follows.
    pub fn held(self, lines: &LineSet) -> String {
        format!("[{}: lines {lines} unchanged, held]", self.0)
    }

    /// A diff follows. A line in place of another is one change.
    pub fn changed(self, diff: &Diff, total_lines: u64) -> String {
        format!("[{}: {} lines changed of {total_lines}]", self.0, diff.added.max(diff.removed))
    }
}

/// What a marker says, up to the end of its line, with `N` in place of numbers and lines.
const SENTENCES: [&str; 12] = [
    "unchanged, N lines]",
    "unchanged, N line]",
    "unchanged in lines N of N]",
    "unchanged in lines N of N] next line N",
    "unchanged in lines N; changes exist outside this range]",
    "unchanged in lines N; changes exist outside this range] next line N",
    "N lines changed of N]",
    "outline unchanged, N symbols]",
    "outline unchanged, N symbol]",
    "lines N held]",
    "lines N of N are held]",
    "lines N unchanged, held]",
];

/// `src/a.rs:1-3 `: the name of a file, which the part of a reply about several files begins with. A word of a sentence, or the
/// number of a list, is none.
fn is_target(text: &str) -> bool {
    let Some(name) = text.strip_suffix(' ').filter(|name| !name.contains(char::is_whitespace)) else {
        return false;
    };
    name.split(['.', '/']).skip(1).any(|part| part.starts_with(char::is_alphanumeric))
}

/// A sentence with `N` in place of each number, range or list of ranges.
fn without_numbers(sentence: &str) -> String {
    let mut text = String::new();
    let mut rest = sentence;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        text.push_str(&rest[..at]);
        text.push('N');
        let number = rest[at..].trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        // A list goes on behind its comma without a space.
        rest = match number.strip_prefix(',') {
            Some(more) if more.starts_with(|letter: char| letter.is_ascii_digit()) => {
                text.pop();
                more
            }
            _ => number,
        };
    }
    text + rest
}

#[cfg(test)]
mod tests;
