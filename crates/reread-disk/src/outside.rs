//! Folders outside every root, known by their paths.
//!
//! Git's data may name such a folder, and so may a caller that knows the workspace by a link. What is learnt here is which
//! folder a path leads to. Files are opened beneath the handle of a root and never by a path.

use std::path::{Path, PathBuf};

use crate::facts::Identity;

/// Which folder a path leads to, links followed; `None` if there is none.
#[expect(clippy::disallowed_methods, reason = "only which folder it is; nothing is opened by this path")]
pub fn folder_identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = path.metadata().ok().filter(std::fs::Metadata::is_dir)?;
    Some(Identity { device: metadata.dev(), inode: metadata.ino() })
}

/// Where a path leads that exists, links followed.
#[expect(clippy::disallowed_methods, reason = "what is opened later lies beneath the handle of a root")]
pub fn resolved_path(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}
