//! The versions that a patch was made for, one or several in one text, and which file each of them is of.
//!
//! A tag belongs to one file, and hardly anything else has the digits of a digest, so that a caller need not say which
//! is whose. A name that nothing in the patch answers to is refused: its author was mistaken.
//!
//! Tags of edits may stand beside the version that was edited. They show that these edits are the caller's own.

use std::cell::Cell;

use reread_store::VersionId;
use reread_text::Digest;

use super::base::{NamedVersion, quoted};
use crate::write_error::WriteError;
use crate::write_target::{Planner, WriteTarget};

/// The version of one file that a patch was made for.
#[derive(Debug)]
pub(super) struct FileBase<'a> {
    pub(super) digest: Digest,
    /// How the caller named it.
    pub(super) name: &'a str,
    /// What edits made of it whose tags the caller named, too.
    pub(super) own: Vec<Digest>,
}

/// The names of versions, and which of them were found to be of some file.
pub(super) struct PatchBases<'a> {
    names: Vec<(&'a str, Cell<bool>)>,
    of_several_files: bool,
}

impl<'a> PatchBases<'a> {
    /// What a caller named, for a patch of so many files.
    pub(super) fn of(named: Option<&'a str>, files: usize) -> Result<Self, WriteError> {
        let names: Vec<_> = named.into_iter().flat_map(str::split_whitespace).collect();
        let of_several_files = files > 1;
        let number = names.iter().find(|name| name.parse::<VersionId>().is_ok());
        if let Some(number) = number.filter(|_| of_several_files) {
            let said = format!("the patch is about several files, and each may have a {number}: name tags");
            return Err(WriteError::WhichFile(said));
        }
        if named.is_some() && names.is_empty() {
            return Err(WriteError::WhichFile("`base` is empty: leave it out, or name a tag".to_owned()));
        }
        Ok(Self { names: names.into_iter().map(|name| (name, Cell::new(false))).collect(), of_several_files })
    }

    /// The version that is named for a file, with the caller's own edits of it.
    pub(super) fn version_for(
        &self,
        planner: &Planner<'_>,
        target: &WriteTarget,
    ) -> Result<Option<FileBase<'a>>, WriteError> {
        let mut named: Vec<(&'a str, NamedVersion)> = Vec::new();
        for (name, is_used) in &self.names {
            let version = match planner.named_version(target, name) {
                Err(WriteError::UnknownBase { .. }) if self.of_several_files => continue,
                outcome => outcome?,
            };
            is_used.set(true);
            named.push((name, version));
        }
        // The result of an edit is no base if what was edited is named, too.
        let is_named = |digest: &Digest| named.iter().any(|(_, version)| version.digest == *digest);
        let is_edit = |version: &NamedVersion| {
            version.edited_from.is_some_and(|edited| edited != version.digest && is_named(&edited))
        };
        let own: Vec<Digest> =
            named.iter().filter(|(_, version)| is_edit(version)).map(|(_, version)| version.digest).collect();
        let mut bases = named.iter().filter(|(_, version)| !own.contains(&version.digest));
        // Edits that lead back to where they began leave no beginning.
        let Some((name, base)) = bases.next().or(named.first()) else { return Ok(None) };
        if let Some((other, _)) = bases.find(|(_, version)| version.digest != base.digest) {
            let file = &target.name.requested;
            return Err(WriteError::WhichFile(format!(
                "{name} and {other} are two versions of {file}: name the one that the patch was made for"
            )));
        }
        Ok(Some(FileBase { digest: base.digest, name, own }))
    }

    /// Refuses names that no file of the patch answered to.
    pub(super) fn check_all_used(&self) -> Result<(), WriteError> {
        match self.names.iter().find(|(_, is_used)| !is_used.get()) {
            None => Ok(()),
            Some((name, _)) => Err(WriteError::BaseOfNone(quoted(name))),
        }
    }
}
