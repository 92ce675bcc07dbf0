//! Finds the programs that tests start.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The `reread` under test: the one that `REREAD_BIN_UNDER_TEST` names, else the one that cargo built beside the running
/// program.
///
/// Cargo builds it for the tests of `reread-cli`. Tests of other packages need `cargo build -p reread-cli` first, and panic
/// with that sentence if it is missing.
pub fn program_under_test() -> PathBuf {
    if let Some(named) = std::env::var_os("REREAD_BIN_UNDER_TEST") {
        return named.into();
    }
    let name = format!("reread{}", std::env::consts::EXE_SUFFIX);
    let running = running_program();
    // A test lies one folder deeper than a program.
    let candidates = running.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    let found = candidates.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("there is no {name}; run `cargo build -p reread-cli` first"))
}

/// A tool that `cargo xtask SHELF` installed, by the keys that lead to it in the shelf's `programs.json`.
///
/// The shelf is a folder of that name beneath the target directory, which is above the running test.
pub fn installed_tool(shelf: &str, keys: &[&str]) -> PathBuf {
    let running = running_program();
    let found = running.ancestors().find_map(|folder| on_shelf(&folder.join(shelf), keys));
    found.unwrap_or_else(|| panic!("there is no {}; run `cargo xtask {shelf}` first", keys.join(" ")))
}

fn on_shelf(shelf: &Path, keys: &[&str]) -> Option<PathBuf> {
    let programs = std::fs::read_to_string(shelf.join("programs.json")).ok()?;
    let programs: Value = serde_json::from_str(&programs).ok()?;
    let program = keys.iter().try_fold(&programs, |value, key| value.get(key))?;
    Some(shelf.join(program.as_str()?)).filter(|path| path.is_file())
}

fn running_program() -> PathBuf {
    std::env::current_exe().expect("a running program has a path")
}
