//! A state directory to be looked at and damaged.

use std::path::{Path, PathBuf};

use reread_path::TempName;
use reread_store::{
    ApprovalSubject, CallOutcome, Database, FileState, Journal, KeyPlace, Making, NewOperation, NewVersion,
    Record, SeenIndex, SessionMetrics, SnapshotCache, StartedOperation, StateDir, UnixMillis, VersionOrigin,
};
use reread_text::Digest;
use tempfile::TempDir;

pub(crate) struct World {
    dir: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    /// A path in the directory around the state.
    pub(crate) fn outside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn state_path(&self) -> PathBuf {
        self.outside("state")
    }

    pub(crate) fn state(&self) -> StateDir {
        StateDir::open(&self.state_path(), &KeyPlace::Beside).unwrap()
    }

    pub(crate) fn cache(&self) -> SnapshotCache {
        self.state().cache().unwrap()
    }

    pub(crate) fn seen(&self) -> SeenIndex {
        self.state().seen().unwrap()
    }

    pub(crate) fn journal(&self) -> Journal {
        self.state().journal().unwrap()
    }

    pub(crate) fn database(&self) -> Database {
        self.state().database().unwrap()
    }

    /// A path in the state directory.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.state_path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// Puts these files in place of the database and its log, as private as they were.
    pub(crate) fn put_database(&self, files: &[(&str, &[u8])]) {
        for name in ["reread.db", "reread.db-wal"] {
            let _ = std::fs::remove_file(self.path(name));
        }
        for (name, bytes) in files {
            self.write(name, bytes);
            close_to_others(&self.path(name));
        }
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).unwrap();
    }

    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let mut names: Vec<String> = names(&self.path(name));
        names.sort();
        names
    }

    pub(crate) fn object(digest: &Digest) -> String {
        format!("cache/objects/sha256-{digest}.txt")
    }
}

#[cfg(not(unix))]
pub(crate) fn close_to_others(_: &Path) {}

#[cfg(unix)]
pub(crate) fn close_to_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
}

pub(crate) fn names(path: &Path) -> Vec<String> {
    std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

pub(crate) fn record(path: &str) -> Record {
    Record {
        caller: "pid 7".to_owned(),
        who: None,
        face: "cli".to_owned(),
        tool: "read".to_owned(),
        arguments: format!(r#"{{"target":"{path}"}}"#),
        time: UnixMillis(1_700_000_000_000),
        outcome: CallOutcome::Ok,
        note: None,
        path: Some(path.to_owned()),
        digest: Some(Digest::of(path.as_bytes())),
        before: None,
        after: None,
        receipt: None,
        sent_bytes: 12,
        saved_bytes: None,
        making: Making::default(),
    }
}

/// The matter of a write to a file that holds one thing and is to hold another.
pub(crate) fn matter(path: &str) -> ApprovalSubject {
    ApprovalSubject {
        principal: "token 1".to_owned(),
        operation: "write".to_owned(),
        root: b"/home/me/shop".to_vec(),
        path: path.as_bytes().to_vec(),
        before: Some(Digest::of(b"old")),
        after: Some(Digest::of(b"new")),
    }
}

/// Counters of a conversation.
pub(crate) fn metrics(principal: &str, conversation: &str, updated: u64) -> SessionMetrics {
    SessionMetrics {
        principal: principal.to_owned(),
        conversation: conversation.to_owned(),
        updated: UnixMillis(updated),
        reads_count: 1,
        reads_lines_total: 2,
        reads_chars_total: 3,
        search_count: 4,
        reads_after_search: 5,
        max_read_span: 6,
        preview_degraded_count: 7,
    }
}

pub(crate) const ROOT: &[u8] = b"/home/me/shop";

/// A plain file that holds these bytes.
pub(crate) fn holding(bytes: &[u8]) -> Option<FileState<'_>> {
    Some(FileState::new(bytes, 0o644))
}

/// A file that is written over.
pub(crate) fn edit<'a>(path: &'a [u8], before: Option<&'a [u8]>, after: Option<&'a [u8]>) -> NewVersion<'a> {
    NewVersion {
        root: ROOT,
        path,
        before: before.and_then(holding),
        after: after.and_then(holding),
        change: VersionOrigin::Write,
        temp: Some(TempName::new(1)),
        is_sensitive: false,
    }
}

/// The beginning of an operation on these files.
pub(crate) fn operation<'a>(at: u64, files: &[NewVersion<'a>]) -> NewOperation<'a> {
    NewOperation { author: "agent", at: UnixMillis(at), undoes: None, files: files.to_vec() }
}

/// An operation on one file that is begun and done.
pub(crate) fn write(
    database: &Database,
    at: u64,
    path: &[u8],
    before: Option<&[u8]>,
    after: Option<&[u8]>,
) -> StartedOperation {
    let begun = database.operations().begin(&operation(at, &[edit(path, before, after)])).unwrap();
    assert!(database.operations().settle(begun.id, reread_store::OperationResult::Done).unwrap());
    begun
}

/// Some source code, in which one line in ten depends on the version.
pub(crate) fn source(lines: u64, version: u64) -> Vec<u8> {
    let line = |n: u64| {
        let seed = if n % 10 == version % 10 { n ^ version << 32 } else { n };
        let noise = seed.wrapping_mul(6_364_136_223_846_793_005).rotate_left(29);
        format!("    let item_{n} = lookup({}, \"{:x}\");\n", noise & 0xfff, noise >> 24)
    };
    (0..lines).flat_map(|n| line(n).into_bytes()).collect()
}
