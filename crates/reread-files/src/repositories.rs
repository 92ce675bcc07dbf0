//! What is not committed, from git's data.
//!
//! A file that may not be read is left out, and is not opened to see whether it changed.

use reread_access::Access;
use reread_disk::{FileFacts, FileKind, other_names};
use reread_git::{GitError, Repository, Uncommitted};
use reread_path::RootedPath;

/// The git repositories that files of the workspace lie in.
#[derive(Clone, Copy, Debug)]
pub struct Repositories<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Repositories<'a> {
    /// What differs between `HEAD`, the index and the disk in the repository that holds a file of this name, or would hold
    /// it.
    pub fn uncommitted(&self, root: usize, file: &RootedPath) -> Result<Uncommitted, GitError> {
        self.uncommitted_in(root, &self.repository_of(root, file)?)
    }

    /// The repository that holds a file, or would hold it.
    pub(crate) fn repository_of(&self, root: usize, file: &RootedPath) -> Result<Repository<'a>, GitError> {
        let cross_mounts = self.access.crosses_mounts();
        Repository::of_file(
            self.access.root(root),
            file,
            cross_mounts,
            self.access.settings().limits.digest_bytes,
        )
    }

    pub(crate) fn uncommitted_in(
        &self,
        root: usize,
        repository: &Repository<'_>,
    ) -> Result<Uncommitted, GitError> {
        repository.uncommitted(&|file, facts| {
            // By all names that it has on disk and in the repository.
            let other = repository.other_names(file);
            let names: Vec<&RootedPath> = std::iter::once(file).chain(&other).collect();
            self.access.judge("", &names, root).is_ok()
                && facts.is_none_or(|facts| self.may_read_all_names(root, facts))
        })
    }

    /// Whether no other name of a file speaks against reading it.
    pub(crate) fn may_read_all_names(&self, root: usize, facts: &FileFacts) -> bool {
        facts.kind != FileKind::File
            || facts.links <= 1
            || self.access.judge_known_names(root, facts, &other_names(self.access.root(root), facts)).is_ok()
    }
}
