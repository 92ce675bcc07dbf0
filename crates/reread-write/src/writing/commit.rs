//! Putting a plan in place: all of its files, or none.
//!
//! First everything is written down: from then on nothing can be lost. Then new bytes are staged beside every file, and
//! made durable; then one file after the other is exchanged. If one is not what the plan expects, those before it are
//! taken back. A process that dies in between leaves an open operation, which the next one ends ([`super::recovery`]).

use std::fs::File;
use std::io;

use reread_access::{Access, FileName};
use reread_disk::{
    AttributesLost, Batch, BatchError, BatchOutcome, Before, Disk as _, DisplacedFile, FileContent,
    FileReplacement, RealDisk, TargetAttributes,
};
use reread_path::TempName;
use reread_search::note_written;
use reread_store::{
    BeginError, Database, DatabaseError, FileState, NewOperation, NewProposal, NewVersion, OperationId,
    OperationResult, ProposeError, StartedOperation, UnixMillis,
};

use super::plan::{FilePlan, TargetMode, WritePlan};
use super::reply::{ConflictNotKept, KeptConflict, PlanResult};
use super::{Committed, Recovered, WriteContext, Writer};
use crate::history_name::history_key;
use crate::write_error::WriteError;
use crate::write_target::{CurrentFile, MadeFolder};
use crate::writing::proposals::Proposals;

impl Writer<'_> {
    /// Carries out a plan. The caller holds the locks of all files. `undoes` is an operation that this one undoes.
    pub(super) fn commit(
        &self,
        plan: &WritePlan,
        context: &WriteContext<'_>,
        undoes: Option<OperationId>,
    ) -> Result<Committed, WriteError> {
        let changing: Vec<&FilePlan> = plan.changing().collect();
        if changing.is_empty() {
            return Ok(Committed::Done(PlanResult::default()));
        }
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let temps: Vec<TempName> = changing
            .iter()
            .map(|_| temp_name())
            .collect::<io::Result<_>>()
            .map_err(|source| plan.failed(source))?;
        // What follows is a few steps on the disk: opening the database again for each costs more than
        // the time that another process waits for it.
        let _stay = database.stay();
        let files = changing.iter().zip(&temps).map(|(file, temp)| self.new_version(file, *temp)).collect();
        let operation = NewOperation { author: context.author, at: context.now, undoes, files };
        let begun = match database.operations().begin(&operation) {
            Err(BeginError::Unsettled { path, operation }) => {
                let name = String::from_utf8_lossy(&path).into_owned();
                return Ok(Committed::Unsettled { name, operation });
            }
            begun => begun?,
        };
        let mut made = Vec::new();
        let placed = self.put_in_place(database, &begun, &changing, &temps, context, &mut made);
        let result = match placed.or_else(|error| self.end_failed(begun.id, error, context.now)) {
            Ok(Committed::Done(result)) => result,
            not_done => {
                made.iter().rev().for_each(|folder| folder.remove(self.access));
                return not_done;
            }
        };
        for file in &changing {
            let after = file.after.as_ref().map(|after| (after.bytes.as_slice(), after.digest));
            if let Some((state, (_, digest))) = self.access.state().zip(after) {
                state.own.note(file.lock_key(self.access), digest);
            }
            note_written(self.access, &file.target.name, after);
        }
        let (operation, versions) = (Some(begun.id), begun.versions);
        Ok(Committed::Done(PlanResult { operation, versions, ..result }))
    }

    fn new_version<'a>(&'a self, file: &'a FilePlan, temp: TempName) -> NewVersion<'a> {
        let (root, path) = history_key(self.access, &file.target.name);
        let (before, after) = (file.target.current.as_ref(), file.after.as_ref());
        NewVersion {
            root,
            path,
            before: before.map(CurrentFile::state),
            after: after.map(|after| FileState::hashed(&after.bytes, after.digest, after.mode.bits())),
            change: file.edited.change.clone(),
            temp: Some(temp),
            is_sensitive: self.access.settings().is_secret(&file.target.judged),
        }
    }

    fn put_in_place(
        &self,
        database: &Database,
        begun: &StartedOperation,
        changing: &[&FilePlan],
        temps: &[TempName],
        context: &WriteContext<'_>,
        made: &mut Vec<MadeFolder>,
    ) -> Result<Committed, WriteError> {
        let io =
            |file: &FilePlan, source| WriteError::Io { name: file.target.name.requested.clone(), source };
        let undone = || database.operations().settle(begun.id, OperationResult::Undone).map(drop);
        let mut folders: Vec<File> = Vec::new();
        for file in changing {
            match file.target.open_folder(made) {
                Ok(folder) => folders.push(folder),
                Err(source) => {
                    undone()?;
                    return Err(io(file, source));
                }
            }
        }
        let mut batch = Batch::new(replacements(changing, &folders, temps));
        for (at, file) in changing.iter().enumerate() {
            let Some(after) = &file.after else { continue };
            if let Err(error) = batch.stage(at, &after.bytes, after.mode.dress()) {
                if batch.clear().is_ok() {
                    undone()?;
                }
                return Err(file.undressed(error));
            }
        }
        let before: Vec<Before<'_>> = changing.iter().map(|file| file.before()).collect();
        // If it fails, its result is unknown. It is written down, and the disk is asked.
        let swapped = batch.swap(&before).map_err(|BatchError { at, source }| io(changing[at], source))?;
        let (moved, strays) = match swapped {
            BatchOutcome::Moved { at, strays } => (Some(at), strays),
            BatchOutcome::All => (None, Vec::new()),
        };
        let is_durable = moved.is_none() && sync_all(&folders);
        // As long as the operation is open, the next process finds what is not kept yet.
        let kept = self.keep_foreign(database, changing, strays, &batch, context.now);
        let settled = if moved.is_none() { OperationResult::Done } else { OperationResult::Undone };
        // What cannot be tidied up now is left to the next process.
        let is_ended = matches!(kept, Ok(true))
            && batch.clear().is_ok()
            && self.settle(database, begun, settled).unwrap_or(false);
        if let Some(at) = moved {
            kept?;
            return Ok(Committed::Moved(changing[at].target.name.requested.clone()));
        }
        if !is_ended
            && let Ok(Some(Recovered { is_done: false, .. })) = self.end_if_open(begun.id, context.now)
        {
            return Ok(Committed::Moved(changing[0].target.name.requested.clone()));
        }
        Ok(Committed::in_place(is_durable))
    }

    /// Records what became of an operation. Of several files it is durable at once: an external change of some of them
    /// must not let recovery believe that it was never complete.
    fn settle(
        &self,
        database: &Database,
        begun: &StartedOperation,
        settled: OperationResult,
    ) -> Result<bool, DatabaseError> {
        match begun.versions.len() {
            1 => database.operations().settle(begun.id, settled),
            _ => database.operations().settle_now(begun.id, settled),
        }
    }

    /// Keeps bytes that lost their name, and what another process wrote to the old files since: it may have had them open. `false`
    /// if something is left that cannot be kept.
    fn keep_foreign(
        &self,
        database: &Database,
        changing: &[&FilePlan],
        mut strays: Vec<(usize, DisplacedFile)>,
        batch: &Batch<'_, RealDisk>,
        now: UnixMillis,
    ) -> Result<bool, WriteError> {
        let name = |at: usize| &changing[at].target.name;
        let foreign = batch.foreign().map_err(|BatchError { at, source }| WriteError::Io {
            name: name(at).requested.clone(),
            source,
        })?;
        for stray in foreign.strays {
            if !strays.contains(&stray) {
                strays.push(stray);
            }
        }
        for (at, stray) in strays {
            keep_stray(self.access, database, name(at), &stray, now)?;
        }
        Ok(foreign.left_behind.is_empty())
    }

    /// Ends an operation that failed half way, so that none of its files is changed when the failure is reported. It is none if
    /// all of them are in place nevertheless.
    fn end_failed(
        &self,
        id: OperationId,
        error: WriteError,
        now: UnixMillis,
    ) -> Result<Committed, WriteError> {
        match self.end_if_open(id, now) {
            Ok(Some(Recovered { is_done: true, .. })) => Ok(Committed::in_place(true)),
            Ok(_) => Err(error),
            Err(_) => Err(WriteError::NotTakenBack(Box::new(error))),
        }
    }

    /// Keeps the conflicts of a plan as proposals. Nothing is written.
    pub(super) fn propose(
        &self,
        plan: &WritePlan,
        context: &WriteContext<'_>,
    ) -> Result<PlanResult, WriteError> {
        let proposals = plan.files.iter().map(|file| self.propose_file(file, context));
        Ok(PlanResult { proposals: proposals.collect::<Result<_, _>>()?, ..PlanResult::default() })
    }

    /// The proposal of a conflict; or why there is none, since no conflict is dropped in silence.
    fn propose_file(&self, file: &FilePlan, context: &WriteContext<'_>) -> Result<KeptConflict, WriteError> {
        let Some(conflict) = &file.conflict else { return Ok(Ok(None)) };
        if conflict.is_own {
            return Ok(Err(ConflictNotKept::Own));
        }
        if self.access.settings().is_secret(&file.target.judged) {
            return Ok(Err(ConflictNotKept::Secret));
        }
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let (root, path) = history_key(self.access, &file.target.name);
        let version_holding =
            |digest| Proposals { access: self.access }.version_holding(&file.target.name, digest);
        let proposed = database.proposals().propose(&NewProposal {
            root,
            path,
            base: Some(&conflict.base),
            ours: Some(file.target.bytes()),
            theirs: Some(&conflict.theirs),
            base_version: version_holding(file.edited.base)?,
            current_version: version_holding(file.target.digest())?,
            caller: context.author,
            request: file.edited.change.word(),
            at: context.now,
        });
        match proposed {
            Ok(proposal) => Ok(Ok(Some(proposal.id))),
            // The conflict is reported all the same, with its texts.
            Err(ProposeError::TooMany(open)) => Ok(Err(ConflictNotKept::TooMany(open))),
            Err(ProposeError::TooLong(bytes)) => Ok(Err(ConflictNotKept::TooLong(bytes))),
            Err(ProposeError::Database(error)) => Err(error.into()),
        }
    }
}

/// Bytes that lost their name become a version, so that they are not lost.
pub(super) fn keep_stray(
    access: &Access,
    database: &Database,
    name: &FileName,
    stray: &DisplacedFile,
    now: UnixMillis,
) -> Result<(), WriteError> {
    let (root, path) = history_key(access, name);
    let state = FileState::new(&stray.bytes, stray.mode);
    let is_secret = access.settings().is_secret(std::slice::from_ref(&name.path));
    Ok(database.versions(root, path).keep_displaced(state, is_secret, now)?)
}

impl Committed {
    /// All files are in place.
    fn in_place(is_durable: bool) -> Self {
        Committed::Done(PlanResult { is_durable: Some(is_durable), ..PlanResult::default() })
    }
}

fn replacements<'a>(
    changing: &'a [&FilePlan],
    folders: &'a [File],
    temps: &'a [TempName],
) -> Vec<FileReplacement<'a, RealDisk>> {
    let files = changing.iter().zip(folders).zip(temps);
    let replacement = |((file, folder), temp): ((&'a &FilePlan, &'a File), &'a TempName)| {
        let bytes_before = file.target.current.as_ref().map(|before| before.bytes.as_slice());
        FileReplacement::new(&RealDisk, folder, (file.target.leaf(), temp), file.ends()).holding(bytes_before)
    };
    files.map(replacement).collect()
}

fn sync_all(folders: &[File]) -> bool {
    folders.iter().map(|folder| RealDisk.sync_folder(folder)).all(|synced| synced.is_ok())
}

impl TargetMode {
    fn dress(self) -> TargetAttributes {
        match self {
            TargetMode::Kept(_) => TargetAttributes::Like,
            TargetMode::New(mode) => TargetAttributes::New(mode),
            TargetMode::Exactly(mode) => TargetAttributes::Exactly(mode),
        }
    }
}

impl FilePlan {
    /// What the file holds and shall hold.
    fn ends(&self) -> (Option<FileContent>, Option<FileContent>) {
        let before = self.target.current.as_ref();
        let before = before.map(|before| FileContent { digest: before.digest, mode: before.mode });
        let after = self.after.as_ref();
        (before, after.map(|after| FileContent { digest: after.digest, mode: after.mode.bits() }))
    }

    fn before(&self) -> Before<'_> {
        self.target.current.as_ref().map(|before| (before.bytes.as_slice(), before.mode))
    }

    fn undressed(&self, error: AttributesLost) -> WriteError {
        let name = self.target.name.requested.clone();
        match error {
            AttributesLost::NotOurs(what) => WriteError::CannotKeep { name, what },
            AttributesLost::Io(source) => WriteError::Io { name, source },
        }
    }
}

/// A name that cannot be guessed, as long as any other of ours.
fn temp_name() -> io::Result<TempName> {
    Ok(TempName::new(getrandom::u64()?))
}
