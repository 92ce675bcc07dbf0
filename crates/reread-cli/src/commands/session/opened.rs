//! A session file, opened and read to its end in bounded memory, and the snapshots that belong to it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use reread_context::EntryIndex;
use reread_files::{FileKind, OpenError, open_named};
use reread_hosts::pi::{ContentCheck, SessionEntry, SessionReader};
use reread_hosts::report::{CacheFacts, SessionFacts, SessionQueryError, check_is_session, choose_leaf};
use reread_store::SnapshotFolder;
use reread_text::Digest;
use reread_wire::ErrorReply;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::progress_line::ProgressReader;
use crate::quantity::counted;
use crate::setup::warn;

use super::SessionFile;

/// How many entries are named in a note.
const MOST_NAMED: usize = 5;

/// The header is looked at before anything else is read; a first line that is longer than this is none.
const LONGEST_HEADER: u64 = 1 << 20;

/// A session file before it is read.
pub(super) struct SessionSource {
    name: String,
    bytes: Box<dyn Read>,
    /// How many bytes there are, if that is known.
    size: Option<u64>,
    /// The folder that the header names.
    cwd: Option<PathBuf>,
}

impl SessionSource {
    /// Opens a file, or standard input, and looks at its header.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let (name, mut bytes, size): (String, Box<dyn BufRead>, Option<u64>) = if path == Path::new("-") {
            ("standard input".to_owned(), Box::new(BufReader::new(io::stdin())), None)
        } else {
            let file: File = open_named(path).map_err(not_opened)?;
            let size = file.metadata().ok().map(|metadata| metadata.len());
            (path.display().to_string(), Box::new(BufReader::new(file)), size)
        };
        let mut first_line = Vec::new();
        let read = bytes.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut first_line);
        read.map_err(|error| unreadable(&name, &error))?;
        let mut header = SessionReader::new(ContentCheck::Skipped);
        header.feed(&first_line);
        let cwd = header.header().and_then(|header| header.cwd.as_ref()).map(PathBuf::from);
        Ok(Self { name, bytes: Box::new(Cursor::new(first_line).chain(bytes)), size, cwd })
    }

    /// The snapshots: in the folder that is named, or where the session's own folder has them, if it has.
    pub(super) fn snapshots(&self, named: Option<&Path>) -> Result<SessionSnapshots, Failure> {
        if let Some(named) = named {
            let folder = SnapshotFolder::open(named).map_err(|error| {
                let message = format!("there are no snapshots in {}: {error}", named.display());
                Failure::new(Exit::Unusable, message, "name the folder that has `objects` in it")
            })?;
            return Ok(SessionSnapshots { folder: Some((named.to_owned(), folder)), usual: None });
        }
        let usual = self.cwd.as_ref().filter(|cwd| cwd.is_absolute()).map(|cwd| cwd.join(".pi/readcache"));
        let folder = usual.clone().and_then(|path| Some((path.clone(), SnapshotFolder::open(&path).ok()?)));
        Ok(SessionSnapshots { folder, usual })
    }

    /// Reads to the end; `on` is shown every entry.
    pub(super) fn read<'s>(
        self,
        contents: ContentCheck<'s>,
        on: impl FnMut(EntryIndex, &SessionEntry<'_>),
    ) -> Result<SessionReader<'s>, Failure> {
        let mut reader = SessionReader::new(contents);
        let source = ProgressReader::new(self.bytes, self.size);
        reader.read_with(source, on).map_err(|error| unreadable(&self.name, &error))?;
        check_is_session(&reader, &self.name).map_err(no_answer)?;
        Ok(reader)
    }
}

/// What a pipe gives can be read all the same, as standard input.
fn not_opened(error: OpenError) -> ErrorReply {
    let is_pipe = matches!(error, OpenError::NotAFile { kind: FileKind::Fifo, .. });
    let mut reply = ErrorReply::from(error);
    if is_pipe {
        let hint = "write - in its place to read standard input, such as `… | reread session show -`";
        reply = reply.or_on_command_line(Some(hint.to_owned()));
    }
    reply
}

/// What to try when a question has no answer.
fn no_answer(error: SessionQueryError) -> ErrorReply {
    let (code, message) = (error.code(), error.to_string());
    let hint = match error {
        SessionQueryError::UnknownEntry { last: Some(last), .. } => {
            format!("the last entry is {last}; `reread session show` lists the others")
        }
        SessionQueryError::UnknownEntry { last: None, .. } => "the session has no entry".to_owned(),
        SessionQueryError::AmbiguousLeaf { candidates, .. } => {
            format!("name one of them: {}", first_names(&candidates, "and "))
        }
        SessionQueryError::NotASession { .. } => {
            "name a file from ~/.pi/agent/sessions, such as 2026-01-02T03-04-05-678Z_….jsonl".to_owned()
        }
    };
    ErrorReply::failed(code, message, &hint)
}

/// The first names of a list, and how many more there are.
fn first_names(names: &[String], and: &str) -> String {
    let mut named = names[..names.len().min(MOST_NAMED)].to_vec();
    if names.len() > MOST_NAMED {
        named.push(format!("{and}{} more", names.len() - MOST_NAMED));
    }
    named.join(", ")
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::new(
        Exit::Broken,
        format!("cannot read {name}: {error}"),
        "try again; if it stays, check the disk",
    )
}

/// The snapshots of a session, opened for reading only. There may be none.
pub(super) struct SessionSnapshots {
    folder: Option<(PathBuf, SnapshotFolder)>,
    /// Where they were searched for, if no folder was given.
    usual: Option<PathBuf>,
}

impl SessionSnapshots {
    /// What is stored under the digest, whatever it is.
    pub(super) fn bytes(&self, digest: &Digest) -> Option<Vec<u8>> {
        self.folder.as_ref()?.1.bytes(digest)
    }

    /// Why there is nothing to compare with; `None` if there is.
    pub(super) fn missing(&self) -> Option<String> {
        match (&self.folder, &self.usual) {
            (Some(_), _) => None,
            (None, Some(usual)) => Some(format!("there are no snapshots in {}", usual.display())),
            (None, None) => Some("there are no snapshots, and the session does not say where".to_owned()),
        }
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
    let leaf = choose_leaf(reader, args.leaf.as_deref()).map_err(no_answer)?;
    let facts = SessionFacts::of(reader, leaf);
    warn_oddities(global, &facts);
    Ok((leaf, facts))
}

fn warn_oddities(global: &Global, facts: &SessionFacts) {
    if facts.skipped.unreadable > 0 {
        let lines = counted(facts.skipped.unreadable, "line was", "lines were");
        warn(global, &format!("{lines} skipped: not JSON, no entry, or longer than 64 MiB"));
    }
    if facts.skipped.torn {
        warn(
            global,
            "the last line has no end and was left out: the host is still writing it, or was interrupted",
        );
    }
    if !facts.ambiguous.is_empty() {
        let names = first_names(&facts.ambiguous, "");
        warn(global, &format!("two entries have one name, or a parent came after its child: {names}"));
    }
    if !facts.is_understood {
        let version = match (&facts.session, facts.version) {
            (None, _) => "the session has no header that says its version".to_owned(),
            (Some(_), None) => "the header does not say the session's version".to_owned(),
            (Some(_), Some(version)) => format!("the session is of version {version}"),
        };
        warn(global, &format!("{version}; only version 3 is understood, so nothing in it counts as held"));
    }
}
