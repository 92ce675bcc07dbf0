//! Whether a read is over in a moment, so that whoever serves it need not hand it to another thread.
//!
//! To wake a thread and to be woken by it takes longer than to read a small file. It only chooses a thread: nothing
//! that a caller sees depends on it.

use crate::confinement::{Purpose, open_exactly};
use crate::facts::{FileFacts, FileKind};
use crate::settings::OtherFilesystems;
use crate::steady::is_fresh;
use crate::workspace::Workspace;

/// Up to this size a file is read and hashed within a millisecond.
const SMALL: u64 = 1024 * 1024;

impl Workspace {
    /// Whether a name means a small file that nobody has just written, on a disk that cannot keep a reader waiting.
    pub fn is_quick_to_read(&self, name: &str) -> bool {
        let Ok(candidates) = self.candidates(name, false) else { return true };
        for candidate in candidates {
            let root = self.root(candidate.root);
            let stays_here = self.settings().other_filesystems == OtherFilesystems::Refuse;
            if !root.is_on_a_disk_of_ours() || !stays_here {
                return false;
            }
            if let Ok(file) = open_exactly(root, &candidate.path, Purpose::Examine, false) {
                return FileFacts::of(&file).is_ok_and(|facts| is_quick(&facts));
            }
        }
        // What has a link on its way may be anything, and what is not there is looked for among names like it.
        false
    }
}

fn is_quick(facts: &FileFacts) -> bool {
    facts.kind == FileKind::File && facts.size <= SMALL && facts.links == 1 && !is_fresh(facts)
}
