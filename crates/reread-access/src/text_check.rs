//! Whether bytes are text, and what is unseen in it.
//!
//! A file that is read whole is judged by all of its bytes. A larger one is judged by its beginning and by the part that is
//! read. Text is what a model can use: UTF-8, with NULs in it if need be, and also text in another encoding of single bytes.
//! A NUL among bytes that are not UTF-8, wherever it stands, shows that a file is none of these.

mod signature;

use std::fmt;

use reread_text::{Hazards, as_utf8, char_floor, hazards};

use self::signature::format_of;

/// How much of a file that is not read whole decides whether it is text.
pub const BEGINNING: usize = 8 * 1024;

/// Fewer control characters than this say nothing about a file.
const FEW_CONTROLS: usize = 8;

/// Fewer pairs of bytes than this do not show UTF-16 without a byte order mark: `a\0b\0` is a list that `find -print0` wrote.
const FEW_PAIRS: usize = 8;

/// What a file is that is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryKind {
    /// A format that is known by the way in which it begins, such as `a PDF document`.
    Format(&'static str),
    /// Text in UTF-16, with or without a byte order mark.
    Utf16,
    /// Anything else.
    Unknown,
}

/// What follows the words "is not text".
impl fmt::Display for BinaryKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BinaryKind::Format(format) => write!(formatter, ": it is {format}"),
            BinaryKind::Utf16 => formatter.write_str(": it looks like UTF-16, not UTF-8"),
            BinaryKind::Unknown => Ok(()),
        }
    }
}

/// What is unseen in a text that begins with that line; `None` if nothing is.
pub fn hazards_from(first_line: u64, text: &str) -> Option<Hazards> {
    let mut found = hazards(text);
    let kinds = [&mut found.control, &mut found.bidi, &mut found.invisible, &mut found.tag];
    for place in kinds.into_iter().flat_map(|kind| &mut kind.first) {
        place.line += first_line - 1;
    }
    (!found.is_empty()).then_some(found)
}

/// What a file is if it is not text, judged by these bytes: all of it, or its beginning.
pub fn binary_kind(bytes: &[u8]) -> Option<BinaryKind> {
    if let Some(format) = format_of(bytes) {
        return Some(BinaryKind::Format(format));
    }
    let early = &bytes[..char_floor(bytes, bytes.len().min(BEGINNING))];
    if is_utf16(early) {
        return Some(BinaryKind::Utf16);
    }
    let is_binary = is_undecodable(early) || is_full_of_controls(early) || has_nul_outside_utf8(bytes);
    is_binary.then_some(BinaryKind::Unknown)
}

/// Whether there is a NUL among bytes that are not UTF-8. They may be any part of a file: a character that is cut at either
/// end does not count.
pub fn has_nul_outside_utf8(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some() && !is_utf8_inside(bytes)
}

/// Whether bytes are UTF-8, but for a character that is cut at either end.
pub fn is_utf8_inside(bytes: &[u8]) -> bool {
    let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
    let start = bytes.iter().take(3).take_while(|byte| is_continuation(byte)).count();
    let inside = &bytes[start..];
    match as_utf8(inside) {
        Ok(_) => true,
        Err(error) => {
            let rest = usize::try_from(error.valid_up_to).ok().and_then(|at| inside.get(at..));
            rest.is_some_and(|rest| str::from_utf8(rest).is_err_and(|error| error.error_len().is_none()))
        }
    }
}

/// Whether more than a tenth does not decode.
fn is_undecodable(early: &[u8]) -> bool {
    if as_utf8(early).is_ok() {
        return false;
    }
    let invalid: usize = early.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    invalid * 10 > early.len()
}

/// Whether more than three tenths are characters that stand in no text. NULs are left out: a hole in a file reads as NULs.
fn is_full_of_controls(early: &[u8]) -> bool {
    let is_control = |byte: u8| matches!(byte, 1..=6 | 14..=26 | 28..=31);
    let controls = count(early, is_control);
    controls >= FEW_CONTROLS && controls * 10 > count(early, |byte| byte != 0) * 3
}

/// How many bytes are such. Every file that a search opens is counted: sums of a byte let the compiler count many at once.
fn count(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let in_part = |part: &[u8]| part.iter().map(|byte| u8::from(is_such(*byte))).sum::<u8>();
    bytes.chunks(128).map(|part| usize::from(in_part(part))).sum()
}

/// Whether there is a byte order mark of UTF-16, or most characters have a byte that is NUL, as those of Latin scripts do.
fn is_utf16(early: &[u8]) -> bool {
    if early.starts_with(b"\xff\xfe") || early.starts_with(b"\xfe\xff") {
        return true;
    }
    if memchr::memchr(0, early).is_none() {
        return false;
    }
    let (pairs, _) = early.as_chunks::<2>();
    let nuls = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
    let (first, second) = (nuls(0), nuls(1));
    pairs.len() >= FEW_PAIRS && first.min(second) == 0 && first.max(second) * 10 > pairs.len() * 6
}

#[cfg(test)]
mod tests;
