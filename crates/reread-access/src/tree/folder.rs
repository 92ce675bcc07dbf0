//! One folder of a walk: opened, read, and its names judged.

use std::io;
use std::ops::AddAssign;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;

use reread_disk::{FileFacts, FileKind, FolderNames, OpenFailure, OpenPurpose, open_exactly};
use reread_path::{RootedPath, Verdict};

use super::globs::Globs;
use super::ignored::{HiddenBy, IgnoreSigns, Ignored};
use super::lookout::Lookout;
use crate::access::Access;

/// The longest name that the system opens in one call, and the most folders within one another: no real project
/// is as deep, and one that is would cost the square of its depth.
const LONGEST_PATH: usize = 4_095;
const DEEPEST: usize = 256;

/// How many names of a folder are judged between two questions whether to go on.
const CHECKED_EVERY: usize = 256;

/// A folder to be walked.
#[derive(Clone, Debug)]
pub struct Folder {
    pub root: usize,
    pub path: RootedPath,
    /// The ignore rules of the folders above it.
    pub ignored: Option<Arc<Ignored>>,
}

/// A name in a folder that may be proposed.
#[derive(Debug)]
pub struct Entry {
    pub path: RootedPath,
    /// What the folder says about the name; the truth is what is opened under it.
    pub kind: FileKind,
    /// Whether a rule asks about the name, so that nothing is opened under it.
    pub needs_approval: bool,
}

/// A folder while its names are handed over.
#[derive(Debug)]
pub struct OpenFolder<'a> {
    names: &'a FolderNames,
    /// The ignore rules that hold for what is in it.
    pub ignored: Option<&'a Arc<Ignored>>,
}

impl OpenFolder<'_> {
    /// What stands under a name in it, be it a link. The folder was reached without links and the name is one component
    /// of a path, so nothing outside can answer.
    pub fn facts(&self, name: &[u8]) -> io::Result<FileFacts> {
        self.names.facts(name)
    }
}

/// What a walk passed over and a caller should know of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// Names that need approval; a folder counts once.
    pub need_approval: u64,
    /// Folders on other filesystems.
    pub other_filesystems: u64,
    /// Folders and files that the system does not let us read.
    pub unreadable: u64,
    /// Folders that lie too deep to be entered.
    pub too_deep: u64,
}

impl PassedOver {
    /// Whether something may be missing from the answer that the rules would have allowed.
    pub fn is_partial(&self) -> bool {
        self.other_filesystems + self.unreadable + self.too_deep > 0
    }

    /// Takes down why something could not be opened; what has vanished, or become something else, is no loss.
    pub fn note(&mut self, shut: &OpenFailure) {
        match shut {
            OpenFailure::Absent | OpenFailure::LinkLoop | OpenFailure::Outside | OpenFailure::Socket => {}
            OpenFailure::OtherFilesystem => self.other_filesystems += 1,
            OpenFailure::Forbidden | OpenFailure::Contended | OpenFailure::Io(_) => self.unreadable += 1,
        }
    }
}

impl AddAssign for PassedOver {
    fn add_assign(&mut self, other: Self) {
        self.need_approval += other.need_approval;
        self.other_filesystems += other.other_filesystems;
        self.unreadable += other.unreadable;
        self.too_deep += other.too_deep;
    }
}

impl Folder {
    /// Reads the folder and hands over what may be proposed, in no order, with the open folder. `entered` has the folder
    /// before it is read.
    ///
    /// A folder that cannot be looked into has no entries, and is noted.
    pub fn look(
        &self,
        access: &Access,
        globs: &Globs,
        lookout: &Lookout<'_>,
        passed_over: &mut PassedOver,
        entered: &dyn Fn(BorrowedFd<'_>),
        each: &mut dyn FnMut(Entry, &OpenFolder<'_>),
    ) {
        let depth = memchr::memchr_iter(b'/', self.path.as_bytes()).count();
        if self.path.as_bytes().len() > LONGEST_PATH || depth >= DEEPEST {
            passed_over.too_deep += 1;
            return;
        }
        let opened = access.open_exactly(self.root, &self.path, OpenPurpose::Read).and_then(|file| {
            entered(file.as_fd());
            Ok(FolderNames::read(file, &|| lookout.goes_on())?)
        });
        let names = match opened {
            Ok(names) => names,
            Err(shut) => return passed_over.note(&shut),
        };
        let root = access.root(self.root);
        let mut own_state = access.own().names().in_folder(&self.path);
        let mut rules = access.settings().read.in_folder(&self.path);
        let mut globs = globs.in_folder(&self.path);
        let signs = IgnoreSigns::of(|name| names.has(name));
        let ignored = Ignored::extended(self.ignored.as_ref(), root, &self.path, signs);
        let open = OpenFolder { names: &names, ignored: ignored.as_ref() };

        for (index, (name, name_kind)) in names.iter().enumerate() {
            if index % CHECKED_EVERY == CHECKED_EVERY - 1 && !lookout.goes_on() {
                return;
            }
            let Ok(path) = self.path.join(name) else { continue };
            let Some(kind) = name_kind.or_else(|| self.kind_of(access, &path)) else { continue };
            let is_folder = kind == FileKind::Directory;
            if name == b".git"
                || ignored
                    .as_ref()
                    .is_some_and(|ignored| is_hidden(access, self.root, ignored, &path, is_folder))
                || own_state.judge(name) != Verdict::Allow
                || access.own().is_state_folder(self.root, &path)
            {
                continue;
            }
            let is_wanted = if is_folder { !globs.leaves_out(name) } else { globs.wants(name) };
            match rules.judge(name) {
                Verdict::Allow if is_wanted => each(Entry { path, kind, needs_approval: false }, &open),
                // What lies in a folder may be allowed where the folder itself is not.
                Verdict::NotAllowed if is_wanted && is_folder => {
                    each(Entry { path, kind, needs_approval: false }, &open);
                }
                Verdict::Ask(_) if is_wanted => {
                    passed_over.need_approval += 1;
                    if !is_folder {
                        each(Entry { path, kind, needs_approval: true }, &open);
                    }
                }
                _ => {}
            }
        }
    }

    /// A folder in this one.
    pub fn beneath(&self, path: RootedPath, ignored: Option<&Arc<Ignored>>) -> Folder {
        Folder { root: self.root, path, ignored: ignored.cloned() }
    }

    /// The ignore rules that hold for what is in it.
    pub(super) fn ignored_within(&self, access: &Access) -> Option<Arc<Ignored>> {
        let signs = IgnoreSigns::of(|name| {
            let path = self.path.join(name).ok();
            path.is_some_and(|path| is_there(access, self.root, &path))
        });
        Ignored::extended(self.ignored.as_ref(), access.root(self.root), &self.path, signs)
    }

    /// Some file systems do not say what a name stands for; then it is looked at.
    fn kind_of(&self, access: &Access, path: &RootedPath) -> Option<FileKind> {
        let file = open_exactly(access.root(self.root), path, OpenPurpose::ExamineLink, true).ok()?;
        FileFacts::of(&file).ok().map(|facts| facts.kind)
    }
}

/// Whether ignore files hide a name. A clone in a folder that a `.gitignore` names has rules of its own: its files are tracked
/// there. A linked worktree is a second copy of what is shown already, and has a file in the place of the folder `.git`.
fn is_hidden(access: &Access, root: usize, ignored: &Ignored, path: &RootedPath, is_folder: bool) -> bool {
    match ignored.hidden_by(path, is_folder) {
        None => false,
        Some(HiddenBy::Gitignore) if is_folder => {
            let git = path.join(b".git").ok();
            let opened = git.and_then(|git| access.open_exactly(root, &git, OpenPurpose::Examine).ok());
            let kind = opened.and_then(|file| FileFacts::of(&file).ok()).map(|facts| facts.kind);
            kind != Some(FileKind::Directory)
        }
        Some(_) => true,
    }
}

fn is_there(access: &Access, root: usize, path: &RootedPath) -> bool {
    access.open_exactly(root, path, OpenPurpose::ExamineLink).is_ok()
}
