//! A short name for a version of a file.

use reread_text::Digest;

/// How many digits of a digest name a version where there is little room.
pub const VERSION_DIGITS: usize = 16;

/// The beginning of a digest.
pub fn short_version(digest: &Digest) -> String {
    let mut digits = digest.to_string();
    digits.truncate(VERSION_DIGITS);
    digits
}
