//! Keyed hashes: what rows are found by, and what shows that no other program wrote or altered something.
//!
//! `SQLite` does not notice a flipped bit inside a row, and one bit is all that lies between a question and a grant.

use std::fmt;
use std::ops::Deref;

use hmac::{Hmac, KeyInit as _, Mac as _};
use rusqlite::Transaction;
use sha2::Sha256;

/// The secret of the state directory. What it hashes here begins with words that no tag begins with.
pub(crate) struct SealKey(pub(crate) [u8; 32]);

impl SealKey {
    /// The hash of these fields, for this purpose only.
    pub(crate) fn hash(&self, purpose: &str, fields: &[impl AsRef<[u8]>]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        mac.update(b"reread database 1");
        for field in [purpose.as_bytes()].into_iter().chain(fields.iter().map(AsRef::as_ref)) {
            // The length in front keeps neighbouring fields from flowing into one another.
            mac.update(&(field.len() as u64).to_be_bytes());
            mac.update(field);
        }
        mac.finalize().into_bytes().into()
    }
}

/// The hash of these fields under no key: it shows damage, and any program can make it.
pub(crate) fn checksum(purpose: &str, fields: &[impl AsRef<[u8]>]) -> [u8; 32] {
    SealKey([0; 32]).hash(purpose, fields)
}

/// A transaction, and the key that its rows are sealed with.
#[derive(Debug)]
pub(crate) struct SealedTransaction<'t> {
    pub(crate) transaction: &'t Transaction<'t>,
    pub(crate) key: &'t SealKey,
}

impl<'t> Deref for SealedTransaction<'t> {
    type Target = Transaction<'t>;

    fn deref(&self) -> &Transaction<'t> {
        self.transaction
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey")
    }
}
