//! A workspace to serve, and the binary in an environment that holds nothing else.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

/// A project with one file.
pub(crate) struct World {
    dir: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self { dir: tempfile::tempdir().unwrap() };
        for folder in ["ws/.git", "home"] {
            std::fs::create_dir_all(world.dir.path().join(folder)).unwrap();
        }
        world.write("a.txt", "one\ntwo\nthree\n");
        world
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("ws")
    }

    /// Writes a file that looks as if it had been there for long: what was written a moment ago is read more than once,
    /// and never where it is asked for.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(name);
        std::fs::write(&path, text).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)).unwrap();
    }

    /// Writes the user's own configuration.
    pub(crate) fn configure(&self, text: &str) {
        let folder = self.dir.path().join("home/reread");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.toml"), text).unwrap();
    }

    /// The binary, standing in the project.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reread"));
        let home = self.dir.path().join("home");
        command.current_dir(self.root()).env_clear().env("HOME", &home).env("XDG_CONFIG_HOME", &home);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What the command line prints.
    pub(crate) fn printed(&self, arguments: &[&str]) -> String {
        let output = self.command().stdin(Stdio::null()).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// The records of every call.
    pub(crate) fn records(&self) -> Vec<Value> {
        let journal = self.root().join(".reread/audit/journal.jsonl");
        let journal = std::fs::read_to_string(Path::new(&journal)).unwrap();
        journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
