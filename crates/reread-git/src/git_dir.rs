//! A git directory, and the files in it.
//!
//! Every file is opened beneath a handle: that of the workspace root, or that of a git directory outside which names a
//! folder of the workspace as its own. It must lie in the git directory itself: a link among the objects that leads to
//! something else is refused, whatever it leads to.
//! Nothing is mapped, and nothing is read further than the caller says.

use std::fs::File;
use std::io::Read as _;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use reread_disk::{
    FileFacts, FileKind, FolderNames, OpenFailure, OpenPurpose, OpenedFile, Root, open_beneath,
};
use reread_path::{RootedPath, spell};

use super::GitError;

/// How many entries of a folder are looked at.
const MOST_ENTRIES: usize = 100_000;

/// The handle that git's files are opened beneath.
#[derive(Clone, Debug)]
pub(crate) enum GitRoot<'a> {
    /// It lies beneath a root, and is read through the handle of that root.
    Workspace(&'a Root),
    /// A git directory outside, and nothing beside it.
    Outside(Arc<Root>),
}

impl Deref for GitRoot<'_> {
    type Target = Root;

    fn deref(&self) -> &Root {
        match self {
            GitRoot::Workspace(root) => root,
            GitRoot::Outside(root) => root,
        }
    }
}

/// A folder of git's beneath a handle.
#[derive(Clone, Debug)]
pub(crate) struct GitDir<'a> {
    root: GitRoot<'a>,
    cross_mounts: bool,
    /// Its resolved name.
    path: RootedPath,
}

/// What a name in the git directory stands for.
pub(crate) enum Inside {
    File(File),
    Folder(File),
    Nothing,
}

impl<'a> GitDir<'a> {
    /// The folder of that name; `None` if nothing is there, or no folder.
    pub(crate) fn open(
        root: GitRoot<'a>,
        path: &RootedPath,
        cross_mounts: bool,
    ) -> Result<Option<Self>, GitError> {
        let opened = match open_beneath(&root, path, OpenPurpose::Examine, cross_mounts) {
            Ok(opened) => opened,
            Err(OpenFailure::Absent) => return Ok(None),
            Err(shut) => return Err(refusal(shut, "the folder")),
        };
        Ok((kind_of(&opened)? == FileKind::Directory).then_some(Self {
            root,
            cross_mounts,
            path: opened.resolved,
        }))
    }

    /// The folder of that path beneath the same handle.
    pub(crate) fn open_beside(&self, path: &RootedPath) -> Result<Option<Self>, GitError> {
        Self::open(self.root.clone(), path, self.cross_mounts)
    }

    pub(crate) fn path(&self) -> &RootedPath {
        &self.path
    }

    pub(crate) fn root(&self) -> &GitRoot<'a> {
        &self.root
    }

    /// Where it lies, for names that are relative to it.
    pub(crate) fn place(&self) -> PathBuf {
        self.root.path().join(self.path.to_os_path())
    }

    /// What stands under a name, which may have slashes.
    pub(crate) fn inside(&self, name: &[u8]) -> Result<Inside, GitError> {
        let what = || spell(name).into_owned();
        let path = RootedPath::fold(&self.path, name).map_err(|_| GitError::LinkedAway(what()))?;
        let opened = match open_beneath(&self.root, &path, OpenPurpose::Read, self.cross_mounts) {
            Ok(opened) => opened,
            Err(OpenFailure::Absent) => return Ok(Inside::Nothing),
            Err(OpenFailure::Outside) => return Err(GitError::LinkedAway(what())),
            Err(shut) => return Err(refusal(shut, &what())),
        };
        if !opened.resolved.starts_with(&self.path) {
            return Err(GitError::LinkedAway(what()));
        }
        match kind_of(&opened)? {
            FileKind::File => Ok(Inside::File(opened.file)),
            FileKind::Directory => Ok(Inside::Folder(opened.file)),
            kind => Err(GitError::damaged(format!("{} is {}", what(), kind.instead_of_a_file()))),
        }
    }

    /// The file of that name, open.
    pub(crate) fn file(&self, name: &[u8]) -> Result<Option<File>, GitError> {
        Ok(match self.inside(name)? {
            Inside::File(file) => Some(file),
            Inside::Folder(_) | Inside::Nothing => None,
        })
    }

    /// All bytes of the file of that name, if they are no more than that.
    pub(crate) fn bytes(&self, name: &[u8], max: u64) -> Result<Option<Vec<u8>>, GitError> {
        let Some(file) = self.file(name)? else { return Ok(None) };
        let what = || spell(name).into_owned();
        let mut bytes = Vec::new();
        let read = file.take(max.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|source| GitError::Io { what: what(), source })?;
        if bytes.len() as u64 > max { Err(GitError::TooLarge { what: what(), max }) } else { Ok(Some(bytes)) }
    }

    /// The names in a folder, in order; none if there is no such folder.
    pub(crate) fn names(&self, folder: &[u8]) -> Result<Vec<Vec<u8>>, GitError> {
        let Inside::Folder(file) = self.inside(folder)? else { return Ok(Vec::new()) };
        let failed = |source| GitError::Io { what: spell(folder).into_owned(), source };
        let names = FolderNames::read(file, &|| true).map_err(failed)?;
        let mut names: Vec<Vec<u8>> =
            names.iter().take(MOST_ENTRIES).map(|(name, _)| name.to_vec()).collect();
        names.sort();
        Ok(names)
    }
}

fn kind_of(opened: &OpenedFile) -> Result<FileKind, GitError> {
    let facts = FileFacts::of(&opened.file);
    facts.map(|facts| facts.kind).map_err(|source| refusal(OpenFailure::Io(source), "a file"))
}

/// What to say of something that cannot be opened.
pub(crate) fn refusal(shut: OpenFailure, what: &str) -> GitError {
    match shut {
        OpenFailure::Outside => GitError::Outside,
        OpenFailure::OtherFilesystem => GitError::OtherFilesystem,
        OpenFailure::Io(source) => GitError::Io { what: what.to_owned(), source },
        shut => GitError::damaged(format!("{what} cannot be opened: {shut}")),
    }
}
