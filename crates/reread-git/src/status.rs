//! Which files differ between `HEAD`, the index and the working tree.
//!
//! What `git status` reports, without untracked files and without guessing which were renamed: a renamed file is one
//! that is gone and one that is new. A file on disk is known by its times and size where they are telling, and by its bytes
//! otherwise, compared as they are stored: no filter runs, so that a file whose line ends git would convert is a changed one
//! once it was touched. Submodules are other repositories and are only counted. The order is that of the names.

use reread_disk::{FileFacts, FileKind, OpenFailure, OpenPurpose, fill_at, open_exactly};
use reread_path::RootedPath;

use super::GitError;
use super::object_id::ObjectKind;
use super::repository::Repository;
use super::stat_data::{Moment, StatData};
use super::tree::TreeEntryKind;
use super::whole_index::{IndexSlot, TrackedFile, WholeIndex};

/// How many changed files are listed.
const MOST_CHANGES: usize = 1_000;

/// How many bytes are read to see whether files changed.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// A file that is not the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its name beneath the root.
    pub path: RootedPath,
    /// How.
    pub change: GitChange,
}

/// How a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitChange {
    /// Between `HEAD` and the index, and between the index and the disk; one of them at least.
    Made {
        /// What the next commit would change.
        staged: Option<ChangeKind>,
        /// What it would not.
        unstaged: Option<ChangeKind>,
    },
    /// A merge left it open. Which sides have it: the common ancestor, ours and theirs.
    Conflict([bool; 3]),
}

/// What became of a file from one side to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// Its bytes are different, or it can be run and could not, or the other way round.
    Modified,
    /// It is gone.
    Deleted,
    /// It was a file and is a link, or the other way round.
    TypeChanged,
}

/// What differs in one repository, and what was not looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncommitted {
    /// The folder that holds the repository.
    pub worktree: RootedPath,
    /// The files, by name.
    pub changes: Vec<ChangedFile>,
    /// How many more there are.
    pub more: u64,
    /// Files that may have changed: too many bytes to be read, or the system does not let us.
    pub unchecked: u64,
    /// Submodules, which were not looked into.
    pub submodules: u64,
}

impl ChangeKind {
    /// The word for replies.
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Modified => "modified",
            ChangeKind::Deleted => "deleted",
            ChangeKind::TypeChanged => "type_changed",
        }
    }

    fn letter(self) -> char {
        match self {
            ChangeKind::Added => 'A',
            ChangeKind::Modified => 'M',
            ChangeKind::Deleted => 'D',
            ChangeKind::TypeChanged => 'T',
        }
    }
}

impl GitChange {
    /// The two letters by which `git status --short` tells it.
    pub fn letters(self) -> [char; 2] {
        match self {
            GitChange::Made { staged, unstaged } => {
                [staged, unstaged].map(|kind| kind.map_or(' ', ChangeKind::letter))
            }
            GitChange::Conflict(sides) => match sides {
                [true, false, false] => ['D', 'D'],
                [false, true, false] => ['A', 'U'],
                [true, true, false] => ['U', 'D'],
                [false, false, true] => ['U', 'A'],
                [true, false, true] => ['D', 'U'],
                [false, true, true] => ['A', 'A'],
                [true, true, true] | [false, false, false] => ['U', 'U'],
            },
        }
    }
}

impl Repository<'_> {
    /// What is not committed, of the files that may be listed. The facts are those of the file on disk, if there is one.
    pub fn uncommitted(
        &self,
        may_list: &dyn Fn(&RootedPath, Option<&FileFacts>) -> bool,
    ) -> Result<Uncommitted, GitError> {
        let mut index = self.whole_index()?;
        let mut committed = match self.head()? {
            // A folder that is not checked out and not changed is the same tree on both sides.
            Some(commit) => self.contents(b"", self.tree_of(&commit)?, |name, tree| {
                index.folders.get(name) == Some(tree) && index.folders.remove(name).is_some()
            })?,
            None => Default::default(),
        };
        self.unfold(&mut index)?;
        let mut look =
            Look { repository: self, may_list, written: index.written, bytes_left: MOST_BYTES, unchecked: 0 };
        let mut uncommitted = Uncommitted { worktree: self.worktree().clone(), ..Uncommitted::default() };
        let mut changes = Vec::new();
        let mut note = |seen| match seen {
            Seen::Changed(changed) => changes.push(changed),
            Seen::Submodule => uncommitted.submodules += 1,
            Seen::Nothing => {}
        };
        for (name, slot) in &index.slots {
            note(look.change(name, committed.remove(name), slot)?);
        }
        for (name, old) in committed {
            note(look.removed(&name, old)?);
        }
        changes.sort_by(|one, other| one.path.as_bytes().cmp(other.path.as_bytes()));
        uncommitted.more = changes.len().saturating_sub(MOST_CHANGES) as u64;
        changes.truncate(MOST_CHANGES);
        uncommitted.changes = changes;
        uncommitted.unchecked = look.unchecked;
        Ok(uncommitted)
    }

    /// Puts the files of folders that are not checked out among the remaining ones.
    fn unfold(&self, index: &mut WholeIndex) -> Result<(), GitError> {
        for (folder, tree) in std::mem::take(&mut index.folders) {
            let contents = self.contents(&folder, tree, |_, _| false)?;
            index
                .slots
                .extend(contents.into_iter().map(|(name, content)| (name, IndexSlot::HandsOff(content))));
        }
        Ok(())
    }

    /// Where a name of git's is beneath the root.
    fn place(&self, name: &[u8]) -> Result<RootedPath, GitError> {
        let whole = if self.worktree().is_root() {
            name.to_vec()
        } else {
            [self.worktree().as_bytes(), name].join(&b'/')
        };
        let place = RootedPath::from_bytes(&whole).ok().filter(|_| !name.is_empty());
        place.ok_or_else(|| GitError::damaged("it holds a name that no file can have"))
    }
}

/// What looking at a name came to.
enum Seen {
    Nothing,
    Submodule,
    Changed(ChangedFile),
}

/// One look at everything.
struct Look<'a, 'r> {
    repository: &'a Repository<'r>,
    may_list: &'a dyn Fn(&RootedPath, Option<&FileFacts>) -> bool,
    written: Option<Moment>,
    bytes_left: u64,
    unchecked: u64,
}

/// What the disk has in place of a staged file.
enum Found {
    Nothing,
    Same,
    Changed(ChangeKind, FileFacts),
    /// It must not be listed.
    Withheld,
    /// It cannot be known.
    Unchecked,
}

impl Look<'_, '_> {
    fn change(&mut self, name: &[u8], old: Option<TrackedFile>, slot: &IndexSlot) -> Result<Seen, GitError> {
        let is_submodule = |content: &TrackedFile| content.kind == TreeEntryKind::Submodule;
        let (new, stat) = match slot {
            IndexSlot::Staged(content, stat) => (Some(*content), Some(stat)),
            IndexSlot::HandsOff(content) => (Some(*content), None),
            IndexSlot::IntentToAdd => (None, None),
            IndexSlot::Conflict(sides) => return self.listed(name, GitChange::Conflict(*sides), None),
        };
        if old.as_ref().or(new.as_ref()).is_some_and(is_submodule) || new.as_ref().is_some_and(is_submodule) {
            return Ok(Seen::Submodule);
        }
        let staged = between(old, new);
        let place = self.repository.place(name)?;
        let found = match (slot, new, stat) {
            (_, Some(content), Some(stat)) => self.on_disk(&place, &content, stat),
            (IndexSlot::IntentToAdd, _, _) => self.to_be_added(&place),
            _ => Found::Same,
        };
        let (unstaged, facts) = match found {
            Found::Same => (None, None),
            Found::Nothing => (Some(ChangeKind::Deleted), None),
            Found::Changed(kind, facts) => (Some(kind), Some(facts)),
            Found::Withheld => return Ok(Seen::Nothing),
            Found::Unchecked => {
                self.unchecked += 1;
                (None, None)
            }
        };
        if staged.is_none() && unstaged.is_none() {
            return Ok(Seen::Nothing);
        }
        self.listed(name, GitChange::Made { staged, unstaged }, facts.as_ref())
    }

    /// A file that `HEAD` has and the index has not.
    fn removed(&self, name: &[u8], old: TrackedFile) -> Result<Seen, GitError> {
        if old.kind == TreeEntryKind::Submodule {
            return Ok(Seen::Submodule);
        }
        self.listed(name, GitChange::Made { staged: Some(ChangeKind::Deleted), unstaged: None }, None)
    }

    fn listed(&self, name: &[u8], change: GitChange, facts: Option<&FileFacts>) -> Result<Seen, GitError> {
        let path = self.repository.place(name)?;
        let may_list = (self.may_list)(&path, facts);
        Ok(if may_list { Seen::Changed(ChangedFile { path, change }) } else { Seen::Nothing })
    }

    fn to_be_added(&self, place: &RootedPath) -> Found {
        match self.examine(place) {
            Ok(facts) if facts.kind == FileKind::Directory => Found::Nothing,
            Ok(facts) => Found::Changed(ChangeKind::Added, facts),
            Err(found) => found,
        }
    }

    fn on_disk(&mut self, place: &RootedPath, content: &TrackedFile, stat: &StatData) -> Found {
        let facts = match self.examine(place) {
            Ok(facts) => facts,
            Err(found) => return found,
        };
        let is_link = match facts.kind {
            FileKind::Directory => return Found::Nothing,
            FileKind::File => false,
            FileKind::Link => true,
            _ => return Found::Changed(ChangeKind::TypeChanged, facts),
        };
        if is_link != (content.kind == TreeEntryKind::Link) {
            return Found::Changed(ChangeKind::TypeChanged, facts);
        }
        let now = StatData::of(&facts);
        let is_executable = facts.mode & 0o100 != 0;
        let mode_differs =
            !is_link && self.repository.heeds_file_mode && is_executable != content.is_executable;
        if mode_differs || stat.size != 0 && now.size != stat.size {
            return Found::Changed(ChangeKind::Modified, facts);
        }
        if now == *stat && stat.is_telling(self.written) {
            return Found::Same;
        }
        // What may not be listed is not read either.
        if !(self.may_list)(place, Some(&facts)) {
            return Found::Withheld;
        }
        match self.bytes(place, &facts) {
            None => Found::Unchecked,
            Some(bytes) if self.repository.objects.hash().name(ObjectKind::Blob, &bytes) == content.id => {
                Found::Same
            }
            Some(_) => Found::Changed(ChangeKind::Modified, facts),
        }
    }

    /// What stands under a name on disk, links on the way to it not followed: git takes what lies behind one for gone.
    fn examine(&self, place: &RootedPath) -> Result<FileFacts, Found> {
        let Repository { root, cross_mounts, .. } = self.repository;
        match open_exactly(root, place, OpenPurpose::ExamineLink, *cross_mounts) {
            Ok(file) => FileFacts::of(&file).map_err(|_| Found::Unchecked),
            Err(OpenFailure::Absent | OpenFailure::LinkLoop) => Err(Found::Nothing),
            Err(_) => Err(Found::Unchecked),
        }
    }

    /// The bytes of a file, or where a link leads, unless that is too much by now.
    fn bytes(&mut self, place: &RootedPath, facts: &FileFacts) -> Option<Vec<u8>> {
        let Repository { root, cross_mounts, max, .. } = self.repository;
        if facts.size > self.bytes_left.min(*max) {
            return None;
        }
        self.bytes_left -= facts.size;
        if facts.kind == FileKind::Link {
            let target = root.dir().read_link_contents(place.to_os_path()).ok()?;
            return Some(target.into_os_string().into_encoded_bytes());
        }
        let file = open_exactly(root, place, OpenPurpose::Read, *cross_mounts).ok()?;
        let mut bytes = vec![0; usize::try_from(facts.size).ok()?];
        let filled = fill_at(&file, &mut bytes, 0).ok()?;
        bytes.truncate(filled);
        Some(bytes)
    }
}

/// What became of a content.
fn between(old: Option<TrackedFile>, new: Option<TrackedFile>) -> Option<ChangeKind> {
    match (old, new) {
        (None, None) => None,
        (None, Some(_)) => Some(ChangeKind::Added),
        (Some(_), None) => Some(ChangeKind::Deleted),
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) if old.kind != new.kind => Some(ChangeKind::TypeChanged),
        (Some(_), Some(_)) => Some(ChangeKind::Modified),
    }
}
