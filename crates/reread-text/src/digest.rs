//! The identity of a snapshot: SHA-256 of its bytes.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// SHA-256 of a file's bytes. It identifies a snapshot; two snapshots are equal exactly if their digests are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Hashes the bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The hash value, not as hex digits.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Restores a digest that was stored as raw bytes.
impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// Sixty-four lowercase hex digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |byte: &u8| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
        let text: [[u8; 2]; 32] = self.0.each_ref().map(digits);
        f.write_str(std::str::from_utf8(text.as_flattened()).expect("hex digits are text"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not sixty-four lowercase hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 lowercase hex digits")]
pub struct NotADigest;

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(NotADigest);
        }
        let mut bytes = [0; 32];
        let mut wrong = 0;
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let (high, low) = (NIBBLES[usize::from(pair[0])], NIBBLES[usize::from(pair[1])]);
            wrong |= high | low;
            *byte = high << 4 | low;
        }
        if wrong & 0xf0 == 0 { Ok(Self(bytes)) } else { Err(NotADigest) }
    }
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The value of a hex digit; more than 15 for any other byte.
const NIBBLES: [u8; 256] = {
    let mut nibbles = [0xff; 256];
    let mut value = 0;
    while value < 16 {
        nibbles[HEX[value] as usize] = value as u8;
        value += 1;
    }
    nibbles
};

/// Computes a digest in pieces, for files that are never in memory as a whole.
#[derive(Clone, Default)]
pub struct DigestBuilder(Sha256);

impl DigestBuilder {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all added bytes.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests;
