//! The program and the extension under test.

use std::path::{Path, PathBuf};
use std::process::Command;

use reread_pi_e2e::PiWorld;
use reread_testkit::program_under_test;
use serde_json::Value;

/// The folder of the extension.
pub(crate) fn extension() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this crate is in the extension's folder")
        .to_owned()
}

/// What `reread session audit` says about a session file.
pub(crate) fn audit(world: &PiWorld, session: &Path) -> Value {
    let mut command = Command::new(program_under_test());
    command.args(["session", "audit", "--json"]).arg(session).current_dir(world.project());
    command.env("HOME", world.root()).env_remove("XDG_CONFIG_HOME");
    let output = command.output().expect("the program under test can be started");
    let said = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&said).unwrap_or_else(|error| {
        panic!(
            "the audit of {} said {said:?}: {error}; {}",
            session.display(),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}
