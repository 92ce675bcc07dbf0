//! The lines of two texts as numbers: equal lines have equal numbers.

use gix_imara_diff::{InternedInput, Interner, Token};
use memchr::memrchr;

use super::window::shared_start;
use crate::{count_lines, lines};

/// Numbers the lines of both texts.
///
/// Two versions of a text are mostly equal, so the new text is compared with the old one directly. Only where they differ
/// are lines looked up by hash, until one is found near its expected position.
pub(super) fn intern<'a>(old: &'a [u8], new: &'a [u8]) -> InternedInput<&'a [u8]> {
    let (old_count, new_count) = (count_lines(old) as usize, count_lines(new) as usize);
    let mut interner = Interner::new(old_count + new_count);
    let known = Known::new(old, old_count, &mut interner);

    let mut after = Vec::with_capacity(new_count);
    let mut rest = new;
    let mut expected = 0;
    'texts: loop {
        let (alike, bytes) = known.alike(expected, rest);
        after.extend_from_slice(&known.tokens[expected..expected + alike]);
        expected += alike;
        rest = &rest[bytes..];
        loop {
            let Some(line) = lines(rest).next() else { break 'texts };
            rest = &rest[line.len()..];
            let token = interner.intern(line);
            after.push(token);
            if let Some(place) = known.place_of(token) {
                let is_near = place.wrapping_sub(expected) < NEAR;
                expected = place + 1;
                if is_near {
                    break;
                }
            }
        }
    }
    InternedInput { before: known.tokens, after, interner }
}

/// Distance in lines up to which the next equal line is expected after a change.
const NEAR: usize = 64;

/// Marks a line that occurs more than once in the old text.
const REPEATED: u32 = u32::MAX;

/// The old text.
struct Known<'a> {
    /// Without a last line that has no LF, because it could be the start of a longer line.
    text: &'a [u8],
    /// Token of each line.
    tokens: Vec<Token>,
    /// End offset of each line.
    ends: Vec<usize>,
    /// For each token, its line or [`REPEATED`].
    places: Vec<u32>,
}

impl<'a> Known<'a> {
    fn new(old: &'a [u8], count: usize, interner: &mut Interner<&'a [u8]>) -> Self {
        let mut known = Self {
            text: &old[..memrchr(b'\n', old).map_or(0, |newline| newline + 1)],
            tokens: Vec::with_capacity(count),
            ends: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
        };
        let mut end = 0;
        for (place, line) in (0..).zip(lines(old)) {
            let token = interner.intern(line);
            match known.places.get_mut(token.0 as usize) {
                Some(place) => *place = REPEATED,
                None => known.places.push(place),
            }
            end += line.len();
            known.tokens.push(token);
            known.ends.push(end);
        }
        known
    }

    /// The length of the common part of a text and the old text from that line on, in lines and in bytes.
    fn alike(&self, from: usize, text: &[u8]) -> (usize, usize) {
        let start = from.checked_sub(1).map_or(0, |before| self.ends[before]);
        let shared = self.text.get(start..).map_or(0, |old| shared_start(old, text));
        let lines = self.ends[from..].iter().take_while(|end| **end <= start + shared).count();
        (lines, if lines == 0 { 0 } else { self.ends[from + lines - 1] - start })
    }

    /// The position of a line that occurs exactly once in the old text.
    fn place_of(&self, token: Token) -> Option<usize> {
        self.places.get(token.0 as usize).filter(|place| **place != REPEATED).map(|place| *place as usize)
    }
}

#[cfg(test)]
mod tests;
