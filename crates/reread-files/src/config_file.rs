//! A configuration file of another program: read whole, and replaced whole.
//!
//! A project's file is reached without following a single link, because a hostile repository may ship one that leads to
//! a file of the user's. The user's own file may be a link, as those who keep their settings in a repository have it:
//! the file it leads to is replaced, and the link stays. Either way new bytes appear in one step, with the mode of the
//! old ones, and only over the bytes that were read. What the file means is for others to know.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use rustix::fs::{AtFlags, Gid, Mode, OFlags};
use rustix::io::Errno;

use crate::facts::{FileFacts, FileKind};

/// Nobody writes a configuration that is longer.
const LONGEST: u64 = 16 * 1024 * 1024;

/// What a file may be replaced by that was not there: a project's is shared, a user's is not.
const NEW_IN_PROJECT: Mode = Mode::from_raw_mode(0o666);
const NEW_OF_USER: Mode = Mode::from_raw_mode(0o600);

/// Whose file it is, which decides about links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belonging {
    /// To a project, which may be anybody's: no link is followed.
    Project,
    /// To the user: links are followed, to files of the user's.
    User,
}

/// A file as it was read, or the place where there is none yet.
#[derive(Debug)]
pub struct ConfigFile {
    belonging: Belonging,
    /// A folder that exists, and the way from it to the file's folder.
    base: PathBuf,
    way: PathBuf,
    name: OsString,
    found: Option<Found>,
}

#[derive(Debug, PartialEq, Eq)]
struct Found {
    bytes: Vec<u8>,
    mode: u32,
    group: u32,
}

/// Why a configuration file was left alone.
#[derive(Debug, thiserror::Error)]
pub enum ConfigFileError {
    /// A project's file, or a folder above it, is a link.
    #[error("{} is a link, and no link of a project is followed", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// The user's file is a link to nothing.
    #[error("{} is a link that leads nowhere", path.display())]
    LeadsNowhere {
        /// The link.
        path: PathBuf,
    },
    /// The user's file is not the user's.
    #[error("{} belongs to user {owner}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The numeric id of that user.
        owner: u32,
    },
    /// A folder, a pipe, or something stranger.
    #[error("{} is not a regular file", path.display())]
    NotAFile {
        /// What it is called.
        path: PathBuf,
    },
    /// Longer than any configuration.
    #[error("{} is longer than {} MiB", path.display(), LONGEST / 1024 / 1024)]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// Somebody wrote it after it was read.
    #[error("{} was changed by somebody else meanwhile", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The system refused.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl ConfigFile {
    /// Reads the file `path` beneath the folder `base`, if it is there.
    pub fn read(belonging: Belonging, base: &Path, path: &Path) -> Result<Self, ConfigFileError> {
        let whole = base.join(path);
        let (base, path) = match belonging {
            Belonging::User => real_place(&whole)?,
            Belonging::Project => (base.to_owned(), path.to_owned()),
        };
        let name = path.file_name().ok_or_else(|| ConfigFileError::NotAFile { path: whole.clone() })?;
        let mut file = Self {
            belonging,
            way: path.parent().unwrap_or(Path::new("")).to_owned(),
            name: name.to_owned(),
            base,
            found: None,
        };
        file.found = match file.folder(Missing::Leave)? {
            Some(folder) => file.look(&folder)?,
            None => None,
        };
        Ok(file)
    }

    /// What it held when it was read; nothing if there was no file.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.found.as_ref().map(|found| found.bytes.as_slice())
    }

    /// Puts new bytes in its place, in one step. Folders above it come into being.
    pub fn replace(&self, bytes: &[u8]) -> Result<(), ConfigFileError> {
        let folder = self.folder(Missing::Make)?.expect("a folder that is missing is made");
        let temp = Temp::create(&folder, self.mode_of_new()).map_err(self.failed())?;
        self.fill(&temp, bytes).map_err(self.failed())?;
        if self.look(&folder)? != self.found {
            return Err(ConfigFileError::Changed { path: self.path() });
        }
        temp.place(&self.name).map_err(self.failed())
    }

    /// Removes it.
    pub fn remove(&self) -> Result<(), ConfigFileError> {
        let Some(folder) = self.folder(Missing::Leave)? else { return Ok(()) };
        if self.look(&folder)? != self.found {
            return Err(ConfigFileError::Changed { path: self.path() });
        }
        folder.remove_file(&self.name).map_err(self.failed())
    }

    /// Where it really lies.
    pub fn path(&self) -> PathBuf {
        self.base.join(&self.way).join(&self.name)
    }

    /// The folder of the file, reached component by component.
    fn folder(&self, missing: Missing) -> Result<Option<Dir>, ConfigFileError> {
        let failed = |path: &Path, source| ConfigFileError::Io { path: path.to_owned(), source };
        let mut folder = Dir::open_ambient_dir(&self.base, ambient_authority())
            .map_err(|source| failed(&self.base, source))?;
        let mut path = self.base.clone();
        for component in &self.way {
            path.push(component);
            folder = match (open_folder(&folder, component), missing) {
                (Ok(entered), _) => entered,
                (Err(Errno::NOENT), Missing::Leave) => return Ok(None),
                (Err(Errno::NOENT), Missing::Make) => {
                    let made = rustix::fs::mkdirat(&folder, component, Mode::from_raw_mode(0o777));
                    let entered = match made {
                        Ok(()) | Err(Errno::EXIST) => open_folder(&folder, component),
                        Err(error) => Err(error),
                    };
                    entered.map_err(|error| failed(&path, error.into()))?
                }
                (Err(Errno::LOOP | Errno::NOTDIR), _) if is_link(&folder, component) => {
                    return Err(ConfigFileError::Link { path });
                }
                (Err(error), _) => return Err(failed(&path, error.into())),
            };
        }
        Ok(Some(folder))
    }

    /// What stands under the name now.
    fn look(&self, folder: &Dir) -> Result<Option<Found>, ConfigFileError> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(folder, &self.name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err(ConfigFileError::Link { path: self.path() }),
            Err(Errno::NXIO) => return Err(ConfigFileError::NotAFile { path: self.path() }),
            Err(error) => return Err(self.failed()(error.into())),
        };
        let facts = FileFacts::of(&file).map_err(self.failed())?;
        if facts.kind != FileKind::File {
            return Err(ConfigFileError::NotAFile { path: self.path() });
        }
        let metadata = file.metadata().map_err(self.failed())?;
        if self.belonging == Belonging::User && metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(ConfigFileError::Foreign { path: self.path(), owner: metadata.uid() });
        }
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(self.failed())?;
        if bytes.len() as u64 > LONGEST {
            return Err(ConfigFileError::TooLong { path: self.path() });
        }
        Ok(Some(Found { bytes, mode: metadata.mode() & 0o7777, group: metadata.gid() }))
    }

    fn mode_of_new(&self) -> Mode {
        match (self.belonging, &self.found) {
            (Belonging::Project, None) => NEW_IN_PROJECT,
            (Belonging::User, None) | (_, Some(_)) => NEW_OF_USER,
        }
    }

    fn fill(&self, temp: &Temp<'_>, bytes: &[u8]) -> io::Result<()> {
        (&temp.file).write_all(bytes)?;
        if let Some(found) = &self.found {
            // The group comes first: changing it may clear bits of the mode. Not everybody may give a file away.
            let _ = rustix::fs::fchown(&temp.file, None, Some(Gid::from_raw(found.group)));
            rustix::fs::fchmod(&temp.file, Mode::from_raw_mode(found.mode))?;
        }
        temp.file.sync_all()
    }

    fn failed(&self) -> impl FnOnce(io::Error) -> ConfigFileError + use<> {
        let path = self.path();
        move |source| ConfigFileError::Io { path, source }
    }
}

#[derive(Clone, Copy)]
enum Missing {
    Leave,
    Make,
}

/// A user's file with its links resolved, as the nearest folder that exists and the rest of the way.
#[expect(clippy::disallowed_methods, reason = "the user's own names, whose links are followed once")]
fn real_place(whole: &Path) -> Result<(PathBuf, PathBuf), ConfigFileError> {
    let failed = |source| ConfigFileError::Io { path: whole.to_owned(), source };
    let absent = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match whole.canonicalize() {
        Ok(real) => {
            let name = real.file_name().ok_or_else(|| ConfigFileError::NotAFile { path: real.clone() })?;
            return Ok((real.parent().unwrap_or(Path::new("/")).to_owned(), name.into()));
        }
        Err(error) if absent(&error) => {}
        Err(error) => return Err(failed(error)),
    }
    for above in whole.ancestors() {
        match above.canonicalize() {
            Ok(real) => {
                let rest = whole.strip_prefix(above).expect("it stands above").to_owned();
                return Ok((real, rest));
            }
            Err(error) if absent(&error) && above.symlink_metadata().is_ok() => {
                return Err(ConfigFileError::LeadsNowhere { path: above.to_owned() });
            }
            Err(error) if absent(&error) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(failed(io::ErrorKind::NotFound.into()))
}

fn open_folder(parent: &Dir, name: &OsStr) -> Result<Dir, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(parent, name, flags, Mode::empty())
        .map(|handle| Dir::from_std_file(File::from(handle)))
}

fn is_link(parent: &Dir, name: &OsStr) -> bool {
    parent.symlink_metadata(name).is_ok_and(|metadata| metadata.is_symlink())
}

/// A file under construction beside the one it will replace: in place, or gone.
struct Temp<'f> {
    folder: &'f Dir,
    name: String,
    file: File,
    in_place: bool,
}

impl<'f> Temp<'f> {
    fn create(folder: &'f Dir, mode: Mode) -> io::Result<Self> {
        let name = format!(".reread-{:016x}.tmp", getrandom::u64()?);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(folder, &name, flags, mode)?);
        Ok(Self { folder, name, file, in_place: false })
    }

    fn place(mut self, name: &OsStr) -> io::Result<()> {
        self.folder.rename(&self.name, self.folder, name)?;
        self.in_place = true;
        // The new name is durable once its folder is; where a folder cannot be synced, it is in place all the same.
        let _ = rustix::fs::fsync(self.folder);
        Ok(())
    }
}

impl Drop for Temp<'_> {
    fn drop(&mut self) {
        if !self.in_place {
            let _ = rustix::fs::unlinkat(self.folder, &self.name, AtFlags::empty());
        }
    }
}

#[cfg(test)]
mod tests;
