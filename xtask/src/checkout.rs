//! The checkout that the chores work on: its files and the commands run in it.
//!
//! Paths are relative to its root and written with `/`, as git lists them, so that messages are the same on every
//! system.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::chore_error::ChoreError;

/// A working tree of the repository, known by its root.
pub(crate) struct Checkout {
    root: PathBuf,
}

impl Checkout {
    /// The checkout whose `xtask` cargo is running.
    ///
    /// Asked at run time: two checkouts that share a target directory also share the compiled binary.
    pub(crate) fn find() -> Result<Self, ChoreError> {
        let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        match manifest_folder.as_deref().and_then(Path::parent) {
            Some(root) => Ok(Self { root: root.to_owned() }),
            None => Err(ChoreError::Usage("the chores are run through cargo".to_owned())),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo, the one that runs this chore, at the root.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(cargo);
        command.current_dir(&self.root).args(arguments);
        command
    }

    /// The text of a file; bytes that are not UTF-8 are replaced.
    pub(crate) fn read(&self, path: &str) -> Result<String, ChoreError> {
        match fs::read(self.root.join(path)) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(source) => Err(ChoreError::Io { path: path.into(), source }),
        }
    }

    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    pub(crate) fn has_folder(&self, path: &str) -> bool {
        self.root.join(path).is_dir()
    }

    /// The size of a file in bytes, or nothing if there is no such file.
    pub(crate) fn size(&self, path: &str) -> Option<u64> {
        fs::symlink_metadata(self.root.join(path))
            .ok()
            .filter(fs::Metadata::is_file)
            .map(|metadata| metadata.len())
    }

    /// The names in a folder, sorted. A folder that does not exist holds none.
    pub(crate) fn names_in(&self, folder: &str) -> Result<Vec<String>, ChoreError> {
        let failed = |source| ChoreError::Io { path: folder.into(), source };
        let entries = match fs::read_dir(self.root.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// The files beneath a folder, however deep, sorted. A folder that does not exist holds none.
    pub(crate) fn files_beneath(&self, folder: &str) -> Result<Vec<String>, ChoreError> {
        let mut files = Vec::new();
        for path in self.names_in(folder)?.iter().map(|name| format!("{folder}/{name}")) {
            if self.has_folder(&path) {
                files.extend(self.files_beneath(&path)?);
            } else {
                files.push(path);
            }
        }
        Ok(files)
    }

    /// What a commit of everything would hold: tracked files and new ones that are not ignored.
    pub(crate) fn committable_files(&self) -> Result<Vec<String>, ChoreError> {
        let mut git = Command::new("git");
        git.current_dir(&self.root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let listing = output_of(&mut git)?;
        let names = listing.split('\0').filter(|name| !name.is_empty());
        // A file that was removed from disk but not yet from the index has nothing to look at.
        Ok(names.filter(|name| self.has_file(name)).map(str::to_owned).collect())
    }
}

/// Runs a command whose output goes straight to the terminal; anything but success is an error.
pub(crate) fn succeed(command: &mut Command) -> Result<(), ChoreError> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(ChoreError::Command { command: shown(command), status }),
        Err(source) => Err(ChoreError::Start { command: shown(command), source }),
    }
}

/// Runs a command and returns what it printed; its complaints go to the terminal.
pub(crate) fn output_of(command: &mut Command) -> Result<String, ChoreError> {
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(ChoreError::Command { command: shown(command), status: output.status }),
        Err(source) => Err(ChoreError::Start { command: shown(command), source }),
    }
}

/// The command as a person would type it: the program without its folder, then the arguments.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_else(|| command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy());
    words.collect::<Vec<_>>().join(" ")
}
