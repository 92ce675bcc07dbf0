//! `git diff --histogram` as a program of its own.

use std::error::Error;
use std::fs;
use std::io;
use std::process::{Command, Stdio};

use reread_benches::{SpentTime, run_to_code};
use tempfile::TempDir;

use crate::cases::Case;

/// git with a folder for its files.
pub(crate) struct Git {
    folder: TempDir,
}

impl Git {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { folder: tempfile::tempdir()? })
    }

    /// What it takes to compare two short texts: to start, and to end.
    pub(crate) fn start(&self) -> Result<SpentTime, Box<dyn Error>> {
        self.write("a\n", "b\n")?;
        let runs: io::Result<Vec<SpentTime>> = (0..21).map(|_| self.spent()).collect();
        let mut runs = runs?;
        runs.sort_by_key(|spent| spent.cpu);
        Ok(runs[runs.len() / 2])
    }

    /// Puts the texts where [`spent`](Self::spent) and [`diff`](Self::diff) find them.
    pub(crate) fn take(&self, case: &Case) -> io::Result<()> {
        self.write(&case.old, &case.new)
    }

    /// What one comparison takes.
    pub(crate) fn spent(&self) -> io::Result<SpentTime> {
        run_to_code(self.command().stdout(Stdio::null()), 1)
    }

    /// The diff without the lines that git puts before `---`.
    pub(crate) fn diff(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let output = self.command().output()?.stdout;
        let start = memchr::memmem::find(&output, b"--- a/old").ok_or("git printed no diff")?;
        Ok(output[start..].to_vec())
    }

    fn write(&self, old: &str, new: &str) -> io::Result<()> {
        fs::write(self.folder.path().join("old"), old)?;
        fs::write(self.folder.path().join("new"), new)
    }

    /// Deaf to the user's configuration and to any repository around it.
    fn command(&self) -> Command {
        let folder = self.folder.path();
        let mut command = Command::new("git");
        command.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("GIT_CONFIG_GLOBAL", folder.join("no-such-configuration"));
        command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
        command.args(["diff", "--no-index", "--no-color", "--no-ext-diff", "--histogram", "old", "new"]);
        command
    }
}
