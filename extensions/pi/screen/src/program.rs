//! Where the `reread` under test is.

use std::path::PathBuf;

/// The one named by `REREAD_BIN_UNDER_TEST`, else the one that cargo built beside the running program.
///
/// Panics with the remedy if there is none.
pub fn program_under_test() -> PathBuf {
    if let Some(named) = std::env::var_os("REREAD_BIN_UNDER_TEST") {
        return named.into();
    }
    let here = std::env::current_exe().expect("a running program has a path");
    // A test lies one folder deeper than a program.
    let built =
        here.ancestors().skip(1).take(2).map(|folder| folder.join("reread")).find(|path| path.is_file());
    built.unwrap_or_else(|| panic!("there is no reread; run `cargo build -p reread-cli` first"))
}
