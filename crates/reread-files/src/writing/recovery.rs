//! Ending what somebody began and did not live to end.
//!
//! An operation that is found open was either complete, or it was not: the disk tells. If all of its files are as it meant
//! them to be, it is done. Otherwise nobody was told that it is done, so what it changed is taken back, unless others have
//! changed it since. Names that it left behind go; bytes under them that are not its own go into the history first.

use std::fs::File;

use reread_path::RootedPath;
use reread_store::{Operation, OperationFile, OperationId, Settled, UnixMillis};
use reread_text::Digest;

use super::file_key;
use crate::confinement::{Purpose, Shut, open_exactly};
use crate::disk::{Disk as _, RealDisk};
use crate::located::FileName;
use crate::replace::{Content, Replacement, Stray, Swap};
use crate::settings::OtherFilesystems;
use crate::workspace::Workspace;
use crate::write_error::WriteError;

/// What became of an operation that was found open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Which.
    pub operation: OperationId,
    /// Whether it is done; undone otherwise.
    pub is_done: bool,
    /// Files that others changed since, and that stay as they are.
    pub left_alone: Vec<RootedPath>,
}

impl Workspace {
    /// Ends every operation that nobody will end any more. One that is under way has the locks of its files, so it is
    /// waited for.
    pub fn recover(&self, now: UnixMillis) -> Result<Vec<Recovered>, WriteError> {
        let state = self.state().ok_or(WriteError::NoState)?;
        let (database, locks) = (state.database()?, state.directory().file_locks()?);
        let mut recovered = Vec::new();
        for operation in database.open_operations()? {
            let Some(names) = self.names_of(&operation) else { continue };
            let keys: Vec<Digest> =
                names.iter().map(|name| file_key(self.root(name.root).path(), &name.path)).collect();
            let _held = locks.hold(&keys).map_err(|source| io(&names[0], source))?;
            // Whoever had the locks may have ended it.
            recovered.extend(self.end_if_open(operation.id, now)?);
        }
        Ok(recovered)
    }

    /// Ends an operation unless somebody has. The caller holds the locks of its files.
    pub(super) fn end_if_open(
        &self,
        id: OperationId,
        now: UnixMillis,
    ) -> Result<Option<Recovered>, WriteError> {
        let database = self.state().ok_or(WriteError::NoState)?.database()?;
        let Some(operation) = database.open_operations()?.into_iter().find(|open| open.id == id) else {
            return Ok(None);
        };
        let Some(names) = self.names_of(&operation) else { return Ok(None) };
        self.end(&operation, &names, now).map(Some)
    }

    /// The files of an operation in this workspace; none if one of them is in none of its roots.
    fn names_of(&self, operation: &Operation) -> Option<Vec<FileName>> {
        let name = |file: &OperationFile| self.name_in_history(&file.root, &file.path);
        operation.files.iter().map(name).collect()
    }

    /// The file of this workspace that the history knows by these names.
    pub(crate) fn name_in_history(&self, root: &[u8], path: &[u8]) -> Option<FileName> {
        let is_root = |index: &usize| self.root(*index).path().as_os_str().as_encoded_bytes() == root;
        let root = (0..self.roots().len()).find(is_root)?;
        let path = RootedPath::from_bytes(path).ok()?;
        Some(FileName { requested: path.to_string(), path, root, readings: Vec::new() })
    }

    fn end(
        &self,
        operation: &Operation,
        names: &[FileName],
        now: UnixMillis,
    ) -> Result<Recovered, WriteError> {
        let database = self.state().ok_or(WriteError::NoState)?.database()?;
        let folders: Vec<Option<File>> =
            names.iter().map(|name| self.folder_for_recovery(name)).collect::<Result<_, _>>()?;
        let files = operation.files.iter().zip(names).zip(&folders);
        let mut is_done = true;
        let mut left_alone = Vec::new();
        let mut begun: Vec<Begun<'_>> = Vec::new();
        for ((file, name), folder) in files {
            let digest = |version: &reread_store::Version| version.content.map(|content| content.digest);
            let (before, after) = (file.before.as_ref().and_then(digest), digest(&file.after));
            // Without its folder there is no file, and nothing was ever staged.
            let Some(folder) = folder else {
                is_done &= after.is_none();
                continue;
            };
            let (Some(leaf), Some(temp)) = (name.path.file_name(), file.temp.as_deref()) else { continue };
            let replacement = Replacement::new(&RealDisk, folder, (leaf, temp), (before, after));
            let replacement = replacement.resume().map_err(|source| io(name, source))?;
            let current = replacement.current().map_err(|source| io(name, source))?;
            is_done &= current == after.map_or(Content::Absent, Content::File);
            begun.push((replacement, name, [before, after]));
        }
        let mut strays = Vec::new();
        for (replacement, name, [before, after]) in &mut begun {
            let failed = |source| io(name, source);
            if !is_done {
                let bytes = before.map(|digest| database.kept_bytes(&digest)).transpose()?.flatten();
                let is_lost = replacement.needs_bytes_to_take_back() && bytes.is_none();
                let taken_back = match is_lost {
                    true => Swap::Moved(None),
                    false => replacement.take_back(bytes.as_deref()).map_err(failed)?,
                };
                if let Swap::Moved(stray) = taken_back {
                    left_alone.push(name.path.clone());
                    strays.extend(stray.map(|stray| (*name, stray)));
                }
            }
            if let Some(stray) = replacement.foreign().map_err(failed)?
                && !self.is_fragment(&stray, [*before, *after])?
            {
                strays.push((*name, stray));
            }
        }
        for (folder, name) in folders.iter().flatten().zip(names) {
            RealDisk.sync_folder(folder).map_err(|source| io(name, source))?;
        }
        // Whoever dies on the way leaves an operation that is open, and so is found again.
        for (name, stray) in strays {
            self.keep_stray(database, name, stray, now)?;
        }
        for (mut replacement, name, _) in begun {
            replacement.clear().map_err(|source| io(name, source))?;
        }
        let settled = if is_done { Settled::Done } else { Settled::Undone };
        database.settle_operation(operation.id, settled)?;
        Ok(Recovered { operation: operation.id, is_done, left_alone })
    }

    /// Whether somebody died while these bytes were written: they are the beginning of what was to be there.
    fn is_fragment(&self, Stray(bytes): &Stray, whole: [Option<Digest>; 2]) -> Result<bool, WriteError> {
        let database = self.state().ok_or(WriteError::NoState)?.database()?;
        for digest in whole.iter().flatten() {
            if database.kept_bytes(digest)?.is_some_and(|whole| whole.starts_with(bytes)) {
                return Ok(true);
            }
        }
        Ok(bytes.is_empty())
    }

    /// The folder of a file; none if it is not there any more, or never was.
    fn folder_for_recovery(&self, name: &FileName) -> Result<Option<File>, WriteError> {
        let cross_mounts = self.settings().other_filesystems == OtherFilesystems::Allow;
        let parent = name.path.parent().unwrap_or_default();
        match open_exactly(self.root(name.root), &parent, Purpose::Read, cross_mounts) {
            Ok(folder) => Ok(Some(folder)),
            Err(Shut::Absent) => Ok(None),
            Err(shut) => Err(io(name, std::io::Error::other(shut.to_string()))),
        }
    }
}

/// One file of an operation, its name, and what it held and was to hold.
type Begun<'a> = (Replacement<'a, RealDisk>, &'a FileName, [Option<Digest>; 2]);

fn io(name: &FileName, source: std::io::Error) -> WriteError {
    WriteError::Io { name: name.requested.clone(), source }
}
