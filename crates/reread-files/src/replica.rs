//! A workspace that holds recorded versions of files and nothing else.
//!
//! A root is a name and a handle. A replica keeps the names, the rules and the key, and has handles of folders of our own
//! instead, in which the recorded versions lie under the names that their files had. So an old question is asked of the
//! old bytes by the very code that answered it, and the disk of the workspace is never looked at. Nothing is noted as
//! shown.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use cap_std::fs::Dir;
use reread_access::State;
use reread_config::Limits;
use reread_disk::Root;
use reread_path::{Candidate, RootedPath};
use reread_store::{Database, Lookup, Scratch, StateError, remove_tree};
use reread_text::Digest;

use crate::workspace::Workspace;

/// A workspace over recorded versions.
#[derive(Debug)]
pub struct Replica {
    workspace: Workspace,
    /// One for each root.
    folders: Vec<Dir>,
    /// What lies in them.
    held: Vec<HeldVersion>,
    history: Option<Database>,
    _scratch: Scratch,
}

/// One version of one file, under its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldVersion {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The name beneath it.
    pub path: RootedPath,
    /// SHA-256 of the bytes that the replica holds.
    pub digest: Digest,
}

/// Why there is no replica, or not of these versions.
#[derive(Debug, thiserror::Error)]
pub enum ReplicaError {
    /// Nothing is kept for the workspace.
    #[error("there is no state directory, so nothing is kept")]
    NoState,
    /// The state directory cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The bytes are neither in the cache nor in the history.
    #[error("the version {0} is no longer kept")]
    Lost(Digest),
    /// No such root, or a name that no file can have beside the others.
    #[error("there is no place for {0}")]
    NoPlace(RootedPath),
    /// The system refused.
    #[error("cannot lay out the versions")]
    Io(#[from] io::Error),
}

impl Workspace {
    /// A replica of this workspace, which holds nothing yet.
    pub fn replica(&self) -> Result<Replica, ReplicaError> {
        let directory = self.access().state().ok_or(ReplicaError::NoState)?.directory();
        let scratch = directory.scratch()?;
        let folders: Vec<Dir> = (0..self.access().roots().len())
            .map(|root| scratch.folder(&root.to_string()))
            .collect::<io::Result<_>>()?;
        let lead = |(root, folder): (&Root, &Dir)| root.leading_to(folder.try_clone()?);
        let roots = self.access().roots().iter().zip(&folders).map(lead).collect::<io::Result<_>>()?;
        let state = State::open(directory.path(), directory.key_place())?.looking_back();
        // Without a history there are still the snapshots.
        let history = directory.has_database().then(|| directory.database().ok()).flatten();
        let workspace = Workspace::over(self.access().over(roots, state));
        Ok(Replica { workspace, folders, held: Vec::new(), history, _scratch: scratch })
    }
}

impl Replica {
    /// The workspace to ask.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Sets the limits that held when something was asked.
    pub fn set_limits(&mut self, limits: Limits) {
        self.workspace.access.set_limits(limits);
    }

    /// Holds these versions, and no others.
    pub fn hold(&mut self, versions: &[HeldVersion]) -> Result<(), ReplicaError> {
        if self.held == versions {
            return Ok(());
        }
        self.held.clear();
        self.folders.iter().try_for_each(empty)?;
        for version in versions {
            let bytes = self.bytes(&version.digest)?;
            let folder = self.folders.get(version.root).filter(|_| !version.path.is_root());
            let no_place = || ReplicaError::NoPlace(version.path.clone());
            lay(folder.ok_or_else(no_place)?, &version.path, &bytes).map_err(|_| no_place())?;
        }
        self.held = versions.to_vec();
        Ok(())
    }

    /// Makes a version known as one that diffs start from.
    pub fn know_base(&self, digest: &Digest) -> Result<(), ReplicaError> {
        let state = self.workspace.state().ok_or(ReplicaError::NoState)?;
        if let Lookup::Found(_) = state.cache().get(digest) {
            return Ok(());
        }
        let bytes = self.bytes(digest)?;
        state.cache().put(digest, &bytes).map(|_| ()).map_err(|_| ReplicaError::Lost(*digest))
    }

    /// Makes a folder, in which a search may have found nothing. Whether there was nothing by that name.
    pub fn add_folder(&mut self, name: &str) -> bool {
        let mut is_made = false;
        // What cannot be a folder is reported as missing by the lookup.
        for candidate in self.workspace.access().candidates(name, true).into_iter().flatten() {
            let path = candidate.path.to_os_path();
            if let Some(folder) = self.folders.get(candidate.root).filter(|folder| !folder.exists(&path)) {
                let _ = folder.create_dir_all(path);
                // What is held is no longer all that is there.
                self.held.clear();
                is_made = true;
            }
        }
        is_made
    }

    /// Makes a name lead to a version that is held, by a link. Whether that was necessary and possible.
    pub fn lead(&mut self, name: &str, lines_given: bool, to: &HeldVersion) -> bool {
        if self.workspace.access().locate(name, lines_given).is_ok() {
            return false;
        }
        let candidates = self.workspace.access().candidates(name, lines_given).into_iter().flatten();
        // A name with a suffix that means lines is rarely that of a file.
        let mut candidates: Vec<Candidate> =
            candidates.filter(|candidate| candidate.root == to.root).collect();
        candidates.sort_by_key(|candidate| candidate.lines.is_none());
        let Some((candidate, folder)) = candidates.first().zip(self.folders.get(to.root)) else {
            return false;
        };
        // What is held is no longer all that is there.
        self.held.clear();
        link(folder, &candidate.path, &to.path).is_ok()
    }

    fn bytes(&self, digest: &Digest) -> Result<Vec<u8>, ReplicaError> {
        if let Some(Lookup::Found(bytes)) = self.workspace.state().map(|state| state.cache().get(digest)) {
            return Ok(bytes);
        }
        let kept = self.history.as_ref().and_then(|history| history.kept_bytes(digest).ok()?);
        kept.ok_or(ReplicaError::Lost(*digest))
    }
}

fn empty(folder: &Dir) -> io::Result<()> {
    for entry in folder.entries()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_tree(folder, entry.file_name())?;
        } else {
            folder.remove_file(entry.file_name())?;
        }
    }
    Ok(())
}

fn lay(folder: &Dir, path: &RootedPath, bytes: &[u8]) -> io::Result<()> {
    let name = path.to_os_path();
    if let Some(parent) = name.parent() {
        folder.create_dir_all(parent)?;
    }
    let mut file = folder.create(&name)?.into_std();
    file.write_all(bytes)?;
    // A file that was written a moment ago is read twice.
    file.set_modified(UNIX_EPOCH + Duration::from_secs(1))
}

/// Makes a link from one name beneath a folder to another.
fn link(folder: &Dir, from: &RootedPath, to: &RootedPath) -> io::Result<()> {
    let name = from.to_os_path();
    let parent = name.parent().map(Path::to_owned).unwrap_or_default();
    folder.create_dir_all(&parent)?;
    let up: PathBuf = parent.components().map(|_| "..").collect();
    folder.symlink(up.join(to.to_os_path()), name)
}
