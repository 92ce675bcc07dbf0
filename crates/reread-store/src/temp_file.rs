//! A file under construction: complete and in place, or gone. And a folder for files that are needed for a moment.
//!
//! Readers of the final name see the old bytes or the new ones, never a mixture. It does not sync the directory: a
//! power cut may bring the old name back, which everything stored this way can bear.

use std::fs::File;
use std::io::{self, Write as _};

use cap_std::fs::Dir;

use crate::private;
use crate::remove_tree::remove_tree;

/// A finished temporary file that is removed unless it is put in place.
#[derive(Debug)]
pub(crate) struct TempFile<'d> {
    dir: &'d Dir,
    name: String,
    file: File,
    in_place: bool,
}

/// What every temporary name begins with.
pub(crate) const PREFIX: &str = "tmp-";

impl<'d> TempFile<'d> {
    /// Writes the bytes to a new file with a random name.
    pub(crate) fn write(dir: &'d Dir, bytes: &[u8]) -> io::Result<Self> {
        let name = random_name()?;
        let file = private::create_file(dir, &name)?;
        let mut temp = Self { dir, name, file, in_place: false };
        temp.file.write_all(bytes)?;
        Ok(temp)
    }

    /// Makes the bytes durable, where the file system can.
    pub(crate) fn sync(self) -> io::Result<Self> {
        match self.file.sync_data() {
            Err(error)
                if !matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) =>
            {
                Err(error)
            }
            Ok(()) | Err(_) => Ok(self),
        }
    }

    /// Puts the file under its name, over whatever is there.
    pub(crate) fn replace(mut self, to: &Dir, name: &str) -> io::Result<()> {
        self.dir.rename(&self.name, to, name)?;
        self.in_place = true;
        Ok(())
    }

    /// Puts the file under its name; `false`, and the file is gone, when the name is taken.
    pub(crate) fn place_new(mut self, to: &Dir, name: &str) -> io::Result<bool> {
        self.in_place = private::rename_new(self.dir, &self.name, to, name)?;
        Ok(self.in_place)
    }
}

impl Drop for TempFile<'_> {
    fn drop(&mut self) {
        if !self.in_place {
            // A later prune of the directory finds what could not be removed now.
            let _ = self.dir.remove_file(&self.name);
        }
    }
}

/// A folder of our own that is removed with everything in it.
///
/// It lies where files under construction lie, so that what a crash leaves of it is cleared away with them.
#[derive(Debug)]
pub struct Scratch {
    temps: Dir,
    name: String,
    dir: Dir,
}

impl Scratch {
    pub(crate) fn within(temps: Dir) -> io::Result<Self> {
        let name = random_name()?;
        let dir = entered(&temps, &name)?;
        Ok(Self { temps, name, dir })
    }

    /// Its random name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A folder in it, made when it is missing.
    pub fn folder(&self, name: &str) -> io::Result<Dir> {
        entered(&self.dir, name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A later prune of the directory finds what could not be removed now.
        let _ = remove_tree(&self.temps, &self.name);
    }
}

fn entered(parent: &Dir, name: &str) -> io::Result<Dir> {
    Ok(private::enter(parent, name.as_ref())?)
}

fn random_name() -> io::Result<String> {
    let (high, low) = (getrandom::u64()?, getrandom::u64()?);
    Ok(format!("{PREFIX}{high:016x}{low:016x}"))
}
