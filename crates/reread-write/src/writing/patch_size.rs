//! How much a patch would hold in memory and write, estimated from sizes before any file is read.

use reread_access::Examined;
use reread_disk::MOST_BYTES;
use reread_edit::{FilePatch, MOST_PATCHED_BYTES, Patch, PatchTarget, Sign};
use reread_path::spell;

use super::plan::FilePlan;
use crate::planner::Planner;
use crate::write_error::WriteError;

/// The most files of one patch: the folder of each is kept open.
pub(crate) const MOST_PATCH_FILES: u64 = 1_000;

/// The most bytes of one patch, of all files before and after it: a file of the largest size, and its new version.
pub(crate) const MOST_PATCH_BYTES: u64 = 2 * MOST_BYTES;

const _: () =
    assert!(MOST_PATCHED_BYTES == MOST_BYTES, "an edit of all places makes no file that cannot be written");

/// What a patch is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatchSize {
    /// How many files it changes.
    pub files: u64,
    /// How many of them are copies.
    pub copies: u64,
    /// The bytes of all files, those that are read and those that are made of them.
    pub bytes: u64,
}

impl PatchSize {
    fn check(self) -> Result<(), WriteError> {
        match self.files > MOST_PATCH_FILES || self.bytes > MOST_PATCH_BYTES {
            true => Err(WriteError::PatchTooLarge {
                size: self,
                most_files: MOST_PATCH_FILES,
                most_bytes: MOST_PATCH_BYTES,
            }),
            false => Ok(()),
        }
    }

    /// Refuses files that turned out larger than estimated. Those about which nothing may be revealed are left out.
    pub(super) fn check_planned(self, planned: &[FilePlan]) -> Result<(), WriteError> {
        let held = |file: &FilePlan| {
            let after = file.after.as_ref().map_or(0, |after| after.bytes.len());
            (file.target.bytes().len() + after) as u64
        };
        let bytes = planned.iter().filter(|file| file.target.refusal().is_none()).map(held).sum();
        Self { bytes, ..self }.check()
    }
}

impl Planner<'_> {
    /// Estimates a patch, and refuses one that is too large.
    pub(super) fn check_size(&self, patch: &Patch, called: Option<&str>) -> Result<PatchSize, WriteError> {
        let is_copy = |file: &&FilePatch| matches!(file.target, PatchTarget::Copy { .. });
        let (files, copies) = (patch.files.len() as u64, patch.files.iter().filter(is_copy).count() as u64);
        let mut size = PatchSize { files, copies, bytes: 0 };
        size.check()?;
        for file in &patch.files {
            let read = self.size_before(file, called);
            let written = match file.target {
                PatchTarget::Delete { .. } => 0,
                _ => read.saturating_add(added_bytes(file)),
            };
            size.bytes = size.bytes.saturating_add(read).saturating_add(written);
        }
        size.check()?;
        Ok(size)
    }

    /// The size of the file that a patch reads. One that may not be looked at, or is not there, counts nothing: what is wrong
    /// with it is said when it is planned.
    fn size_before(&self, file: &FilePatch, called: Option<&str>) -> u64 {
        let of_patch = file.target.old_name().or_else(|| file.target.possible_names().first().copied());
        let name = match (&file.target, called) {
            (PatchTarget::Create { .. }, _) => return 0,
            (PatchTarget::Rename { .. } | PatchTarget::Copy { .. }, _) | (_, None) => of_patch.map(spell),
            (_, Some(called)) => Some(called.into()),
        };
        match name.map(|name| self.access.examine(&name)) {
            // A larger one is refused by itself.
            Some(Ok(Examined::Present(located))) => located.facts.size.min(MOST_BYTES),
            _ => 0,
        }
    }
}

fn added_bytes(file: &FilePatch) -> u64 {
    let hunks = file.hunks.iter().chain(file.later.iter().flatten());
    let lines = hunks.flat_map(|hunk| &hunk.lines).filter(|line| line.sign == Sign::Added);
    lines.map(|line| line.text.len() as u64).sum()
}
