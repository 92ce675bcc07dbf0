//! A session in numbers, at one leaf.

use std::collections::HashSet;

use reread_context::{EntryIndex, Event, Grant, Held, History, Mode, Replay};
use reread_pi::{AuditReport, Cost};
use serde_json::{Map, Value, json};

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
    /// Tokens that were not sent.
    pub saved: SavedTokens,
    /// Markers and diffs that the audit does not find justified.
    pub unjustified: u64,
    /// The snapshots, if there are any.
    pub cache: Option<CacheFacts>,
}

/// How often each kind of answer was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeCounts {
    /// In the order of [`MODES`].
    counts: [u64; MODES.len()],
    /// Reads without metadata that can be used.
    pub without: u64,
}

/// The modes, in the order in which they are shown.
const MODES: [Mode; 5] = [Mode::Full, Mode::Unchanged, Mode::UnchangedRange, Mode::Diff, Mode::FullFallback];

impl ModeCounts {
    /// The words of the modes and how often each came up.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        MODES.into_iter().zip(self.counts).map(|(mode, count)| (mode.word(), count))
    }
}

/// What markers and diffs saved, as tokens are estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SavedTokens {
    /// What the texts would have cost.
    pub text: u64,
    /// What was sent in their place.
    pub sent: u64,
    /// Whether some texts are known by their size only.
    pub is_by_size: bool,
}

impl SavedTokens {
    /// What was saved, net.
    pub fn net(&self) -> i64 {
        let signed = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        signed(self.text).saturating_sub(signed(self.sent))
    }
}

/// Snapshots on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        history: &History,
        leaf: Option<EntryIndex>,
        audit: &AuditReport,
        cache: Option<CacheFacts>,
    ) -> Self {
        let mut replay = Replay::new();
        replay.move_to(history, leaf);
        let held = || replay.files().map(|(_, held)| held).filter(|held| !held.is_empty());
        let ranges = held().flat_map(Held::grants).filter(|grant| !grant.is_whole());
        let is_whole = |held: &&Held| held.grants().iter().any(Grant::is_whole);
        let window: HashSet<EntryIndex> = replay.window().iter().copied().collect();
        let mut saved = SavedTokens::default();
        let mut unjustified = 0;
        for finding in audit.findings.iter().filter(|finding| window.contains(&finding.entry)) {
            unjustified += u64::from(finding.verdict.is_err());
            if finding.text != Cost::Unknown {
                saved.text += finding.text.tokens();
                saved.sent += finding.sent;
                saved.is_by_size |= matches!(finding.text, Cost::OfSize(_));
            }
        }
        Self {
            boundary: replay.boundary().key(history),
            window: replay.window().len() as u64,
            files: held().count() as u64,
            whole: held().filter(is_whole).count() as u64,
            ranges: ranges.count() as u64,
            modes: modes(history, replay.window()),
            saved,
            unjustified,
            cache,
        }
    }

    /// The report as JSON.
    pub fn json(&self, facts: &SessionFacts) -> Value {
        let mut value = reply("session_status", true, facts);
        let mut modes: Map<String, Value> =
            self.modes.iter().map(|(word, count)| (word.to_owned(), json!(count))).collect();
        modes.insert("without_metadata".to_owned(), json!(self.modes.without));
        value["boundary"] = json!(self.boundary);
        value["window_entries"] = json!(self.window);
        value["tracked"] = json!({ "files": self.files, "whole": self.whole, "ranges": self.ranges });
        value["modes"] = Value::Object(modes);
        value["saved"] = json!({
            "tokens": self.saved.net(),
            "text_tokens": self.saved.text,
            "sent_tokens": self.saved.sent,
            "by_size": self.saved.is_by_size,
            "token_estimator": reread_text::TOKEN_ESTIMATOR,
        });
        value["unjustified"] = json!(self.unjustified);
        value["cache"] = match &self.cache {
            Some(cache) => json!({ "folder": cache.folder, "objects": cache.objects, "bytes": cache.bytes }),
            None => Value::Null,
        };
        value
    }
}

fn modes(history: &History, window: &[EntryIndex]) -> ModeCounts {
    let mut modes = ModeCounts::default();
    for entry in window {
        let Event::Read(result) = history.event(*entry) else { continue };
        match &result.testimony {
            Ok(testimony) => {
                let place = MODES.iter().position(|mode| *mode == testimony.claim.mode);
                modes.counts[place.expect("every mode is listed")] += 1;
            }
            Err(_) => modes.without += 1,
        }
    }
    modes
}
