//! Whether bytes are text, and what is unseen in it.

use reread_text::{Hazards, as_utf8, char_floor, hazards};

/// How much of a file decides whether it is text.
pub const BEGINNING: usize = 8 * 1024;

/// What is unseen in a text that begins with that line; `None` if nothing is.
pub fn hazards_from(first_line: u64, text: &str) -> Option<Hazards> {
    let mut found = hazards(text);
    let kinds = [&mut found.control, &mut found.bidi, &mut found.invisible, &mut found.tag];
    for place in kinds.into_iter().flat_map(|kind| &mut kind.first) {
        place.line += first_line - 1;
    }
    (!found.is_empty()).then_some(found)
}

/// Whether there is a byte order mark of UTF-16.
pub fn begins_like_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Not UTF-8, and either with a NUL early on or with more than a tenth of its bytes undecodable: showing it
/// would help no caller.
pub fn looks_binary(bytes: &[u8]) -> bool {
    let early = &bytes[..char_floor(bytes, bytes.len().min(BEGINNING))];
    if as_utf8(early).is_ok() {
        return false;
    }
    let invalid: usize = early.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    invalid > 0 && (early.contains(&0) || invalid * 10 > early.len())
}
