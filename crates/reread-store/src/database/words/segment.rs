//! Documents whose words were counted, on their way into the index.

use std::collections::HashMap;

use reread_text::Digest;

use super::postings::Postings;

/// With so many documents a segment is full.
const MOST_DOCUMENTS: usize = 4_096;

/// With so many bytes in memory it is full as well: files with words of their own, such as tables of hashes, get there first.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// What a word takes beside its own bytes, about: its place among the others, and two allocations.
const WORD_BYTES: usize = 100;

/// What a document takes in the list of a word, about.
const POSTING_BYTES: usize = 4;

/// Documents that are kept together.
#[derive(Debug, Default)]
pub struct WordSegment {
    documents: Vec<(u32, Vec<u8>, Option<Digest>)>,
    /// How many words each has, as it is stored.
    lengths: Vec<u8>,
    words: HashMap<Box<str>, Postings>,
    /// What all of it takes in memory, about.
    bytes: usize,
}

impl WordSegment {
    /// Adds a file with the digest of what was read, its words, and how often it has each.
    pub fn add<'w>(
        &mut self,
        root: u32,
        path: &[u8],
        digest: Digest,
        counts: impl IntoIterator<Item = (&'w str, u32)>,
    ) {
        let mut length = 0_u32;
        let place = self.place();
        for (word, count) in counts {
            length = length.saturating_add(count);
            self.bytes += POSTING_BYTES;
            match self.words.get_mut(word) {
                Some(postings) => postings.push(place, count),
                None => {
                    self.bytes += WORD_BYTES + word.len();
                    self.words.entry(word.into()).or_default().push(place, count);
                }
            }
        }
        self.push(root, path, Some(digest), length);
    }

    /// Adds a file whose words are not counted.
    pub fn add_uncounted(&mut self, root: u32, path: &[u8]) {
        self.push(root, path, None, 0);
    }

    /// Whether it should be kept before another document is added.
    pub fn is_full(&self) -> bool {
        self.documents.len() >= MOST_DOCUMENTS || self.bytes >= MOST_BYTES
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    fn push(&mut self, root: u32, path: &[u8], digest: Option<Digest>, length: u32) {
        self.bytes += size_of::<(u32, Vec<u8>, Option<Digest>)>() + path.len();
        self.documents.push((root, path.to_vec(), digest));
        self.lengths.extend(length.to_le_bytes());
    }

    fn place(&self) -> u32 {
        u32::try_from(self.documents.len()).expect("a segment has a few thousand documents")
    }

    pub(super) fn documents(&self) -> impl Iterator<Item = (u32, &[u8], Option<Digest>)> {
        self.documents.iter().map(|(root, path, digest)| (*root, &path[..], *digest))
    }

    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// The words in order, each with its list.
    pub(super) fn lists(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let mut lists: Vec<(&str, &[u8])> =
            self.words.iter().map(|(word, postings)| (&**word, postings.as_bytes())).collect();
        lists.sort_unstable();
        lists.into_iter()
    }
}

#[cfg(test)]
mod tests;
