//! Runs git without the user's configuration, so that commits have the same names everywhere.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs git in a folder. The error holds what git printed.
pub fn git<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> io::Result<()> {
    let mut command = Command::new("git");
    command.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "a").env(format!("GIT_{role}_EMAIL"), "a@b");
        command.env(format!("GIT_{role}_DATE"), "2026-01-02T03:04:05Z");
    }
    command.args(["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"]).args(words);
    let output = command.stdin(Stdio::null()).output()?;
    let failed = || io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned());
    output.status.success().then_some(()).ok_or_else(failed)
}
