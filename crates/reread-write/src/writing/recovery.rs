//! Ending what another process began and did not live to end.
//!
//! An operation that is found open was either complete, or it was not: what lies on the disk tells, whatever became of its
//! files since ([`was_complete`]). What was complete is done. Otherwise no caller was told that it is done, so what
//! it changed is rolled back, unless it was changed externally since; if it displaced bytes of another process, they
//! get their name back. Names that it left behind go; bytes under them that are not its own go into the history first.

use std::fs::File;

use reread_access::FileName;
use reread_disk::{
    Batch, BatchError, Before, Disk as _, FileContent, FileReplacement, OpenFailure, OpenPurpose, RealDisk,
    ReplacementKind, ReplacementStage, was_complete,
};
use reread_path::{RootedPath, TempName, spell};
use reread_store::{Operation, OperationFile, OperationId, OperationResult, UnixMillis, Version};
use reread_text::Digest;

use super::{Writer, file_key};
use crate::history_name::name_in_history;
use crate::write_error::WriteError;
use crate::write_target::{deny_writing, is_folder};
use crate::writing::commit::keep_stray;

/// What became of an operation that was found open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Which.
    pub operation: OperationId,
    /// Whether it is done; undone otherwise.
    pub is_done: bool,
    /// Files with an external change since, which stay as they are.
    pub left_alone: Vec<RootedPath>,
    /// Names beneath which something of another process lies that could not be kept: more bytes than the history takes, or no file.
    pub left_behind: Vec<String>,
}

/// What became of all operations that were found open.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Those that were ended.
    pub ended: Vec<Recovered>,
    /// Those that could not be, and why.
    pub stuck: Vec<(OperationId, WriteError)>,
}

impl Writer<'_> {
    /// Ends every operation that a crash interrupted. One that is under way holds the locks of its files, so it is
    /// waited for.
    pub fn recover(&self, now: UnixMillis) -> Result<Recovery, WriteError> {
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let mut recovery = Recovery::default();
        for operation in database.operations().open()? {
            match self.wait_and_end(&operation, now) {
                Ok(ended) => recovery.ended.extend(ended),
                // The remaining ones can be ended all the same.
                Err(error) => recovery.stuck.push((operation.id, error)),
            }
        }
        Ok(recovery)
    }

    fn wait_and_end(&self, operation: &Operation, now: UnixMillis) -> Result<Option<Recovered>, WriteError> {
        let names = self.names_of(operation)?;
        let keys: Vec<Digest> =
            names.iter().map(|name| file_key(self.access.root(name.root).path(), &name.path)).collect();
        let locks = self.access.state().ok_or(WriteError::NoState)?.directory().file_locks()?;
        let _held = locks.hold(&keys).map_err(|source| io(&names[0], source))?;
        // The previous holder of the locks may have ended it.
        self.end_if_open(operation.id, now)
    }

    /// Ends an operation unless another process has. The caller holds the locks of its files.
    pub(super) fn end_if_open(
        &self,
        id: OperationId,
        now: UnixMillis,
    ) -> Result<Option<Recovered>, WriteError> {
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let Some(operation) = database.operations().open()?.into_iter().find(|open| open.id == id) else {
            return Ok(None);
        };
        let names = self.names_of(&operation)?;
        self.end(&operation, &names, now).map(Some)
    }

    /// The files of an operation, all of which have to be in this workspace. What the rules for writing deny is not touched,
    /// whatever an operation says; what they would ask about was approved before the operation began.
    pub(super) fn names_of(&self, operation: &Operation) -> Result<Vec<FileName>, WriteError> {
        let name = |file: &OperationFile| {
            let root = || spell(&file.root).into_owned();
            let name = name_in_history(self.access, &file.root, &file.path)
                .ok_or_else(|| WriteError::OtherRoot(root()))?;
            deny_writing(self.access, &name)?;
            Ok(name)
        };
        operation.files.iter().map(name).collect()
    }

    fn end(
        &self,
        operation: &Operation,
        names: &[FileName],
        now: UnixMillis,
    ) -> Result<Recovered, WriteError> {
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let folders: Vec<Option<File>> =
            names.iter().map(|name| self.folder_for_recovery(name)).collect::<Result<_, _>>()?;
        let mut without_folder = Vec::new();
        let mut left: Vec<Left<'_>> = Vec::new();
        for ((file, name), folder) in operation.files.iter().zip(names).zip(&folders) {
            let (before, after) = (held(file.before.as_ref()), held(Some(&file.after)));
            match (folder, name.path.file_name(), file.temp.as_ref()) {
                (Some(folder), Some(leaf), Some(temp)) => {
                    left.push(Left { name, before, after, folder, leaf, temp });
                }
                (None, ..) => without_folder.push(stage_without_folder(before, after)),
                (Some(_), ..) => {}
            }
        }
        let io_at = |BatchError { at, source }: BatchError| io(left[at].name, source);
        let mut batch = Batch::resume(left.iter().map(Left::replacement).collect()).map_err(io_at)?;
        let stages: Vec<(ReplacementKind, ReplacementStage)> = batch.stages().chain(without_folder).collect();
        let is_done = was_complete(&stages);
        let bytes_of = |held: Option<FileContent>| match held {
            None => Ok(None),
            Some(held) => Ok(database.kept_bytes(&held.digest)?.map(|bytes| (bytes, held.mode))),
        };
        // The old bytes are needed only to roll something back.
        let kept: Vec<_> = match is_done {
            true => left.iter().map(|_| None).collect(),
            false => left.iter().map(|file| bytes_of(file.before)).collect::<Result<_, WriteError>>()?,
        };
        let before: Vec<Before<'_>> =
            kept.iter().map(|held| held.as_ref().map(|(bytes, mode)| (bytes.as_slice(), *mode))).collect();
        let ended = batch.end(is_done, &before).map_err(io_at)?;
        for file in &left {
            RealDisk.sync_folder(file.folder).map_err(|source| io(file.name, source))?;
        }
        // A process that dies on the way leaves an operation that is open, and so is found again.
        for (at, stray) in ended.strays {
            keep_stray(self.access, database, left[at].name, &stray, now)?;
        }
        batch.clear().map_err(io_at)?;
        let settled = if is_done { OperationResult::Done } else { OperationResult::Undone };
        database.operations().settle_now(operation.id, settled)?;
        let left_alone = ended.left_alone.iter().map(|at| left[*at].name.path.clone()).collect();
        let left_behind = ended.left_behind.iter().map(|at| left[*at].beside()).collect();
        Ok(Recovered { operation: operation.id, is_done, left_alone, left_behind })
    }

    /// The folder of a file; none if it is not there any more, or never was.
    pub(super) fn folder_for_recovery(&self, name: &FileName) -> Result<Option<File>, WriteError> {
        let parent = name.path.parent().unwrap_or_default();
        match self.access.open_exactly(name.root, &parent, OpenPurpose::Read) {
            Ok(folder) => Ok(Some(folder).filter(is_folder)),
            // What became a link or a file since then is not the folder.
            Err(OpenFailure::Absent | OpenFailure::LinkLoop) => Ok(None),
            Err(shut) => Err(io(name, std::io::Error::other(shut.to_string()))),
        }
    }
}

/// One file of an operation.
struct Left<'a> {
    name: &'a FileName,
    before: Option<FileContent>,
    after: Option<FileContent>,
    folder: &'a File,
    leaf: &'a [u8],
    temp: &'a TempName,
}

impl<'a> Left<'a> {
    fn replacement(&self) -> FileReplacement<'a, RealDisk> {
        FileReplacement::new(&RealDisk, self.folder, (self.leaf, self.temp), (self.before, self.after))
    }

    /// Where something may lie that could not be kept.
    fn beside(&self) -> String {
        let folder = self.name.path.parent().unwrap_or_default();
        let temp = self.temp;
        if folder.as_bytes().is_empty() { temp.to_string() } else { format!("{folder}/{temp}") }
    }
}

fn held(version: Option<&Version>) -> Option<FileContent> {
    let content = version?.content?;
    Some(FileContent { digest: content.digest, mode: content.mode })
}

/// Without its folder there is no file, and nothing lies beside it.
fn stage_without_folder(
    before: Option<FileContent>,
    after: Option<FileContent>,
) -> (ReplacementKind, ReplacementStage) {
    match (before, after) {
        (None, _) => (ReplacementKind::Create, ReplacementStage::Begun),
        (Some(_), Some(_)) => (ReplacementKind::Replace, ReplacementStage::Unclear),
        (Some(_), None) => (ReplacementKind::Delete, ReplacementStage::Over),
    }
}

fn io(name: &FileName, source: std::io::Error) -> WriteError {
    WriteError::Io { name: name.requested.clone(), source }
}
