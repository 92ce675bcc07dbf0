//! Planning a patch: each of its files, both ends of a rename, and no two parts that contradict each other on disk.

use reread_access::{OpenError, short_version, similar_names};
use reread_disk::MOST_BYTES;
use reread_edit::{
    FilePatch, Hint, Hunk, MatchTolerance, Patch, PatchBase, PatchError, PatchNote, PatchTarget,
    PlacementOptions,
};
use reread_path::spell;
use reread_store::{OperationId, VersionOrigin};
use reread_text::Digest;

use super::base::{outdated, stale, unknown_base};
use super::bases::{FileBase, NamedBases};
use super::own_lines::EditClaim;
use super::place_edit::{PatchedText, PlacedEdit, edit_of};
use super::plan::{After, EditOfBase, FilePlan, NEW_FILE, TargetMode, WritePlan, made_to_run};
use super::{EditOutcome, PatchRequest};
use crate::planner::Planner;
use crate::write_error::WriteError;
use crate::write_target::{WriteTarget, write_target};

/// What a regular file is called in the modes of git, before the permissions.
const REGULAR: u32 = 0o100_000;

/// What a call says beside its patch.
struct PatchScope<'a> {
    name: Option<&'a str>,
    bases: NamedBases<'a>,
    loosest: MatchTolerance,
    /// Which operations are not external changes.
    is_own: &'a dyn Fn(OperationId) -> bool,
}

impl Planner<'_> {
    pub(super) fn plan_patch(
        &self,
        patch: &Patch,
        request: &PatchRequest<'_>,
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<WritePlan, WriteError> {
        if patch.files.len() > 1 && request.name.is_some() {
            let said = "the patch is about several files, and the call names one";
            return Err(WriteError::WhichFile(said.to_owned()));
        }
        let size = self.check_size(patch, request.name)?;
        let bases = NamedBases::of(request.base, patch.files.len())?;
        let asked = PatchScope { name: request.name, bases, loosest: request.loosest, is_own };
        let mut plan = WritePlan::of(Vec::new());
        plan.attempt = request.patch.attempt();
        for file in &patch.files {
            match self.plan_file(file, &asked) {
                Err(WriteError::HiddenTarget(hidden)) => {
                    let (after, other) = match &file.target {
                        PatchTarget::Delete { .. } => (None, None),
                        PatchTarget::Rename { from, .. } => (Some(plan.attempt), Some(from.as_slice())),
                        _ => (Some(plan.attempt), None),
                    };
                    let mut hidden = hidden.wanting(after, other);
                    hidden.position = plan.files.len();
                    plan.hidden.push(*hidden);
                }
                planned => plan.files.extend(planned?),
            }
            size.check_planned(&plan.files)?;
        }
        plan.trouble = asked.bases.check_all_used().and_then(|()| check_places(&plan.files)).err();
        plan.recounted = patch.notes.iter().map(|PatchNote::Recounted { line, .. }| *line).collect();
        Ok(plan)
    }

    fn plan_file(&self, file: &FilePatch, asked: &PatchScope<'_>) -> Result<Vec<FilePlan>, WriteError> {
        let runs = |name: &str| can_be_run(file, name);
        match &file.target {
            PatchTarget::Unnamed
            | PatchTarget::Modify { .. }
            | PatchTarget::OneOf { .. }
            | PatchTarget::TwoNames { .. } => {
                let target = self.changed_target(file, asked)?;
                let runs = runs(&target.name.requested)?;
                Ok(vec![target.hiding_errors(|target| self.modified(file, target, asked, runs))?])
            }
            PatchTarget::Create { path } => {
                let target = self.target_at(path, asked)?;
                let mode = TargetMode::of_new(runs(&target.name.requested)?);
                Ok(vec![target.hiding_errors(|target| {
                    created(file, target, &[], asked, VersionOrigin::Create, mode)
                })?])
            }
            PatchTarget::Delete { path } => {
                let target = self.target_at(path, asked)?;
                Ok(vec![target.hiding_errors(|target| {
                    self.refuse_link(&target)?;
                    self.deleted(file, target, asked, VersionOrigin::Delete)
                })?])
            }
            PatchTarget::Rename { from, to } => self.renamed(file, (from, to), asked),
            PatchTarget::Copy { from, to } => {
                let from = self.access.locate(&spell(from), true)?;
                if from.facts.size > MOST_BYTES {
                    let (name, size) = (from.name.requested, from.facts.size);
                    return Err(WriteError::TooLarge { name, size, most: MOST_BYTES });
                }
                let source = from.snapshot()?.value.bytes;
                let target = self.named_in_patch(to, asked)?;
                let mode = TargetMode::of_new(runs(&target.name.requested)?);
                Ok(vec![target.hiding_errors(|target| {
                    created(file, target, &source, asked, VersionOrigin::Create, mode)
                })?])
            }
        }
    }

    /// The file that a patch changes.
    fn changed_target(&self, file: &FilePatch, asked: &PatchScope<'_>) -> Result<WriteTarget, WriteError> {
        if let Some(name) = asked.name {
            return self.called_target(name, file.target.possible_names());
        }
        match &file.target {
            PatchTarget::OneOf { paths } => {
                let exists = |path: &&Vec<u8>| {
                    write_target(self.access, &spell(path)).is_ok_and(|target| target.current.is_some())
                };
                let path = paths.iter().find(exists).or(paths.first());
                write_target(self.access, &spell(path.map_or(&[][..], Vec::as_slice)))
            }
            PatchTarget::TwoNames { old, new } => {
                let what = format!(
                    "it has two names, `{}` and `{}`, and the call names none",
                    spell(old),
                    spell(new)
                );
                Err(WriteError::Patch(PatchError::Contradiction { line: file.line, what }))
            }
            target => match target.new_name() {
                Some(path) => write_target(self.access, &spell(path)),
                None => {
                    let said = "the patch names no file, and neither does the call";
                    Err(WriteError::WhichFile(said.to_owned()))
                }
            },
        }
    }

    /// The file that the call names, or else the one that the patch names.
    fn target_at(&self, path: &[u8], asked: &PatchScope<'_>) -> Result<WriteTarget, WriteError> {
        match asked.name {
            None => write_target(self.access, &spell(path)),
            Some(name) => self.called_target(name, vec![path]),
        }
    }

    /// The file that the call names. Another file that the patch names and that exists may be the one that was meant, so
    /// that the call is refused.
    fn called_target(&self, name: &str, paths: Vec<&[u8]>) -> Result<WriteTarget, WriteError> {
        let called = write_target(self.access, name)?;
        let is_called = |target: &WriteTarget| {
            (target.name.root, &target.name.path) == (called.name.root, &called.name.path)
        };
        let mut other = None;
        for path in paths {
            match write_target(self.access, &spell(path)) {
                Ok(target) if is_called(&target) => return Ok(called),
                Ok(target) if target.current.is_some() => other = other.or(Some(target)),
                _ => {}
            }
        }
        let Some(other) = other else { return Ok(called) };
        other.hiding_errors(|other| Err(two_files(&called, &other)))
    }

    /// A file that the patch moves. The name that the call gives has to mean the same one.
    fn named_in_patch(&self, path: &[u8], asked: &PatchScope<'_>) -> Result<WriteTarget, WriteError> {
        let target = write_target(self.access, &spell(path))?;
        let Some(name) = asked.name else { return Ok(target) };
        let called = write_target(self.access, name)?;
        target.hiding_errors(|target| {
            if (called.name.root, &called.name.path) == (target.name.root, &target.name.path) {
                return Ok(target);
            }
            Err(two_files(&called, &target))
        })
    }

    fn modified(
        &self,
        file: &FilePatch,
        target: WriteTarget,
        asked: &PatchScope<'_>,
        runs: Option<bool>,
    ) -> Result<FilePlan, WriteError> {
        if target.current.is_none() && is_new_text(file) {
            return created(file, target, &[], asked, VersionOrigin::Create, TargetMode::of_new(runs));
        }
        let text = self.patched_text(&target, asked)?;
        if text.kind == PatchBase::Drifted && replaces_unseen(file) && !target.bytes().is_empty() {
            return Err(stale(&target, false));
        }
        let mode = target.current.as_ref().map(|before| made_to_run(before.mode, runs));
        let unmergeable = stale(&target, text.base != target.bytes());
        let (edit, changes) = match text.place(file, &target, asked.loosest)? {
            PlacedEdit::Carried(edit, changes) => (EditOfBase { mode, ..edit }, changes),
            PlacedEdit::OwnConflict(theirs) => {
                let sides = (text.base, &text.carried[..]);
                return FilePlan::in_own_conflict(target, sides, theirs).map_err(|_| unmergeable);
            }
        };
        let mut plan = FilePlan::merged(target, VersionOrigin::Patch, edit).map_err(|_| unmergeable)?;
        plan.edited.base = Some(Digest::of(&text.base));
        // The caller has made this edit before.
        if changes && plan.edited.outcome == EditOutcome::NoChange {
            plan.edited.outcome = EditOutcome::AlreadyApplied;
        }
        Ok(plan)
    }

    fn deleted(
        &self,
        file: &FilePatch,
        target: WriteTarget,
        asked: &PatchScope<'_>,
        change: VersionOrigin,
    ) -> Result<FilePlan, WriteError> {
        let text = self.patched_text(&target, asked)?;
        let found = target.bytes();
        if text.carried != found {
            return Err(outdated(&target, &Digest::of(&text.base), Some(&text.carried)));
        }
        if matches!(file.target, PatchTarget::Delete { .. }) {
            // Neither its lines nor its version: it is unknown what would be removed.
            if text.kind == PatchBase::Drifted && replaces_unseen(file) && !found.is_empty() {
                return Err(stale(&target, false));
            }
            let how = PlacementOptions { base: text.kind, loosest: asked.loosest };
            edit_of(file, &target, &text.base, how).or_else(|error| match text.base == found {
                true => Err(error),
                false => edit_of(file, &target, found, how),
            })?;
        }
        Ok(FilePlan::plain(target, change, None))
    }

    /// Refuses a link in place of a file that shall go: its target would go, and the link would lead nowhere.
    fn refuse_link(&self, target: &WriteTarget) -> Result<(), WriteError> {
        match target.is_link(self.access) {
            true => Err(target.goes_by_link()),
            false => Ok(()),
        }
    }

    /// The file goes under one name and comes under the other, and both have to be allowed. What may not be read without
    /// being asked for stays where it is: under its other name any caller could read it.
    fn renamed(
        &self,
        file: &FilePatch,
        (from, to): (&[u8], &[u8]),
        asked: &PatchScope<'_>,
    ) -> Result<Vec<FilePlan>, WriteError> {
        let old = match asked.name {
            Some(_) => self.named_in_patch(from, asked)?,
            None => write_target(self.access, &spell(from))?,
        };
        if let Some(refusal) = old.refusal() {
            return Err(refusal);
        }
        self.refuse_link(&old)?;
        let new = write_target(self.access, &spell(to))?;
        if old.name.root != new.name.root {
            let said = format!("{} and {} are in different roots", old.name.requested, new.name.requested);
            return Err(WriteError::WhichFile(said));
        }
        new.hiding_errors(|new| self.moved(file, old, new, asked))
    }

    fn moved(
        &self,
        file: &FilePatch,
        old: WriteTarget,
        new: WriteTarget,
        asked: &PatchScope<'_>,
    ) -> Result<Vec<FilePlan>, WriteError> {
        let source = old.bytes().to_vec();
        let kept = old.current.as_ref().map_or(NEW_FILE, |before| before.mode);
        let mode = made_to_run(kept, can_be_run(file, &new.name.requested)?);
        let (gone, came) = (old.name.path.as_bytes().to_vec(), new.name.path.as_bytes().to_vec());
        let text = self.patched_text(&old, asked)?;
        if text.carried != source {
            return Err(outdated(&old, &Digest::of(&text.base), Some(&text.carried)));
        }
        let carried = match text.base == text.carried {
            true => None,
            false => Some(text.place(file, &old, asked.loosest)?),
        };
        let unmergeable = stale(&old, true);
        let old = self.deleted(file, old, asked, VersionOrigin::Rename { other: came })?;
        let (change, mode_of_new) = (VersionOrigin::Rename { other: gone }, TargetMode::Exactly(mode));
        let created = match carried {
            None => created(file, new, &source, asked, change, mode_of_new)?,
            Some(PlacedEdit::Carried(edit, _)) => new_file(new, edit, &source, change, mode_of_new)?,
            Some(PlacedEdit::OwnConflict(_)) => return Err(unmergeable),
        };
        // It may have been executable before, under its other name.
        let new = FilePlan { makes_executable: mode & 0o111 & !kept != 0, ..created };
        Ok(vec![old, new])
    }

    /// The bytes that a patch is applied to: those of the version that it was made for, or what is there. And what the caller
    /// itself made of them since.
    fn patched_text(&self, target: &WriteTarget, asked: &PatchScope<'_>) -> Result<PatchedText, WriteError> {
        let Some(current) = &target.current else {
            let name = target.name.requested.clone();
            let similar = similar_names(self.access, &name);
            return Err(OpenError::Missing { name, similar }.into());
        };
        let Some(FileBase { version, name, .. }) = asked.bases.version_for(self, target)? else {
            let (base, carried) = (current.bytes.clone(), current.bytes.clone());
            return Ok(PatchedText { base, kind: PatchBase::Drifted, carried });
        };
        match self.bytes_of_version(target, &version.digest)? {
            Some(base) => {
                let carried = self.carried(target, &version, &base, asked.is_own)?;
                Ok(PatchedText { base, kind: PatchBase::Exact, carried })
            }
            None => Err(unknown_base(target, name)),
        }
    }
}

fn two_files(called: &WriteTarget, of_patch: &WriteTarget) -> WriteError {
    let (called, of_patch) = (&called.name.path, &of_patch.name.path);
    WriteError::WhichFile(format!("the call is about {called}, and the patch is about {of_patch}"))
}

/// Whether a patch only adds lines to an empty text, so that the file need not exist: `@@ -0,0 +1,3 @@`.
fn is_new_text(file: &FilePatch) -> bool {
    let starts_file =
        |hunk: &Hunk| matches!(hunk.hint, Hint::AfterLines(0) | Hint::Anywhere | Hint::Text { .. });
    let adds = |hunk: &Hunk| hunk.old_lines().next().is_none() && starts_file(hunk);
    file.hunks.first().is_some_and(adds)
}

/// Whether a patch removes what the file contains without a line of it.
fn replaces_unseen(file: &FilePatch) -> bool {
    let mut hunks = file.hunks.iter().chain(file.later.iter().flatten());
    let is_delete = matches!(file.target, PatchTarget::Delete { .. });
    is_delete && file.hunks.is_empty() || hunks.any(|hunk| hunk.hint == Hint::Whole)
}

/// Refuses a file that is named twice, and one that would have to be a folder for another.
fn check_places(files: &[FilePlan]) -> Result<(), WriteError> {
    let place = |file: &FilePlan| (file.target.name.root, file.target.name.path.clone());
    for (index, file) in files.iter().enumerate() {
        let (root, path) = place(file);
        for other in &files[..index] {
            let (other_root, other_path) = place(other);
            if root != other_root {
                continue;
            }
            if path == other_path {
                return Err(WriteError::WhichFile(format!(
                    "the patch names {path} twice, by different names"
                )));
            }
            let is_nested = path.starts_with(&other_path) || other_path.starts_with(&path);
            if is_nested && file.after.is_some() && other.after.is_some() {
                let said = format!("of {other_path} and {path} one would be in the other");
                return Err(WriteError::WhichFile(said));
            }
        }
    }
    Ok(())
}

/// A file that is not there yet, made from `source`.
fn created(
    file: &FilePatch,
    target: WriteTarget,
    source: &[u8],
    asked: &PatchScope<'_>,
    change: VersionOrigin,
    mode: TargetMode,
) -> Result<FilePlan, WriteError> {
    refuse_existing(&target)?;
    let how = PlacementOptions { base: PatchBase::Exact, loosest: asked.loosest };
    let edit = edit_of(file, &target, source, how)?;
    new_file(target, edit, source, change, mode)
}

fn new_file(
    target: WriteTarget,
    edit: EditOfBase,
    source: &[u8],
    change: VersionOrigin,
    mode: TargetMode,
) -> Result<FilePlan, WriteError> {
    refuse_existing(&target)?;
    // Of a file that was moved or copied, the caller may not have seen the rest.
    let own = Some(EditClaim::of(edit.own.filter(|_| source.is_empty())));
    let plain = FilePlan::plain(target, change, Some(After::new(edit.theirs, mode)));
    let makes_executable = mode.bits() & 0o111 != 0;
    Ok(FilePlan { makes_executable, own, source: Some(source.to_vec()), ..plain })
}

fn refuse_existing(target: &WriteTarget) -> Result<(), WriteError> {
    let Some(digest) = target.digest() else { return Ok(()) };
    let (name, current) = (target.name.requested.clone(), short_version(&digest));
    Err(WriteError::Exists { name, current })
}

/// Whether a patch wants a file to be one that can be run, if it says so.
fn can_be_run(file: &FilePatch, name: &str) -> Result<Option<bool>, WriteError> {
    match file.new_mode {
        None => Ok(None),
        // A patch that changes the text and repeats the mode asks for nothing.
        Some(mode) if file.old_mode == Some(mode) => Ok(None),
        // As in git, of the permissions the owner's decide.
        Some(mode) if mode & !0o777 == REGULAR && mode & 0o400 != 0 => Ok(Some(mode & 0o100 != 0)),
        Some(mode) => Err(WriteError::BadMode { name: name.to_owned(), mode }),
    }
}
