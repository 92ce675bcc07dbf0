//! The rows in which a user is shown a change.
//!
//! What a person agrees to is what they see, so nothing is cut: a long line is folded, and what only fills room is counted.
//! A row that is ours begins with `⟨` or `↪`, and a line of a change with its sign.

use reread_text::visible;

/// The longest row, in characters.
const LONGEST_ROW: usize = 160;

/// A longer run of blanks, or of another character, is shown as a count.
const LONGEST_RUN: usize = 32;

/// More equal lines in a row are shown as one and a count.
const MOST_EQUAL: usize = 3;

/// What a question shows at once. More does not fit the window that asks.
const MOST_ROWS: usize = 40;
const MOST_BYTES: usize = 8_000;

/// The rows of the lines of a diff.
pub(super) fn rows(lines: &[String]) -> String {
    let mut text = String::new();
    for equal in lines.chunk_by(|one, next| one == next) {
        let is_run = equal.len() > MOST_EQUAL;
        for line in if is_run { &equal[..1] } else { equal } {
            push_folded(&mut text, &counted_runs(&visible(line)));
        }
        if is_run {
            text.push_str(&format!("⟨the same line {} more times⟩\n", equal.len() - 1));
        }
    }
    text
}

/// The line with its long runs as counts.
fn counted_runs(line: &str) -> String {
    let is_equal = |one: &char, next: &char| one == next || (is_blank(*one) && is_blank(*next));
    let mut shown = String::new();
    let characters: Vec<char> = line.chars().collect();
    for run in characters.chunk_by(is_equal) {
        match run {
            [first, ..] if run.len() > LONGEST_RUN && is_blank(*first) => {
                shown.push_str(&format!("⟨{} blanks⟩", run.len()));
            }
            [first, ..] if run.len() > LONGEST_RUN => shown.push_str(&format!("⟨{} × {first}⟩", run.len())),
            run => shown.extend(run),
        }
    }
    shown
}

/// Whether the character leaves its place empty.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{2800}'
}

fn push_folded(text: &mut String, line: &str) {
    let characters: Vec<char> = line.chars().collect();
    if characters.is_empty() {
        text.push('\n');
    }
    for (index, row) in characters.chunks(LONGEST_ROW).enumerate() {
        text.push_str(if index > 0 { "↪ " } else { "" });
        text.extend(row);
        text.push('\n');
    }
}

/// The rows of a change that a question shows at once, and how many it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownPart<'a> {
    /// The first rows.
    pub text: &'a str,
    /// The others.
    pub rest: &'a str,
}

impl<'a> ShownPart<'a> {
    /// The part of a change, as [`ApprovalRequest`](crate::ApprovalRequest) has it, that fits a question.
    pub fn of(change: &'a str) -> Self {
        let mut end = 0;
        for row in change.split_inclusive('\n').take(MOST_ROWS) {
            if end + row.len() > MOST_BYTES {
                break;
            }
            end += row.len();
        }
        let (text, rest) = change.split_at(end);
        Self { text, rest }
    }

    /// Whether nothing is left out. Only then an answer to the question counts.
    pub fn is_whole(&self) -> bool {
        self.rest.is_empty()
    }

    /// `312 more lines of 3 hunks`.
    pub fn left_out(&self) -> String {
        let lines = self.rest.lines().count();
        let begun = usize::from(!self.rest.starts_with("@@"));
        let hunks = begun + self.rest.lines().filter(|row| row.starts_with("@@")).count();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        format!("{lines} more line{} of {hunks} hunk{}", plural(lines), plural(hunks))
    }
}

#[cfg(test)]
mod tests;
