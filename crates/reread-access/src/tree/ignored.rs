//! What ignore files hide from a walk.
//!
//! `.ignore` and `.gitignore` are read in every folder from the root down, with git's meaning; the nearest folder has
//! the first say, and in one folder `.ignore` has. They come from the repository, so they can only hide names from
//! listing and searching: no rule is asked less because of them. Nothing above the root, and nothing of the user's or
//! the machine's own, is read: the same tree gives the same names everywhere.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use reread_disk::{FileFacts, FileKind, OpenPurpose, Root, fill_at, open_exactly};
use reread_path::RootedPath;

/// The ignore files of a folder; the first has the first say.
pub(super) const IGNORE_FILES: [&[u8]; 2] = [b".ignore", b".gitignore"];

/// A longer ignore file hides nothing: making sense of it would cost more than it can be worth.
const LONGEST_FILE: u64 = 128 * 1024;

/// The ignore rules that hold in a folder: its own, and those of the folders above it.
#[derive(Debug)]
pub struct Ignored {
    outer: Option<Arc<Ignored>>,
    /// The folder's path, which the rules are relative to.
    folder: RootedPath,
    rules: Vec<Gitignore>,
}

impl Ignored {
    /// The rules in a folder that has ignore files of these names.
    pub(super) fn extended(
        outer: Option<&Arc<Ignored>>,
        root: &Root,
        folder: &RootedPath,
        files: &[&[u8]],
    ) -> Option<Arc<Ignored>> {
        let rules: Vec<Gitignore> =
            files.iter().filter_map(|name| read(root, &folder.join(name).ok()?)).collect();
        if rules.is_empty() {
            return outer.cloned();
        }
        Some(Arc::new(Ignored { outer: outer.cloned(), folder: folder.clone(), rules }))
    }

    /// Whether a name beneath the folder is hidden.
    pub(super) fn hides(&self, path: &RootedPath, is_folder: bool) -> bool {
        let beneath = match self.folder.as_bytes().len() {
            0 => path.as_bytes(),
            length => &path.as_bytes()[length + 1..],
        };
        let beneath = Path::new(OsStr::from_bytes(beneath));
        for rules in &self.rules {
            let matched = rules.matched(beneath, is_folder);
            if !matched.is_none() {
                return matched.is_ignore();
            }
        }
        self.outer.as_ref().is_some_and(|outer| outer.hides(path, is_folder))
    }
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
