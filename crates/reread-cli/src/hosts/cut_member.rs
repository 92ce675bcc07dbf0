//! Cuts a member out of a text with its comma and its line. Comments around it stay.

use std::ops::Range;

/// The length of the comment that a text starts with.
pub(super) type CommentLength = fn(&str) -> Option<usize>;

/// Where a member is.
pub(super) struct MemberPlace {
    pub(super) range: Range<usize>,
    /// Within brackets: the end of the member before it, or of the opening bracket.
    pub(super) previous_end: Option<usize>,
}

impl MemberPlace {
    /// The text without the member.
    pub(super) fn cut_out_of(self, text: &str, comment_length: CommentLength) -> String {
        let MemberPlace { range: member, previous_end } = self;
        let Some(previous_end) = previous_end else { return cut(text, member) };
        let comma_after = comma(text, member.end, comment_length);
        let Some(comma) = comma_after.or_else(|| comma(text, previous_end, comment_length)) else {
            return cut(text, trimmed_start(text, member));
        };
        if comma < member.start {
            // Without a comma after it, the member is the last one.
            let text = cut(text, trimmed_start(text, member));
            return cut_range(&text, comma..comma + 1);
        }
        if text[member.end..comma].trim().is_empty() {
            return cut(text, member.start..comma + 1);
        }
        // A comment stands between the member and its comma.
        let text = cut_range(text, comma..comma + 1);
        cut(&text, member)
    }
}

/// The text without a range. Lines that hold nothing else go too.
pub(super) fn cut(text: &str, range: Range<usize>) -> String {
    let line_start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[range.end..].find('\n').map_or(text.len(), |newline| range.end + newline + 1);
    let behind = text[range.end..line_end].trim_start();
    if !text[line_start..range.start].trim().is_empty() {
        cut_range(text, range)
    } else if behind.is_empty() {
        cut_range(text, line_start..line_end)
    } else {
        // What follows takes the indentation.
        cut_range(text, range.start..line_end - behind.len())
    }
}

fn cut_range(text: &str, range: Range<usize>) -> String {
    format!("{}{}", &text[..range.start], &text[range.end..])
}

/// The range with the blanks before it, unless it starts a line.
fn trimmed_start(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].trim_end_matches([' ', '\t']);
    if before.ends_with('\n') { range } else { before.len()..range.end }
}

/// The offset of the comma that follows, after white space and comments.
fn comma(text: &str, from: usize, comment_length: CommentLength) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += match rest.chars().next()? {
            ',' => return Some(at),
            char if char.is_whitespace() => char.len_utf8(),
            _ => comment_length(rest)?,
        };
    }
}

/// A comment of TOML and YAML.
pub(super) fn hash_comment_length(text: &str) -> Option<usize> {
    text.starts_with('#').then(|| text.find('\n').unwrap_or(text.len()))
}
