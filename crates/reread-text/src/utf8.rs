//! Checks whether bytes are UTF-8, and finds boundaries of characters.
//!
//! Nothing is replaced or dropped: a text that is not UTF-8 keeps its bytes, and the error names the first bad one.

use std::str;

/// U+FEFF in UTF-8. It is part of the text and of its digest.
pub const BOM: &[u8] = "\u{feff}".as_bytes();

/// The bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is not UTF-8 from byte {valid_up_to} on, counted from 0")]
pub struct NotUtf8 {
    /// Offset of the first bad byte; everything before it is valid.
    pub valid_up_to: u64,
}

/// The bytes as text, including a BOM.
pub fn as_utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    simdutf8::compat::from_utf8(bytes).map_err(|error| NotUtf8 { valid_up_to: error.valid_up_to() as u64 })
}

/// The largest boundary of a character that is not greater than `index`.
///
/// Bytes that are not part of a character may be cut anywhere. An index past the end gives the end.
pub fn char_floor(bytes: &[u8], index: usize) -> usize {
    if index >= bytes.len() {
        return bytes.len();
    }
    (index.saturating_sub(3)..index).find(|start| start + char_len(&bytes[*start..]) > index).unwrap_or(index)
}

/// The length of the first character, or 1 for a byte that starts none; 0 for no bytes.
pub(crate) fn char_len(bytes: &[u8]) -> usize {
    let Some(lead) = bytes.first() else { return 0 };
    let len = match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return 1,
    };
    if bytes.get(..len).is_some_and(|bytes| str::from_utf8(bytes).is_ok()) { len } else { 1 }
}

#[cfg(test)]
mod tests;
