//! A workspace root: a directory that is opened once, at start, and held.

use std::io;
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use reread_path::RootNames;

use crate::confinement::Confinement;
use crate::platform::{Platform as _, System};

/// A directory that names are resolved beneath.
#[derive(Debug)]
pub struct Root {
    dir: Dir,
    /// Where it really lies, links resolved once.
    path: PathBuf,
    /// As it was given, made absolute.
    given: PathBuf,
    /// Where its folder stood when it was opened; `None` if it stands elsewhere than its names say.
    stood_at: Option<PathBuf>,
    device: u64,
    is_local: bool,
    confinement: Confinement,
}

/// A root could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("the root {} cannot be opened", path.display())]
pub struct RootError {
    /// As it was given.
    pub path: PathBuf,
    /// What the system said.
    #[source]
    pub source: io::Error,
}

impl Root {
    /// Opens a directory as root. A link is resolved here, once, and never again.
    #[expect(clippy::disallowed_methods, reason = "set-up: the one moment at which a root is a path")]
    pub fn open(given: &Path) -> Result<Self, RootError> {
        let failed = |source| RootError { path: given.to_owned(), source };
        let path = given.canonicalize().map_err(failed)?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority()).map_err(failed)?;
        let absolute = std::path::absolute(given).map_err(failed)?;
        let device =
            dir.try_clone().and_then(|dir| crate::facts::device(&dir.into_std_file())).map_err(failed)?;
        let confinement = Confinement::detect(&dir);
        let is_local = System::is_local(dir.as_fd());
        let stood_at = Some(path.clone());
        Ok(Self { dir, path, given: absolute, stood_at, device, is_local, confinement })
    }

    /// The folder that a person standing in `from` means by "here": the nearest one upwards with a `.git`, else the
    /// outermost one with a `reread.toml`, else `from` itself.
    ///
    /// What a repository contains must not move the root: rules are anchored there, and a `reread.toml` further down
    /// would slip out from under them. Our own `.reread` is no sign either, since reading makes it. A sign that
    /// belongs to another user than `from` does, such as a `.git` in a shared folder, must not widen the root.
    pub fn discover(from: &Path) -> PathBuf {
        Self::discover_project(from).unwrap_or_else(|| from.to_owned())
    }

    /// The same, where there is a sign of a project.
    pub fn discover_project(from: &Path) -> Option<PathBuf> {
        let owner = owner_of(from);
        let has = |sign: &'static str| {
            move |folder: &&Path| {
                let sign_owner = owner_of(&folder.join(sign));
                sign_owner.is_some() && sign_owner == owner
            }
        };
        let repository = from.ancestors().find(has(".git"));
        let narrowed = || from.ancestors().filter(has("reread.toml")).last();
        repository.or_else(narrowed).map(Path::to_owned)
    }

    /// The same root with names resolved as the caller says, where the system can.
    pub fn confined_by(mut self, confinement: Confinement) -> Self {
        self.confinement = confinement;
        self
    }

    /// A root with the names of this one that leads to another folder.
    pub fn leading_to(&self, dir: Dir) -> io::Result<Self> {
        Ok(Self {
            path: self.path.clone(),
            given: self.given.clone(),
            stood_at: None,
            device: crate::facts::device(&dir.try_clone()?.into_std_file())?,
            is_local: System::is_local(dir.as_fd()),
            confinement: self.confinement,
            dir,
        })
    }

    /// Where the root really lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Who resolves names beneath it.
    pub fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// Where its folder stood when it was opened, if that is where it is called after.
    pub(crate) fn stood_at(&self) -> Option<&Path> {
        self.stood_at.as_deref()
    }

    /// The open directory.
    pub fn dir(&self) -> &Dir {
        &self.dir
    }

    /// The device that it lies on.
    pub fn device(&self) -> u64 {
        self.device
    }

    /// Whether it lies on a filesystem that is known to be local to this machine.
    pub fn is_local(&self) -> bool {
        self.is_local
    }

    /// The absolute spellings by which a caller may name it.
    pub fn names(&self) -> RootNames {
        let mut spellings = vec![self.path.clone()];
        if self.given != self.path {
            spellings.push(self.given.clone());
        }
        RootNames::new(spellings)
    }
}

/// Who owns what is there; `None` if nothing is.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "set-up: before there is a root, there are only paths")]
fn owner_of(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata().ok().map(|metadata| metadata.uid())
}
