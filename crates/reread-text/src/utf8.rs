//! Whether bytes are UTF-8, and where they may be cut.
//!
//! Nothing is ever replaced or dropped: a text that is not UTF-8 keeps its bytes, and the caller learns
//! where the trouble starts.

use std::str;

/// U+FEFF in UTF-8. It is part of the text it stands before, and of that text's digest.
pub const BOM: &[u8] = "\u{feff}".as_bytes();

/// The bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is not UTF-8 from byte {valid_up_to} on, counted from 0")]
pub struct NotUtf8 {
    /// How many bytes before the first bad one are whole characters.
    pub valid_up_to: u64,
}

/// The bytes as text, a BOM included.
pub fn as_utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    simdutf8::compat::from_utf8(bytes).map_err(|error| NotUtf8 { valid_up_to: error.valid_up_to() as u64 })
}

/// Checks a text that arrives piece by piece; a character may straddle pieces.
#[derive(Clone, Debug, Default)]
pub struct Utf8Check {
    /// Whole characters so far, in bytes.
    valid: u64,
    /// The first bytes of a character whose rest is still to come.
    begun: [u8; 4],
    begun_len: usize,
    failed: bool,
}

impl Utf8Check {
    /// Takes in the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let rest = self.complete(bytes);
        if self.failed || rest.is_empty() {
            return;
        }
        let Err(error) = simdutf8::compat::from_utf8(rest) else {
            self.valid += rest.len() as u64;
            return;
        };
        self.valid += error.valid_up_to() as u64;
        match error.error_len() {
            Some(_) => self.failed = true,
            None => {
                let tail = &rest[error.valid_up_to()..];
                self.begun[..tail.len()].copy_from_slice(tail);
                self.begun_len = tail.len();
            }
        }
    }

    /// Gives the begun character its bytes and returns what comes after it.
    fn complete<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let mut rest = bytes;
        while self.begun_len > 0 && !self.failed {
            let Some((next, after)) = rest.split_first() else { break };
            self.begun[self.begun_len] = *next;
            self.begun_len += 1;
            match str::from_utf8(&self.begun[..self.begun_len]) {
                Ok(_) => {
                    self.valid += self.begun_len as u64;
                    self.begun_len = 0;
                }
                Err(error) => self.failed = error.error_len().is_some(),
            }
            rest = after;
        }
        rest
    }

    /// Whether everything taken in was UTF-8; a character left unfinished is not.
    pub fn finish(self) -> Result<(), NotUtf8> {
        if self.failed || self.begun_len > 0 {
            return Err(NotUtf8 { valid_up_to: self.valid });
        }
        Ok(())
    }
}

/// The largest index, no larger than this one, that lies inside no character.
///
/// Bytes that form no character may be cut anywhere. Past the end means the end.
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
