//! What a call would do to each of its files, worked out without touching any.

use std::io;

use reread_access::{Access, FileName, file_key};
use reread_disk::{Platform as _, System};
use reread_edit::{MatchTolerance, MergeSide as Side, Suspicion, Unmergeable, merge, suspicions};
use reread_guard::WriteAmount;
use reread_store::VersionOrigin;
use reread_text::{Diff, DiffNames, Digest, LineRange, count_lines, unified_diff};

use super::veiled::{HiddenTarget, attempt};
use super::{Asks, ConflictTexts, EditOutcome, EditReply, Edited, PlacedText};
use crate::write_error::WriteError;
use crate::write_target::{CurrentFile, WriteTarget};

/// How many unchanged lines a diff shows around a change.
const CONTEXT_LINES: u64 = 3;

/// All files of a call.
#[derive(Debug)]
pub(crate) struct WritePlan {
    pub(crate) files: Vec<Planned>,
    /// Files of which nothing may be told, and of which nothing can be made.
    pub(super) veiled: Vec<HiddenTarget>,
    /// Stands for what an edit makes of a file that it does not change.
    pub(super) attempt: Digest,
    /// What is wrong with the files together.
    pub(super) trouble: Option<WriteError>,
    pub(crate) recounted: Vec<u64>,
}

/// One file.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) target: WriteTarget,
    pub(crate) edited: Edited,
    /// What it shall hold; `None` if it goes.
    pub(crate) after: Option<After>,
    /// The texts of a conflict, for the user who decides about it.
    pub(crate) sides: Option<Sides>,
    /// Whether it becomes a file that can be run, which it was not.
    pub(crate) makes_executable: bool,
}

/// What an edit was made for, and what it makes of it.
#[derive(Debug)]
pub(crate) struct Sides {
    pub(crate) base: Vec<u8>,
    pub(crate) theirs: Vec<u8>,
}

/// An edit of one file, on the version that it was made for.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) base: Vec<u8>,
    pub(crate) theirs: Vec<u8>,
    /// Where its new lines are, in `theirs`.
    pub(crate) ranges: Vec<LineRange>,
    pub(crate) pass: MatchTolerance,
    /// The permission bits that it shall have, if the edit says so.
    pub(crate) mode: Option<u32>,
}

/// What a file shall hold, and what may be done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) bytes: Vec<u8>,
    pub(crate) mode: TargetMode,
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
    pub(crate) fn of(files: Vec<Planned>) -> Self {
        let (veiled, recounted) = (Vec::new(), Vec::new());
        Self { files, veiled, attempt: attempt(&[]), trouble: None, recounted }
    }

    pub(crate) fn has_conflict(&self) -> bool {
        self.files.iter().any(|file| file.edited.outcome == EditOutcome::Conflict)
    }

    /// Whether there is something to write.
    pub(crate) fn changes(&self) -> bool {
        self.files.iter().any(|file| file.edited.outcome.changes())
    }

    /// How much is written if it is done.
    pub(crate) fn writes(&self) -> WriteAmount {
        let changing = self.files.iter().filter(|file| file.edited.outcome.changes());
        changing.fold(WriteAmount::default(), |writes, file| WriteAmount {
            files: writes.files + 1,
            bytes: writes.bytes + file.after.as_ref().map_or(0, |after| after.bytes.len() as u64),
        })
    }

    /// What is said if nothing is written.
    pub(crate) fn into_reply(self, dry_run: bool) -> EditReply {
        let files = self.files.into_iter().map(|file| file.edited).collect();
        let (operation, undoes, is_durable) = (None, None, None);
        EditReply { files, operation, undoes, is_durable, dry_run, recounted: self.recounted }
    }

    /// What the system refused, for the sake of the first file.
    pub(crate) fn failed(&self, source: io::Error) -> WriteError {
        let name = self.files.first().map(|file| file.target.name.requested.clone()).unwrap_or_default();
        WriteError::Io { name, source }
    }
}

impl Planned {
    /// A file that shall hold these bytes, or go, whatever it holds: the caller has looked.
    pub(crate) fn plain(target: WriteTarget, change: VersionOrigin, after: Option<After>) -> Self {
        let outcome = match (&target.standing, &after) {
            (None, None) => EditOutcome::NoChange,
            (Some(before), Some(after))
                if before.bytes == after.bytes && before.mode == after.mode.bits() =>
            {
                EditOutcome::NoChange
            }
            _ => EditOutcome::Applied,
        };
        let mut edited = of_target(&target, change, outcome);
        let text = after.as_ref().map_or(&[][..], |after| &after.bytes);
        edited.base = edited.current;
        edited.after = after.as_ref().map(|after| Digest::of(&after.bytes));
        edited.diff = diff_of(&target, bytes_of(target.standing.as_ref()), text);
        edited.ranges = LineRange::new(1, count_lines(text)).into_iter().collect();
        Self { target, edited, after, sides: None, makes_executable: false }
    }

    /// An edit, merged with what others changed since the version that it was made for.
    pub(crate) fn merged(
        target: WriteTarget,
        change: VersionOrigin,
        wanted: Wanted,
    ) -> Result<Self, Unmergeable> {
        let Wanted { base, theirs, ranges, pass, mode } = wanted;
        let before = target.standing.clone();
        let ours = bytes_of(before.as_ref());
        let old_mode = before.as_ref().map_or(NEW_FILE, |before| before.mode);
        let mode = mode.unwrap_or(old_mode);
        let makes_executable = mode & 0o111 & !old_mode != 0;
        let mut edited = of_target(&target, change, EditOutcome::Applied);
        let is_current = before.as_ref().is_some_and(|before| before.bytes == base);
        edited.base = edited.current.filter(|_| is_current).or_else(|| Some(Digest::of(&base)));
        edited.pass = pass;
        let mut sides = None;
        let after = if theirs == base && mode == old_mode {
            edited.outcome = EditOutcome::NoChange;
            None
        } else if theirs == ours && mode == old_mode && before.is_some() {
            edited.outcome = EditOutcome::AlreadyApplied;
            edited.ranges = ranges;
            None
        } else if ours == base {
            edited.ranges = ranges;
            Some(theirs)
        } else {
            edited.others = Some(diff_of(&target, &base, ours));
            let merged = merge(&base, ours, &theirs)?;
            edited.nearby_change = merged.has_nearby_changes();
            match merged.text() {
                Some(text) => {
                    let is_there = text == ours && mode == old_mode;
                    edited.outcome =
                        if is_there { EditOutcome::AlreadyApplied } else { EditOutcome::Rebased };
                    let mapped = ranges.into_iter().filter_map(|range| merged.map_range(Side::Theirs, range));
                    edited.ranges = mapped.collect();
                    Some(text).filter(|_| !is_there)
                }
                None => {
                    edited.outcome = EditOutcome::Conflict;
                    edited.conflicts = merged.conflicts().iter().map(ConflictTexts::of).collect();
                    sides = Some(Sides { base, theirs });
                    None
                }
            }
        };
        if let Some(after) = &after {
            edited.after = Some(Digest::of(after));
            edited.diff = diff_of(&target, ours, after);
        }
        let mode = if mode == old_mode { TargetMode::Kept(mode) } else { TargetMode::Exactly(mode) };
        let after = after.map(|bytes| After { bytes, mode });
        Ok(Self { target, edited, after, sides, makes_executable })
    }

    /// What its lock is known by.
    pub(crate) fn lock_key(&self, access: &Access) -> Digest {
        let name = &self.target.name;
        file_key(access.root(name.root).path(), &name.path)
    }

    /// Why the user has to be asked.
    pub(crate) fn asks(&self) -> Option<Asks> {
        let rule = self.target.hides.clone().or_else(|| self.target.asks.clone());
        let makes_executable = self.makes_executable;
        let runs_code = self.target.runs_code && rule.is_some();
        let forgets = self.target.forgets;
        let hides = self.target.hides.is_some();
        let is_asked = rule.is_some() || makes_executable;
        is_asked.then_some(Asks { rule, hides, runs_code, makes_executable, forgets })
    }

    /// The permissions that the file gets, where they are not those that it has or that any new file gets.
    pub(crate) fn new_mode(&self) -> Option<u32> {
        let had = self.target.standing.as_ref().map(|before| before.mode);
        let mode = self.after.as_ref()?.mode;
        let is_usual = matches!(mode, TargetMode::Kept(_) | TargetMode::New(NEW_FILE));
        Some(mode.bits()).filter(|bits| !is_usual && had != Some(*bits))
    }

    /// What is strange about the new text.
    pub(crate) fn suspicion(&self) -> Option<Suspicion> {
        let after = self.after.as_ref()?;
        suspicions(&after.bytes, bytes_of(self.target.standing.as_ref())).into_iter().next()
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

fn of_target(target: &WriteTarget, change: VersionOrigin, outcome: EditOutcome) -> Edited {
    let current = target.standing.as_ref().map(|before| before.digest);
    blank(target.name.clone(), current, target.hides.is_some(), change, outcome)
}

/// A file of which nothing is said yet but what becomes of it.
pub(super) fn blank(
    name: FileName,
    current: Option<Digest>,
    is_hidden: bool,
    change: VersionOrigin,
    outcome: EditOutcome,
) -> Edited {
    Edited {
        name,
        outcome,
        change,
        base: None,
        current,
        after: None,
        version: None,
        diff: Diff::default(),
        others: None,
        ranges: Vec::new(),
        nearby_change: false,
        conflicts: Vec::new(),
        proposal: None,
        unseen: None,
        pass: MatchTolerance::Exact,
        mode: None,
        asks: None,
        is_hidden,
        forgets: false,
        frame: None,
    }
}

pub(super) fn diff_of(target: &WriteTarget, old: &[u8], new: &[u8]) -> Diff {
    let path = target.name.path.to_string();
    let (old_name, new_name) = (format!("a/{path}"), format!("b/{path}"));
    unified_diff(old, new, DiffNames { old: &old_name, new: &new_name }, CONTEXT_LINES)
}

/// No file has the lines of an empty one.
pub(crate) fn bytes_of(standing: Option<&CurrentFile>) -> &[u8] {
    standing.map_or(&[], |standing| &standing.bytes)
}
