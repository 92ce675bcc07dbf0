//! Everything that the index and a tree hold, by name.

use std::collections::BTreeMap;

use reread_disk::FileFacts;

use super::GitError;
use super::index::each_entry;
use super::object_id::{ObjectId, ObjectKind};
use super::repository::Repository;
use super::stat_data::{Moment, StatData};
use super::tree::{TreeEntryKind, TreeLines};

/// How many names a tree is followed to, folders among them.
const MOST_NAMES: usize = 500_000;

/// How deep a tree is followed.
const DEEPEST: usize = 256;

/// What stands under a name: bytes, what they are, and whether they can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrackedFile {
    pub(crate) kind: TreeEntryKind,
    pub(crate) is_executable: bool,
    pub(crate) id: ObjectId,
}

impl TrackedFile {
    fn of(mode: u32, id: ObjectId) -> Option<Self> {
        let kind = TreeEntryKind::of_mode(mode)?;
        Some(Self { kind, is_executable: kind == TreeEntryKind::File && mode & 0o100 != 0, id })
    }
}

/// Files by their names from the working tree down.
pub(crate) type TrackedFiles = BTreeMap<Vec<u8>, TrackedFile>;

/// What the index says of one name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IndexSlot {
    /// What is to be committed.
    Staged(TrackedFile, StatData),
    /// The same, of a file on disk that git was told to leave alone.
    HandsOff(TrackedFile),
    /// It is to be added one day.
    IntentToAdd,
    /// Which sides of a conflict there are: the common ancestor, ours and theirs.
    Conflict([bool; 3]),
}

/// All entries of the index, by name.
#[derive(Debug, Default)]
pub(crate) struct WholeIndex {
    pub(crate) slots: BTreeMap<Vec<u8>, IndexSlot>,
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
        index.written = FileFacts::of(&file).ok().map(|facts| StatData::of(&facts).modified);
        let Some(bytes) = self.own.bytes(INDEX, self.max)? else { return Ok(index) };
        each_entry(&bytes, self.objects.hash(), |name, entry| {
            if let Some(folder) = name.strip_suffix(b"/") {
                let is_folder =
                    entry.stage == 0 && TreeEntryKind::of_mode(entry.mode)? == TreeEntryKind::Folder;
                is_folder.then(|| index.folders.insert(folder.to_vec(), entry.id))?;
                return Some(());
            }
            let content = TrackedFile::of(entry.mode, entry.id)
                .filter(|content| content.kind != TreeEntryKind::Folder)?;
            let slot = match entry.stage {
                0 if entry.intent_to_add => IndexSlot::IntentToAdd,
                0 if entry.is_hands_off => IndexSlot::HandsOff(content),
                0 => IndexSlot::Staged(content, entry.stat),
                stage => {
                    let mut sides = match index.slots.get(name) {
                        Some(IndexSlot::Conflict(sides)) => *sides,
                        _ => [false; 3],
                    };
                    sides[usize::from(stage) - 1] = true;
                    IndexSlot::Conflict(sides)
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
    ) -> Result<TrackedFiles, GitError> {
        let too_many = || GitError::TooMany { what: "the names in a tree", max: MOST_NAMES };
        let mut contents = TrackedFiles::new();
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
                let content = TrackedFile::of(mode, line.id)
                    .ok_or_else(|| GitError::damaged(format!("the tree {tree} is not as git writes it")))?;
                match content.kind {
                    TreeEntryKind::Folder if passes(&name, &content.id) => {}
                    TreeEntryKind::Folder => folders.push((name, content.id, depth + 1)),
                    TreeEntryKind::File | TreeEntryKind::Link | TreeEntryKind::Submodule => {
                        contents.insert(name, content);
                    }
                }
            }
        }
        Ok(contents)
    }
}
