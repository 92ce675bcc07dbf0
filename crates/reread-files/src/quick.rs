//! Whether a read is over in a moment, so that the server need not hand it to another thread.
//!
//! To wake a thread and to be woken by it takes longer than to read a small file. It only chooses a thread: nothing
//! that a caller sees depends on it.

use reread_access::Located;
use reread_config::OtherFilesystems;
use reread_disk::{FileFacts, FileKind, Root, is_fresh};

use crate::reader::Reader;

/// Up to this size a file is read and hashed within a millisecond.
const SMALL: u64 = 1024 * 1024;

impl Reader<'_> {
    /// Opens what a name means, if that is a small file that needs no approval and was not just written, on a disk that
    /// cannot keep a reader waiting. `lines_given` is as in [`ReadRequest`](crate::ReadRequest): whether lines are asked
    /// for elsewhere than in the name.
    pub fn open_quickly(&self, name: &str, lines_given: bool) -> Option<Located> {
        let stays_here = self.access.settings().other_filesystems == OtherFilesystems::Refuse;
        if !stays_here || !self.access.roots().iter().all(Root::is_local) {
            return None;
        }
        self.access.locate(name, lines_given).ok().filter(|located| is_quick(&located.facts))
    }
}

fn is_quick(facts: &FileFacts) -> bool {
    facts.kind == FileKind::File && facts.size <= SMALL && facts.links == 1 && !is_fresh(facts)
}
