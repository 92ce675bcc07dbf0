//! Writes names for people, models and logs: on one line, visible and reversible.
//!
//! A name that is plain text is written as it is. Any other name is escaped: bytes that are not UTF-8, C0 controls and
//! DEL as `\xff`, other invisible or control characters as `\u{202e}`, and every backslash
//! doubled. Names that merely look escaped (they contain `\\`, `\x1b` or `\u{202e}` as text) are escaped, too, so no
//! two names share a spelling and every spelling says which kind it is: it contains a well-formed escape or it does
//! not.

use std::borrow::Cow;
use std::fmt::Write;

use crate::unseen::is_hazard;

/// Writes a name on one line; [`unspell`] reads it back.
///
/// Works on a whole path or on one component: a slash is written as it is.
#[must_use]
pub fn spell(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(text) if !text.contains(is_hazard) && !holds_escape(text) => Cow::Borrowed(text),
        _ => Cow::Owned(escaped(name)),
    }
}

/// The name whose spelling is `text`, if there is one.
///
/// `unspell(text) == Some(name)` exactly when `spell(name) == text`: another way to escape the same name, a visible
/// character written as an escape, or an invisible one that is not, is no spelling.
#[must_use]
pub fn unspell(text: &str) -> Option<Vec<u8>> {
    let name = if holds_escape(text) { unescaped(text)? } else { text.as_bytes().to_vec() };
    (spell(&name) == text).then_some(name)
}

fn escaped(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => text.push_str(r"\\"),
                _ if character.is_ascii_control() => push_byte(&mut text, character as u8),
                _ if is_hazard(character) => {
                    write!(text, "\\u{{{:x}}}", u32::from(character)).expect("a String takes every write");
                }
                _ => text.push(character),
            }
        }
        for &byte in chunk.invalid() {
            push_byte(&mut text, byte);
        }
    }
    text
}

fn push_byte(text: &mut String, byte: u8) {
    write!(text, "\\x{byte:02x}").expect("a String takes every write");
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        name.extend_from_slice(&rest.as_bytes()[..at]);
        let (meaning, length) = escape_at(&rest[at..])?;
        match meaning {
            Escape::Byte(byte) => name.push(byte),
            Escape::Character(character) => {
                name.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        rest = &rest[at + length..];
    }
    name.extend_from_slice(rest.as_bytes());
    Some(name)
}

fn holds_escape(text: &str) -> bool {
    text.match_indices('\\').any(|(at, _)| escape_at(&text[at..]).is_some())
}

enum Escape {
    Byte(u8),
    Character(char),
}

/// The largest code point is `10ffff`; looking no further keeps a name full of open escapes linear.
const MAX_DIGITS: usize = 6;

/// The escape that `text` begins with, and how many bytes it takes.
fn escape_at(text: &str) -> Option<(Escape, usize)> {
    let after = text.strip_prefix('\\')?;
    if after.starts_with('\\') {
        return Some((Escape::Byte(b'\\'), 2));
    }
    if let Some(digits) = after.strip_prefix('x') {
        let digits = digits.get(..2).filter(|digits| is_lower_hex(digits))?;
        return Some((Escape::Byte(u8::from_str_radix(digits, 16).ok()?), 4));
    }
    let after = after.strip_prefix("u{")?;
    let length = after.bytes().take(MAX_DIGITS + 1).position(|byte| byte == b'}')?;
    let digits = Some(&after[..length]).filter(|digits| is_lower_hex(digits))?;
    let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    Some((Escape::Character(character), length + 4))
}

/// `from_str_radix` would take a sign.
fn is_lower_hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests;
