//! A walk in the byte order of paths, which can begin in the middle.

use reread_disk::FileKind;
use reread_path::RootedPath;

use super::folder::{Entry, Folder, PassedOver};
use super::globs::Globs;
use super::lookout::Lookout;
use super::starts::Starts;
use crate::access::Access;

/// Sorting out what is not needed of a large folder begins at so many names more than are needed.
const SLACK: usize = 4_096;

/// Names one after the other: root by root, and in each in the byte order of paths.
pub struct InOrder<'a> {
    access: &'a Access,
    globs: &'a Globs,
    starts: &'a Starts,
    /// Nothing up to this name is given, nor looked at.
    after: Option<(usize, RootedPath)>,
    /// What comes next, last first.
    steps: Vec<Step>,
    /// Whether names were dropped because more of them were found than will be asked for.
    pub is_cut: bool,
    /// Names that were not proposed so far.
    pub passed_over: PassedOver,
}

/// A name that a walk proposes.
#[derive(Debug)]
pub struct Proposed {
    /// The index of its root.
    pub root: usize,
    /// The name beneath that.
    pub path: RootedPath,
    /// For a sensitive name that a rule asks about: what the folder says it stands for. Nothing is to be opened under it.
    pub sensitive: Option<FileKind>,
}

enum Step {
    Folder(Folder),
    Entry(Proposed),
}

impl<'a> InOrder<'a> {
    /// A walk that gives nothing up to `after`.
    pub fn new(
        access: &'a Access,
        globs: &'a Globs,
        starts: &'a Starts,
        after: Option<(usize, RootedPath)>,
    ) -> Self {
        let steps = starts.folders.iter().rev().cloned().map(Step::Folder).collect();
        Self { access, globs, starts, after, steps, is_cut: false, passed_over: PassedOver::default() }
    }

    /// The next name that is not a folder; `None` at the end, or once work is to end. No more than `room` names will be
    /// asked for from now on, this one included.
    pub fn next(&mut self, room: usize, lookout: &Lookout<'_>) -> Option<Proposed> {
        while lookout.goes_on() {
            match self.steps.pop()? {
                Step::Entry(proposed) => return Some(proposed),
                Step::Folder(folder) => self.enter(&folder, room, lookout),
            }
        }
        None
    }

    fn enter(&mut self, folder: &Folder, room: usize, lookout: &Lookout<'_>) {
        let mut found: Vec<Step> = Vec::new();
        let mut passed_over = PassedOver::default();
        let mut is_cut = false;
        // Sensitive names are proposed, so they are not passed over.
        let mut sensitive_names = 0;
        folder.look(self.access, self.globs, lookout, &mut passed_over, &|_| {}, &mut |entry, open| {
            let is_sensitive =
                entry.needs_approval && self.access.settings().is_secret(std::slice::from_ref(&entry.path));
            sensitive_names += u64::from(is_sensitive);
            if entry.needs_approval != is_sensitive || !self.is_ahead(folder.root, &entry) {
                return;
            }
            let Entry { path, kind, .. } = entry;
            found.push(match kind {
                FileKind::Directory if self.starts.met.contains(&(folder.root, path.clone())) => return,
                FileKind::Directory => Step::Folder(folder.beneath(path, open.ignored)),
                _ => {
                    Step::Entry(Proposed { root: folder.root, path, sensitive: is_sensitive.then_some(kind) })
                }
            });
            if found.len() >= room.saturating_add(SLACK).saturating_mul(2) {
                is_cut |= keep_first(&mut found, room);
            }
        });
        passed_over.need_approval -= sensitive_names;
        self.passed_over += passed_over;
        is_cut |= keep_first(&mut found, room);
        if is_cut {
            // Whatever follows would leave a gap.
            self.steps.clear();
            self.is_cut = true;
        }
        self.steps.extend(found.into_iter().rev());
    }

    /// Whether a name, or something beneath it, comes after the place to begin at.
    fn is_ahead(&self, root: usize, entry: &Entry) -> bool {
        let Some((after_root, after)) = &self.after else { return true };
        let is_folder = entry.kind == FileKind::Directory;
        match root.cmp(after_root) {
            std::cmp::Ordering::Equal => {
                is_folder && after.starts_with(&entry.path)
                    || ordered(&entry.path, is_folder).gt(after.as_bytes().iter().copied())
            }
            unequal => unequal.is_gt(),
        }
    }
}

/// Sorts, and drops what follows the first `room` names; whether that was something.
fn keep_first(steps: &mut Vec<Step>, room: usize) -> bool {
    steps.sort_by(|one, other| one.ordered().cmp(other.ordered()));
    let mut names = 0;
    let enough = steps.iter().position(|step| {
        names += usize::from(matches!(step, Step::Entry(..)));
        names > room
    });
    steps.truncate(enough.unwrap_or(steps.len()));
    enough.is_some()
}

impl Step {
    fn ordered(&self) -> impl Iterator<Item = u8> + '_ {
        match self {
            Step::Folder(folder) => ordered(&folder.path, true),
            Step::Entry(proposed) => ordered(&proposed.path, false),
        }
    }
}

/// A path as it sorts among its neighbours: a folder stands for what is in it, so it ends with a slash.
fn ordered(path: &RootedPath, is_folder: bool) -> impl Iterator<Item = u8> + '_ {
    path.as_bytes().iter().copied().chain(is_folder.then_some(b'/'))
}
