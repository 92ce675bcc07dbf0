//! Escapes control characters and invisible characters for people.
//!
//! Text for models is exact and is not escaped here.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::char_class::{HazardousChar, hazardous};

/// Escapes every hazardous character.
///
/// Control characters become `\x1b`, a CR that is not before LF becomes `\r`, everything else `\u{202e}`. Line ends
/// including CRLF, tabs, and a BOM at the very start stay. Backslashes are not doubled, so this is not reversible.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped_by(text, push_escape)
}

/// The same for JSON that is printed on a terminal: `\u009b`, which a parser reads as the character itself.
///
/// A JSON printer escapes only what is below U+0020.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    escaped_by(json, |out, char| {
        for unit in char.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}").expect("a string takes any text");
        }
    })
}

fn escaped_by(text: &str, push_escape: fn(&mut String, char)) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut shown = 0;
    for HazardousChar { offset, char, .. } in hazardous(text) {
        escaped.push_str(&text[shown..offset]);
        push_escape(&mut escaped, char);
        shown = offset + char.len_utf8();
    }
    if shown == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(&text[shown..]);
    Cow::Owned(escaped)
}

/// The same on one line, for names and messages: LF, CR, tab and a BOM at the start are escaped, too.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    let is_layout = |char| matches!(char, '\n' | '\r' | '\t' | '\u{feff}');
    if !shown.contains(is_layout) {
        return shown;
    }
    let mut line = String::with_capacity(shown.len() + 8);
    for char in shown.chars() {
        if is_layout(char) {
            push_escape(&mut line, char);
        } else {
            line.push(char);
        }
    }
    Cow::Owned(line)
}

fn push_escape(out: &mut String, char: char) {
    match char {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0'..='\u{9f}' => write!(out, "\\x{:02x}", u32::from(char)).expect("a string takes any text"),
        _ => write!(out, "\\u{{{:x}}}", u32::from(char)).expect("a string takes any text"),
    }
}

#[cfg(test)]
mod tests;
