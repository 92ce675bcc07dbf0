//! The second name of a file while it is replaced.
//!
//! Recovery removes and exchanges what it finds under such a name, and it reads the name from a database. So the name is
//! a type: no other spelling than that of ours can be made into one, whatever a row says.

use crate::NameError;

const PREFIX: &[u8; 8] = b".reread-";
const SUFFIX: &[u8; 4] = b".tmp";
const LENGTH: usize = PREFIX.len() + 16 + SUFFIX.len();

/// One component, `.reread-` with 16 lowercase hex digits and `.tmp`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct TempName([u8; LENGTH]);

impl TempName {
    /// The name with these digits, which should be random: then no other process can guess it.
    #[must_use]
    pub const fn new(digits: u64) -> Self {
        let mut name = [0; LENGTH];
        let mut at = 0;
        while at < LENGTH {
            name[at] = match at {
                0..8 => PREFIX[at],
                8..24 => b"0123456789abcdef"[(digits >> (60 - 4 * (at - 8)) & 0xf) as usize],
                _ => SUFFIX[at - 24],
            };
            at += 1;
        }
        Self(name)
    }

    /// Accepts a name of exactly that form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NameError> {
        let name: [u8; LENGTH] = bytes.try_into().map_err(|_| NameError::NotATempName)?;
        let digits = &name[PREFIX.len()..LENGTH - SUFFIX.len()];
        let is_ours = name.starts_with(PREFIX)
            && name.ends_with(SUFFIX)
            && digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if is_ours { Ok(Self(name)) } else { Err(NameError::NotATempName) }
    }

    /// The name as bytes, without any slash.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Display for TempName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{}", char::from(*byte)))
    }
}

#[cfg(test)]
mod tests;
