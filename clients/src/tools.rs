//! Where the clients and the program under test are.
//!
//! `cargo xtask mcp-tools` puts the clients into `mcp-tools` beneath the target directory, which is above the running
//! test; the program lies beside the tests.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A client or Node, by its name on the shelf; panics with the remedy if it is not installed.
pub(crate) fn tool(name: &str) -> PathBuf {
    let found = running_test().ancestors().find_map(|folder| on_shelf(&folder.join("mcp-tools"), name));
    found.unwrap_or_else(|| panic!("there is no {name}; run `cargo xtask mcp-tools` first"))
}

fn on_shelf(shelf: &Path, name: &str) -> Option<PathBuf> {
    let programs: Value =
        serde_json::from_str(&fs::read_to_string(shelf.join("programs.json")).ok()?).ok()?;
    Some(shelf.join(programs[name].as_str()?)).filter(|path| path.is_file())
}

/// The `reread` under test: the one that `REREAD_BIN_UNDER_TEST` names, else the one beside the tests.
pub(crate) fn program() -> PathBuf {
    if let Some(named) = std::env::var_os("REREAD_BIN_UNDER_TEST") {
        return named.into();
    }
    let test = running_test();
    let profile = test.ancestors().nth(2).expect("a test is in a folder of the target directory");
    let program = profile.join(format!("reread{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "there is no {}; run `cargo build -p reread-cli` first", program.display());
    program
}

/// A script of ours.
pub(crate) fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

fn running_test() -> PathBuf {
    std::env::current_exe().expect("a running test has a path")
}
