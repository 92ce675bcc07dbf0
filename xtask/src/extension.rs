//! The types of the pi extension, once there is one.

use std::process::Command;

use crate::check::{Verdict, says_nothing};
use crate::chore_error::ChoreError;
use crate::repository::{Repository, succeed};

const FOLDER: &str = "extensions/pi";

/// Checks the extension with its own TypeScript compiler, which is installed first if it is missing.
pub(crate) fn extension(repository: &Repository) -> Result<Verdict, ChoreError> {
    if !repository.has_file(&format!("{FOLDER}/package.json")) {
        return Ok(Verdict::Skipped(format!("there is no {FOLDER}/package.json")));
    }
    if !repository.has_folder(&format!("{FOLDER}/node_modules")) {
        succeed(&mut npm(repository, &["ci", "--ignore-scripts"]))?;
    }
    says_nothing(&mut npm(repository, &["exec", "--no", "--", "tsc", "--noEmit"]))
}

fn npm(repository: &Repository, arguments: &[&str]) -> Command {
    // On Windows npm is a script, which is found only by its whole name.
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(repository.root().join(FOLDER)).args(arguments);
    command
}
