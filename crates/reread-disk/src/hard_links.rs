//! The other names of a file that has several.
//!
//! No way of opening can notice that `notes.txt` is the same file as a denied `.env`, or as a secret outside.
//! Only names can tell, so they are looked up. It is done for files with several links alone, and is bounded.

use std::collections::HashMap;

use cap_std::fs::{Dir, MetadataExt as _};
use reread_path::RootedPath;

use crate::facts::{FileFacts, Identity};
use crate::root::Root;

/// How many entries are looked at before the search is given up.
const MOST_ENTRIES: u32 = 200_000;

/// The names found beneath the root for one file.
#[derive(Debug, Default)]
pub struct OtherNames {
    /// Names beneath the root, in the order of the search.
    pub names: Vec<RootedPath>,
    /// Whether the whole root was searched.
    complete: bool,
}

impl OtherNames {
    /// Whether these are all the names the file has.
    pub fn are_all_of(&self, facts: &FileFacts) -> bool {
        self.complete && self.names.len() as u64 >= facts.links
    }
}

/// Whether every name of the file lies beneath the root.
pub fn all_names_are_inside(root: &Root, facts: &FileFacts) -> bool {
    facts.links <= 1 || other_names(root, facts).are_all_of(facts)
}

/// Finds the names beneath the root that stand for this very file.
pub fn other_names(root: &Root, facts: &FileFacts) -> OtherNames {
    names_of(root, [facts.identity]).remove(&facts.identity).unwrap_or_default()
}

/// Finds the names of several files in one go.
pub fn names_of(root: &Root, wanted: impl IntoIterator<Item = Identity>) -> HashMap<Identity, OtherNames> {
    let wanted = wanted.into_iter().map(|identity| (identity, OtherNames::default())).collect();
    let mut search = Search { wanted, left: MOST_ENTRIES };
    search.enter(root.dir(), &RootedPath::root());
    let complete = search.left > 0;
    search.wanted.values_mut().for_each(|names| names.complete = complete);
    search.wanted
}

struct Search {
    wanted: HashMap<Identity, OtherNames>,
    left: u32,
}

impl Search {
    /// A folder that cannot be looked into may hold any name.
    fn give_up(&mut self) {
        self.left = 0;
    }

    fn enter(&mut self, dir: &Dir, path: &RootedPath) {
        let Ok(entries) = dir.entries() else { return self.give_up() };
        for entry in entries {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let Ok(entry) = entry else { return self.give_up() };
            // What vanished meanwhile has no name any more.
            let Ok(metadata) = entry.metadata() else { continue };
            let Ok(name) = path.join(entry.file_name().as_encoded_bytes()) else { continue };
            if metadata.is_dir() {
                match entry.open_dir() {
                    Ok(dir) => self.enter(&dir, &name),
                    Err(_) => self.give_up(),
                }
            } else if metadata.is_file()
                && let identity = (Identity { device: metadata.dev(), inode: metadata.ino() })
                && let Some(found) = self.wanted.get_mut(&identity)
            {
                found.names.push(name);
            }
        }
    }
}
