//! The scene of one run: a project in a world of its own, and the folder that calls are made from.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use reread_testkit::{World, git, program_under_test};

use crate::placeholders::Placeholders;
use crate::setting::Setting;
use crate::spelling::unspelled;

pub(crate) struct Scene {
    pub(crate) world: World,
    /// Where calls are made from.
    pub(crate) here: PathBuf,
}

impl Scene {
    /// An empty project, with an empty home and an empty configuration folder beside it.
    pub(crate) fn new() -> Self {
        let world = World::empty_project();
        Self { here: world.root(), world }
    }

    /// The folders and the program, by the names that stand for them in a scenario.
    pub(crate) fn places(&self) -> Vec<(&'static str, String)> {
        let place = |name, path: PathBuf| (name, path.display().to_string());
        vec![
            place("{root}", self.world.root()),
            place("{outside}", self.world.beside("outside")),
            place("{home}", self.world.home()),
            place("{config}", self.world.config()),
            place("{reread}", program_under_test()),
        ]
    }

    /// The binary, started where calls are made from.
    pub(crate) fn command(&self) -> Command {
        let mut command = self.world.command();
        command.current_dir(&self.here);
        command
    }

    /// Makes a change.
    pub(crate) fn set(&mut self, setting: &Setting, placeholders: &Placeholders) -> Result<(), String> {
        let bytes = |text: &str| unspelled(&placeholders.fill(text)?);
        let text = |text: &str| String::from_utf8(bytes(text)?).map_err(|error| error.to_string());
        let root = self.world.root();
        let path = |name: &str| Ok::<_, String>(root.join(text(name)?));
        let done = match setting {
            Setting::File { name, content } => {
                let content = bytes(content)?;
                self.world.make(&path(name)?, |path| std::fs::write(path, content))
            }
            Setting::Folder { name } => self.world.make(&path(name)?, |path| std::fs::create_dir_all(path)),
            Setting::Link { name, target } => {
                let target = text(target)?;
                self.world.make(&path(name)?, |path| symlink(target, path))
            }
            Setting::HardLink { name, existing } => {
                let existing = path(existing)?;
                self.world.make(&path(name)?, |path| std::fs::hard_link(existing, path))
            }
            Setting::Fifo { name } => self.world.make(&path(name)?, fifo),
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
