//! A session file, opened and read to its end in bounded memory, and the snapshots that belong to it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use reread_context::EntryIndex;
use reread_files::open_named;
use reread_pi::{Contents, SessionEntry, SessionReader};
use reread_store::SnapshotFolder;
use reread_text::Digest;
use reread_wire::Trouble;
use reread_wire::session::{CacheFacts, SessionFacts, check_is_session, choose_leaf};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::setup::warn;

use super::SessionFile;

/// The header is looked at before anything else is read; a first line that is longer than this is none.
const LONGEST_HEADER: u64 = 1 << 20;

/// A session file before it is read.
pub(super) struct Source {
    name: String,
    bytes: Box<dyn Read>,
    /// The folder that the header names.
    cwd: Option<PathBuf>,
}

impl Source {
    /// Opens a file, or standard input, and looks at its header.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let (name, mut bytes): (String, Box<dyn BufRead>) = if path == Path::new("-") {
            ("standard input".to_owned(), Box::new(BufReader::new(io::stdin())))
        } else {
            let file: File = open_named(path).map_err(Trouble::from)?;
            (path.display().to_string(), Box::new(BufReader::new(file)))
        };
        let mut first_line = Vec::new();
        let read = bytes.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut first_line);
        read.map_err(|error| unreadable(&name, &error))?;
        let mut header = SessionReader::new(Contents::Skipped);
        header.feed(&first_line);
        let cwd = header.header().and_then(|header| header.cwd.as_ref()).map(PathBuf::from);
        Ok(Self { name, bytes: Box::new(Cursor::new(first_line).chain(bytes)), cwd })
    }

    /// The snapshots: in the folder that is named, or where the session's own folder has them, if it has.
    pub(super) fn snapshots(&self, named: Option<&Path>) -> Result<Snapshots, Failure> {
        if let Some(named) = named {
            let folder = SnapshotFolder::open(named).map_err(|error| {
                let message = format!("there are no snapshots in {}: {error}", named.display());
                Failure::new(Exit::Unusable, message, "name the folder that has `objects` in it")
            })?;
            return Ok(Snapshots { folder: Some((named.to_owned(), folder)) });
        }
        let usual = self.cwd.as_ref().filter(|cwd| cwd.is_absolute()).map(|cwd| cwd.join(".pi/readcache"));
        let folder = usual.and_then(|path| Some((path.clone(), SnapshotFolder::open(&path).ok()?)));
        Ok(Snapshots { folder })
    }

    /// Reads to the end; `on` is shown every entry.
    pub(super) fn read<'s>(
        self,
        contents: Contents<'s>,
        on: impl FnMut(EntryIndex, &SessionEntry<'_>),
    ) -> Result<SessionReader<'s>, Failure> {
        let mut reader = SessionReader::new(contents);
        reader.read_with(self.bytes, on).map_err(|error| unreadable(&self.name, &error))?;
        check_is_session(&reader, &self.name)?;
        Ok(reader)
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::new(
        Exit::Broken,
        format!("cannot read {name}: {error}"),
        "try again; if it stays, check the disk",
    )
}

/// Snapshots that are looked at and not touched; there may be none.
pub(super) struct Snapshots {
    folder: Option<(PathBuf, SnapshotFolder)>,
}

impl Snapshots {
    /// What is stored under the digest, whatever it is.
    pub(super) fn bytes(&self, digest: &Digest) -> Option<Vec<u8>> {
        self.folder.as_ref()?.1.bytes(digest)
    }

    /// How many there are, and where.
    pub(super) fn facts(&self) -> Option<CacheFacts> {
        let (path, folder) = self.folder.as_ref()?;
        let stats = folder.stats();
        Some(CacheFacts { folder: path.display().to_string(), objects: stats.objects, bytes: stats.bytes })
    }
}

/// The leaf to look from and what the session says of itself; what could not be read is said on standard error.
pub(super) fn leaf_and_facts(
    global: &Global,
    args: &SessionFile,
    reader: &SessionReader<'_>,
) -> Result<(Option<EntryIndex>, SessionFacts), Failure> {
    let leaf = choose_leaf(reader, args.leaf.as_deref())?;
    let facts = SessionFacts::of(reader, leaf);
    let skipped = facts.skipped;
    match skipped.unreadable {
        0 => {}
        1 => warn(global, "1 line could not be read and was skipped"),
        count => warn(global, &format!("{count} lines could not be read and were skipped")),
    }
    if skipped.torn {
        warn(global, "the last line has no end and was left out: somebody is still writing, or was cut off");
    }
    if !facts.is_understood {
        let version =
            facts.version.map_or("no known version".to_owned(), |version| format!("version {version}"));
        warn(global, &format!("the session has {version}, not 3: nothing in it counts as held"));
    }
    Ok((leaf, facts))
}
