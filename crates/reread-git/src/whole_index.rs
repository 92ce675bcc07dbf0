//! Everything that the index and a tree hold, by name.

use std::collections::BTreeMap;

use super::GitError;
use super::index::each_entry;
use super::object_id::{ObjectId, ObjectKind};
use super::repository::Repository;
use super::stat_data::{Moment, OnDisk, StatData};
use super::tree::{EntryKind, TreeLines};

/// How many names a tree is followed to, folders among them.
const MOST_NAMES: usize = 500_000;

/// How deep a tree is followed.
const DEEPEST: usize = 256;

/// What stands under a name: bytes, what they are, and whether they can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) kind: EntryKind,
    pub(crate) is_executable: bool,
    pub(crate) id: ObjectId,
}

impl Content {
    fn of(mode: u32, id: ObjectId) -> Option<Self> {
        let kind = EntryKind::of_mode(mode)?;
        Some(Self { kind, is_executable: kind == EntryKind::File && mode & 0o100 != 0, id })
    }
}

/// Files by their names from the working tree down.
pub(crate) type Contents = BTreeMap<Vec<u8>, Content>;

/// What the index says of one name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// What is to be committed.
    Staged(Content, StatData),
    /// The same, of a file on disk that git was told to leave alone.
    HandsOff(Content),
    /// It is to be added one day.
    IntentToAdd,
    /// Which sides of a conflict there are: the common ancestor, ours and theirs.
    Conflict([bool; 3]),
}

/// The index as a whole.
#[derive(Debug, Default)]
pub(crate) struct WholeIndex {
    pub(crate) slots: BTreeMap<Vec<u8>, Slot>,
    /// Folders that are not checked out, without a slash, and their trees.
    pub(crate) folders: BTreeMap<Vec<u8>, ObjectId>,
    /// When it was written: what was written since then may look as it did before.
    pub(crate) written: Option<Moment>,
}

impl Repository<'_> {
    /// All of the index; nothing before there is one.
    pub(crate) fn whole_index(&self) -> Result<WholeIndex, GitError> {
        const INDEX: &[u8] = b"index";
        let mut index = WholeIndex::default();
        // The time is taken first: if the index is replaced in between, more files are read than need be.
        let Some(file) = self.own.file(INDEX)? else { return Ok(index) };
        index.written = OnDisk::of(&file).ok().map(|file| file.modified());
        let Some(bytes) = self.own.bytes(INDEX, self.max)? else { return Ok(index) };
        each_entry(&bytes, self.objects.hash(), |name, entry| {
            if let Some(folder) = name.strip_suffix(b"/") {
                let is_folder = entry.stage == 0 && EntryKind::of_mode(entry.mode)? == EntryKind::Folder;
                is_folder.then(|| index.folders.insert(folder.to_vec(), entry.id))?;
                return Some(());
            }
            let content =
                Content::of(entry.mode, entry.id).filter(|content| content.kind != EntryKind::Folder)?;
            let slot = match entry.stage {
                0 if entry.intent_to_add => Slot::IntentToAdd,
                0 if entry.is_hands_off => Slot::HandsOff(content),
                0 => Slot::Staged(content, entry.stat),
                stage => {
                    let mut sides = match index.slots.get(name) {
                        Some(Slot::Conflict(sides)) => *sides,
                        _ => [false; 3],
                    };
                    sides[usize::from(stage) - 1] = true;
                    Slot::Conflict(sides)
                }
            };
            index.slots.insert(name.to_vec(), slot);
            Some(())
        })?;
        Ok(index)
    }

    /// All files of a tree, their names after `folder`. Trees that `passes` are not followed.
    pub(crate) fn contents(
        &self,
        folder: &[u8],
        tree: ObjectId,
        mut passes: impl FnMut(&[u8], &ObjectId) -> bool,
    ) -> Result<Contents, GitError> {
        let too_many = || GitError::TooMany { what: "the names in a tree", max: MOST_NAMES };
        let mut contents = Contents::new();
        let mut names = 0;
        let mut folders = vec![(folder.to_vec(), tree, 0)];
        while let Some((folder, tree, depth)) = folders.pop() {
            if depth > DEEPEST {
                return Err(too_many());
            }
            let malformed = |_| GitError::damaged(format!("the tree {tree} is not as git writes it"));
            let bytes = self.objects.read(&tree, ObjectKind::Tree)?;
            let mut lines = TreeLines::of(&bytes, self.objects.hash());
            while let Some(line) = lines.next().map_err(malformed)? {
                names += 1;
                if names > MOST_NAMES {
                    return Err(too_many());
                }
                let name = if folder.is_empty() {
                    line.name.to_vec()
                } else {
                    [&folder, &b"/"[..], line.name].concat()
                };
                let mode = line.mode().map_err(malformed)?;
                let content = Content::of(mode, line.id)
                    .ok_or_else(|| GitError::damaged(format!("the tree {tree} is not as git writes it")))?;
                match content.kind {
                    EntryKind::Folder if passes(&name, &content.id) => {}
                    EntryKind::Folder => folders.push((name, content.id, depth + 1)),
                    EntryKind::File | EntryKind::Link | EntryKind::Submodule => {
                        contents.insert(name, content);
                    }
                }
            }
        }
        Ok(contents)
    }
}
