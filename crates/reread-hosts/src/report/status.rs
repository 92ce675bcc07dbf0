//! A session in numbers, at one leaf.

use std::collections::HashSet;

use reread_context::{EntryIndex, Event, Grant, HeldLines, Mode, RejectedEvidence, Replay, SessionHistory};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::pi::{AuditFinding, AuditReport, TokenCost};

use super::{SessionFacts, reply};

/// What there is to say at a leaf. Everything but the cache follows from the replay of its branch.
#[derive(Clone, Debug)]
pub struct StatusReport {
    /// Where trust begins: `root` or `compaction:<entry>`.
    pub boundary: String,
    /// How many entries of the branch count.
    pub window: u64,
    /// Files of which something is held.
    pub files: u64,
    /// How many of them are held whole.
    pub whole: u64,
    /// Ranges of lines that are held besides.
    pub ranges: u64,
    /// Reads that count, by their mode.
    pub modes: ModeCounts,
    /// What the markers and diffs saved that the audit finds justified.
    pub saved: SavedTokens,
    /// Those that it finds wrong.
    pub unjustified: SavedTokens,
    /// Those of which it cannot tell.
    pub unverifiable: SavedTokens,
    /// The snapshots, if there are any.
    pub cache: Option<CacheFacts>,
}

/// How often each kind of answer was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeCounts {
    /// In the order of [`Mode::OF_SESSIONS`].
    counts: [u64; Mode::OF_SESSIONS.len()],
    /// Reads that say nothing which could be used, in the order of [`REASONS`].
    untold: [u64; REASONS.len()],
}

/// Why a read has no mode, in the order in which it is shown.
const REASONS: [RejectedEvidence; 6] = [
    RejectedEvidence::NoMetadata,
    RejectedEvidence::UnusableMetadata,
    RejectedEvidence::FailedResult,
    RejectedEvidence::NestedCall,
    RejectedEvidence::NoCall,
    RejectedEvidence::AnotherFile,
];

impl ModeCounts {
    /// The words of the modes and how often each came up.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Mode::OF_SESSIONS.into_iter().zip(self.counts).map(|(mode, count)| (mode.word(), count))
    }

    /// Why reads have no mode, and how often that was so.
    pub fn untold(&self) -> impl Iterator<Item = (RejectedEvidence, u64)> {
        REASONS.into_iter().zip(self.untold)
    }
}

/// What some markers and diffs saved, as tokens are estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SavedTokens {
    /// How many markers and diffs.
    pub findings: u64,
    /// What the texts would have cost.
    pub text: u64,
    /// What was sent in their place.
    pub sent: u64,
    /// Whether some texts are known by their size only.
    pub is_by_size: bool,
}

impl SavedTokens {
    /// Adds up what some findings saved.
    pub(super) fn of<'a>(findings: impl Iterator<Item = &'a AuditFinding>) -> Self {
        let mut saved = Self::default();
        for finding in findings {
            saved.findings += 1;
            if finding.text != TokenCost::Unknown {
                saved.text += finding.text.tokens();
                saved.sent += finding.sent;
                saved.is_by_size |= matches!(finding.text, TokenCost::OfSize(_));
            }
        }
        saved
    }

    /// What was saved, net.
    pub fn net(&self) -> i64 {
        let signed = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        signed(self.text).saturating_sub(signed(self.sent))
    }
}

impl Serialize for SavedTokens {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = json!({
            "tokens": self.net(),
            "text_tokens": self.text,
            "sent_tokens": self.sent,
            "by_size": self.is_by_size,
            "token_estimator": reread_text::TOKEN_ESTIMATOR,
        });
        fields.serialize(serializer)
    }
}

/// Snapshots on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CacheFacts {
    /// Where they are.
    pub folder: String,
    /// How many.
    pub objects: u64,
    /// How large they are together.
    pub bytes: u64,
}

impl StatusReport {
    /// Replays the branch to a leaf. The audit has to be of that branch.
    pub fn at(
        history: &SessionHistory,
        leaf: Option<EntryIndex>,
        audit: &AuditReport,
        cache: Option<CacheFacts>,
    ) -> Self {
        let mut replay = Replay::new();
        replay.move_to(history, leaf);
        let held = || replay.files().map(|(_, held)| held).filter(|held| !held.is_empty());
        let ranges = held().flat_map(HeldLines::grants).filter(|grant| !grant.is_whole());
        let is_whole = |held: &&HeldLines| held.grants().iter().any(Grant::is_whole);
        let window: HashSet<EntryIndex> = replay.window().iter().copied().collect();
        let in_window = |finding: &&AuditFinding| window.contains(&finding.entry);
        let justified = audit.findings.iter().filter(|finding| finding.verdict.is_ok());
        let unjustified = audit.unjustified().map(|(finding, _)| finding);
        let unverifiable = audit.unverifiable().map(|(finding, _)| finding);
        Self {
            boundary: replay.boundary().key(history),
            window: replay.window().len() as u64,
            files: held().count() as u64,
            whole: held().filter(is_whole).count() as u64,
            ranges: ranges.count() as u64,
            modes: modes(history, replay.window()),
            saved: SavedTokens::of(justified.filter(in_window)),
            unjustified: SavedTokens::of(unjustified.filter(in_window)),
            unverifiable: SavedTokens::of(unverifiable.filter(in_window)),
            cache,
        }
    }

    /// The reply of `reread session status --json`.
    pub fn json(&self, facts: &SessionFacts) -> Value {
        let modes =
            self.modes.iter().chain(self.modes.untold().map(|(reason, count)| (reason.word(), count)));
        let modes: Map<String, Value> = modes.map(|(word, count)| (word.to_owned(), json!(count))).collect();
        let fields = json!({
            "boundary": self.boundary,
            "window_entries": self.window,
            "tracked": { "files": self.files, "whole": self.whole, "ranges": self.ranges },
            "modes": modes,
            "saved": self.saved,
            "unjustified": self.unjustified.findings,
            "saved_wrongly": self.unjustified,
            "unverifiable": self.unverifiable.findings,
            "saved_in_doubt": self.unverifiable,
            "cache": self.cache,
        });
        reply("session_status", true, facts, fields)
    }
}

fn modes(history: &SessionHistory, window: &[EntryIndex]) -> ModeCounts {
    let mut modes = ModeCounts::default();
    for entry in window {
        let Event::Read(result) = history.event(*entry) else { continue };
        match &result.unchecked {
            Ok(unchecked) => {
                let place = Mode::OF_SESSIONS.iter().position(|mode| *mode == unchecked.claim.mode);
                modes.counts[place.expect("every mode is listed")] += 1;
            }
            Err(reason) => {
                let place = REASONS.iter().position(|listed| listed == reason);
                modes.untold[place.expect("a result is refused for these reasons before it is looked at")] +=
                    1;
            }
        }
    }
    modes
}
