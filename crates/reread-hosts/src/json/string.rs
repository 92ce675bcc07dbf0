//! Strings: where they end, and what they say.
//!
//! Nearly all bytes of a session are in strings, and source text has an escape in every line, for its end. Whoever stops
//! at each of them spends most of the time on stopping. So one pass over the whole text, without a branch, finds out
//! whether all its escapes are ordinary ones; if they are, a string ends at the first quote that no backslash takes
//! away, and nothing before that quote has to be looked at.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

use crate::json::NotJson;
use crate::json::cursor::Cursor;

/// Few texts are longer: pi cuts what it shows at 50 kB.
const ORDINARY: usize = 64 << 10;

/// Whether there is no control character in a text, and behind every backslash a character that is all of an escape.
///
/// Then there is one behind those backslashes too that are escapes, so that every escape is sound. `\\d` is sound as
/// well, and not plain: this does not count backslashes, so as to look at many bytes at once.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let Some((last, before)) = bytes.split_last() else { return true };
    let (mut is_odd, mut lowest) = (*last == b'\\', *last);
    for (byte, next) in before.iter().zip(&bytes[1..]) {
        let is_usual = (*next == b'n') | (*next == b'"') | (*next == b'\\') | (*next == b't');
        is_odd |= (*byte == b'\\') & !is_usual;
        lowest = lowest.min(*byte);
    }
    !is_odd && lowest >= b' '
}

impl<'a> Cursor<'a> {
    /// Steps over a string, from quote to quote. Half a character, spelled in numbers, is let pass.
    pub(super) fn step_over_string(&mut self) -> Result<(), NotJson> {
        let start = self.at + 1;
        let string = &self.text.as_bytes()[start..];
        let end = if self.is_plain { end_of_plain(string) } else { end_of_any(string) };
        self.at = start + end.ok_or(NotJson)? + 1;
        Ok(())
    }

    /// Steps over a string and says what it says. Half a character says nothing.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, NotJson> {
        match self.string_without_escapes()? {
            Ok(said) => Ok(Cow::Borrowed(&self.text[said])),
            Err(first) => self.string_with_escapes(first).map(Cow::Owned),
        }
    }

    /// Steps over a string and says where it stands, or where its first escape is.
    #[inline]
    pub(super) fn string_without_escapes(&mut self) -> Result<Result<Range<usize>, usize>, NotJson> {
        let start = self.at + 1;
        let bytes = &self.text.as_bytes()[start..];
        let end = find_quote_or_escape(bytes).ok_or(NotJson)?;
        if bytes[end] == b'\\' {
            return Ok(Err(end));
        }
        if !self.is_plain && has_controls(&bytes[..end]) {
            return Err(NotJson);
        }
        self.at = start + end + 1;
        Ok(Ok(start..start + end))
    }

    /// Steps over a string whose first escape is known, and says what it says.
    #[inline(never)]
    pub(super) fn string_with_escapes(&mut self, first: usize) -> Result<String, NotJson> {
        let text = &self.text[self.at + 1..];
        let bytes = text.as_bytes();
        let mut said = String::with_capacity(bytes.len().min(ORDINARY));
        let (mut start, mut at) = (0, first);
        while bytes[at] == b'\\' {
            said.push_str(&text[start..at]);
            let escaped;
            (escaped, start) = escape(bytes, at)?;
            said.push(escaped);
            at = start + memchr2(b'"', b'\\', &bytes[start..]).ok_or(NotJson)?;
        }
        said.push_str(&text[start..at]);
        if !self.is_plain && has_controls(&bytes[..at]) {
            return Err(NotJson);
        }
        // Of short texts a line may hold millions.
        if said.len() < said.capacity() / 2 {
            said.shrink_to_fit();
        }
        self.at += at + 2;
        Ok(said)
    }
}

/// Where a string ends of which everything is plain: at the first quote behind an even number of backslashes.
#[inline]
fn end_of_plain(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += find_quote(&bytes[at..])?;
        let before = &bytes[..at];
        if before.last() != Some(&b'\\') || backslashes(before).is_multiple_of(2) {
            return Some(at);
        }
        at += 1;
    }
}

/// Where any string ends, from escape to escape; `None` as well if one of them, or a character, is not sound.
#[inline(never)]
fn end_of_any(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b'"', b'\\', &bytes[at..])?;
        if bytes[at] == b'"' {
            return (!has_controls(&bytes[..at])).then_some(at);
        }
        at += match *bytes.get(at + 1)? {
            b'u' => unit(bytes, at).map(|_| 6).ok()?,
            escaped if MEANT[usize::from(escaped)] != 0 => 2,
            _ => return None,
        };
    }
}

/// The first quote of a text.
fn find_quote(bytes: &[u8]) -> Option<usize> {
    match find_soon(bytes, |eight| hits(eight, b'"')) {
        Ok(found) => Some(found),
        Err(rest) => memchr(b'"', &bytes[rest..]).map(|found| rest + found),
    }
}

/// The first quote or backslash of a text.
fn find_quote_or_escape(bytes: &[u8]) -> Option<usize> {
    match find_soon(bytes, |eight| hits(eight, b'"') | hits(eight, b'\\')) {
        Ok(found) => Some(found),
        Err(rest) => memchr2(b'"', b'\\', &bytes[rest..]).map(|found| rest + found),
    }
}

/// Finds a byte that is near, eight at a time; otherwise says from where on to search. Most strings are short, and a
/// search takes longer to begin than they do to end.
#[inline]
fn find_soon(bytes: &[u8], hits: impl Fn(u64) -> u64) -> Result<usize, usize> {
    let Some(near) = bytes.first_chunk::<NEAR>() else { return Err(0) };
    for (before, eight) in near.as_chunks().0.iter().enumerate() {
        let hits = hits(u64::from_le_bytes(*eight));
        if hits != 0 {
            return Ok(8 * before + hits.trailing_zeros() as usize / 8);
        }
    }
    Err(NEAR)
}

/// How many bytes are near.
const NEAR: usize = 32;

/// A number whose lowest bit that is set is in the first byte that is the one looked for; none is set if none is.
fn hits(eight: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let differences = eight ^ (ONES * u64::from(byte));
    differences.wrapping_sub(ONES) & !differences & (ONES << 7)
}

/// How many backslashes a text ends with.
fn backslashes(text: &[u8]) -> usize {
    text.iter().rev().take_while(|byte| **byte == b'\\').count()
}

fn has_controls(bytes: &[u8]) -> bool {
    bytes.iter().copied().fold(u8::MAX, u8::min) < b' '
}

/// The character that an escape stands for, and where it ends.
fn escape(bytes: &[u8], at: usize) -> Result<(char, usize), NotJson> {
    let meant = MEANT[usize::from(*bytes.get(at + 1).ok_or(NotJson)?)];
    if meant != 0 {
        return Ok((char::from(meant), at + 2));
    }
    let first = unit(bytes, at)?;
    let units = match first {
        0xd800..=0xdbff => [Some(first), Some(unit(bytes, at + 6)?)],
        _ => [Some(first), None],
    };
    let end = at + 6 * units.iter().flatten().count();
    let character = char::decode_utf16(units.into_iter().flatten()).next().ok_or(NotJson)?;
    Ok((character.map_err(|_| NotJson)?, end))
}

/// What a character means behind a backslash; nothing if it is not all of an escape. A table, since which it is cannot
/// be guessed.
const MEANT: [u8; 256] = {
    let (escaped, meanings) = (b"\"\\/bfnrt", b"\"\\/\x08\x0c\n\r\t");
    let mut meant = [0; 256];
    let mut place = 0;
    while place < escaped.len() {
        meant[escaped[place] as usize] = meanings[place];
        place += 1;
    }
    meant
};

/// The number that an escape spells, as `\u00e9` does.
fn unit(bytes: &[u8], at: usize) -> Result<u16, NotJson> {
    let Some([b'\\', b'u', digits @ ..]) = bytes.get(at..at + 6) else { return Err(NotJson) };
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16).and_then(|digit| u16::try_from(digit).ok());
        digit.map(|digit| unit << 4 | digit).ok_or(NotJson)
    })
}

#[cfg(test)]
mod tests;
