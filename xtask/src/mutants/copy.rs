//! A copy of the workspace, to be broken at will.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Edit;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

/// The members of the workspace: cargo wants to see all of them.
const FOLDERS: &[&str] = &["benches", "clients", "crates", "extensions", "fuzz/bodies", "xtask"];

pub(super) struct WorkingCopy {
    root: PathBuf,
    /// Where all mutants are built, one on top of the other.
    target: PathBuf,
}

impl WorkingCopy {
    /// Copies the members of the workspace, below the target directory.
    pub(super) fn make(checkout: &Checkout) -> Result<Self, ChoreError> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        let folder = checkout.root().join(target).join("mutants");
        let copy = Self { root: folder.join("workspace"), target: folder.join("target") };
        if copy.root.is_dir() {
            fs::remove_dir_all(&copy.root).map_err(failed(&copy.root))?;
        }
        let mut files = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
        for folder in FOLDERS {
            files.extend(checkout.files_beneath(folder)?);
        }
        for path in files {
            let (from, to) = (checkout.root().join(&path), copy.root.join(&path));
            let parent = to.parent().expect("a file lies in a folder");
            fs::create_dir_all(parent).map_err(failed(parent))?;
            fs::copy(&from, &to).map_err(failed(&from))?;
        }
        Ok(copy)
    }

    /// Makes a command work on the copy. Mutants are built often and run shortly, so they are optimised less.
    pub(super) fn prepare(&self, command: &mut Command) {
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_INCREMENTAL", "true");
    }

    /// Edits files, and says what they said before. Nothing is written unless every edit fits.
    pub(super) fn edit(&self, edits: &[Edit]) -> Result<Vec<(PathBuf, String)>, ChoreError> {
        let mut originals: Vec<(PathBuf, String)> = Vec::new();
        let mut edited: Vec<(PathBuf, String)> = Vec::new();
        for edit in edits {
            let path = self.root.join(edit.file);
            if !originals.iter().any(|(known, _)| *known == path) {
                let content = fs::read_to_string(&path).map_err(failed(&path))?;
                originals.push((path.clone(), content.clone()));
                edited.push((path.clone(), content));
            }
            let (_, content) =
                edited.iter_mut().find(|(known, _)| *known == path).expect("it was just put there");
            *content = edit.apply(content).map_err(ChoreError::Failed)?;
        }
        self.restore(&edited)?;
        Ok(originals)
    }

    /// Writes files.
    pub(super) fn restore(&self, files: &[(PathBuf, String)]) -> Result<(), ChoreError> {
        files.iter().try_for_each(|(path, content)| fs::write(path, content).map_err(failed(path)))
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> ChoreError {
    let path = path.to_owned();
    |source| ChoreError::Io { path, source }
}
