//! A configuration file of a host: read as a whole and replaced atomically.
//!
//! In a project no symbolic link is followed, because a hostile repository may ship one that points to a file of the
//! user. In the user's own folders links are followed, because many users keep their settings in a repository. There
//! the target is replaced and the link stays. A replacement keeps the old mode, and happens only if the file still has
//! the bytes that were read. This module does not know the file formats.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags};
use rustix::io::Errno;

/// A longer file is not a configuration that a user wrote.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The mode of a file that did not exist: a project's is shared, a user's is private.
const NEW_IN_PROJECT: Mode = Mode::from_raw_mode(0o666);
const NEW_OF_USER: Mode = Mode::from_raw_mode(0o600);

/// Whose configuration it is. This decides whether links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfigScope {
    /// That of the project around the current folder
    Project,
    /// The user's own, for all projects
    User,
}

/// A file as it was read, or the name of one that does not exist yet.
#[derive(Debug)]
pub(crate) struct ConfigFile {
    scope: ConfigScope,
    /// A folder that exists.
    base: PathBuf,
    /// The file's folder, relative to `base`.
    relative_folder: PathBuf,
    name: OsString,
    original: Option<Contents>,
}

#[derive(Debug, PartialEq, Eq)]
struct Contents {
    bytes: Vec<u8>,
    mode: u32,
    group: u32,
}

/// Why a configuration file was not read or not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigFileError {
    /// A project's file, or a folder above it, is a link.
    #[error("{} is a link, and no link of a project is followed", path.display())]
    Link { path: PathBuf },
    #[error("{} is a link that leads nowhere", path.display())]
    DanglingLink { path: PathBuf },
    /// A file in the user's folders that another user owns.
    #[error("{} belongs to user {owner}", path.display())]
    OtherOwner { path: PathBuf, owner: u32 },
    #[error("{} is not a regular file", path.display())]
    NotAFile { path: PathBuf },
    #[error("{} is longer than {} MiB", path.display(), LONGEST / 1024 / 1024)]
    TooLong { path: PathBuf },
    /// Its bytes, mode or group are not those that were read.
    #[error("{} was modified by another process meanwhile", path.display())]
    Modified { path: PathBuf },
    #[error("cannot use {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl ConfigFile {
    /// Reads the file `path` beneath the folder `base`. A missing file is not an error.
    pub(crate) fn read(scope: ConfigScope, base: &Path, path: &Path) -> Result<Self, ConfigFileError> {
        let whole = base.join(path);
        let (base, path) = match scope {
            ConfigScope::User => resolve_links(&whole)?,
            ConfigScope::Project => (base.to_owned(), path.to_owned()),
        };
        let name = path.file_name().ok_or_else(|| ConfigFileError::NotAFile { path: whole.clone() })?;
        let mut file = Self {
            scope,
            relative_folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            name: name.to_owned(),
            base,
            original: None,
        };
        file.original = match file.open_folder(MissingFolders::Keep)? {
            Some(folder) => file.read_contents(&folder)?,
            None => None,
        };
        Ok(file)
    }

    /// The bytes that were read; `None` if there was no file.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.original.as_ref().map(|contents| contents.bytes.as_slice())
    }

    /// Replaces the file atomically, and creates the folders above it.
    pub(crate) fn replace(&self, bytes: &[u8]) -> Result<(), ConfigFileError> {
        let folder =
            self.open_folder(MissingFolders::Create)?.expect("missing folders have just been created");
        let temporary = TemporaryFile::create(&folder, self.mode_of_new()).map_err(self.io_error())?;
        self.write(&temporary, bytes).map_err(self.io_error())?;
        self.check_unmodified(&folder)?;
        temporary.rename_to(&self.name).map_err(self.io_error())
    }

    pub(crate) fn remove(&self) -> Result<(), ConfigFileError> {
        let Some(folder) = self.open_folder(MissingFolders::Keep)? else { return Ok(()) };
        self.check_unmodified(&folder)?;
        let removed = rustix::fs::unlinkat(&folder, &self.name, AtFlags::empty());
        removed.map_err(|error| self.io_error()(error.into()))
    }

    /// The path with the user's links resolved.
    pub(crate) fn path(&self) -> PathBuf {
        self.base.join(&self.relative_folder).join(&self.name)
    }

    /// Opens the file's folder component by component, so that no link is followed.
    fn open_folder(&self, missing: MissingFolders) -> Result<Option<OwnedFd>, ConfigFileError> {
        let failed =
            |path: &Path, error: Errno| ConfigFileError::Io { path: path.to_owned(), source: error.into() };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut folder =
            rustix::fs::open(&self.base, flags, Mode::empty()).map_err(|error| failed(&self.base, error))?;
        let mut path = self.base.clone();
        for component in &self.relative_folder {
            path.push(component);
            folder = match (open_subfolder(&folder, component), missing) {
                (Ok(subfolder), _) => subfolder,
                (Err(Errno::NOENT), MissingFolders::Keep) => return Ok(None),
                (Err(Errno::NOENT), MissingFolders::Create) => {
                    let created = rustix::fs::mkdirat(&folder, component, Mode::from_raw_mode(0o777));
                    let opened = match created {
                        Ok(()) | Err(Errno::EXIST) => open_subfolder(&folder, component),
                        Err(error) => Err(error),
                    };
                    opened.map_err(|error| failed(&path, error))?
                }
                (Err(Errno::LOOP | Errno::NOTDIR), _) if is_link(&folder, component) => {
                    return Err(ConfigFileError::Link { path });
                }
                (Err(error), _) => return Err(failed(&path, error)),
            };
        }
        Ok(Some(folder))
    }

    fn read_contents(&self, folder: &OwnedFd) -> Result<Option<Contents>, ConfigFileError> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(folder, &self.name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err(ConfigFileError::Link { path: self.path() }),
            Err(Errno::NXIO) => return Err(ConfigFileError::NotAFile { path: self.path() }),
            Err(error) => return Err(self.io_error()(error.into())),
        };
        let metadata = file.metadata().map_err(self.io_error())?;
        if !metadata.is_file() {
            return Err(ConfigFileError::NotAFile { path: self.path() });
        }
        if self.scope == ConfigScope::User && metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(ConfigFileError::OtherOwner { path: self.path(), owner: metadata.uid() });
        }
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(self.io_error())?;
        if bytes.len() as u64 > LONGEST {
            return Err(ConfigFileError::TooLong { path: self.path() });
        }
        Ok(Some(Contents { bytes, mode: metadata.mode() & 0o7777, group: metadata.gid() }))
    }

    fn check_unmodified(&self, folder: &OwnedFd) -> Result<(), ConfigFileError> {
        if self.read_contents(folder)? == self.original {
            Ok(())
        } else {
            Err(ConfigFileError::Modified { path: self.path() })
        }
    }

    fn mode_of_new(&self) -> Mode {
        match (self.scope, &self.original) {
            (ConfigScope::Project, None) => NEW_IN_PROJECT,
            (ConfigScope::User, None) | (_, Some(_)) => NEW_OF_USER,
        }
    }

    fn write(&self, temporary: &TemporaryFile<'_>, bytes: &[u8]) -> io::Result<()> {
        (&temporary.file).write_all(bytes)?;
        if let Some(original) = &self.original {
            // The group comes first, because changing it may clear bits of the mode. It fails for a group that the
            // user is not a member of; the file then keeps the user's group.
            let _ = rustix::fs::fchown(&temporary.file, None, Some(Gid::from_raw(original.group)));
            rustix::fs::fchmod(&temporary.file, Mode::from_raw_mode(original.mode))?;
        }
        temporary.file.sync_all()
    }

    fn io_error(&self) -> impl FnOnce(io::Error) -> ConfigFileError + use<> {
        let path = self.path();
        move |source| ConfigFileError::Io { path, source }
    }
}

#[derive(Clone, Copy)]
enum MissingFolders {
    Keep,
    Create,
}

/// Resolves the links of a user's path: the nearest existing folder, and the rest of the path beneath it.
#[expect(clippy::disallowed_methods, reason = "the user's own paths, whose links are followed once")]
fn resolve_links(whole: &Path) -> Result<(PathBuf, PathBuf), ConfigFileError> {
    let failed = |source| ConfigFileError::Io { path: whole.to_owned(), source };
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match whole.canonicalize() {
        Ok(real) => {
            let name = real.file_name().ok_or_else(|| ConfigFileError::NotAFile { path: real.clone() })?;
            return Ok((real.parent().unwrap_or(Path::new("/")).to_owned(), name.into()));
        }
        Err(error) if is_missing(&error) => {}
        Err(error) => return Err(failed(error)),
    }
    for ancestor in whole.ancestors() {
        match ancestor.canonicalize() {
            Ok(real) => {
                let rest = whole.strip_prefix(ancestor).expect("an ancestor is a prefix").to_owned();
                return Ok((real, rest));
            }
            Err(error) if is_missing(&error) && ancestor.symlink_metadata().is_ok() => {
                return Err(ConfigFileError::DanglingLink { path: ancestor.to_owned() });
            }
            Err(error) if is_missing(&error) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(failed(io::ErrorKind::NotFound.into()))
}

fn open_subfolder(parent: &OwnedFd, name: &OsStr) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(parent, name, flags, Mode::empty())
}

fn is_link(parent: &OwnedFd, name: &OsStr) -> bool {
    let stat = rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW);
    stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

/// A new file beside the one it will replace. It is deleted unless it was renamed.
struct TemporaryFile<'f> {
    folder: &'f OwnedFd,
    name: String,
    file: File,
    is_renamed: bool,
}

impl<'f> TemporaryFile<'f> {
    fn create(folder: &'f OwnedFd, mode: Mode) -> io::Result<Self> {
        let name = format!(".reread-{:016x}.tmp", getrandom::u64()?);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(folder, &name, flags, mode)?);
        Ok(Self { folder, name, file, is_renamed: false })
    }

    fn rename_to(mut self, name: &OsStr) -> io::Result<()> {
        rustix::fs::renameat(self.folder, &self.name, self.folder, name)?;
        self.is_renamed = true;
        // Makes the new name durable. Some filesystems cannot sync a folder; the rename holds there all the same.
        let _ = rustix::fs::fsync(self.folder);
        Ok(())
    }
}

impl Drop for TemporaryFile<'_> {
    fn drop(&mut self) {
        if !self.is_renamed {
            let _ = rustix::fs::unlinkat(self.folder, &self.name, AtFlags::empty());
        }
    }
}

#[cfg(test)]
mod tests;
