//! From a `.git` file to the git directory that it names.
//!
//! git puts such a file into a linked worktree and into a submodule, and the directory that it names often lies outside the
//! workspace. The file comes with the workspace, which may be of another author, so it proves nothing. What is believed is
//! the git directory, if it names this folder in return: only a program that may write into it can make it do so.
//!
//! | what | the way back |
//! |---|---|
//! | a linked worktree: `worktrees/NAME` of the repository | its file `gitdir` names the `.git` file |
//! | a submodule: mostly in `modules` of the superproject | `core.worktree` in its configuration names the folder |
//! | a git directory that was put elsewhere (`--separate-git-dir`) | there is none: accepted inside the workspace only |
//!
//! Folders are compared by device and inode, so their spelling does not matter. Outside the workspace every failure is the
//! same error: it does not tell what exists there.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reread_disk::{FileFacts, OpenPurpose, Root, folder_identity, open_beneath, resolved_path};
use reread_path::RootedPath;

use super::git_dir::{GitDir, GitRoot};
use super::git_file::{self, beneath, parse_path};
use super::{GitError, format};

/// Where git keeps what belongs to one linked worktree.
const WORKTREES: &[u8] = b"worktrees";

/// The git directory of a worktree, and the one that it shares with others; mostly both are the same.
#[derive(Debug)]
pub(crate) struct GitDirs<'a> {
    pub(crate) own: GitDir<'a>,
    pub(crate) common: GitDir<'a>,
}

/// The git directories of a folder whose `.git` file names this path.
pub(crate) fn linked_dirs<'a>(
    root: &'a Root,
    worktree: &RootedPath,
    path: &[u8],
    cross_mounts: bool,
) -> Result<GitDirs<'a>, GitError> {
    let own = match beneath(root, worktree, path) {
        Some(path) => {
            let own = GitDir::open(GitRoot::Workspace(root), &path, cross_mounts)?;
            own.ok_or_else(|| GitError::damaged("what a .git file names does not exist"))?
        }
        None => outside(root, worktree, path, cross_mounts).ok_or(GitError::Unrelated)?,
    };
    let checked = shared_dirs(own).and_then(|dirs| match names_in_return(&dirs, root, worktree)? {
        true => Ok(dirs),
        false => Err(GitError::Unrelated),
    });
    checked.map_err(|error| match error {
        // What is wrong inside the workspace may be said.
        error if beneath(root, worktree, path).is_some() => error,
        _ => GitError::Unrelated,
    })
}

/// A git directory with what it shares. It shares the repository in whose `worktrees` it lies, and no other.
pub(crate) fn shared_dirs(own: GitDir<'_>) -> Result<GitDirs<'_>, GitError> {
    let Some(bytes) = own.bytes(b"commondir", git_file::LONGEST)? else {
        return Ok(GitDirs { common: own.clone(), own });
    };
    let path = parse_path(&bytes).ok_or_else(|| GitError::damaged("commondir names nothing"))?;
    let named = beneath(own.root(), own.path(), path).ok_or(GitError::Unrelated)?;
    let worktrees = own.path().parent().filter(|folder| folder.file_name() == Some(WORKTREES));
    let repository = worktrees.and_then(|folder| folder.parent()).ok_or(GitError::Unrelated)?;
    if named != repository {
        return Err(GitError::Unrelated);
    }
    let common = own.open_beside(&repository)?;
    let common = common.ok_or_else(|| GitError::damaged("what commondir names does not exist"))?;
    Ok(GitDirs { own, common })
}

/// The git directory outside that a `.git` file names. The handle is that of the repository: what belongs to one worktree
/// lies in it.
fn outside<'a>(root: &Root, worktree: &RootedPath, path: &[u8], cross_mounts: bool) -> Option<GitDir<'a>> {
    let folder = root.path().join(worktree.to_os_path());
    let own = resolved_path(&folder.join(OsStr::from_bytes(path)))?;
    let (repository, beneath) = match own.parent() {
        Some(worktrees) if worktrees.file_name() == Some(OsStr::from_bytes(WORKTREES)) => {
            let repository = worktrees.parent()?;
            (repository, own.strip_prefix(repository).ok()?)
        }
        _ => (own.as_path(), Path::new("")),
    };
    let beneath = RootedPath::from_os_path(beneath).ok()?;
    let repository = Root::open(repository).ok()?.confined_by(root.confinement());
    GitDir::open(GitRoot::Outside(Arc::new(repository)), &beneath, cross_mounts).ok()?
}

/// Whether a git directory names a folder as its own.
fn names_in_return(dirs: &GitDirs<'_>, root: &Root, worktree: &RootedPath) -> Result<bool, GitError> {
    let own = &dirs.own;
    let named = match own.path() != dirs.common.path() {
        true => folder_of_git_file(own)?,
        false => worktree_in_configuration(own)?,
    };
    match named {
        Some(named) => Ok(is_folder(&own.place().join(named), root, worktree)),
        // `.git` belongs to the folder that it lies in.
        None => Ok(matches!(own.root(), GitRoot::Workspace(_)) && own.path().file_name() != Some(b".git")),
    }
}

/// The folder of the `.git` file that a linked worktree names; an empty path if it names none.
fn folder_of_git_file(own: &GitDir<'_>) -> Result<Option<PathBuf>, GitError> {
    let bytes = own.bytes(b"gitdir", git_file::LONGEST)?.unwrap_or_default();
    let path = Path::new(OsStr::from_bytes(parse_path(&bytes).unwrap_or_default()));
    let folder = path.parent().filter(|_| path.file_name() == Some(OsStr::new(".git")));
    Ok(Some(folder.unwrap_or(Path::new("")).to_owned()))
}

/// The folder that the configuration of a repository names.
fn worktree_in_configuration(own: &GitDir<'_>) -> Result<Option<PathBuf>, GitError> {
    let configuration = own.bytes(b"config", format::LONGEST)?.unwrap_or_default();
    let of_worktree = match format::has_worktree_configuration(&configuration) {
        true => own.bytes(b"config.worktree", format::LONGEST)?.unwrap_or_default(),
        false => Vec::new(),
    };
    let named = format::worktree(&of_worktree).or_else(|| format::worktree(&configuration));
    Ok(named.map(|path| PathBuf::from(OsStr::from_bytes(&path))))
}

fn is_folder(path: &Path, root: &Root, worktree: &RootedPath) -> bool {
    let opened = open_beneath(root, worktree, OpenPurpose::Examine, true).ok();
    let identity = opened.and_then(|opened| FileFacts::of(&opened.file).ok()).map(|facts| facts.identity);
    identity.is_some() && folder_identity(path) == identity
}
