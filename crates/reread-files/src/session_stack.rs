//! The session stack: what surrounds a piece of work, for the agent that continues it.
//!
//! Which files were read and written lately and which of them changed since then, what is not committed, and what people and hosts said
//! about the work. What was not said is not guessed.
//!
//! It is an index and never evidence. That a text was sent does not show that a model still has it: nothing that decides
//! about markers and diffs looks here, and no tag stands here, since a reader of the stack has not read the lines that a
//! tag would attest to. Looking changes nothing and is bounded; what was not looked at is said.

mod recent_write;

use std::collections::HashSet;

use reread_access::{Access, FileName, State};
use reread_codes::Code;
use reread_context::{OutlineTag, Tag};
use reread_disk::{FileFacts, FileKind, Fingerprint, OpenFailure, OpenPurpose, steadily};
use reread_git::{GitError, Uncommitted};
use reread_path::RootedPath;
use reread_store::{
    AuthoredNotes, JournalError, Proposal, ProposalId, Record, SessionNotes, StateError, UnixMillis,
};
use reread_text::{Digest, LineSet};
use reread_write::Proposals;

pub use self::recent_write::{RecentWrite, WriteKind};

use crate::recorded_place::recorded_place;
use crate::repositories::Repositories;

/// How many records are looked through for reads.
const MOST_RECORDS: usize = 5_000;

/// How many reads are listed, each of another file.
const MOST_READS: usize = 50;

/// How many bytes are hashed to see which of them changed.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How many repositories are looked into.
const MOST_REPOSITORIES: usize = 8;

/// What surrounds a piece of work.
#[derive(Debug)]
pub struct SessionStack {
    /// What was read lately, each file once, newest first.
    pub reads: Vec<RecentRead>,
    /// How many more files were read, as far as records were looked through.
    pub older_reads: u64,
    /// What was written lately, each file once, newest first; files that were made or removed included.
    pub writes: Vec<RecentWrite>,
    /// How many more files were written, as far as records were looked through.
    pub older_writes: u64,
    /// What is not committed: in the repository of each root, and in those that files were read from.
    pub repositories: Vec<RepositoryChanges>,
    /// How many more repositories there are.
    pub more_repositories: u64,
    /// Edits that wait for a decision, oldest first.
    pub pending_edits: Vec<PendingEdit>,
    /// Which files the user has open; `None` if it was not said.
    pub open_buffers: Option<AuthoredNote<Vec<String>>>,
    /// The current task; `None` if it was not said.
    pub active_task: Option<AuthoredNote<String>>,
}

/// An edit that could not be merged, and that the user has not decided about.
#[derive(Clone, Debug)]
pub struct PendingEdit {
    /// Its proposal.
    pub id: ProposalId,
    /// Which file.
    pub name: FileName,
    /// Who wants it.
    pub caller: String,
    /// When it was proposed.
    pub time: UnixMillis,
}

/// The latest showing of a file.
#[derive(Clone, Debug)]
pub struct RecentRead {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The file.
    pub path: RootedPath,
    /// Whom it was shown to.
    pub caller: String,
    /// The MCP tool or the command that showed it.
    pub tool: String,
    /// When.
    pub time: UnixMillis,
    /// What it held then.
    pub digest: Digest,
    /// The lines that were shown; `None` if the record does not say.
    pub lines: Option<LineSet>,
    /// Whether it still holds that.
    pub freshness: Freshness,
}

/// Whether a file is what it was when it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It holds the same bytes.
    Current,
    /// It holds other bytes.
    Changed,
    /// No file has that name.
    Gone,
    /// It was not looked at.
    Unchecked(Unchecked),
}

reread_codes::words! {
    /// Why a file was not looked at.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Unchecked {
        /// Rules do not let it be read, or not without being asked.
        Refused = "refused",
        /// It, or all of them together, are too many bytes.
        TooLarge = "too_large",
        /// The system does not let us.
        Unreadable = "unreadable",
    }
}

/// A part of the session notes, with its author and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthoredNote<T> {
    /// The note itself.
    pub what: T,
    /// A caller as records name it, or `user`.
    pub author: String,
    /// When it was noted.
    pub time: UnixMillis,
}

/// What is not committed in one repository.
#[derive(Debug)]
pub struct RepositoryChanges {
    /// Which root it lies in.
    pub root: usize,
    /// Its working tree, or the folder from which it was looked for in vain.
    pub folder: RootedPath,
    /// What is not committed in it, or why that is unknown.
    pub uncommitted: Result<Uncommitted, GitError>,
}

/// Why there is no stack.
#[derive(Debug, thiserror::Error)]
pub enum StackError {
    /// Nothing is kept for the workspace.
    #[error("there is no usable state directory")]
    NoState,
    /// The records cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The session notes cannot be read.
    #[error(transparent)]
    Notes(#[from] StateError),
}

impl StackError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            StackError::NoState => Code::NoState,
            StackError::Journal(JournalError::Io(_, source))
            | StackError::Notes(StateError::Io(_, source)) => Code::of_io(source),
            StackError::Journal(_) | StackError::Notes(_) => Code::Io,
        }
    }
}

impl Freshness {
    /// The word for replies.
    pub fn word(self) -> &'static str {
        match self {
            Freshness::Current => "current",
            Freshness::Changed => "changed",
            Freshness::Gone => "gone",
            Freshness::Unchecked(_) => "unchecked",
        }
    }

    /// Whether what was shown is no longer what is there.
    pub fn is_stale(self) -> bool {
        matches!(self, Freshness::Changed | Freshness::Gone)
    }
}

impl SessionStack {
    /// What was shown and is no longer what is there.
    pub fn stale(&self) -> impl Iterator<Item = &RecentRead> {
        self.reads.iter().filter(|read| read.freshness.is_stale())
    }
}

/// Puts together what a conversation left behind.
#[derive(Clone, Copy, Debug)]
pub struct StackReader<'a> {
    pub(crate) access: &'a Access,
}

impl StackReader<'_> {
    /// The stack of a caller and of its conversations, or that of all callers.
    pub fn session_stack(&self, caller: Option<&str>) -> Result<SessionStack, StackError> {
        let state = self.access.state().ok_or(StackError::NoState)?;
        let is_kept = |call: &Record| is_of(&call.caller, caller) && (call.has_shown() || call.has_written());
        let (written, shown): (Vec<Record>, Vec<Record>) =
            state.journal().recall(MOST_RECORDS, is_kept)?.into_iter().partition(Record::has_written);
        let (mut reads, older_reads) = self.recent_reads(state, shown);
        let (mut writes, older_writes) = self.recent_writes(written);
        let mut bytes_left = MOST_BYTES;
        for read in &mut reads {
            read.freshness = self.freshness(read.root, &read.path, Some(read.digest), &mut bytes_left);
        }
        for write in &mut writes {
            write.freshness = self.freshness(write.root, &write.path, write.digest, &mut bytes_left);
        }
        let notes = in_order(state.directory().session_notes()?, caller);
        let read_files = reads.iter().map(|read| (read.root, &read.path));
        let written_files = writes.iter().map(|write| (write.root, &write.path));
        let files: Vec<(usize, &RootedPath)> = read_files.chain(written_files).collect();
        let (repositories, more_repositories) = self.repositories(&files);
        Ok(SessionStack {
            pending_edits: self.pending_edits(state),
            repositories,
            more_repositories,
            open_buffers: first_note(&notes, |notes| notes.open.clone()),
            active_task: first_note(&notes, |notes| notes.task.clone()),
            reads,
            older_reads,
            writes,
            older_writes,
        })
    }

    /// What waits for a decision, of any caller: a conflict concerns all of them. What cannot be looked up is left out.
    fn pending_edits(&self, state: &State) -> Vec<PendingEdit> {
        let open =
            state.directory().has_database().then(|| Proposals::new(self.access).open().ok()).flatten();
        let pending = |(proposal, name): (Proposal, FileName)| {
            let Proposal { id, caller, created: time, .. } = proposal;
            let may_be_listed = self.access.judge("", &[&name.path], name.root).is_ok();
            may_be_listed.then_some(PendingEdit { id, name, caller, time })
        };
        open.unwrap_or_default().into_iter().filter_map(pending).collect()
    }

    /// What was read, newest first, and how many more files there are.
    fn recent_reads(&self, state: &State, shown: Vec<Record>) -> (Vec<RecentRead>, u64) {
        let mut seen = HashSet::new();
        let mut reads = Vec::new();
        for recalled in shown.into_iter().filter(shows_lines) {
            let (Some(name), Some(digest)) = (recalled.path, recalled.digest) else { continue };
            let place = recorded_place(self.access, state, &name, Some(&digest), recalled.receipt.is_some());
            let Some((root, path)) = place else { continue };
            if !seen.insert((root, path.as_bytes().to_vec())) || reads.len() == MOST_READS {
                continue;
            }
            let tag = recalled.receipt.as_ref().and_then(|receipt| receipt.parse::<Tag>().ok());
            reads.push(RecentRead {
                root,
                path,
                caller: recalled.caller,
                tool: recalled.tool,
                time: recalled.time,
                digest,
                lines: tag.map(|tag| tag.lines().clone()),
                freshness: Freshness::Unchecked(Unchecked::TooLarge),
            });
        }
        let older = seen.len() - reads.len();
        (reads, older as u64)
    }

    /// Whether a file still holds this; without a digest, whether it is still gone.
    fn freshness(
        &self,
        root: usize,
        path: &RootedPath,
        digest: Option<Digest>,
        bytes_left: &mut u64,
    ) -> Freshness {
        // By name first: a refusal does not reveal whether the file is there.
        if self.access.judge("", &[path], root).is_err() {
            return Freshness::Unchecked(Unchecked::Refused);
        }
        let file = match self.access.open_exactly(root, path, OpenPurpose::Read) {
            Ok(_) if digest.is_none() => return Freshness::Changed,
            Ok(file) => file,
            Err(OpenFailure::Absent) if digest.is_none() => return Freshness::Current,
            Err(OpenFailure::Absent | OpenFailure::LinkLoop) => return Freshness::Gone,
            Err(_) => return Freshness::Unchecked(Unchecked::Unreadable),
        };
        let Ok(facts) = FileFacts::of(&file) else { return Freshness::Unchecked(Unchecked::Unreadable) };
        if facts.kind != FileKind::File {
            return Freshness::Gone;
        }
        let repositories = Repositories { access: self.access };
        if !repositories.may_read_all_names(root, &facts) {
            return Freshness::Unchecked(Unchecked::Refused);
        }
        if facts.size > self.access.settings().limits.digest_bytes.min(*bytes_left) {
            return Freshness::Unchecked(Unchecked::TooLarge);
        }
        *bytes_left -= facts.size;
        match steadily(&file, |size| Fingerprint::take(&file, size)) {
            Ok(print) if Some(print.value.digest) == digest => Freshness::Current,
            Ok(_) => Freshness::Changed,
            Err(_) => Freshness::Unchecked(Unchecked::Unreadable),
        }
    }

    /// The repositories of the roots, then those of the files that were read or written, and how many more there are.
    fn repositories(&self, files: &[(usize, &RootedPath)]) -> (Vec<RepositoryChanges>, u64) {
        let top = RootedPath::from_bytes(b".git").expect("a plain name");
        let tops = (0..self.access.roots().len()).map(|root| (root, &top));
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut more = 0;
        let repositories = Repositories { access: self.access };
        for (root, file) in tops.chain(files.iter().copied()) {
            let repository = repositories.repository_of(root, file);
            let folder = match &repository {
                Ok(repository) => repository.worktree().clone(),
                Err(GitError::NoRepository) => continue,
                Err(_) => file.parent().unwrap_or_default(),
            };
            if !seen.insert((root, folder.as_bytes().to_vec())) {
                continue;
            }
            if found.len() == MOST_REPOSITORIES {
                more += 1;
                continue;
            }
            let uncommitted =
                repository.and_then(|repository| repositories.uncommitted_in(root, &repository));
            found.push(RepositoryChanges { root, folder, uncommitted });
        }
        (found, more)
    }
}

/// Whether a record is that of a caller or of one of its conversations.
fn is_of(recorded: &str, caller: Option<&str>) -> bool {
    let Some(caller) = caller else { return true };
    recorded.strip_prefix(caller).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether lines of the file were sent. An outline of a later version leaves those that were read before it stale.
fn shows_lines(recalled: &Record) -> bool {
    let receipt = recalled.receipt.as_deref();
    let is_outline = receipt.is_some_and(|receipt| receipt.parse::<OutlineTag>().is_ok());
    !is_outline && recalled.tool != "summarize_file"
}

/// Whose word counts: the caller's own host first and then the user; for all callers, the user and then the latest source.
fn in_order(notes: Vec<AuthoredNotes>, caller: Option<&str>) -> Vec<AuthoredNotes> {
    let (users, mut hosts): (Vec<AuthoredNotes>, Vec<AuthoredNotes>) =
        notes.into_iter().partition(|authored| authored.author == AuthoredNotes::USER);
    match caller {
        Some(caller) => {
            hosts.retain(|authored| authored.author == caller);
            hosts.into_iter().chain(users).collect()
        }
        None => users.into_iter().chain(hosts).collect(),
    }
}

fn first_note<T>(
    notes: &[AuthoredNotes],
    of: impl Fn(&SessionNotes) -> Option<T>,
) -> Option<AuthoredNote<T>> {
    notes.iter().find_map(|authored| {
        Some(AuthoredNote {
            what: of(&authored.notes)?,
            author: authored.author.clone(),
            time: authored.time,
        })
    })
}

#[cfg(test)]
mod tests;
