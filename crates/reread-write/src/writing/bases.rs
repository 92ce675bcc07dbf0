//! The versions that a call was made for, one or several in one text, and which file each of them is of.
//!
//! A tag belongs to one file, and hardly anything else has the digits of a digest, so that a caller need not say which
//! is whose. A name that nothing in the patch answers to is refused: its author was mistaken.
//!
//! Several versions of one file may be named: a caller cites all that it was given. The newest of them is the one that the
//! call was made for, since the caller knows all of them.

use std::cell::Cell;

use reread_store::VersionId;
use reread_text::Digest;

use super::base::{NamedVersion, quoted};
use super::own_work::MOST_OWN_VERSIONS;
use crate::history_name::history_key;
use crate::planner::Planner;
use crate::write_error::WriteError;
use crate::write_target::WriteTarget;

/// Enough digits that a number cannot be that of a line: those of a digest.
const LONG_NUMBER: usize = 16;

/// The version of one file that a call was made for.
#[derive(Debug)]
pub(super) struct FileBase<'a> {
    pub(super) version: NamedVersion,
    /// How the caller named it.
    pub(super) name: &'a str,
    /// Every name that is one of this file.
    pub(super) names: Vec<&'a str>,
}

/// The names of versions, and which of them were found to be of some file.
pub(super) struct NamedBases<'a> {
    names: Vec<(&'a str, Cell<bool>)>,
    of_several_files: bool,
}

impl<'a> NamedBases<'a> {
    /// What a caller named, for a patch of so many files.
    pub(super) fn of(named: Option<&'a str>, files: usize) -> Result<Self, WriteError> {
        let names: Vec<&str> = named.map(version_names).unwrap_or_default();
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

    /// The newest version that is named for a file.
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
        let names = named.iter().map(|(name, _)| *name).collect();
        let newest = planner.newest_of(target, &named)?;
        let newest = newest.map(|at| named.swap_remove(at));
        Ok(newest.map(|(name, version)| FileBase { version, name, names }))
    }

    /// Refuses names that no file of the patch answered to.
    pub(super) fn check_all_used(&self) -> Result<(), WriteError> {
        match self.names.iter().find(|(_, is_used)| !is_used.get()) {
            None => Ok(()),
            Some((name, _)) => Err(WriteError::BaseOfNone(quoted(name))),
        }
    }
}

impl Planner<'_> {
    /// Which of these versions of a file is the newest: the one that was shown last. Those that were never shown have their
    /// places in the history.
    fn newest_of(
        &self,
        target: &WriteTarget,
        named: &[(&str, NamedVersion)],
    ) -> Result<Option<usize>, WriteError> {
        let Some((name, first)) = named.first() else { return Ok(None) };
        let Some((other, _)) = named.iter().find(|(_, version)| version.digest != first.digest) else {
            return Ok(named
                .iter()
                .enumerate()
                .max_by_key(|(_, (_, version))| version.generation)
                .map(|(at, _)| at));
        };
        let newest = |order: &dyn Fn(&NamedVersion) -> Option<u64>| {
            let orders: Option<Vec<u64>> = named.iter().map(|(_, version)| order(version)).collect();
            orders?.into_iter().enumerate().max_by_key(|(_, order)| *order).map(|(at, _)| at)
        };
        if let Some(at) = newest(&|version| version.generation) {
            return Ok(Some(at));
        }
        let history = self.numbered_versions(target)?;
        let number = |version: &NamedVersion| {
            let is_held = |(_, digest): &&(u64, Option<Digest>)| *digest == Some(version.digest);
            history.iter().find(is_held).map(|(number, _)| *number)
        };
        newest(&number).map(Some).ok_or_else(|| {
            let file = &target.name.requested;
            WriteError::WhichFile(format!(
                "{name} and {other} are two versions of {file}: name the one that the patch was made for"
            ))
        })
    }

    /// The last versions of a file, newest first, each with what it holds.
    fn numbered_versions(&self, target: &WriteTarget) -> Result<Vec<(u64, Option<Digest>)>, WriteError> {
        let state = self.access.state().ok_or(WriteError::NoState)?;
        let (root, path) = history_key(self.access, &target.name);
        let versions = state.database()?.versions(root, path).list(None, MOST_OWN_VERSIONS)?;
        let digest = |version: &reread_store::Version| version.content.map(|content| content.digest);
        Ok(versions.iter().map(|version| (version.id.number(), digest(version))).collect())
    }
}

/// The names in a text, with blanks or commas in between. Commas also stand between the lines of a tag.
fn version_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for word in text.split_whitespace() {
        let mut start = 0;
        for (at, _) in word.match_indices(',') {
            let (before, behind) = (&word[start..at], &word[at + 1..]);
            if !(before.contains('@') && goes_on_with_lines(behind)) {
                names.push(before);
                start = at + 1;
            }
        }
        names.push(&word[start..]);
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Whether a text begins with lines of a tag, and not with another name.
fn goes_on_with_lines(text: &str) -> bool {
    let first = text.split(',').next().unwrap_or_default();
    let is_lines = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
    let is_long = first.len() >= LONG_NUMBER && first.bytes().all(|byte| byte.is_ascii_digit());
    !first.is_empty() && first.bytes().all(is_lines) && !is_long
}

#[cfg(test)]
mod tests;
