//! The first line of a comment or docstring that contains words.

use crate::grammar::one_line;

/// Comment marks at the start of documentation, in all languages.
const OPENERS: &[&str] = &[
    "/**",
    "/*!",
    "/*",
    "///",
    "//!",
    "//",
    "\"\"\"",
    "'''",
    "--[[",
    "---",
    "--",
    "<!--",
    "=begin",
    "<summary>",
    "#!",
    "#",
    "*",
];
/// Comment marks at the end of documentation.
const CLOSERS: &[&str] = &["*/", "\"\"\"", "'''", "-->", "]]", "</summary>", "*"];

/// Longer lines are cut.
const MAX_DOC: usize = 120;
/// Bytes that are searched for the first word.
const MAX_SEARCHED: usize = 2048;

/// The first line with a letter or a digit, without comment marks.
pub(crate) fn doc_line(comment: &[u8]) -> Option<String> {
    let beginning = &comment[..reread_text::char_floor(comment, MAX_SEARCHED)];
    let text = String::from_utf8_lossy(beginning);
    let said = text.lines().map(bare).find(|line| line.contains(char::is_alphanumeric))?;
    Some(one_line(said.as_bytes(), MAX_DOC))
}

fn bare(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(rest) = OPENERS.iter().find_map(|mark| line.strip_prefix(mark)) {
        line = rest.trim_start();
    }
    while let Some(rest) = CLOSERS.iter().find_map(|mark| line.strip_suffix(mark)) {
        line = rest.trim_end();
    }
    line
}

#[cfg(test)]
mod tests;
