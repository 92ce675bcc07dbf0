//! The other names of a file that has several.
//!
//! No way of opening can notice that `notes.txt` is the same file as a denied `.env`, or as a secret outside.
//! Only names can tell, so they are looked up. It is done for files with several links alone, and is bounded.
//!
//! A file that is renamed during the search shows up twice. So a name is counted once for each folder it is in, whatever
//! the folder is called by then, and the count is void if the file was renamed, linked or unlinked since the search began.

use std::collections::{HashMap, HashSet};
use std::os::fd::AsFd as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_std::fs::{Dir, DirEntry, Metadata, MetadataExt as _};
use reread_path::RootedPath;

use crate::confinement::{OpenFailure, OpenPurpose, open_exactly};
use crate::facts::{FileFacts, Identity};
use crate::platform::{Platform as _, System};
use crate::root::Root;

/// How many entries are looked at before the search is given up.
const MOST_ENTRIES: u32 = 200_000;

/// How old the last change of a file must be, so that a later one cannot have the same time stamp. Clocks of file systems
/// go in steps of up to 10 ms.
const STEP: Duration = Duration::from_millis(20);

/// The names found beneath the root for one file.
#[derive(Debug, Default)]
pub struct OtherNames {
    /// Names beneath the root, in the order of the search.
    pub names: Vec<RootedPath>,
    /// Each name by its folder and its leaf. A folder that is renamed, or mounted a second time, is the same folder.
    links: HashSet<(Identity, Vec<u8>)>,
    /// The time of the last change of the file and its count of names, as each of the names showed them.
    seen: HashSet<((i64, i64), u64)>,
    /// When the search began, since 1970.
    began: Duration,
    /// Whether the whole root was searched.
    complete: bool,
}

impl OtherNames {
    /// Whether these are certainly all the names the file has.
    pub fn are_all_of(&self, facts: &FileFacts) -> bool {
        // Renaming, linking and unlinking change the time stamp. With one stamp, older than the search, the names stood still.
        let stood_still = self.seen.iter().all(|seen| *seen == (facts.stamp.changed, facts.links))
            && changed_at(facts).is_some_and(|changed| changed + STEP <= self.began);
        self.complete && stood_still && self.links.len() as u64 >= facts.links
    }
}

/// Whether every name of the file lies beneath the root.
pub fn all_names_are_inside(root: &Root, facts: &FileFacts) -> bool {
    facts.links <= 1 || other_names(root, facts).are_all_of(facts)
}

/// Finds the names beneath the root that stand for this very file.
pub fn other_names(root: &Root, facts: &FileFacts) -> OtherNames {
    names_of(root, [*facts]).remove(&facts.identity).unwrap_or_default()
}

/// Finds the names of several files in one go.
pub fn names_of(root: &Root, wanted: impl IntoIterator<Item = FileFacts>) -> HashMap<Identity, OtherNames> {
    let wanted: Vec<FileFacts> = wanted.into_iter().collect();
    let began = wait_for_a_step(&wanted);
    let found = |facts: &FileFacts| (facts.identity, OtherNames { began, ..OtherNames::default() });
    let mut search = Search { wanted: wanted.iter().map(found).collect(), left: MOST_ENTRIES };
    search.run(root);
    let complete = search.left > 0;
    search.wanted.values_mut().for_each(|names| names.complete = complete);
    search.wanted
}

/// Waits until a change of these files would show in their time stamps, unless one of them is of the future; the time then.
#[expect(clippy::disallowed_methods, reason = "only the clock can tell whether a stamp is young")]
fn wait_for_a_step(files: &[FileFacts]) -> Duration {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let began = now();
    let young = files.iter().filter_map(changed_at).filter(|changed| *changed <= began).max();
    match young.and_then(|changed| (changed + STEP).checked_sub(began)) {
        Some(left) if !left.is_zero() => {
            std::thread::sleep(left);
            now()
        }
        _ => began,
    }
}

fn changed_at(facts: &FileFacts) -> Option<Duration> {
    let (seconds, nanos) = facts.stamp.changed;
    Some(Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanos).ok()?))
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

    /// Looks into every folder. One handle is open at a time, however deep or wide the tree is.
    fn run(&mut self, root: &Root) {
        let mut folders = vec![RootedPath::root()];
        while let Some(path) = folders.pop() {
            match open_exactly(root, &path, OpenPurpose::Read, true) {
                Ok(folder) => self.look_into(&Dir::from_std_file(folder), &path, &mut folders),
                // Names in a folder that was moved away are missing from the count.
                Err(OpenFailure::Absent) => {}
                Err(_) => self.give_up(),
            }
            if self.left == 0 {
                return;
            }
        }
    }

    fn look_into(&mut self, folder: &Dir, path: &RootedPath, folders: &mut Vec<RootedPath>) {
        let (Ok(own), Ok(entries)) = (folder.dir_metadata(), folder.entries()) else { return self.give_up() };
        let own = Identity { device: own.dev(), inode: own.ino() };
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
                folders.push(name);
            } else if metadata.is_file() {
                self.meet(folder, own, &entry, &metadata, name);
            }
        }
    }

    fn meet(&mut self, folder: &Dir, own: Identity, entry: &DirEntry, metadata: &Metadata, name: RootedPath) {
        let identity = Identity { device: metadata.dev(), inode: metadata.ino() };
        let Some(found) = self.wanted.get_mut(&identity) else { return };
        let leaf = entry.file_name().as_encoded_bytes().to_vec();
        found.names.push(name);
        found.seen.insert(((metadata.ctime(), metadata.ctime_nsec()), metadata.nlink()));
        // A file that is mounted here has its name elsewhere.
        if !System::is_mount_point(folder.as_fd(), &leaf) {
            found.links.insert((own, leaf));
        }
    }
}
