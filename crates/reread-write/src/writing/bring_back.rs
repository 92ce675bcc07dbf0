//! Bringing back what a file held: one version of it, or all that an operation changed.
//!
//! Going back is an edit like any other, from what the history knows last to what it knew before, and merged with the
//! external changes since; so are permission bits. So newer work is never lost, a conflict writes nothing, and going back is itself
//! a version that can be gone back from. Folders that were made for a file stay: the history does not know of them.

use reread_access::FileName;
use reread_store::{
    NewOperation, Operation, OperationFile, OperationId, OperationResult, Version, VersionOrigin,
};

use super::base::stale;
use super::plan::{After, EditOfBase, FilePlan, TargetMode, WritePlan};
use super::{EditReply, Edited, WriteContext};
use crate::history::{History, HistoryError};
use crate::history_name::{history_key, name_in_history};
use crate::write_error::WriteError;
use crate::write_target::{WriteTarget, exact_target, write_target};
use crate::writing::Writer;

/// The permission bits for owner, group and all users.
const PERMISSIONS: u32 = 0o777;

impl Writer<'_> {
    /// Brings back a version of a file.
    pub fn rollback(
        &self,
        name: &str,
        version: &str,
        context: &WriteContext<'_>,
    ) -> Result<EditReply, WriteError> {
        self.carry_out(context, None, || {
            let planned = with_past(write_target(self.access, name)?, version, |target| {
                let wanted = History { access: self.access }.find_version(&target.name, version)?;
                if wanted.content.is_none() && target.is_link(self.access) {
                    return Err(target.goes_by_link());
                }
                let since = self.version_to_leave(&target.name, &wanted)?;
                self.plan_return(target, since.as_ref(), &wanted)
            })?;
            Ok(WritePlan::of(vec![planned]))
        })
    }

    /// Undoes what the last operation did to its files, or the one before it if that was undone already. A file that was
    /// removed externally since is not brought back: that would undo the external change.
    pub fn undo(&self, context: &WriteContext<'_>) -> Result<EditReply, WriteError> {
        // The last one may have been complete when its process died.
        self.recover(context.now)?;
        let operation = self.last_operation()?;
        let plan = || {
            let mut plan = WritePlan::of(Vec::new());
            for file in &operation.files {
                let name =
                    name_in_history(self.access, &file.root, &file.path).ok_or(WriteError::NothingToUndo)?;
                let target = exact_target(self.access, &name)?;
                let before = file.before.as_ref().map(|before| before.id.to_string()).unwrap_or_default();
                plan.files.push(with_past(target, &before, |target| match &file.before {
                    Some(_) if target.current.is_none() && file.after.content.is_some() => {
                        Err(overtaken(&target))
                    }
                    Some(before) => self.plan_return(target, Some(&file.after), before),
                    None => self.plan_absence(target, &file.after),
                })?);
            }
            Ok(plan)
        };
        let undone = self.carry_out(context, Some(operation.id), plan);
        // What can never be taken back must not stand in the way of what came before it.
        if !context.dry_run && is_of_lost_bytes(&undone) {
            self.note_undone(operation.id, context)?;
        }
        undone
    }

    /// Leaves what the last operation did as it is, and counts it as taken back: the next undo goes on to the one before it.
    pub fn pass_over(&self, context: &WriteContext<'_>) -> Result<EditReply, WriteError> {
        self.recover(context.now)?;
        let operation = self.last_operation()?;
        let name = |file: &OperationFile| name_in_history(self.access, &file.root, &file.path);
        let passed_over = |name| Edited::untouched(name, VersionOrigin::Rollback);
        let files = operation.files.iter().filter_map(name).map(passed_over).collect();
        let dry_run = context.dry_run;
        if !dry_run {
            self.note_undone(operation.id, context)?;
        }
        let (undoes, recounted) = (Some(operation.id), Vec::new());
        Ok(EditReply { files, operation: None, undoes, is_durable: None, dry_run, recounted })
    }

    /// Writes down that nothing is left of an operation that could be taken back, so that the next undo goes on to the one
    /// before it.
    pub(super) fn note_undone(&self, id: OperationId, context: &WriteContext<'_>) -> Result<(), WriteError> {
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let (author, at) = (context.author, context.now);
        let new = NewOperation { author, at, undoes: Some(id), files: Vec::new() };
        let begun = database.operations().begin(&new)?;
        database.operations().settle(begun.id, OperationResult::Done)?;
        Ok(())
    }

    /// What an undo would take back.
    pub fn last_operation(&self) -> Result<Operation, WriteError> {
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        match database.operations().last()? {
            Some(operation) if operation.is_whole => Ok(operation),
            _ => Err(WriteError::NothingToUndo),
        }
    }

    /// The version from which one goes back to another: the last one that was written here, so that an external change
    /// since stays, whether it was shown already or not. Back to an external version it is the newest.
    fn version_to_leave(&self, name: &FileName, wanted: &Version) -> Result<Option<Version>, WriteError> {
        let written =
            History { access: self.access }.last_written(name)?.filter(|written| written.id >= wanted.id);
        if written.is_some() {
            return Ok(written);
        }
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let (root, path) = history_key(self.access, name);
        Ok(database.versions(root, path).list(None, 1)?.into_iter().next())
    }

    /// From what the history knows last to what it knew before, on top of what is there.
    fn plan_return(
        &self,
        target: WriteTarget,
        newest: Option<&Version>,
        wanted: &Version,
    ) -> Result<FilePlan, WriteError> {
        let Some(bytes) = History { access: self.access }.bytes_of_past(&target.name, wanted)? else {
            let newest = newest.ok_or(WriteError::NothingToUndo)?;
            return self.plan_absence(target, newest);
        };
        let mode = wanted.content.map_or(0o644, |content| content.mode);
        let Some(current) = &target.current else {
            // Nothing is there that could be lost.
            let after = After::new(bytes, TargetMode::Exactly(mode));
            return Ok(FilePlan::plain(target, VersionOrigin::Rollback, Some(after)));
        };
        let known = newest.and_then(|newest| newest.content).map_or(mode, |content| content.mode);
        let mode = Some(mode_after_return(current.mode, known, mode));
        let base = match newest {
            Some(newest) => {
                History { access: self.access }.bytes_of_past(&target.name, newest)?.unwrap_or_default()
            }
            None => target.bytes().to_vec(),
        };
        let unmergeable = stale(&target, true);
        let ranges = Vec::new();
        let wanted = EditOfBase {
            base,
            theirs: bytes,
            ranges,
            pass: reread_edit::MatchTolerance::Exact,
            mode,
            own: None,
        };
        let plan = FilePlan::merged(target, VersionOrigin::Rollback, wanted).map_err(|_| unmergeable)?;
        Ok(FilePlan { own: None, ..plan })
    }

    /// A file that was not there before goes, if it still is what the history knows last.
    fn plan_absence(&self, target: WriteTarget, newest: &Version) -> Result<FilePlan, WriteError> {
        let known = newest.content.map(|content| content.digest);
        let found = target.digest();
        match found {
            Some(found) if known != Some(found) => Err(overtaken(&target)),
            _ => Ok(FilePlan::plain(target, VersionOrigin::Rollback, None)),
        }
    }
}

fn overtaken(target: &WriteTarget) -> WriteError {
    WriteError::Overtaken { name: target.name.requested.clone(), is_gone: target.current.is_none() }
}

/// Does work with a version of a file. That the bytes of a secret are not kept goes by its name, so that it is reported even where nothing about
/// the file may be: to ask the user for them would be in vain.
fn with_past<T>(
    target: WriteTarget,
    version: &str,
    work: impl FnOnce(WriteTarget) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    let (name, is_hidden_secret) =
        (target.name.requested.clone(), target.forgets && target.refusal().is_some());
    let mut is_lost = false;
    let outcome = target.hiding_errors(|target| {
        work(target).inspect_err(|error| {
            is_lost = matches!(error, WriteError::Past(error)
                if matches!(**error, HistoryError::NotKept { .. } | HistoryError::UnknownVersion { .. }));
        })
    });
    if is_lost && is_hidden_secret {
        let version = reread_text::visible_line(version).into_owned();
        return Err(HistoryError::NotKept { name, version }.into());
    }
    outcome
}

fn is_of_lost_bytes(undone: &Result<EditReply, WriteError>) -> bool {
    matches!(undone, Err(WriteError::Past(error)) if matches!(**error, HistoryError::NotKept { .. }))
}

/// Permission bits, from those that the history knows last to those that it knew before, on top of what is there.
fn mode_after_return(found: u32, newest: u32, wanted: u32) -> u32 {
    let changed = (newest ^ wanted) & PERMISSIONS;
    found & !changed | wanted & changed
}

impl From<HistoryError> for WriteError {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::Open(error) => error.into(),
            HistoryError::NoState => WriteError::NoState,
            HistoryError::Database(error) => error.into(),
            error => WriteError::Past(Box::new(error)),
        }
    }
}
