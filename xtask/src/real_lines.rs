//! `cargo xtask prove redaction`: what redaction takes for a credential in millions of real lines.
//!
//! The lines are those of the packages in the lock file, as cargo has unpacked them, and of the packages of
//! `cargo xtask prove symbols`: sources, lock files, checksums, minified scripts, documents. More folders may be named.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::checkout::{Checkout, output_of};
use crate::chore_error::ChoreError;
use crate::sources;
use crate::test_counts::run_tests;

/// What the names of the tests contain.
const TESTS: &str = "real_lines::";
const VARIABLE: &str = "REDACTION_SOURCES";

/// Runs the proof over the packages and the folders that the arguments name.
pub(crate) fn prove(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    let mut roots = registries(checkout)?;
    roots.push(sources::fetch(checkout)?);
    roots.extend(arguments.iter().map(PathBuf::from));
    let joined = env::join_paths(roots).map_err(|error| ChoreError::Usage(error.to_string()))?;
    let mut command = checkout.cargo(&["test", "--release", "--package", "reread-text", "--test", "laws"]);
    command.args(["--", TESTS, "--nocapture"]).env(VARIABLE, joined);
    let counts = run_tests(&mut command)?;
    println!("\n{counts}");
    match counts.failed {
        0 if counts.is_empty() => {
            Err(ChoreError::Failed(format!("there is no test with `{TESTS}` in its name")))
        }
        0 => Ok(()),
        _ => Err(ChoreError::Failed("the proof failed".to_owned())),
    }
}

/// The folder of each package in the lock file that is not our own.
fn registries(checkout: &Checkout) -> Result<Vec<PathBuf>, ChoreError> {
    let metadata = output_of(&mut checkout.cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    let malformed = |detail: String| ChoreError::Malformed { what: "cargo metadata".to_owned(), detail };
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| malformed(error.to_string()))?;
    let packages = metadata["packages"].as_array().ok_or_else(|| malformed("no packages".to_owned()))?;
    let of_registry = packages.iter().filter(|package| !package["source"].is_null());
    let manifests = of_registry.filter_map(|package| package["manifest_path"].as_str());
    let folders: BTreeSet<PathBuf> =
        manifests.filter_map(|manifest| Path::new(manifest).parent().map(Path::to_path_buf)).collect();
    Ok(folders.into_iter().collect())
}
