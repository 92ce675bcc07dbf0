//! Which snapshots are kept, so that diffs can start from them and replies be made again.

use std::fs::File;
use std::io;

use reread_disk::{Snapshot, Steady};
use reread_path::{RootedPath, Verdict};
use reread_text::Digest;

use crate::located::Located;
use crate::read::ReadRequest;
use crate::seal::Sealing;
use crate::workspace::Workspace;

impl Workspace {
    /// Whether a file of that size and with these names may be kept: there is somewhere to keep it, no rule forbids it,
    /// and it is not too long to be compared.
    fn may_be_kept(&self, names: &[&RootedPath], size: u64) -> bool {
        self.state().is_some()
            && size <= self.settings().limits.diff().max_bytes
            && self.settings().not_cached.judge(names) == Verdict::Allow
    }

    /// All of an open file, if it may be kept; `None` of one that may not.
    pub(crate) fn take_keepable(
        &self,
        names: &[&RootedPath],
        file: &File,
        size: u64,
    ) -> io::Result<Option<Snapshot>> {
        self.may_be_kept(names, size).then(|| Snapshot::take(file, size)).transpose()
    }

    /// Keeps what a reply was made of. Its digest, if it is kept.
    pub(crate) fn keep_shown(
        &self,
        names: &[&RootedPath],
        snapshot: &Snapshot,
        changed_during_read: bool,
    ) -> Option<Digest> {
        let Snapshot { bytes, digest, .. } = snapshot;
        if changed_during_read || !self.may_be_kept(names, bytes.len() as u64) {
            return None;
        }
        self.state()?.keep(digest, bytes);
        Some(*digest)
    }

    /// Keeps what a text about a file was made of, unless the text is not shown, or somebody agreed that this caller alone
    /// sees it. Whether it is kept.
    pub(crate) fn keep_source(
        &self,
        request: &ReadRequest,
        located: &Located,
        taken: &Steady<Snapshot>,
    ) -> bool {
        let Steady { value, changed_during_read } = taken;
        request.seals() == Sealing::Tagged
            && self.keep_shown(&located.judged_names(), value, *changed_during_read).is_some()
    }
}

impl Located {
    /// Every name of the file that the rules were asked about.
    pub(crate) fn judged_names(&self) -> Vec<&RootedPath> {
        self.judged.iter().collect()
    }
}
