//! The repository that holds a file, and what it says about that file.

use std::io::Read as _;

use reread_disk::{FileFacts, FileKind, OpenFailure, OpenPurpose, Root, open_beneath};
use reread_path::RootedPath;

use super::git_dir::{GitDir, GitRoot, refusal};
use super::git_file::{self, parse_git_file};
use super::index::{Staged, find_in_index};
use super::linked_dir::{GitDirs, linked_dirs, shared_dirs};
use super::object_id::{ObjectHash, ObjectId, ObjectKind};
use super::objects::Objects;
use super::reference::{self, Reference, find_packed, is_of_worktree};
use super::tree::{TreeEntry, TreeEntryKind, find_in_tree, tree_of_commit};
use super::{GitError, format};

/// A repository whose working tree lies beneath a root.
#[derive(Debug)]
pub struct Repository<'a> {
    pub(crate) root: &'a Root,
    pub(crate) cross_mounts: bool,
    /// The folder that holds `.git`.
    worktree: RootedPath,
    /// What belongs to this worktree: `HEAD` and the index.
    pub(crate) own: GitDir<'a>,
    /// What all worktrees share: references and objects.
    common: GitDir<'a>,
    pub(crate) objects: Objects<'a>,
    pub(crate) max: u64,
    /// Whether it matters which files can be run.
    pub(crate) heeds_file_mode: bool,
}

impl<'a> Repository<'a> {
    /// The repository of the nearest `.git` at or above the file, as far up as the root. Objects and the index may have
    /// at most `max` bytes.
    ///
    /// As with git, a folder called `.git` that holds no repository is passed over, while a file called `.git` is the
    /// end of the search whatever it says.
    pub fn of_file(
        root: &'a Root,
        file: &RootedPath,
        cross_mounts: bool,
        max: u64,
    ) -> Result<Self, GitError> {
        let mut folder = file.parent();
        while let Some(worktree) = folder {
            if let Some((dirs, by_file)) = git_dirs_of(root, &worktree, cross_mounts)? {
                match Self::open(root, &worktree, dirs, cross_mounts, max)? {
                    Some(repository) => return Ok(repository),
                    None if by_file => return Err(GitError::damaged("a .git file leads to no repository")),
                    None => {}
                }
            }
            folder = worktree.parent();
        }
        Err(GitError::NoRepository)
    }

    /// The repository in these git directories; `None` if that is none.
    fn open(
        root: &'a Root,
        worktree: &RootedPath,
        GitDirs { own, common }: GitDirs<'a>,
        cross_mounts: bool,
        max: u64,
    ) -> Result<Option<Self>, GitError> {
        let folder = |name: &[u8]| {
            let path = common.path().join(name).map_err(|_| GitError::NoRepository)?;
            match common.open_beside(&path)? {
                Some(folder) if !folder.path().starts_with(common.path()) => {
                    Err(GitError::LinkedAway(String::from_utf8_lossy(name).into_owned()))
                }
                folder => Ok(folder),
            }
        };
        let (Some(objects), Some(_)) = (folder(b"objects")?, folder(b"refs")?) else { return Ok(None) };
        if own.file(b"HEAD")?.is_none() {
            return Ok(None);
        }
        let configuration = common.bytes(b"config", format::LONGEST)?.unwrap_or_default();
        let hash = format::object_hash(&configuration)?;
        let objects = Objects::new(objects, hash, max);
        let heeds_file_mode = format::heeds_file_mode(&configuration);
        let worktree = worktree.clone();
        Ok(Some(Self { root, cross_mounts, worktree, own, common, objects, max, heeds_file_mode }))
    }

    /// The folder whose files it is about.
    pub fn worktree(&self) -> &RootedPath {
        &self.worktree
    }

    /// The names that a file would have if the git directories belonged to the folders they lie in. A caller that is denied
    /// those must not get at them by a `.git` that leads there. A git directory outside belongs to this folder, or it would
    /// not be read.
    pub fn other_names(&self, file: &RootedPath) -> Vec<RootedPath> {
        let inside = self.inside(file);
        [&self.own, &self.common]
            .into_iter()
            .filter(|git_dir| matches!(git_dir.root(), GitRoot::Workspace(_)))
            .filter_map(|git_dir| RootedPath::fold(&owner(git_dir.path()), inside).ok())
            .filter(|name| name != file)
            .collect()
    }

    /// The name that an object with these bytes has in this repository.
    pub fn blob_id(&self, bytes: &[u8]) -> ObjectId {
        self.objects.hash().name(ObjectKind::Blob, bytes)
    }

    /// The bytes of a blob.
    pub fn blob(&self, id: &ObjectId) -> Result<Vec<u8>, GitError> {
        self.objects.read(id, ObjectKind::Blob)
    }

    /// The commit that `HEAD` stands for; `None` before the first one.
    pub fn head(&self) -> Result<Option<ObjectId>, GitError> {
        let mut name = b"HEAD".to_vec();
        for _ in 0..=reference::DEEPEST {
            match self.reference(&name)? {
                None if name == b"HEAD" => return Err(GitError::damaged("it has no HEAD")),
                None => return Ok(None),
                Some(Reference::Object(id)) => return Ok(Some(id)),
                Some(Reference::Other(next)) => name = next,
            }
        }
        Err(GitError::damaged("its references lead in a circle"))
    }

    /// What the file is in a commit.
    pub fn in_commit(&self, commit: &ObjectId, file: &RootedPath) -> Result<Option<TreeEntry>, GitError> {
        self.in_tree(self.tree_of(commit)?, self.inside(file))
    }

    /// The tree of a commit.
    pub(crate) fn tree_of(&self, commit: &ObjectId) -> Result<ObjectId, GitError> {
        let bytes = self.objects.read(commit, ObjectKind::Commit)?;
        let tree = tree_of_commit(&bytes, self.objects.hash());
        tree.map_err(|_| GitError::damaged(format!("the commit {commit} has no tree")))
    }

    /// What the file is in the index; nothing before there is one.
    pub fn in_index(&self, file: &RootedPath) -> Result<Staged, GitError> {
        let Some(bytes) = self.own.bytes(b"index", self.max)? else { return Ok(Staged::Absent) };
        let path = self.inside(file);
        match find_in_index(&bytes, path, self.objects.hash())? {
            Staged::InFolder(length, tree) => {
                let entry = self.in_tree(tree, &path[length..])?;
                Ok(entry.map_or(Staged::Absent, Staged::Entry))
            }
            staged => Ok(staged),
        }
    }

    /// The file's path from the working tree down.
    fn inside<'p>(&self, file: &'p RootedPath) -> &'p [u8] {
        let path = file.as_bytes();
        let rest = path.strip_prefix(self.worktree.as_bytes()).unwrap_or(path);
        rest.strip_prefix(b"/").unwrap_or(rest)
    }

    fn reference(&self, name: &[u8]) -> Result<Option<Reference>, GitError> {
        let holder = if is_of_worktree(name) { &self.own } else { &self.common };
        let hash: ObjectHash = self.objects.hash();
        if let Some(bytes) = holder.bytes(name, reference::LONGEST)? {
            let parsed = Reference::parse(&bytes, hash);
            return parsed.map(Some).ok_or_else(|| GitError::damaged("a reference is not as git writes it"));
        }
        let packed = self.common.bytes(b"packed-refs", reference::LONGEST_PACKED)?.unwrap_or_default();
        Ok(find_packed(&packed, name, hash).map(Reference::Object))
    }

    fn in_tree(&self, mut tree: ObjectId, path: &[u8]) -> Result<Option<TreeEntry>, GitError> {
        let mut parts = path.split(|byte| *byte == b'/').peekable();
        while let Some(part) = parts.next() {
            let bytes = self.objects.read(&tree, ObjectKind::Tree)?;
            let found = find_in_tree(&bytes, part, self.objects.hash());
            let found =
                found.map_err(|_| GitError::damaged(format!("the tree {tree} is not as git writes it")))?;
            match found {
                Some(entry) if parts.peek().is_none() || entry.kind == TreeEntryKind::Submodule => {
                    return Ok(Some(entry));
                }
                Some(TreeEntry { kind: TreeEntryKind::Folder, id }) => tree = id,
                // A file or a link stands where the path goes on.
                Some(_) | None => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// The git directories that `.git` in a folder is or leads to, and whether it is a file that leads to them; `None` if there is
/// nothing of that name.
fn git_dirs_of<'a>(
    root: &'a Root,
    folder: &RootedPath,
    cross_mounts: bool,
) -> Result<Option<(GitDirs<'a>, bool)>, GitError> {
    let name = folder.join(b".git").map_err(|_| GitError::NoRepository)?;
    let opened = match open_beneath(root, &name, OpenPurpose::Read, cross_mounts) {
        Ok(opened) => opened,
        Err(OpenFailure::Absent) => return Ok(None),
        Err(shut) => return Err(refusal(shut, ".git")),
    };
    let facts = FileFacts::of(&opened.file).map_err(|source| refusal(OpenFailure::Io(source), ".git"))?;
    match facts.kind {
        FileKind::Directory => {
            let git_dir = GitDir::open(GitRoot::Workspace(root), &opened.resolved, cross_mounts)?;
            let dirs = git_dir.map(shared_dirs).transpose()?;
            Ok(dirs.map(|dirs| (dirs, false)))
        }
        FileKind::File => {
            let mut bytes = Vec::new();
            let read = opened.file.take(git_file::LONGEST).read_to_end(&mut bytes);
            read.map_err(|source| refusal(OpenFailure::Io(source), ".git"))?;
            let path =
                parse_git_file(&bytes).ok_or_else(|| GitError::damaged("a .git file names nothing"))?;
            Ok(Some((linked_dirs(root, folder, path, cross_mounts)?, true)))
        }
        _ => Ok(None),
    }
}

/// The folder that a git directory lies in: that of the outermost `.git` on its way, else the git directory itself.
fn owner(git_dir: &RootedPath) -> RootedPath {
    let parts = git_dir.components().take_while(|part| !part.eq_ignore_ascii_case(b".git"));
    parts.fold(RootedPath::root(), |folder, part| folder.join(part).unwrap_or(folder))
}
