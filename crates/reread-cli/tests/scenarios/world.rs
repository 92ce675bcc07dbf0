//! The world of one run: a workspace in a throw-away folder, and what lies around it.
//!
//! Everything gets the same time of change whenever it is made, so that only bytes can tell a change.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps};
use tempfile::TempDir;

use crate::placeholders::Placeholders;
use crate::setting::Setting;
use crate::spelling::unspelled;

/// 2026-01-02T03:04:05.678Z.
const MADE: Timespec = Timespec { tv_sec: 1_767_323_045, tv_nsec: 678_000_000 };

pub(crate) struct World {
    base: PathBuf,
    /// Where calls are made from.
    pub(crate) here: PathBuf,
    _folder: TempDir,
}

impl World {
    /// An empty project, with an empty home and an empty configuration folder beside it.
    pub(crate) fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("scenario-").tempdir()?;
        let base = folder.path().canonicalize()?;
        // The mark of a project, without which a folder further up could be taken for the root.
        for name in ["workspace/.git", "outside", "home", "config"] {
            std::fs::create_dir_all(base.join(name))?;
        }
        Ok(Self { here: base.join("workspace"), base, _folder: folder })
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.base.join("workspace")
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.base.join("home")
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.base.join("config")
    }

    /// The folders and the program, by the names that stand for them in a scenario.
    pub(crate) fn places(&self) -> Vec<(&'static str, String)> {
        let place = |name, folder: &str| (name, self.base.join(folder).display().to_string());
        vec![
            place("{root}", "workspace"),
            place("{outside}", "outside"),
            place("{home}", "home"),
            place("{config}", "config"),
            ("{reread}", env!("CARGO_BIN_EXE_reread").to_owned()),
        ]
    }

    /// Makes a change.
    pub(crate) fn set(&mut self, setting: &Setting, placeholders: &Placeholders) -> Result<(), String> {
        let bytes = |text: &str| unspelled(&placeholders.fill(text)?);
        let text = |text: &str| String::from_utf8(bytes(text)?).map_err(|error| error.to_string());
        let root = self.root();
        let path = |name: &str| Ok::<_, String>(root.join(text(name)?));
        let done = match setting {
            Setting::File { name, content } => {
                let content = bytes(content)?;
                self.make(&path(name)?, |path| std::fs::write(path, content))
            }
            Setting::Folder { name } => self.make(&path(name)?, |path| std::fs::create_dir_all(path)),
            Setting::Link { name, target } => {
                let target = text(target)?;
                self.make(&path(name)?, |path| symlink(target, path))
            }
            Setting::HardLink { name, existing } => {
                let existing = path(existing)?;
                self.make(&path(name)?, |path| std::fs::hard_link(existing, path))
            }
            Setting::Fifo { name } => self.make(&path(name)?, fifo),
            Setting::Remove { name } => remove(&path(name)?),
            Setting::Mode { name, mode } => {
                std::fs::set_permissions(path(name)?, Permissions::from_mode(*mode))
            }
            Setting::Alter { name, old, new } => alter(&path(name)?, &text(old)?, &text(new)?),
            Setting::Shorten { name } => shorten(&path(name)?),
            Setting::Git { words } => git(&root, words),
            Setting::Enter { name } => {
                self.here = path(name)?;
                Ok(())
            }
        };
        done.map_err(|error| format!("{setting:?}: {error}"))
    }

    /// Makes something with the folders above it, and gives all of them their time.
    fn make(&self, path: &Path, how: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        std::fs::create_dir_all(path.parent().expect("everything lies in a folder"))?;
        how(path)?;
        let times = Timestamps { last_access: MADE, last_modification: MADE };
        for path in path.ancestors().take_while(|path| **path != self.base) {
            rustix::fs::utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    }
}

/// Deaf to the user's configuration, so that commits have the same names everywhere.
fn git(folder: &Path, words: &[String]) -> io::Result<()> {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "a").env(format!("GIT_{role}_EMAIL"), "a@b");
        command.env(format!("GIT_{role}_DATE"), "2026-01-02T03:04:05Z");
    }
    command.args(["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"]).args(words);
    let output = command.stdin(std::process::Stdio::null()).output()?;
    let failed = || io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned());
    output.status.success().then_some(()).ok_or_else(failed)
}

fn fifo(path: &Path) -> io::Result<()> {
    let status = std::process::Command::new("mkfifo").arg(path).status()?;
    status.success().then_some(()).ok_or_else(|| io::Error::other("mkfifo failed"))
}

fn remove(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }
}

fn alter(path: &Path, old: &str, new: &str) -> io::Result<()> {
    let text = std::fs::read_to_string(path)?;
    if !text.contains(old) {
        return Err(io::Error::other("the old text is not there"));
    }
    std::fs::write(path, text.replacen(old, new, 1))
}

fn shorten(path: &Path) -> io::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (_, kept) = lines.split_last().ok_or_else(|| io::Error::other("there is no line"))?;
    std::fs::write(path, kept.concat())
}
