//! What a call would do to each of its files, worked out without touching any.

use std::io;

use reread_access::{Access, ExactFile, OpenError, file_key};
use reread_config::Treatment;
use reread_disk::{Platform as _, System};
use reread_edit::{MatchTolerance, MergeSide as Side, Suspicion, Unmergeable, merge, suspicions};
use reread_guard::WriteAmount;
use reread_store::VersionOrigin;
use reread_text::{Digest, LineRange, count_lines};

use super::approval::{ApprovalReasons, ApprovalRequest, operation};
use super::hidden_target::{HiddenTarget, attempt};
use super::own_lines::{EditClaim, OwnLines};
use super::self_running::SelfRunning;
use super::shown_lines::{HIDDEN, added_lines, changed_lines};
use super::{ConflictTexts, EditOutcome, Edited, PlacedText};
use crate::write_error::WriteError;
use crate::write_target::{CurrentFile, WriteTarget};

/// All files of a call.
#[derive(Debug)]
pub(crate) struct WritePlan {
    pub(crate) files: Vec<FilePlan>,
    /// Files about which nothing may be revealed, and for which no plan can be made.
    pub(super) hidden: Vec<HiddenTarget>,
    /// Stands for what an edit makes of a file that it does not change.
    pub(super) attempt: Digest,
    /// What is wrong with the files together.
    pub(super) trouble: Option<WriteError>,
    /// Lines of the patch whose hunk headers give wrong numbers.
    pub(crate) recounted: Vec<u64>,
}

/// What becomes of one file.
#[derive(Debug)]
pub(crate) struct FilePlan {
    pub(crate) target: WriteTarget,
    /// What the reply will say of it, as far as that is known before the plan is carried out.
    pub(crate) edited: Edited,
    /// What it will hold; `None` if it is removed, or stays as it is.
    pub(crate) after: Option<After>,
    /// What cannot be merged.
    pub(crate) conflict: Option<UnmergedEdit>,
    /// Whether it becomes executable, which it was not.
    pub(crate) makes_executable: bool,
    /// What the caller knows of the new text by its own edit; `None` for what is brought back.
    pub(crate) own: Option<EditClaim>,
    /// What a new file was moved or copied from. Its lines are not new, though the name is.
    pub(crate) source: Option<Vec<u8>>,
}

/// An edit that cannot be merged: the texts of a proposal.
#[derive(Debug)]
pub(crate) struct UnmergedEdit {
    pub(crate) base: Vec<u8>,
    pub(crate) theirs: Vec<u8>,
    /// Whether the caller's own earlier edit is at the same place: there is nothing to decide for the user then.
    pub(crate) is_own: bool,
}

/// An edit of one file, on the version that it was made for.
#[derive(Debug)]
pub(crate) struct EditOfBase {
    pub(crate) base: Vec<u8>,
    pub(crate) theirs: Vec<u8>,
    /// Where its new lines are, in `theirs`.
    pub(crate) ranges: Vec<LineRange>,
    pub(crate) pass: MatchTolerance,
    /// The permission bits that it shall have, if the edit says so.
    pub(crate) mode: Option<u32>,
    /// The lines of `theirs` that the caller knows by its own edit, if that is certain.
    pub(crate) own: Option<OwnLines>,
}

/// What a file will hold, and its permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Digest,
    pub(crate) mode: TargetMode,
}

impl After {
    pub(crate) fn new(bytes: Vec<u8>, mode: TargetMode) -> Self {
        Self { digest: Digest::of(&bytes), bytes, mode }
    }
}

/// Permission bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetMode {
    /// As the file has them.
    Kept(u32),
    /// As the user's mask leaves them.
    New(u32),
    /// These.
    Exactly(u32),
}

/// What a new file may be done with, before the user's mask; and one that can be run.
pub(crate) const NEW_FILE: u32 = 0o666;
const NEW_PROGRAM: u32 = 0o777;

impl TargetMode {
    /// Those of a file that is not there yet.
    pub(crate) fn of_new(runs: Option<bool>) -> Self {
        TargetMode::New(if runs == Some(true) { NEW_PROGRAM } else { NEW_FILE })
    }

    /// Those that the file has, or those of a new file.
    pub(crate) fn as_it_is(current: Option<&CurrentFile>) -> Self {
        current.map_or(Self::of_new(None), |current| Self::Kept(current.mode))
    }

    /// What the file will have.
    pub(crate) fn bits(self) -> u32 {
        match self {
            TargetMode::Kept(bits) | TargetMode::Exactly(bits) => bits,
            TargetMode::New(bits) => bits & !System::umask(),
        }
    }
}

/// Permission bits with which a file can be run, or cannot: by users who may read it.
pub(crate) fn made_to_run(mode: u32, runs: Option<bool>) -> u32 {
    match runs {
        None => mode,
        Some(true) => mode | (mode & 0o444) >> 2,
        Some(false) => mode & !0o111,
    }
}

impl WritePlan {
    pub(crate) fn of(files: Vec<FilePlan>) -> Self {
        let (hidden, recounted) = (Vec::new(), Vec::new());
        Self { files, hidden, attempt: attempt(&[]), trouble: None, recounted }
    }

    pub(crate) fn has_conflict(&self) -> bool {
        self.files.iter().any(|file| file.edited.outcome == EditOutcome::Conflict)
    }

    /// The files that are written or removed.
    pub(crate) fn changing(&self) -> impl Iterator<Item = &FilePlan> {
        self.files.iter().filter(|file| file.edited.outcome.changes())
    }

    /// How much is written if it is carried out.
    pub(crate) fn writes(&self) -> WriteAmount {
        self.changing().fold(WriteAmount::default(), |writes, file| WriteAmount {
            files: writes.files + 1,
            bytes: writes.bytes + file.after.as_ref().map_or(0, |after| after.bytes.len() as u64),
        })
    }

    /// What the system refused, reported for the first file.
    pub(crate) fn failed(&self, source: io::Error) -> WriteError {
        let name = self.files.first().map(|file| file.target.name.requested.clone()).unwrap_or_default();
        WriteError::Io { name, source }
    }
}

impl FilePlan {
    /// A file that will hold these bytes, or be removed, whatever it holds: the caller has looked.
    pub(crate) fn plain(target: WriteTarget, change: VersionOrigin, after: Option<After>) -> Self {
        let outcome = match (&target.current, &after) {
            (None, None) => EditOutcome::NoChange,
            (Some(before), Some(after))
                if before.bytes == after.bytes && before.mode == after.mode.bits() =>
            {
                EditOutcome::NoChange
            }
            _ => EditOutcome::Applied,
        };
        let text = after.as_ref().map_or(&[][..], |after| &after.bytes);
        let edited = Edited {
            outcome,
            base: target.digest(),
            current: target.digest(),
            diff: target.diff(target.bytes(), text),
            ranges: LineRange::new(1, count_lines(text)).into_iter().collect(),
            ..Edited::untouched(target.name.clone(), change)
        };
        Self { target, edited, after, conflict: None, makes_executable: false, own: None, source: None }
    }

    /// An edit, merged with the external changes since the version that it was made for.
    pub(crate) fn merged(
        target: WriteTarget,
        change: VersionOrigin,
        edit: EditOfBase,
    ) -> Result<Self, Unmergeable> {
        let EditOfBase { base, theirs, ranges, pass, mode, own } = edit;
        let ours = target.bytes();
        let old_mode = target.current.as_ref().map_or(NEW_FILE, |before| before.mode);
        let mode = mode.unwrap_or(old_mode);
        let known = target.current.as_ref().filter(|before| before.bytes == base);
        let base_digest = known.map_or_else(|| Digest::of(&base), |before| before.digest);
        let mut edited = Edited::untouched(target.name.clone(), change);
        let mut conflict = None;
        let (outcome, ranges, bytes) = if theirs == base && mode == old_mode {
            (EditOutcome::NoChange, Vec::new(), None)
        } else if theirs == ours && mode == old_mode && target.current.is_some() {
            (EditOutcome::AlreadyApplied, ranges, None)
        } else if ours == base {
            (EditOutcome::Applied, ranges, Some(theirs))
        } else {
            edited.external = Some(target.diff(&base, ours));
            let merged = merge(&base, ours, &theirs)?;
            edited.nearby_change = merged.has_nearby_changes();
            match merged.text() {
                Some(text) => {
                    let mapped = ranges.into_iter().filter_map(|range| merged.map_range(Side::Theirs, range));
                    let ranges = mapped.collect();
                    match text == ours && mode == old_mode {
                        true => (EditOutcome::AlreadyApplied, ranges, None),
                        false => (EditOutcome::Rebased, ranges, Some(text)),
                    }
                }
                None => {
                    edited.conflicts = merged.conflicts().iter().map(ConflictTexts::of).collect();
                    conflict = Some(UnmergedEdit { base, theirs, is_own: false });
                    (EditOutcome::Conflict, Vec::new(), None)
                }
            }
        };
        let diff = bytes.as_ref().map(|bytes| target.diff(ours, bytes)).unwrap_or_default();
        let makes_executable = mode & 0o111 & !old_mode != 0;
        let mode = if mode == old_mode { TargetMode::Kept(mode) } else { TargetMode::Exactly(mode) };
        let after = bytes.map(|bytes| After::new(bytes, mode));
        let (base, current) = (Some(base_digest), target.digest());
        let edited = Edited { outcome, base, current, diff, ranges, pass, ..edited };
        // A merge brings in lines that the caller did not write.
        let own = Some(EditClaim::of(own.filter(|_| outcome == EditOutcome::Applied)));
        Ok(Self { target, edited, after, conflict, makes_executable, own, source: None })
    }

    /// An edit of `base` that contradicts what the caller itself made of it since, which is `carried`. Nothing is written.
    pub(crate) fn in_own_conflict(
        target: WriteTarget,
        (base, carried): (Vec<u8>, &[u8]),
        theirs: Vec<u8>,
    ) -> Result<Self, Unmergeable> {
        let mut edited = Edited::untouched(target.name.clone(), VersionOrigin::Patch);
        // The disk as it is now, with the external changes.
        let on_disk = merge(&base, target.bytes(), &theirs)?;
        let merged = if on_disk.conflicts().is_empty() { merge(&base, carried, &theirs)? } else { on_disk };
        edited.conflicts = merged.conflicts().iter().map(ConflictTexts::of).collect();
        let (digest, current) = (Some(Digest::of(&base)), target.digest());
        let edited = Edited { outcome: EditOutcome::Conflict, base: digest, current, ..edited };
        let conflict = Some(UnmergedEdit { base, theirs, is_own: true });
        Ok(Self { target, edited, after: None, conflict, makes_executable: false, own: None, source: None })
    }

    /// What its lock is known by.
    pub(crate) fn lock_key(&self, access: &Access) -> Digest {
        let name = &self.target.name;
        file_key(access.root(name.root).path(), &name.path)
    }

    /// Why the user has to be asked; `None` if no approval is needed.
    pub(crate) fn reasons(&self) -> Option<ApprovalReasons> {
        let rule = self.target.hides.clone().or_else(|| self.target.asks.clone());
        let makes_executable = self.makes_executable;
        let self_running = self.self_running();
        let runs_code = self_running.is_some() || (self.target.runs_code && rule.is_some());
        let rule = rule.or_else(|| self_running.map(|running| running.rule().to_owned()));
        let forgets = self.target.forgets;
        let (hides, outside) = (self.target.hides_by_rule(), self.target.outside);
        let is_asked = rule.is_some() || makes_executable;
        is_asked.then_some(ApprovalReasons { rule, hides, outside, runs_code, makes_executable, forgets })
    }

    /// The refusal of a change by which a program would run something by itself, if none of them may be made.
    pub(crate) fn denial(&self) -> Option<WriteError> {
        let running = self.self_running().filter(|_| self.target.runs_code_content == Treatment::Deny)?;
        let (name, rule) = (self.target.name.requested.clone(), running.rule().to_owned());
        Some(OpenError::Denied { name, rule }.into())
    }

    /// What a program would run by itself because of the change, in a file whose name does not say so.
    fn self_running(&self) -> Option<SelfRunning> {
        let target = &self.target;
        let after = self.after.as_ref().filter(|_| target.runs_code_content != Treatment::Allow)?;
        let in_repository = target.in_repository.then_some(SelfRunning::GitRepository);
        let leaf = target.name.path.file_name().unwrap_or_default();
        in_repository.or_else(|| SelfRunning::of(leaf, target.bytes(), &after.bytes))
    }

    /// The question to the user. `attempt` stands for what the file will hold where the plan has no outcome.
    pub(crate) fn approval_request(
        &self,
        reasons: &ApprovalReasons,
        attempt: Option<Digest>,
    ) -> ApprovalRequest {
        let name = &self.target.name;
        let other = match &self.edited.change {
            VersionOrigin::Rename { other } => Some(other.as_slice()),
            _ => None,
        };
        let after = self.after.as_ref().map(|after| after.digest).or(attempt);
        ApprovalRequest {
            operation: operation(other, after, self.new_mode()),
            file: ExactFile { root: name.root, path: name.path.clone(), digest: self.target.digest() },
            outside: reasons.outside.then(|| name.requested.clone()),
            after,
            why: Some(reasons.refusal(&name.requested).to_string()),
            shown: match (reasons.hides, self.target.runs_code) {
                (true, true) => added_lines(&self.edited.diff),
                (true, false) => HIDDEN.to_owned(),
                (false, _) => changed_lines(&self.edited.diff, self.edited.nearby_change),
            },
        }
    }

    /// The permissions that the file gets, where they are not those that it has or that any new file gets.
    fn new_mode(&self) -> Option<u32> {
        let had = self.target.current.as_ref().map(|before| before.mode);
        let mode = self.after.as_ref()?.mode;
        let is_usual = matches!(mode, TargetMode::Kept(_) | TargetMode::New(NEW_FILE));
        Some(mode.bits()).filter(|bits| !is_usual && had != Some(*bits))
    }

    /// What is strange about the new text.
    pub(crate) fn suspicion(&self) -> Option<Suspicion> {
        let after = self.after.as_ref()?;
        let before = self.source.as_deref().unwrap_or_else(|| self.target.bytes());
        suspicions(&after.bytes, before).into_iter().next()
    }
}

impl ConflictTexts {
    pub(crate) fn of(conflict: &reread_edit::Conflict<'_>) -> Self {
        let placed = |part: &reread_edit::SideLines<'_>| PlacedText {
            first: part.lines.start as u64 + 1,
            lines: part.lines.len() as u64,
            text: part.text.to_vec(),
        };
        Self { base: placed(&conflict.base), ours: placed(&conflict.ours), theirs: placed(&conflict.theirs) }
    }
}
