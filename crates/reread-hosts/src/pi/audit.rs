//! Whether what a session said was right: every marker and every diff, judged by the texts that were delivered.
//!
//! The audit shares nothing with the replay that answers: no grants, no evidence. It keeps, for every file on the way
//! from the root to a result, the lines that were shown and in which order, and asks of each marker whether the lines
//! that it stands for are the latest text that the model was shown for them, and of each diff whether it turns such
//! lines into the file, byte for byte. Metadata says which file and which version is meant, and nothing else; a version
//! is known by its digest, from the session's own texts or from snapshots. What a compaction summed up, and what an
//! edit took out of the context, no longer counts. It opens no file.
//!
//! It holds the texts that reads delivered, each once, so it takes no more memory than the session has bytes.

mod gathered;
mod scripts;
mod short_reply;

mod objection;

mod by_lines;
mod doubts;
mod known_texts;
mod named;
mod passage;
mod patched;
mod shown;
mod visible_lines;

mod branch_walk;
mod judgement;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reread_context::{EntryIndex, FileKey, SessionHistory};
use reread_text::Digest;

pub use objection::{AuditObjection, Unjustified, Unverifiable};
pub use short_reply::ShortReply;

use branch_walk::BranchWalk;
use gathered::{CallRecord, EntryFact};
use known_texts::KnownTexts;

/// What an audit has to know of a session, gathered entry by entry while it is read.
#[derive(Clone, Debug, Default)]
pub struct SessionAudit {
    facts: HashMap<EntryIndex, EntryFact>,
    /// Every text that a read showed, by its digest.
    texts: HashMap<Digest, Arc<str>>,
    calls: HashMap<Box<str>, CallRecord>,
    /// Entries that say that nothing comes before them.
    roots: HashSet<EntryIndex>,
    unreadable: u64,
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditReport {
    /// How many reads were looked at, those that failed among them.
    pub reads: u64,
    /// Every marker and every diff, in the order of the session.
    pub findings: Vec<AuditFinding>,
    /// How many entries could not be read: the audit knows nothing of what they showed.
    pub unreadable: u64,
}

/// A marker or a diff, and whether it was right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditFinding {
    /// The entry that delivered it.
    pub entry: EntryIndex,
    /// The file, by its absolute name where the session has one; `None` if that is unknown.
    pub file: Option<FileKey>,
    /// The marker or the heading of the diff, parsed.
    pub said: ShortReply,
    /// Whether the lines that were visible prove it, and if not, why.
    pub verdict: Result<(), AuditObjection>,
    /// How many tokens were sent, as they are estimated.
    pub sent: u64,
    /// How many the text would have cost.
    pub text: TokenCost,
}

/// What a text costs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenCost {
    /// So many tokens, estimated from the text itself.
    OfText(u64),
    /// About so many tokens: only the size of the file is known.
    OfSize(u64),
    /// The text and its size are unknown.
    Unknown,
}

impl TokenCost {
    /// The tokens; 0 if they are unknown.
    pub fn tokens(self) -> u64 {
        match self {
            Self::OfText(tokens) | Self::OfSize(tokens) => tokens,
            Self::Unknown => 0,
        }
    }
}

impl AuditFinding {
    /// The stable word for the verdict: `justified`, `unjustified` or `unverifiable`.
    pub fn verdict_word(&self) -> &'static str {
        self.verdict.err().map_or("justified", AuditObjection::verdict)
    }

    /// The stable word for what speaks against it, or is missing; none if it is justified.
    pub fn reason(&self) -> Option<&'static str> {
        self.verdict.err().map(AuditObjection::word)
    }

    /// The reason, explained.
    pub fn explanation(&self) -> Option<&'static str> {
        self.verdict.err().map(AuditObjection::sentence)
    }

    /// How many tokens were not sent, net of those that were; below zero if the text was the shorter one.
    pub fn saved(&self) -> i64 {
        match self.text {
            TokenCost::Unknown => 0,
            cost => {
                i64::try_from(cost.tokens()).unwrap_or(i64::MAX)
                    - i64::try_from(self.sent).unwrap_or(i64::MAX)
            }
        }
    }
}

impl AuditReport {
    /// What was not right.
    pub fn unjustified(&self) -> impl Iterator<Item = (&AuditFinding, Unjustified)> {
        self.findings.iter().filter_map(|finding| match finding.verdict {
            Err(AuditObjection::Unjustified(why)) => Some((finding, why)),
            _ => None,
        })
    }

    /// What can be neither proven nor refuted.
    pub fn unverifiable(&self) -> impl Iterator<Item = (&AuditFinding, Unverifiable)> {
        self.findings.iter().filter_map(|finding| match finding.verdict {
            Err(AuditObjection::Unverifiable(why)) => Some((finding, why)),
            _ => None,
        })
    }
}

impl SessionAudit {
    /// Before the first entry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Judges every marker and every diff of the history, or those on the way to one leaf.
    ///
    /// `cwd` is the folder that relative names start from. `snapshots` finds the bytes of a file by the name that they
    /// were stored under; they are believed only if they have that digest, with or without a byte order mark, which
    /// the original extension left out.
    pub fn report(
        &self,
        history: &SessionHistory,
        leaf: Option<EntryIndex>,
        cwd: Option<&str>,
        snapshots: &dyn Fn(&Digest) -> Option<Vec<u8>>,
    ) -> AuditReport {
        let mut walk = BranchWalk::new(self, history, cwd, KnownTexts::new(&self.texts, snapshots));
        match leaf {
            Some(leaf) => walk.along(&history.branch(leaf)),
            None => walk.everywhere(),
        }
        let (reads, mut findings) = walk.done();
        findings.sort_by_key(|finding| finding.entry);
        AuditReport { reads, findings, unreadable: self.unreadable }
    }
}
