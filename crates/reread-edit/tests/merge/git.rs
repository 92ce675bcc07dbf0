//! What git makes of the same texts.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use reread_edit::ConflictStyle;
use tempfile::TempDir;

use crate::merge::cases::Case;

/// A folder for git to work in.
pub(crate) struct Git(TempDir);

/// The result of `git merge-file`.
pub(crate) struct Merged {
    pub(crate) is_clean: bool,
    pub(crate) text: Vec<u8>,
}

impl Git {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary directory can be made"))
    }

    /// Git without the user's configuration and without any repository around it.
    fn command(&self) -> Command {
        let folder = self.0.path();
        let mut command = Command::new("git");
        command
            .current_dir(folder)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", folder.join("no-such-configuration"))
            .env("GIT_CEILING_DIRECTORIES", folder.parent().expect("a temporary directory has a parent"))
            .args(["-c", "core.autocrlf=false", "-c", "core.safecrlf=false"])
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.command().args(arguments).output().expect("git can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    #[expect(clippy::disallowed_methods, reason = "git works on files")]
    fn write(&self, name: &str, text: &str) {
        let path: PathBuf = self.0.path().join(Path::new(name));
        std::fs::write(path, text).expect("a temporary directory can be written");
    }

    /// Merges the case in each style.
    pub(crate) fn merge_file(&self, case: &Case, styles: &[ConflictStyle]) -> Vec<Merged> {
        for (name, text) in [("base", &case.base), ("ours", &case.ours), ("theirs", &case.theirs)] {
            self.write(name, text);
        }
        let merged = |style: &ConflictStyle| {
            let style = if *style == ConflictStyle::Diff3 { "--diff3" } else { "--zdiff3" };
            let labels = ["-L", "ours", "-L", "base", "-L", "theirs"];
            let mut command = self.command();
            command.args(["merge-file", "-p", style]).args(labels).args(["ours", "base", "theirs"]);
            let output = command.output().expect("git can be started");
            let status = output.status.code().expect("git ends by itself");
            assert!(status < 128, "{}", String::from_utf8_lossy(&output.stderr));
            Merged { is_clean: status == 0, text: output.stdout }
        };
        styles.iter().map(merged).collect()
    }

    /// The patch from base to theirs of every case, one file each, named by its number.
    pub(crate) fn diff(&self, cases: &[Case]) -> Vec<u8> {
        self.run(&["init", "--quiet", "."]);
        cases.iter().for_each(|case| self.write(&file_name(case), &case.base));
        self.run(&["add", "--all"]);
        cases.iter().for_each(|case| self.write(&file_name(case), &case.theirs));
        self.run(&["diff", "--no-color", "--no-ext-diff", "--text"])
    }
}

pub(crate) fn file_name(case: &Case) -> String {
    format!("case-{:08}", case.number)
}
