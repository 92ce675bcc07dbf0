//! Names that a caller can use again.
//!
//! A walk finds files that the caller did not name. They are shown by the shortest name that leads back to them: from the folder that
//! relative names start from, or from the top of the file system if they lie in another root.

use reread_path::{RootedPath, spell, unspell};

use crate::access::Access;

impl Access {
    /// How a caller can name a file; spelled on one line.
    pub fn place_name(&self, root: usize, path: &RootedPath) -> String {
        let (here_root, here) = self.here();
        if root == *here_root {
            return spell(&relative(here, path)).into_owned();
        }
        let mut name = self.root(root).path().as_os_str().as_encoded_bytes().to_vec();
        if !path.is_root() {
            name.push(b'/');
            name.extend_from_slice(path.as_bytes());
        }
        spell(&name).into_owned()
    }

    /// The place that [`Access::place_name`] called so.
    pub fn place_named(&self, name: &str) -> Option<(usize, RootedPath)> {
        let bytes = unspell(name)?;
        if bytes.first() != Some(&b'/') {
            let (root, here) = self.here();
            return Some((*root, RootedPath::fold(here, &bytes).ok()?));
        }
        let beneath = |(index, root): (usize, &reread_disk::Root)| {
            let rest = bytes.strip_prefix(root.path().as_os_str().as_encoded_bytes())?;
            let rest = if rest.is_empty() { rest } else { rest.strip_prefix(b"/")? };
            Some((index, RootedPath::from_bytes(rest).ok()?))
        };
        self.roots().iter().enumerate().find_map(beneath)
    }
}

/// The way from a folder to a path beneath the same root.
fn relative(here: &RootedPath, path: &RootedPath) -> Vec<u8> {
    let shared = here.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = here.components().skip(shared).map(|_| &b".."[..]);
    let way: Vec<&[u8]> = up.chain(path.components().skip(shared)).collect();
    if way.is_empty() { b".".to_vec() } else { way.join(&b'/') }
}

#[cfg(test)]
mod tests;
