//! Where a walk begins.

use std::collections::HashSet;

use reread_disk::FileKind;
use reread_path::RootedPath;

use super::folder::Folder;
use crate::access::Access;
use crate::located::{Examined, Located};
use crate::open_error::OpenError;

/// The folders and files that a caller named, each once.
#[derive(Debug, Default)]
pub struct Starts {
    /// Folders to be walked.
    pub folders: Vec<Folder>,
    /// Files that were named themselves, as root and path.
    pub files: Vec<(usize, RootedPath)>,
    /// All of them: a walk that meets one leaves it to its own start.
    pub met: HashSet<(usize, RootedPath)>,
}

impl Starts {
    /// Every root. A root that lies inside another is walked once, under its own name.
    pub fn everywhere(access: &Access) -> Self {
        let mut starts = Starts::default();
        let roots = access.roots();
        for (index, root) in roots.iter().enumerate() {
            if roots[..index].iter().any(|earlier| earlier.path() == root.path()) {
                continue;
            }
            starts.folders.push(Folder { root: index, path: RootedPath::root(), ignored: None });
            for (outer_index, outer) in roots.iter().enumerate() {
                if let Ok(beneath) = root.path().strip_prefix(outer.path())
                    && let Ok(beneath) = RootedPath::from_os_path(beneath)
                {
                    starts.met.insert((outer_index, beneath));
                }
            }
        }
        starts
    }

    /// What these names stand for; every root if there are none. A file or folder that is named is looked at even if
    /// ignore files hide it.
    pub fn of(access: &Access, names: &[String]) -> Result<Self, OpenError> {
        if names.is_empty() {
            return Ok(Self::everywhere(access));
        }
        let mut starts = Starts::default();
        for name in names {
            let Located { name, facts, .. } = match access.examine(name)? {
                Examined::Present(located) => *located,
                Examined::Absent(requested) => {
                    return Err(OpenError::Missing { name: requested, similar: Vec::new() });
                }
            };
            let (root, path) = (name.root, name.path);
            let is_new = starts.met.insert((root, path.clone()));
            match facts.kind {
                FileKind::Directory if is_new => starts.folders.push(folder(access, root, &path)),
                FileKind::File if is_new => starts.files.push((root, path)),
                FileKind::Directory | FileKind::File => {}
                kind => return Err(OpenError::NotAFile { name: name.requested, kind }),
            }
        }
        Ok(starts)
    }
}

/// A folder with the ignore rules of those above it.
fn folder(access: &Access, root: usize, path: &RootedPath) -> Folder {
    let mut folder = Folder { root, path: RootedPath::root(), ignored: None };
    for component in path.components() {
        let Ok(next) = folder.path.join(component) else { break };
        let ignored = folder.ignored_within(access);
        folder = folder.beneath(next, ignored.as_ref());
    }
    folder
}
