//! Keeping the index of words in step with the registry: the same files, as far as their digests say.

use std::collections::HashMap;

use reread_access::{Access, Watch};
use reread_path::RootedPath;
use reread_store::WordSegment;
use reread_text::{Digest, DigestBuilder};

use super::counting::{MOST_COUNTED, each_word_of, text_of};
use crate::registry::{IndexError, IndexedFile, Registry, maker};
use crate::search_tree::reopen::reopen;

/// The version of the rules that split a text into words.
const WORDS_VERSION: u32 = 1;

impl Registry<'_> {
    /// Counts the words of files that the registry has in another version than the index, and forgets those that it has no
    /// more. Whether the index has every file of the registry then.
    pub fn index_words(&self, watch: &Watch<'_>) -> Result<bool, IndexError> {
        let index = self.access.state().ok_or(IndexError::NoState)?.directory().words()?;
        let maker = words_maker(self.access);
        let mut known: HashMap<(u32, Vec<u8>), Option<Digest>> = HashMap::new();
        let loaded = index.thin_out(&maker).and_then(|()| {
            index.each_document(&maker, |row| {
                known.insert((row.root, row.path), row.digest);
            })
        });
        if loaded.is_err() {
            // Whatever it is, it can be made anew.
            known.clear();
            index.discard()?;
        }
        let mut counting =
            Counting { access: self.access, segment: WordSegment::default(), memory: Vec::new() };
        let mut is_complete = true;
        for file in self.indexed_files()? {
            if (watch.is_cancelled)() {
                return Err(IndexError::Cancelled);
            }
            let root = u32::try_from(file.root).expect("roots are few");
            let counted = file.digest.filter(|_| file.size <= MOST_COUNTED && !file.is_sensitive);
            if known.remove(&(root, file.path.as_bytes().to_vec())) == Some(counted) {
                continue;
            }
            is_complete &= counting.add(root, &file, counted).is_some();
            if counting.segment.is_full() {
                index.keep(&maker, &std::mem::take(&mut counting.segment), &[])?;
            }
        }
        let forgotten: Vec<(u32, &[u8])> = known.keys().map(|(root, path)| (*root, &path[..])).collect();
        index.keep(&maker, &counting.segment, &forgotten)?;
        Ok(is_complete)
    }
}

/// The name under which words are kept: another release may see other words, and under other rules there are other files.
pub(super) fn words_maker(access: &Access) -> String {
    let rules = &access.settings().read;
    let mut guarding: Vec<&[u8]> = rules.guarding().map(str::as_bytes).collect();
    guarding.sort_unstable();
    let allowing = rules.allowing().map(str::as_bytes).collect();
    let roots = access.roots().iter().map(crate::registry::root_key).collect();
    let mut seal = DigestBuilder::default();
    for list in [guarding, allowing, roots] {
        for part in list {
            seal.update(part);
            seal.update(&[0]);
        }
        seal.update(&[0]);
    }
    format!("{WORDS_VERSION} {} {}", maker(access.settings()), seal.finish())
}

/// Files on their way into the index.
struct Counting<'a> {
    access: &'a Access,
    segment: WordSegment,
    memory: Vec<u8>,
}

impl Counting<'_> {
    /// Adds a file; `None` if it is not, or no longer, what the registry says.
    fn add(&mut self, root: u32, file: &IndexedFile, counted: Option<Digest>) -> Option<()> {
        let IndexedFile { path, .. } = file;
        // Another process may keep rows of one state under other rules.
        self.access.judge("", &[path], file.root).ok()?;
        let Some(digest) = counted else {
            self.segment.add_uncounted(root, path.as_bytes());
            return Some(());
        };
        let (open, facts) = reopen(self.access, file.root, path)?;
        let is_text = text_of(&open, facts.size, &mut self.memory).is_some();
        if Digest::of(&self.memory) != digest {
            return None;
        }
        let counts = if is_text { counts(path, &self.memory) } else { HashMap::new() };
        let counts = counts.iter().map(|(word, count)| (word.as_str(), *count));
        self.segment.add(root, path.as_bytes(), digest, counts);
        Some(())
    }
}

fn counts(path: &RootedPath, text: &[u8]) -> HashMap<String, u32> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    each_word_of(path, text, |word| match counts.get_mut(word) {
        Some(count) => *count = count.saturating_add(1),
        None => drop(counts.insert(word.to_owned(), 1)),
    });
    counts
}
