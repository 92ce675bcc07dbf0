//! A list of documents with a word: for each its distance from the one before and how often it has the word, in groups of
//! seven bits.

/// A list to which documents are added in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Postings {
    bytes: Vec<u8>,
    /// The place behind the last one.
    next: u32,
}

impl Postings {
    /// Adds a document that comes after all others.
    pub(super) fn push(&mut self, place: u32, count: u32) {
        debug_assert!(place >= self.next, "documents come in order");
        write(&mut self.bytes, place - self.next);
        write(&mut self.bytes, count);
        self.next = place + 1;
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The places and counts of a list, `None` at the end of one that makes no sense.
pub(super) fn read(list: &[u8]) -> impl Iterator<Item = Option<(u32, u32)>> {
    let (mut rest, mut next) = (Some(list), 0_u32);
    std::iter::from_fn(move || {
        let bytes = rest.filter(|bytes| !bytes.is_empty())?;
        let entry = entry(bytes, next);
        (rest, next) = match entry {
            Some((place, _, rest)) => (Some(rest), place.checked_add(1)?),
            None => (None, 0),
        };
        Some(entry.map(|(place, count, _)| (place, count)))
    })
}

fn entry(bytes: &[u8], next: u32) -> Option<(u32, u32, &[u8])> {
    let (distance, bytes) = number(bytes)?;
    let (count, bytes) = number(bytes)?;
    Some((next.checked_add(distance)?, count, bytes))
}

fn write(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The number that bytes begin with, and what comes behind it.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let length = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(length);
    let number = digits.iter().rev().fold(0_u64, |number, digit| number << 7 | u64::from(digit & 0x7f));
    Some((u32::try_from(number).ok()?, rest))
}

#[cfg(test)]
mod tests;
