//! A throw-away workspace to serve.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::tools::program;

/// A project with one file, `a.txt` of three lines, and a home without any configuration.
#[derive(Debug)]
pub struct World {
    folder: TempDir,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// Makes it. Everything in it is gone when it is dropped.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let world = Self { folder };
        for folder in [world.project().join(".git"), world.home()] {
            fs::create_dir_all(folder).expect("the world was empty");
        }
        world.write("a.txt", "one\ntwo\nthree\n");
        world
    }

    /// The project, which is what is served.
    pub fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Writes a file of the project.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.project().join(name);
        fs::write(&path, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    }

    /// What the command line prints, as a user in the project sees it.
    pub fn printed(&self, arguments: &[&str]) -> String {
        let output = self.in_it(&program()).args(arguments).output().expect("the program can be started");
        String::from_utf8(output.stdout).expect("the program prints text")
    }

    /// A program in the project, with nothing of this machine's environment but the place of programs.
    pub(crate) fn in_it(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.project()).env_clear().envs(self.environment());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn environment(&self) -> [(&'static str, String); 2] {
        let home = self.home().display().to_string();
        [("HOME", home.clone()), ("XDG_CONFIG_HOME", home)]
    }
}
