//! Removes a folder with everything in it, however deep it is.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

use cap_std::fs::{Dir, MetadataExt as _};
use rustix::fs::{Mode, OFlags, openat};

/// How many names are looked at, at the most: a process that adds names all the time does not keep this one busy.
const MOST_NAMES: u64 = 10_000_000;

/// Removes a folder and what is in it. No link is followed.
///
/// Two folders are open at a time, and no function calls itself: a tree from elsewhere may be deeper than the stack, or than
/// there are handles. The way back up leads through `..`, and ends if that is not the folder that it was on the way down.
pub fn remove_tree(parent: &Dir, name: impl AsRef<Path>) -> io::Result<()> {
    let mut names_left = MOST_NAMES;
    let mut folder = open_folder(parent, name.as_ref())?;
    // The folders on the way, each with those in it that are still to be removed. The last of them is where the way goes on.
    let mut way = vec![Emptied::of(&folder, &mut names_left)?];
    while let Some(here) = way.last_mut() {
        if let Some(name) = here.folders.last() {
            folder = open_folder(&folder, Path::new(name))?;
            way.push(Emptied::of(&folder, &mut names_left)?);
            continue;
        }
        way.pop();
        let Some(above) = way.last_mut() else { break };
        folder = open_folder(&folder, Path::new(".."))?;
        if identity(&folder)? != above.identity {
            return Err(io::Error::other("it was moved while it was removed"));
        }
        folder.remove_dir(above.folders.pop().unwrap_or_default())?;
    }
    parent.remove_dir(name)
}

/// A folder without its files.
struct Emptied {
    identity: (u64, u64),
    /// The folders in it that are left.
    folders: Vec<OsString>,
}

impl Emptied {
    /// Removes everything from a folder but the folders in it.
    fn of(folder: &Dir, names_left: &mut u64) -> io::Result<Self> {
        let mut folders = Vec::new();
        for entry in folder.entries()? {
            let entry = entry?;
            *names_left =
                names_left.checked_sub(1).ok_or_else(|| io::Error::other("it has too many names"))?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.file_name()),
                false => folder.remove_file(entry.file_name())?,
            }
        }
        Ok(Self { identity: identity(folder)?, folders })
    }
}

fn identity(folder: &Dir) -> io::Result<(u64, u64)> {
    let metadata = folder.dir_metadata()?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Opens a folder, and nothing that a link leads to. The name is a single component.
fn open_folder(parent: &Dir, name: &Path) -> io::Result<Dir> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(Dir::from_std_file(File::from(openat(parent, name, flags, Mode::empty())?)))
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use cap_std::ambient_authority;
    use rustix::fs::{CWD, mkdirat};

    use super::*;

    /// A chain of folders that is deeper than any path, with a file at its end.
    fn deep(top: &Path, depth: usize) {
        let open = |folder: &OwnedFd, name: &str| {
            openat(folder, name, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap()
        };
        let mut folder = openat(CWD, top, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
        for _ in 0..depth {
            mkdirat(&folder, "d", Mode::from_raw_mode(0o777)).unwrap();
            folder = open(&folder, "d");
        }
        drop(openat(&folder, "f", OFlags::CREATE | OFlags::RDWR, Mode::from_raw_mode(0o666)).unwrap());
    }

    #[test]
    fn a_tree_of_any_depth_is_removed() {
        let world = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(world.path(), ambient_authority()).unwrap();
        dir.create_dir_all("tree/a/b").unwrap();
        dir.create_dir_all("tree/a/c/d").unwrap();
        dir.create_dir_all("outside").unwrap();
        dir.write("outside/kept", "kept").unwrap();
        dir.write("tree/a/b/file", "gone").unwrap();
        dir.symlink("../outside", "tree/link").unwrap();
        dir.symlink("../../outside", "tree/a/link").unwrap();
        deep(&world.path().join("tree/a/b"), 5_000);
        remove_tree(&dir, "tree").unwrap();
        assert!(!dir.exists("tree"));
        assert_eq!(dir.read_to_string("outside/kept").unwrap(), "kept");
        assert!(remove_tree(&dir, "outside/kept").is_err(), "it is no folder");
    }
}
