//! The results of reads by entry: what came of each, and whether the model was still sent it.
//!
//! pi builds every request from the branch, but extensions may prune what is sent. Nothing in the session tells of that;
//! the request does. A result that the latest request lacks, or has in another form, counts as altered, and whatever
//! was built on it counts for nothing, on whichever branch.

use std::collections::{HashMap, HashSet};

use reread_context::{Delivery, EntryIndex, Event, ReadResult, Replay, SessionHistory, UncheckedRead};
use reread_text::Digest;

use super::message::SentContext;
use crate::pi::session::{SessionEntry, SessionEntryKind};

/// The results of tools.
#[derive(Default)]
pub(super) struct RecordedResults {
    by_entry: HashMap<EntryIndex, RecordedResult>,
    /// The results of reads that the latest request lacked.
    missed: HashSet<EntryIndex>,
}

/// What came of one call.
pub(super) struct RecordedResult {
    call: Box<str>,
    digest: Option<Digest>,
    /// What the text would have taken, and what its stand-in took, in bytes.
    pub(super) cost: Option<(u64, u64)>,
}

impl RecordedResults {
    /// Notes an entry that was handed over.
    pub(super) fn note(&mut self, index: EntryIndex, entry: &SessionEntry<'_>, cost: Option<(u64, u64)>) {
        let SessionEntryKind::ToolResult(result) = &entry.kind else { return };
        let outcome =
            RecordedResult { call: Box::from(&*result.call_id), digest: result.stated_digest, cost };
        self.by_entry.insert(index, outcome);
    }

    pub(super) fn get(&self, entry: EntryIndex) -> Option<&RecordedResult> {
        self.by_entry.get(&entry)
    }

    /// Looks for the results on the branch in a request. Whether it was made there.
    pub(super) fn compare(
        &mut self,
        sent: &SentContext<'_>,
        replay: &Replay,
        history: &SessionHistory,
    ) -> bool {
        let leaf = sent.leaf.as_deref().map(|leaf| history.find(leaf));
        let place = match leaf {
            // Before the first entry there is nothing to miss.
            None => return true,
            Some(leaf) => replay.branch().iter().rposition(|entry| Some(*entry) == leaf),
        };
        let Some(place) = place else { return false };
        // Not every provider gives every call a name of its own.
        let mut found: HashMap<(&str, Option<Digest>), usize> = HashMap::new();
        for (call, digest) in &sent.reads {
            *found.entry((call, digest.as_deref().and_then(|digest| digest.parse().ok()))).or_default() += 1;
        }
        let start = replay.boundary().start.min(place + 1);
        let reads = replay.branch()[start..=place].iter().filter_map(|entry| {
            let Event::Read(_) = history.event(*entry) else { return None };
            self.by_entry.get(entry).map(|RecordedResult { call, digest, .. }| (*entry, (&**call, *digest)))
        });
        let mut wanted: HashMap<(&str, Option<Digest>), Vec<EntryIndex>> = HashMap::new();
        reads.for_each(|(entry, result)| wanted.entry(result).or_default().push(entry));
        let is_short = |(result, entries): &(_, Vec<_>)| found.get(result).is_none_or(|n| *n < entries.len());
        self.missed = wanted.into_iter().filter(is_short).flat_map(|(_, entries)| entries).collect();
        true
    }

    /// What is held if results that the model was not sent show nothing; `None` if that makes no difference.
    pub(super) fn without_missed(&self, replay: &Replay, history: &SessionHistory) -> Option<Replay> {
        if !replay.window().iter().any(|entry| self.missed.contains(entry)) {
            return None;
        }
        let is_edit = |entry: &&EntryIndex| matches!(history.event(**entry), Event::ContextEdit { .. });
        // Edits may name what comes after a compaction.
        let before = replay.branch()[..replay.boundary().start].iter().filter(is_edit);
        let mut sent = SessionHistory::default();
        let mut last = None;
        for entry in before.chain(replay.window()) {
            let parent = last.map(|last| sent.id(last).to_owned());
            last = Some(sent.push(history.id(*entry), parent.as_deref(), self.as_sent(*entry, history)));
        }
        last.map(|leaf| Replay::at(&sent, leaf))
    }

    fn as_sent(&self, entry: EntryIndex, history: &SessionHistory) -> Event {
        match history.event(entry) {
            Event::Read(ReadResult { file, unchecked: Ok(unchecked) }) if self.missed.contains(&entry) => {
                let altered = UncheckedRead { delivery: Delivery::Altered, ..**unchecked };
                Event::Read(ReadResult { file: file.clone(), unchecked: Ok(Box::new(altered)) })
            }
            event => event.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
