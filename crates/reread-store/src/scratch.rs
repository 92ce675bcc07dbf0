//! A folder for files that are needed for a moment.
//!
//! It lies where files under construction lie, so that what a crash leaves of it is cleared away with them.

use std::io;

use cap_std::fs::Dir;

use crate::private;
use crate::temp_file::random_name;

/// A folder of our own that is removed with everything in it.
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

    /// A folder in it, made when it is missing.
    pub fn folder(&self, name: &str) -> io::Result<Dir> {
        entered(&self.dir, name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A later prune of the directory finds what could not be removed now.
        let _ = self.temps.remove_dir_all(&self.name);
    }
}

fn entered(parent: &Dir, name: &str) -> io::Result<Dir> {
    Ok(private::enter(parent, name.as_ref())?)
}
