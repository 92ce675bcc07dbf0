//! A file that may be written, reached through the handle of its folder: what is there now, and what stands in the way.

mod finder;

use std::fs::File;
use std::io;

use reread_access::{Access, FileName, OpenError};
use reread_config::Treatment;
use reread_disk::{Disk as _, FileFacts, FileKind, MOST_BYTES, OpenPurpose, RealDisk, open_beneath};
use reread_path::RootedPath;
use reread_store::FileState;
use reread_text::{Diff, DiffNames, Digest, unified_diff};

pub(crate) use self::finder::{deny_writing, exact_target, write_target};

use crate::write_error::WriteError;
use crate::writing::{ApprovalReasons, HiddenTarget};

/// How many unchanged lines a diff shows around a change.
const CONTEXT_LINES: u64 = 3;

/// Bits of a mode that let a program run with the rights of another user.
const SETS_ID: u32 = 0o6000;

/// The key of the configuration by which writes outside the roots are questions. It stands for a rule.
pub(crate) const OUTSIDE: &str = "write.ask_outside";

/// A file that may be written, or the place of one.
#[derive(Debug)]
pub(crate) struct WriteTarget {
    pub(crate) name: FileName,
    /// The folder that it is in, or the nearest one above it that exists.
    pub(crate) folder: File,
    /// Folders that have to be made first, outermost first.
    pub(crate) missing: Vec<Vec<u8>>,
    /// Its name in its folder.
    pub(crate) leaf: Vec<u8>,
    /// What is there; `None` if nothing is.
    pub(crate) current: Option<CurrentFile>,
    /// Every name that the rules were asked about.
    pub(crate) judged: Vec<RootedPath>,
    /// The rule that requires approval, if one does.
    pub(crate) asks: Option<String>,
    /// The rule that requires approval before anything about its content is revealed.
    pub(crate) hides: Option<String>,
    /// Whether it lies outside the roots, in a folder in which the user may be asked about writes.
    pub(crate) outside: bool,
    /// Whether some program runs it by itself.
    pub(crate) runs_code: bool,
    /// Whether its name says that it holds secrets, so that no bytes of it are in the history.
    pub(crate) forgets: bool,
    /// What is done about content that some program runs by itself.
    pub(crate) runs_code_content: Treatment,
    /// Whether a folder above it is a git repository without being called `.git`.
    pub(crate) in_repository: bool,
}

/// A file as it is found.
#[derive(Clone, Debug)]
pub(crate) struct CurrentFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Digest,
    pub(crate) mode: u32,
}

impl CurrentFile {
    /// As the history takes it.
    pub(crate) fn state(&self) -> FileState<'_> {
        FileState::hashed(&self.bytes, self.digest, self.mode)
    }
}

/// A folder that was made for a new file.
#[derive(Debug)]
pub(crate) struct MadeFolder {
    root: usize,
    path: RootedPath,
}

impl MadeFolder {
    /// Removes it unless something is in it by now. What cannot be removed stays: it is empty, or not ours alone.
    pub(crate) fn remove(&self, access: &Access) {
        let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name()) else { return };
        if let Ok(parent) = access.open_exactly(self.root, &parent, OpenPurpose::Read) {
            let _ = RealDisk.remove_folder(&parent, name);
        }
    }
}

impl WriteTarget {
    /// The handle of its folder; folders that are missing are made. Each of them is durable before something is put into
    /// it, and noted in `made`, also if a later step fails.
    pub(crate) fn open_folder(&self, made: &mut Vec<MadeFolder>) -> io::Result<File> {
        let mut folder = self.folder.try_clone()?;
        let mut above = std::iter::successors(self.name.path.parent(), RootedPath::parent);
        let mut paths: Vec<RootedPath> = above.by_ref().take(self.missing.len()).collect();
        for name in &self.missing {
            let path = paths.pop().unwrap_or_default();
            if RealDisk.create_folder(&folder, name)? {
                made.push(MadeFolder { root: self.name.root, path });
                RealDisk.sync_folder(&folder)?;
            }
            folder = RealDisk.open(&folder, name)?;
        }
        Ok(folder)
    }

    /// Its bytes. A file that is not there counts as an empty one.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.current.as_ref().map_or(&[], |current| &current.bytes)
    }

    /// `None` if it is not there.
    pub(crate) fn digest(&self) -> Option<Digest> {
        self.current.as_ref().map(|current| current.digest)
    }

    /// The difference between two texts of it.
    pub(crate) fn diff(&self, old: &[u8], new: &[u8]) -> Diff {
        let path = self.name.path.to_string();
        let (old_name, new_name) = (format!("a/{path}"), format!("b/{path}"));
        unified_diff(old, new, DiffNames { old: &old_name, new: &new_name }, CONTEXT_LINES)
    }

    /// Does work with the file. Errors about a file that may not be read without approval are hidden: they would reveal
    /// what it holds, or whether it is there.
    pub(crate) fn hiding_errors<T>(
        self,
        work: impl FnOnce(Self) -> Result<T, WriteError>,
    ) -> Result<T, WriteError> {
        let Some(reasons) = self.why_hidden() else { return work(self) };
        let (name, current) = (self.name.clone(), self.digest());
        work(self).map_err(|error| HiddenTarget::hide(&name, current, reasons, error))
    }

    /// What is said in place of anything about the file; `None` if everything may be reported.
    pub(crate) fn refusal(&self) -> Option<WriteError> {
        let (name, reasons) = (self.name.requested.clone(), self.why_hidden()?);
        Some(WriteError::NeedsApproval { name, reasons })
    }

    fn why_hidden(&self) -> Option<ApprovalReasons> {
        let rule = Some(self.hides.clone()?);
        let (runs_code, forgets, outside, hides) =
            (self.runs_code, self.forgets, self.outside, self.hides_by_rule());
        Some(ApprovalReasons { rule, hides, outside, runs_code, makes_executable: false, forgets })
    }

    /// Whether a rule requires approval before it is read. A file outside is not read at all.
    pub(crate) fn hides_by_rule(&self) -> bool {
        self.hides.as_deref().is_some_and(|rule| rule != OUTSIDE)
    }

    /// The refusal to act on a file by the name of a link to it.
    pub(crate) fn goes_by_link(&self) -> WriteError {
        WriteError::GoesByLink { name: self.name.requested.clone(), file: self.name.path.to_string() }
    }

    /// Whether the name that the caller wrote is a link to it.
    pub(crate) fn is_link(&self, access: &Access) -> bool {
        let Some(named) = self.judged.first().filter(|named| **named != self.name.path) else { return false };
        let root = access.root(self.name.root);
        let opened = open_beneath(root, named, OpenPurpose::ExamineLink, access.crosses_mounts());
        opened.is_ok_and(|opened| {
            RealDisk.about(&opened.file).is_ok_and(|attributes| attributes.kind == FileKind::Link)
        })
    }

    /// Whether another look at it would find what this one found.
    pub(crate) fn still_stands(&self) -> bool {
        let found = current_file(&self.folder, &self.leaf, &self.name.requested, self.current.as_ref());
        let facts = |file: &CurrentFile| (file.digest, file.mode);
        let is_same =
            |found: &Option<CurrentFile>| found.as_ref().map(facts) == self.current.as_ref().map(facts);
        self.missing.is_empty() && found.as_ref().is_ok_and(is_same)
    }

    /// Its name in that folder.
    pub(crate) fn leaf(&self) -> &[u8] {
        &self.leaf
    }
}

/// What is under a name, if it can be replaced; everything that could not be kept is refused before anything is done.
/// `earlier` is what was found there before: bytes that are still the same need not be hashed again.
pub(crate) fn current_file(
    folder: &File,
    leaf: &[u8],
    called: &str,
    earlier: Option<&CurrentFile>,
) -> Result<Option<CurrentFile>, WriteError> {
    let name = || called.to_owned();
    let io = |source| WriteError::from(OpenError::Io { name: name(), source });
    let file = match RealDisk.open(folder, leaf) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(OpenError::Forbidden(name()).into());
        }
        Err(error) => return Err(io(error)),
    };
    let FileFacts { kind, links, mode, size, .. } = RealDisk.about(&file).map_err(io)?;
    if kind != FileKind::File {
        return Err(OpenError::NotAFile { name: name(), kind }.into());
    }
    if links > 1 {
        return Err(WriteError::SeveralNames { name: name(), links });
    }
    if mode & SETS_ID != 0 {
        return Err(WriteError::SetsId(name()));
    }
    // The system lets a user who may write the folder replace it all the same, and the superuser write anything.
    let may_write = RealDisk.may_write(folder, leaf);
    if mode & 0o222 == 0 || !may_write {
        return Err(WriteError::ReadOnly(name()));
    }
    if size > MOST_BYTES {
        return Err(WriteError::TooLarge { name: name(), size, most: MOST_BYTES });
    }
    let bytes = RealDisk.read(&file, MOST_BYTES).map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(WriteError::TooLarge { name: name(), size: bytes.len() as u64, most: MOST_BYTES });
    }
    let known = earlier.filter(|earlier| earlier.bytes == bytes).map(|earlier| earlier.digest);
    Ok(Some(CurrentFile { digest: known.unwrap_or_else(|| Digest::of(&bytes)), bytes, mode }))
}

pub(crate) fn is_folder(file: &File) -> bool {
    RealDisk.about(file).is_ok_and(|attributes| attributes.kind == FileKind::Directory)
}
