//! What ignore files hide from a walk.
//!
//! `.ignore` and `.gitignore` are read in every folder from the root down, with git's meaning; the nearest folder has
//! the first say, and in one folder `.ignore` has. A folder with a `.git` is a repository of its own, such as a submodule or
//! a nested clone: as with git, no `.gitignore` above it counts in it, while `.ignore` does. They come from the repository, so they can only hide names from
//! listing and searching: no rule is asked less because of them. Nothing above the root, and nothing of the user's or
//! the machine's own, is read: the same tree gives the same names everywhere.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use reread_disk::{FileFacts, FileKind, OpenPurpose, Root, fill_at, open_exactly};
use reread_path::RootedPath;

const IGNORE: &[u8] = b".ignore";
const GITIGNORE: &[u8] = b".gitignore";

/// What a folder has that ignore rules depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct IgnoreSigns {
    has_ignore: bool,
    has_gitignore: bool,
    /// Whether it is a repository of its own.
    has_git: bool,
}

impl IgnoreSigns {
    /// The signs of a folder, by asking which names it has.
    pub(super) fn of(has: impl Fn(&[u8]) -> bool) -> Self {
        Self { has_ignore: has(IGNORE), has_gitignore: has(GITIGNORE), has_git: has(b".git") }
    }
}

/// A longer ignore file hides nothing: making sense of it would cost more than it can be worth.
const LONGEST_FILE: u64 = 128 * 1024;

/// The ignore rules that hold in a folder: its own, and those of the folders above it.
#[derive(Debug)]
pub struct Ignored {
    outer: Option<Arc<Ignored>>,
    /// The folder's path, which the rules are relative to.
    folder: RootedPath,
    by_ignore: Option<Gitignore>,
    by_gitignore: Option<Gitignore>,
    is_repository: bool,
}

impl Ignored {
    /// The rules in a folder with these signs.
    pub(super) fn extended(
        outer: Option<&Arc<Ignored>>,
        root: &Root,
        folder: &RootedPath,
        signs: IgnoreSigns,
    ) -> Option<Arc<Ignored>> {
        let rules = |name, is_there: bool| is_there.then(|| read(root, &folder.join(name).ok()?)).flatten();
        let by_ignore = rules(IGNORE, signs.has_ignore);
        let by_gitignore = rules(GITIGNORE, signs.has_gitignore);
        let is_repository = signs.has_git && outer.is_some();
        if by_ignore.is_none() && by_gitignore.is_none() && !is_repository {
            return outer.cloned();
        }
        let (outer, folder) = (outer.cloned(), folder.clone());
        Some(Arc::new(Ignored { outer, folder, by_ignore, by_gitignore, is_repository }))
    }

    /// Which file hides a name beneath the folder, if one does.
    pub(super) fn hidden_by(&self, path: &RootedPath, is_folder: bool) -> Option<HiddenBy> {
        let mut counts_gitignore = true;
        let mut level = Some(self);
        while let Some(rules) = level {
            let beneath = rules.beneath(path);
            let is_ignored = |rules: &Option<Gitignore>| {
                let found = rules.as_ref()?.matched(beneath, is_folder);
                (!found.is_none()).then_some(found.is_ignore())
            };
            if let Some(is_ignored) = is_ignored(&rules.by_ignore) {
                return is_ignored.then_some(HiddenBy::Ignore);
            }
            if let Some(is_ignored) = is_ignored(&rules.by_gitignore).filter(|_| counts_gitignore) {
                return is_ignored.then_some(HiddenBy::Gitignore);
            }
            counts_gitignore &= !rules.is_repository;
            level = rules.outer.as_deref();
        }
        None
    }

    fn beneath<'p>(&self, path: &'p RootedPath) -> &'p Path {
        let beneath = match self.folder.as_bytes().len() {
            0 => path.as_bytes(),
            length => &path.as_bytes()[length + 1..],
        };
        Path::new(OsStr::from_bytes(beneath))
    }
}

/// Which kind of ignore file hides a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HiddenBy {
    /// `.ignore`, which is for tools like this one.
    Ignore,
    /// `.gitignore`, which is for the repository that it lies in.
    Gitignore,
}

/// The rules of one ignore file. A line that makes no sense is no rule, as for git.
fn read(root: &Root, path: &RootedPath) -> Option<Gitignore> {
    let file = open_exactly(root, path, OpenPurpose::Read, false).ok()?;
    let facts = FileFacts::of(&file).ok()?;
    if facts.kind != FileKind::File || facts.size > LONGEST_FILE {
        return None;
    }
    let mut text = vec![0; usize::try_from(facts.size).ok()?];
    let length = fill_at(&file, &mut text, 0).ok()?;
    let text = String::from_utf8_lossy(&text[..length]);
    let mut builder = GitignoreBuilder::new(".");
    for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}
