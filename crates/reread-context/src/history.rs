//! A caller's history: a tree of entries, of which one branch is the context.
//!
//! Histories are kept as they come, one entry after the other, and an entry hangs on one that came before it. Nothing
//! here believes anything: an entry says what happened, and [`Replay`](crate::Replay) follows a branch to what is held.

use std::collections::HashMap;
use std::collections::hash_map::Entry as HashEntry;
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::Arc;

use crate::{ReadScope, RejectedEvidence, UncheckedRead};

/// The name of a file as the history has it, cheap to copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileKey(Arc<str>);

impl FileKey {
    /// A name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing that bears on what is held.
    Other,
    /// The caller asked for readings, whose results follow.
    Calls,
    /// What came before was put into a summary.
    Compaction,
    /// The content of another entry was removed from the context, or replaced.
    ContextEdit {
        /// The entry's name.
        target: Arc<str>,
    },
    /// A refresh: the next read of a scope must show its text.
    Refresh {
        /// The file that the refresh names.
        file: FileKey,
        /// Which part of it.
        scope: ReadScope,
    },
    /// The caller wrote a file; `None` if that is unknown.
    Write(Option<FileKey>),
    /// The result of a read.
    Read(ReadResult),
    /// Another entry goes by the same name, so what came before is unknown.
    Ambiguous,
}

/// One read as the history has it, not believed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResult {
    /// The file; `None` if that is unknown.
    pub file: Option<FileKey>,
    /// What the result says of itself, or why it says nothing.
    pub unchecked: Result<Box<UncheckedRead>, RejectedEvidence>,
}

/// The place of an entry in its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryIndex(u32);

/// Every entry of one session, in the order in which they were appended.
#[derive(Clone, Debug, Default)]
pub struct SessionHistory {
    entries: Vec<Entry>,
    /// By the hash of their names: a name is hashed once, however often the table grows.
    by_hash: HashMap<u64, EntryIndex, BuildHasherDefault<AsItIs>>,
    hasher: RandomState,
    /// Parents that were named and are not there, with those who named them.
    awaited: HashMap<Arc<str>, Vec<EntryIndex>>,
    /// How often an entry that was there already became ambiguous.
    rewritten: u64,
}

#[derive(Clone, Debug)]
struct Entry {
    id: Box<str>,
    parent: Option<EntryIndex>,
    /// How many entries lie between it and the root.
    depth: u32,
    event: Event,
}

impl SessionHistory {
    /// Appends an entry.
    ///
    /// A parent that is not there counts as none. If it comes later after all, or if a second entry has the same name,
    /// what came before is unknown: the entry is ambiguous, and whatever lies above it is out of reach.
    pub fn push(&mut self, id: &str, parent: Option<&str>, event: Event) -> EntryIndex {
        let named = parent;
        let parent = named.and_then(|parent| match self.entries.last() {
            Some(last) if *last.id == *parent => self.last(),
            _ => self.find(parent),
        });
        let index =
            EntryIndex(u32::try_from(self.entries.len()).expect("fewer than 2^32 entries fit into memory"));
        // Two names with one hash, should that ever happen, are taken for one: less is then known, and nothing wrong.
        match self.by_hash.entry(self.hasher.hash_one(id)) {
            HashEntry::Occupied(known) => {
                let known = *known.get();
                self.entries[known.at()].event = Event::Ambiguous;
                self.rewritten += 1;
                return known;
            }
            HashEntry::Vacant(free) => drop(free.insert(index)),
        }
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        let waiting = if self.awaited.is_empty() { None } else { self.awaited.remove(id) };
        if let Some(waiting) = waiting {
            for entry in waiting {
                self.entries[entry.at()].event = Event::Ambiguous;
            }
            self.rewritten += 1;
        }
        if let (Some(named), None) = (named, parent) {
            self.awaited.entry(named.into()).or_default().push(index);
        }
        self.entries.push(Entry { id: id.into(), parent, depth, event });
        index
    }

    /// The entry of that name.
    pub fn find(&self, id: &str) -> Option<EntryIndex> {
        let found = *self.by_hash.get(&self.hasher.hash_one(id))?;
        (*self.entries[found.at()].id == *id).then_some(found)
    }

    /// The entry that was appended last: where a session continues unless the user moved in the tree.
    pub fn last(&self) -> Option<EntryIndex> {
        self.entries.len().checked_sub(1).and_then(|last| u32::try_from(last).ok()).map(EntryIndex)
    }

    /// An entry's name.
    pub fn id(&self, index: EntryIndex) -> &str {
        &self.entries[index.at()].id
    }

    /// The entry that this one follows.
    pub fn parent(&self, index: EntryIndex) -> Option<EntryIndex> {
        self.entries[index.at()].parent
    }

    /// How many entries lie between it and the root.
    pub(crate) fn depth(&self, index: EntryIndex) -> u32 {
        self.entries[index.at()].depth
    }

    /// How often an entry that was there already came to say something else. Who followed the history up to there
    /// begins anew.
    pub(crate) fn rewritten(&self) -> u64 {
        self.rewritten
    }

    /// What an entry says.
    pub fn event(&self, index: EntryIndex) -> &Event {
        &self.entries[index.at()].event
    }

    /// The entries from the root to a leaf, in this order: the caller's context is among them.
    pub fn branch(&self, leaf: EntryIndex) -> Vec<EntryIndex> {
        let mut branch: Vec<_> = std::iter::successors(Some(leaf), |entry| self.parent(*entry)).collect();
        branch.reverse();
        branch
    }

    /// Every entry, in the order in which they were appended.
    pub fn entries(&self) -> impl Iterator<Item = EntryIndex> {
        (0..self.entries.len())
            .map(|index| EntryIndex(u32::try_from(index).expect("pushed under such an index")))
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Takes a hash for its own hash.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only hashes are looked up");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl EntryIndex {
    fn at(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests;
