//! A name for everything a session has been given receipts for.
//!
//! The name is a name and no proof: it says which receipts were handed out, not which lines anybody still sees. Nothing
//! may be left out of a reply because of it.

use std::collections::VecDeque;
use std::fmt;

use reread_text::Digest;

/// So many receipts are remembered, to know one that comes again.
pub const MAX_RECEIPTS: usize = 256;

/// The receipts of a session, in the order in which each first came.
#[derive(Clone, Debug, Default)]
pub struct Bundle {
    /// Each receipt is digested into the digest of those before it, so the name takes no memory.
    chain: Option<Digest>,
    recent: VecDeque<Digest>,
}

impl Bundle {
    /// Adds a receipt. One that is in the bundle changes nothing; one that came more than [`MAX_RECEIPTS`] others ago
    /// counts as new.
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

    /// The name of the receipts so far; none, no name.
    pub fn id(&self) -> Option<BundleId> {
        self.chain.map(BundleId)
    }
}

/// The name of an ordered set of receipts: equal for equal sets in equal order. Written `ctx-` and sixteen hex digits,
/// so that nobody takes it for a tag.
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
