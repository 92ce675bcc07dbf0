//! A workspace that can be put back to its beginning.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::patience::{self, Ran};

/// What the files of a workspace are, by their names beneath its root.
pub(crate) type Files = BTreeMap<String, Held>;

/// What a file holds, and who may do what with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) bytes: Vec<u8>,
    mode: u32,
}

/// The file with all that a server is told, beside the workspace.
pub(crate) const SAID: &str = "said";

/// The workspace `ws`, its beginning, and what a command is given beside it.
pub(crate) struct World {
    folder: PathBuf,
    /// Removed with it, if it was made for it.
    _dir: Option<TempDir>,
}

impl World {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let world = Self::within(dir.path());
        Self { _dir: Some(dir), ..world }
    }

    /// A world in a folder that the caller makes and removes.
    pub(crate) fn within(folder: &Path) -> Self {
        for name in ["ws", "home"] {
            std::fs::create_dir_all(folder.join(name)).unwrap();
        }
        Self { folder: folder.to_owned(), _dir: None }
    }

    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.beside(name), text).unwrap();
    }

    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        std::fs::set_permissions(self.beside(name), PermissionsExt::from_mode(mode)).unwrap();
    }

    /// A program, standing in the root, knowing nothing of the machine it runs on but where programs are.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.beside("ws")).env_clear();
        // Input for a server; a command that reads no input ignores it.
        command.stdin(File::open(self.beside(SAID)).map_or_else(|_| Stdio::null(), Stdio::from));
        command.env("HOME", self.beside("home")).envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = self.command(env!("CARGO_BIN_EXE_reread"));
        command.args(arguments);
        patience::run(command)
    }

    /// Runs a command that cannot fail.
    pub(crate) fn done(&self, arguments: &[&str]) {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    }

    pub(crate) fn keep_as_beginning(&self) {
        copy(&self.beside("ws"), &self.beside("beginning"));
    }

    pub(crate) fn restore(&self) {
        // The root itself stays: the history knows files by its name, and a run holds it open.
        for entry in std::fs::read_dir(self.beside("ws")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }.unwrap();
        }
        copy(&self.beside("beginning"), &self.beside("ws"));
    }

    /// Every file of the workspace but those of the state directory.
    pub(crate) fn files(&self) -> Files {
        let mut files = Files::new();
        collect(&self.beside("ws"), "", &mut files);
        files
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::set_permissions(to, from.metadata().unwrap().permissions()).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn collect(folder: &Path, above: &str, files: &mut Files) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{above}{}", entry.file_name().into_string().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true if name == ".reread" => {}
            true => collect(&entry.path(), &format!("{name}/"), files),
            false => {
                let mode = entry.metadata().unwrap().permissions().mode();
                files.insert(name, Held { bytes: std::fs::read(entry.path()).unwrap(), mode });
            }
        }
    }
}

/// Whether a file is one that a write makes ready beside another.
pub(crate) fn is_temp(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|leaf| leaf.starts_with(".reread-"))
}
