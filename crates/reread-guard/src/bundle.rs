//! One identifier for all tags that a session received.
//!
//! The identifier is not evidence. It says which tags were sent, not which lines are still in the model's context, so no
//! reply may be shortened because of it.

use std::collections::VecDeque;
use std::fmt;

use reread_text::Digest;

/// Number of recent tags that are remembered to detect repetition.
pub const MAX_RECEIPTS: usize = 256;

/// The tags of a session, in the order in which each first occurred.
#[derive(Clone, Debug, Default)]
pub struct Bundle {
    /// A hash chain: each tag is hashed together with the digest so far, so memory use is constant.
    chain: Option<Digest>,
    recent: VecDeque<Digest>,
}

impl Bundle {
    /// Adds a tag. A repeated tag changes nothing, unless more than [`MAX_RECEIPTS`] new tags lie between.
    pub fn add(&mut self, receipt: &str) {
        let receipt = Digest::of(receipt.as_bytes());
        if self.recent.contains(&receipt) {
            return;
        }
        if self.recent.len() == MAX_RECEIPTS {
            self.recent.pop_front();
        }
        self.recent.push_back(receipt);
        let before = self.chain.as_ref().map_or(&[0; 32], Digest::as_bytes);
        self.chain = Some(Digest::of(&[before.as_slice(), receipt.as_bytes()].concat()));
    }

    /// Identifies the tags so far; `None` without any.
    pub fn id(&self) -> Option<BundleId> {
        self.chain.map(BundleId)
    }
}

/// Identifies a sequence of tags: equal for equal tags in equal order. Written as `ctx-` and sixteen hex digits, so that
/// it cannot be confused with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BundleId(Digest);

impl fmt::Display for BundleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ctx-")?;
        self.0.as_bytes()[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests;
