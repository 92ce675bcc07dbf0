//! A delta: how to make one object out of another.

use super::offset::parse_length;

/// A delta could not be applied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BadDelta {
    /// It is not as git writes it, or not for this base.
    Malformed,
    /// What it makes is larger than that.
    TooLarge,
}

/// Applies a delta whose result has at most `max` bytes.
pub(crate) fn apply_delta(base: &[u8], delta: &[u8], max: u64) -> Result<Vec<u8>, BadDelta> {
    let mut delta = Steps { rest: delta };
    if delta.length()? != base.len() as u64 {
        return Err(BadDelta::Malformed);
    }
    let length = delta.length()?;
    if length > max {
        return Err(BadDelta::TooLarge);
    }
    let length = usize::try_from(length).map_err(|_| BadDelta::TooLarge)?;
    let mut made = Vec::with_capacity(length);
    while !delta.rest.is_empty() {
        let piece = delta.piece(base)?;
        if piece.len() > length - made.len() {
            return Err(BadDelta::Malformed);
        }
        made.extend_from_slice(piece);
    }
    if made.len() == length { Ok(made) } else { Err(BadDelta::Malformed) }
}

struct Steps<'a> {
    rest: &'a [u8],
}

impl<'a> Steps<'a> {
    /// The next bytes of the result.
    fn piece(&mut self, base: &'a [u8]) -> Result<&'a [u8], BadDelta> {
        let step = self.take(1)?[0];
        if step & 0x80 == 0 {
            // Zero is reserved.
            return if step == 0 { Err(BadDelta::Malformed) } else { self.take(usize::from(step)) };
        }
        let start = self.number(step, 4)?;
        let length = match self.number(step >> 4, 3)? {
            0 => 0x10000,
            length => length,
        };
        let end = start.checked_add(length).ok_or(BadDelta::Malformed)?;
        base.get(start..end).ok_or(BadDelta::Malformed)
    }

    /// A number of which only the bytes that are not zero are written; the bits say which.
    fn number(&mut self, bits: u8, bytes: u32) -> Result<usize, BadDelta> {
        let mut number = 0;
        for place in (0..bytes).filter(|place| bits >> place & 1 != 0) {
            number |= u64::from(self.take(1)?[0]) << (8 * place);
        }
        usize::try_from(number).map_err(|_| BadDelta::Malformed)
    }

    fn length(&mut self) -> Result<u64, BadDelta> {
        let (length, used) = parse_length(self.rest).ok_or(BadDelta::Malformed)?;
        self.take(used)?;
        Ok(length)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], BadDelta> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(BadDelta::Malformed)?;
        self.rest = rest;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests;
