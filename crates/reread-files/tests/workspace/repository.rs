//! A workspace that is a git repository. git itself makes it, and is the yardstick.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use reread_files::{PreviewBase, PreviewError, PreviewReply, PreviewRequest, Workspace};
use reread_text::Bounds;

use crate::workspace::world::FilesWorld;

/// Runs git in a folder of the root, deaf to the user's configuration; what it printed.
pub(crate) fn git_in(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Vec<u8> {
    let output = run_git(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn run_git(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> std::process::Output {
    Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", folder.join("no-such-configuration"))
        .env("GIT_AUTHOR_DATE", "2001-02-03T04:05:06Z")
        .env("GIT_COMMITTER_DATE", "2001-02-03T04:05:06Z")
        .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false"])
        .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", "-c", "gc.auto=0"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

impl FilesWorld {
    /// A root with an empty repository.
    pub(crate) fn with_repository() -> Self {
        let world = FilesWorld::new();
        world.git(&["init", "--quiet"]);
        world
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        String::from_utf8(git_in(&self.path(""), arguments)).unwrap()
    }

    /// As `git`, for what may fail, such as a merge.
    pub(crate) fn git_tries(&self, arguments: &[&str]) {
        run_git(&self.path(""), arguments);
    }

    pub(crate) fn folder(&self, name: &str) {
        std::fs::create_dir_all(self.path(name)).unwrap();
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "x"]);
    }

    /// What git prints for one file, from the names on; with the algorithm that ours has.
    pub(crate) fn git_diff(&self, arguments: &[&str]) -> String {
        let fixed = ["-c", "core.quotepath=false", "diff", "--no-ext-diff", "--no-textconv", "--no-renames"];
        let printed = self.git(&[&fixed[..], &["--diff-algorithm=histogram"], arguments].concat());
        printed.find("--- ").map_or_else(String::new, |start| printed[start..].to_owned())
    }
}

pub(crate) fn preview_request(name: &str, against: PreviewBase) -> PreviewRequest {
    PreviewRequest { name: name.to_owned(), against, content: None, lines: None, bounds: Bounds::default() }
}

pub(crate) fn preview(
    workspace: &Workspace,
    name: &str,
    against: PreviewBase,
) -> Result<PreviewReply, PreviewError> {
    workspace.previewer().diff_preview(&preview_request(name, against))
}

/// The diff as text, or why there is none.
pub(crate) fn shown(workspace: &Workspace, name: &str, against: PreviewBase) -> String {
    match preview(workspace, name, against) {
        Ok(reply) => String::from_utf8_lossy(&reply.diff.text).into_owned(),
        Err(error) => format!("{}: {error}", error.code()),
    }
}
