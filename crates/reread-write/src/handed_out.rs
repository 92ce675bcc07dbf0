//! A file that another program is let at, such as the editor of the user, and what that made of it.
//!
//! An external change is usually found when a file is next written. Here it is known when the other program begins and when
//! it ends, so that both versions go into the history, and the reply reports the change. The program itself is started by
//! the caller, and is not watched: what it does later, or to other files, is found like any other external change.

use std::path::PathBuf;

use reread_access::{Access, ExactFile, FileName, OpenError, file_key, refusal};
use reread_disk::{Disk as _, OpenFailure, OpenPurpose, RealDisk};
use reread_search::note_written;
use reread_store::{UnixMillis, VersionId};
use reread_text::{DiffLimits, DiffNames, Digest, LineRange, unified_diff};

use crate::history::HistoryError;
use crate::history_name::history_key;
use crate::write_target::CurrentFile;

/// A file that another program is let at.
#[derive(Debug)]
pub struct HandedOut {
    /// Which file.
    pub name: FileName,
    /// Where it is, for programs that know of no roots.
    pub path: PathBuf,
    /// The line that was asked for.
    pub line: Option<u64>,
    /// What it holds; `None` if it is too long to be compared.
    before: Option<CurrentFile>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// The other program changed nothing.
    AsItWas,
    /// It holds something else, or is gone.
    Changed {
        /// The version that it is now; `None` if no history is kept, or a write of ours is under way.
        version: Option<VersionId>,
        /// How many lines are new and how many are gone; `None` if there are too many to be compared.
        lines: Option<(u64, u64)>,
        /// What it holds; `None` if it is gone.
        digest: Option<Digest>,
    },
    /// It is too long to be compared.
    Unknown,
}

impl HandedOut {
    /// What it held.
    pub fn digest(&self) -> Option<Digest> {
        self.before.as_ref().map(|before| Digest::of(&before.bytes))
    }
}

/// Hands files to another program, and records what became of them.
#[derive(Clone, Copy, Debug)]
pub struct Handover<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Handover<'a> {
    /// Over files that may be reached by this access.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}

impl Handover<'_> {
    /// Takes note of a file before another program is let at it. What may not be read is not handed out; what a rule asks
    /// about is, if the user approved this version of it.
    pub fn hand_out(
        &self,
        name: &str,
        approved: Option<&ExactFile>,
        now: UnixMillis,
    ) -> Result<HandedOut, HistoryError> {
        let located = match approved {
            Some(approved) => self.access.locate_approved(name, false, approved)?,
            None => self.access.locate(name, false)?,
        };
        let before = self.current_file(&located.file).map_err(|source| located.io_error(source))?;
        let digest = before.as_ref().map(|before| before.digest);
        if approved.is_some_and(|approved| approved.digest != digest) {
            self.access.locate(name, false)?;
        }
        let path = self.access.root(located.name.root).path().join(located.name.path.to_os_path());
        let line = located.lines.map(LineRange::first);
        let handed = HandedOut { name: located.name, path, line, before };
        self.note_found(&handed, now)?;
        Ok(handed)
    }

    /// Looks what became of a file, and keeps both versions if it changed.
    pub fn take_back(&self, handed: &HandedOut, now: UnixMillis) -> Result<Returned, HistoryError> {
        let Some(before) = &handed.before else { return Ok(Returned::Unknown) };
        let FileName { requested, path, root, .. } = &handed.name;
        let after = match self.access.open_exactly(*root, path, OpenPurpose::Read) {
            Ok(file) => {
                let io = |source| OpenError::Io { name: requested.clone(), source };
                match self.current_file(&file).map_err(io)? {
                    Some(after) => Some(after),
                    None => return Ok(Returned::Unknown),
                }
            }
            Err(OpenFailure::Absent) => None,
            Err(shut) => return Err(refusal(requested.clone(), shut).into()),
        };
        let digest = after.as_ref().map(|after| after.digest);
        if digest == Some(before.digest) {
            return Ok(Returned::AsItWas);
        }
        let version = self.note_change(&handed.name, before, after.as_ref(), now)?;
        let bytes = after.as_ref().map(|after| after.bytes.as_slice());
        note_written(self.access, &handed.name, bytes.zip(digest));
        Ok(Returned::Changed { version, lines: changed_lines(before, bytes), digest })
    }

    /// An external change is a version, too, if the history of the file is kept: soon no other copy will exist.
    fn note_found(&self, handed: &HandedOut, now: UnixMillis) -> Result<(), HistoryError> {
        let Some(state) = self.access.state().filter(|state| state.directory().has_database()) else {
            return Ok(());
        };
        let Some(before) = &handed.before else { return Ok(()) };
        let (root, path) = history_key(self.access, &handed.name);
        let is_secret = self.access.settings().is_secret(std::slice::from_ref(&handed.name.path));
        state.database()?.versions(root, path).note_seen(Some(before.state()), is_secret, now)?;
        Ok(())
    }

    /// Adds an external change of a file to the history. Nothing is kept where there is no state.
    fn note_change(
        &self,
        name: &FileName,
        before: &CurrentFile,
        after: Option<&CurrentFile>,
        now: UnixMillis,
    ) -> Result<Option<VersionId>, HistoryError> {
        let Some(state) = self.access.state() else { return Ok(None) };
        let io = |source| OpenError::Io { name: name.requested.clone(), source };
        let locks = state.directory().file_locks().map_err(|error| io(std::io::Error::other(error)))?;
        let _held = locks.hold([&file_key(self.access.root(name.root).path(), &name.path)]).map_err(io)?;
        let (root, path) = history_key(self.access, name);
        let is_secret = self.access.settings().is_secret(std::slice::from_ref(&name.path));
        let (before, after) = (Some(before.state()), after.map(CurrentFile::state));
        Ok(state.database()?.versions(root, path).note_change(before, after, is_secret, now)?)
    }

    /// The bytes and the mode of an open file; `None` if it is too long.
    fn current_file(&self, file: &std::fs::File) -> std::io::Result<Option<CurrentFile>> {
        let most = self.access.settings().limits.digest_bytes;
        let mode = RealDisk.about(file)?.mode;
        let bytes = RealDisk.read(file, most)?;
        Ok((bytes.len() as u64 <= most).then(|| CurrentFile { digest: Digest::of(&bytes), bytes, mode }))
    }
}

fn changed_lines(before: &CurrentFile, after: Option<&[u8]>) -> Option<(u64, u64)> {
    let (before, after) = (before.bytes.as_slice(), after.unwrap_or_default());
    DiffLimits::default().affordable(before, after).then(|| {
        let diff = unified_diff(before, after, DiffNames { old: "", new: "" }, 0);
        (diff.added, diff.removed)
    })
}
