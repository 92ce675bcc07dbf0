//! Which snapshots are kept, so that diffs can start from them and replies be made again.

use std::fs::File;
use std::io;

use reread_disk::Snapshot;
use reread_path::{RootedPath, Verdict};
use reread_text::Digest;

use crate::access::Access;

/// All of an open file, if it may be kept; `None` of one that may not.
pub fn take_keepable(
    access: &Access,
    names: &[&RootedPath],
    file: &File,
    size: u64,
) -> io::Result<Option<Snapshot>> {
    may_be_kept(access, names, size).then(|| Snapshot::take(file, size)).transpose()
}

/// Keeps what a reply was made of. Its digest, if it is kept.
pub fn keep_shown(
    access: &Access,
    names: &[&RootedPath],
    snapshot: &Snapshot,
    changed_during_read: bool,
) -> Option<Digest> {
    let Snapshot { bytes, digest, .. } = snapshot;
    if changed_during_read || !may_be_kept(access, names, bytes.len() as u64) {
        return None;
    }
    access.state()?.keep(digest, bytes);
    Some(*digest)
}

/// Whether a file of that size and with these names may be kept: there is somewhere to keep it, no rule forbids it,
/// and it is not too long to be compared.
fn may_be_kept(access: &Access, names: &[&RootedPath], size: u64) -> bool {
    access.state().is_some()
        && size <= access.settings().limits.diff().max_bytes
        && access.settings().not_cached.judge(names) == Verdict::Allow
}
