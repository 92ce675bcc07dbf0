//! Bytes that a snapshot and a reply have in common.
//!
//! A whole file is read once, hashed, kept for later and sent. Sharing it instead of copying it is worth as much as the
//! hash of a file of 1 MiB.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of bytes that other owners may share.
#[derive(Clone, Default)]
pub struct SharedBytes {
    all: Arc<Vec<u8>>,
    part: Range<usize>,
}

impl SharedBytes {
    /// The part of these bytes in a range that lies within them.
    pub fn part(&self, range: Range<usize>) -> Self {
        assert!(range.end <= self.len(), "a part lies within the whole");
        let start = self.part.start;
        Self { all: Arc::clone(&self.all), part: start + range.start..start + range.end }
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        let part = 0..bytes.len();
        Self { all: Arc::new(bytes), part }
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.all[self.part.clone()]
    }
}

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Eq for SharedBytes {}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for SharedBytes {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::SharedBytes;

    #[test]
    fn a_part_of_a_part_is_a_part() {
        let all = SharedBytes::from(b"one two three".to_vec());
        let part = all.part(4..13).part(0..3);
        assert_eq!(*part, *b"two");
        assert_eq!(part, b"two".to_vec());
        assert_eq!(SharedBytes::default().len(), 0);
    }

    #[test]
    #[should_panic(expected = "a part lies within the whole")]
    fn nothing_beyond_a_part_can_be_reached() {
        SharedBytes::from(b"one two".to_vec()).part(0..3).part(0..4);
    }
}
