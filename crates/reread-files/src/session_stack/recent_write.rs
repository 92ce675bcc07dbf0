//! The files that were written lately.

use std::collections::HashSet;

use reread_path::{RootedPath, unspell};
use reread_store::{Record, UnixMillis};
use reread_text::Digest;

use super::{Freshness, MOST_READS, StackReader, Unchecked};

/// The latest write of a file.
#[derive(Clone, Debug)]
pub struct RecentWrite {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The file.
    pub path: RootedPath,
    /// Who wrote it.
    pub caller: String,
    /// The MCP tool or the command that wrote it.
    pub tool: String,
    /// When.
    pub time: UnixMillis,
    /// What became of the file.
    pub kind: WriteKind,
    /// What it held then; `None` if it was removed.
    pub digest: Option<Digest>,
    /// Whether it still holds that.
    pub freshness: Freshness,
}

reread_codes::words! {
    /// What a write did to a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WriteKind {
        /// There was no such file before.
        Created = "created",
        /// It holds other bytes than before.
        Changed = "changed",
        /// There is no such file any more.
        Deleted = "deleted",
    }
}

impl StackReader<'_> {
    /// What was written, newest first, and how many more files there are.
    pub(super) fn recent_writes(&self, written: Vec<Record>) -> (Vec<RecentWrite>, u64) {
        let mut seen = HashSet::new();
        let mut writes = Vec::new();
        for record in written {
            let Some((root, path)) = self.place_of(&record) else { continue };
            if !seen.insert((root, path.as_bytes().to_vec())) || writes.len() == MOST_READS {
                continue;
            }
            let kind = match (record.before, record.after) {
                (None, _) => WriteKind::Created,
                (Some(_), Some(_)) => WriteKind::Changed,
                (Some(_), None) => WriteKind::Deleted,
            };
            writes.push(RecentWrite {
                root,
                path,
                caller: record.caller,
                tool: record.tool,
                time: record.time,
                kind,
                digest: record.after,
                freshness: Freshness::Unchecked(Unchecked::TooLarge),
            });
        }
        let older = seen.len() - writes.len();
        (writes, older as u64)
    }

    /// The file of a record, if its root is served and its name may be listed.
    fn place_of(&self, record: &Record) -> Option<(usize, RootedPath)> {
        let root = Some(record.making.root).filter(|root| *root < self.access.roots().len())?;
        let path = RootedPath::from_bytes(&unspell(record.path.as_deref()?)?).ok()?;
        self.access.judge("", &[&path], root).is_ok().then_some((root, path))
    }
}
