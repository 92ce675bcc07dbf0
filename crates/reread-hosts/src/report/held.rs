//! What is held at a leaf, by which entries, and why not more.

use std::fmt::Display;

use reread_context::{
    Effect, EntryIndex, Event, FileKey, Grant, HeldLines, Mode, Origin, ReadResult, RejectedEvidence, Replay,
    SessionHistory,
};
use reread_text::{Digest, LineSet};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{CacheFacts, SessionFacts, reply};

/// What replay comes to at a leaf.
#[derive(Clone, Debug, Serialize)]
pub struct HeldReport {
    /// Where trust begins: `root` or `compaction:<entry>`.
    pub boundary: String,
    /// The files of which something is held or to be refreshed, by name.
    pub files: Vec<HeldFile>,
    /// What does not count, in the order of the branch.
    pub not_held: Vec<NotHeld>,
    /// The snapshots that texts were compared with, if there are any.
    pub cache: Option<CacheFacts>,
}

/// The lines of one file that are in the context, by snapshot.
#[derive(Clone, Debug, Serialize)]
pub struct HeldFile {
    /// The absolute name, as the session records it.
    #[serde(rename = "path", serialize_with = "text")]
    pub file: FileKey,
    /// The versions, the one that was shown last first.
    pub versions: Vec<HeldSnapshot>,
    /// Lines that will be shown whatever is held: a refresh asked for it.
    #[serde(rename = "to_be_refreshed", serialize_with = "text")]
    pub refreshed: LineSet,
    /// The entry with which the caller itself wrote the file last, if something is held that it was not shown anew
    /// since. That is still a base for a diff, and no longer called unchanged.
    #[serde(rename = "written_by")]
    pub written: Option<String>,
}

/// What is held of one version.
#[derive(Clone, Debug, Serialize)]
pub struct HeldSnapshot {
    /// The version.
    #[serde(serialize_with = "text")]
    pub digest: Digest,
    /// How many lines it has, as pi counts.
    pub total_lines: u64,
    /// Which of them are held.
    #[serde(serialize_with = "text")]
    pub lines: LineSet,
    /// By which entries.
    pub by: Vec<HeldBy>,
}

/// An entry that counts.
#[derive(Clone, Debug, Serialize)]
pub struct HeldBy {
    /// Its id in the session.
    pub entry: String,
    /// The lines that it stands for.
    #[serde(serialize_with = "text")]
    pub lines: LineSet,
    /// Whether they were `shown`, or only `told` of.
    pub how: &'static str,
    /// The version that it starts from, if that is another: a diff has one, and so has a marker for lines that stayed
    /// the same in a file that did not.
    #[serde(serialize_with = "optional_text")]
    pub base: Option<Digest>,
}

/// An entry that does not count.
#[derive(Clone, Debug, Serialize)]
pub struct NotHeld {
    /// Its id in the session.
    pub entry: String,
    /// The file; `None` if that is unknown.
    #[serde(rename = "path", serialize_with = "optional_text")]
    pub file: Option<FileKey>,
    /// Why.
    #[serde(serialize_with = "word")]
    pub reason: RejectedEvidence,
    /// What came of it: `ignored`, `dropped` or `dropped_all`.
    pub effect: &'static str,
}

/// A write by the caller.
struct Written {
    /// `None` if the file is unknown.
    file: Option<FileKey>,
    entry: String,
    /// Its place on the branch, counted from 1.
    generation: u64,
}

impl Written {
    /// Whether it may have been that file: a session may go on in another folder than it began in, so that only the
    /// last part of a name from a call is certain.
    fn may_be(&self, file: &FileKey) -> bool {
        fn last(file: &FileKey) -> Option<&str> {
            file.as_str().rsplit(['/', '\\']).next()
        }
        self.file.as_ref().is_none_or(|written| last(written) == last(file))
    }
}

impl HeldReport {
    /// Replays the branch to a leaf; without one, nothing was said yet.
    pub fn at(history: &SessionHistory, leaf: Option<EntryIndex>, cache: Option<CacheFacts>) -> Self {
        let mut replay = Replay::new();
        let mut not_held = Vec::new();
        let mut writes: Vec<Written> = Vec::new();
        let branch = leaf.map(|leaf| history.branch(leaf)).unwrap_or_default();
        for (entry, generation) in branch.into_iter().zip(1..) {
            let id = || history.id(entry).to_owned();
            let (file, reason, effect) = match replay.step(history, entry) {
                // What came before counts no more, whatever it was.
                Effect::Barrier => {
                    not_held.clear();
                    writes.clear();
                    continue;
                }
                Effect::Written(file) => {
                    writes.push(Written { file, entry: id(), generation });
                    continue;
                }
                Effect::Ignored(file, reason) => (Some(file), reason, "ignored"),
                Effect::Dropped(file, reason) => (Some(file), reason, "dropped"),
                Effect::DroppedAll(reason) => (None, reason, "dropped_all"),
                Effect::Nothing | Effect::Counted(_) | Effect::Refreshed(..) => continue,
            };
            not_held.push(NotHeld { entry: id(), file, reason, effect });
        }
        let held = replay.files().filter(|(_, held)| !held.is_empty() || !held.refreshed().is_empty());
        let mut files: Vec<HeldFile> =
            held.map(|(file, held)| held_file(history, &replay, &writes, file, held)).collect();
        files.sort_by(|one, other| one.file.cmp(&other.file));
        Self { boundary: replay.boundary().key(history), files, not_held, cache }
    }

    /// How many results do not count because nothing was there to compare them with.
    pub fn unattested(&self) -> u64 {
        self.not_held.iter().filter(|not_held| not_held.reason == RejectedEvidence::Unattested).count() as u64
    }

    /// The reply of `reread session held --json`.
    pub fn json(&self, facts: &SessionFacts) -> Value {
        reply("session_held", true, facts, json!(self))
    }
}

fn held_file(
    history: &SessionHistory,
    replay: &Replay,
    writes: &[Written],
    file: &FileKey,
    held: &HeldLines,
) -> HeldFile {
    let mut versions: Vec<HeldSnapshot> = Vec::new();
    for grant in held.grants().iter().rev() {
        let by = held_by(history, replay, grant);
        match versions.iter_mut().find(|known| known.digest == grant.snapshot.digest) {
            Some(known) => known.by.push(by),
            None => versions.push(HeldSnapshot {
                digest: grant.snapshot.digest,
                total_lines: grant.snapshot.total_lines,
                lines: held.lines_of(&grant.snapshot.digest).unwrap_or_default(),
                by: vec![by],
            }),
        }
    }
    for version in &mut versions {
        version.by.reverse();
    }
    let written = writes.iter().rev().find(|written| written.may_be(file));
    let written = written.filter(|written| !is_shown_since(held, &versions, written.generation));
    let written = written.map(|written| written.entry.clone());
    HeldFile { file: file.clone(), versions, refreshed: held.refreshed().clone(), written }
}

fn held_by(history: &SessionHistory, replay: &Replay, grant: &Grant) -> HeldBy {
    let entry = replay.entry_at(grant.snapshot.generation);
    let base = entry.and_then(|entry| match history.event(entry) {
        Event::Read(ReadResult { unchecked: Ok(unchecked), .. }) => match unchecked.claim.mode {
            // Text stands for itself, whatever it was compared with.
            Mode::Full | Mode::FullFallback | Mode::Rest => None,
            Mode::Unchanged | Mode::UnchangedRange | Mode::Diff => unchecked.claim.base,
        },
        _ => None,
    });
    HeldBy {
        entry: entry.map(|entry| history.id(entry).to_owned()).unwrap_or_default(),
        lines: grant.lines.map(LineSet::from).unwrap_or_default(),
        how: if matches!(grant.origin, Origin::Told) { "told" } else { "shown" },
        base: base.filter(|base| *base != grant.snapshot.digest),
    }
}

/// Whether every line that is held was shown after that generation.
fn is_shown_since(held: &HeldLines, versions: &[HeldSnapshot], generation: u64) -> bool {
    let is_late = |grant: &&Grant| {
        grant.snapshot.generation > generation && matches!(grant.origin, Origin::Shown { .. })
    };
    versions.iter().all(|version| {
        let of_version = |grant: &&Grant| grant.snapshot.digest == version.digest;
        let mut late = held.grants().iter().filter(of_version).filter(is_late).peekable();
        let is_any = late.peek().is_some();
        let shown: LineSet = late.filter_map(|grant| grant.lines).collect();
        is_any && version.lines.ranges().iter().all(|range| shown.covers(*range))
    })
}

fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn optional_text<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

fn word<S: Serializer>(reason: &RejectedEvidence, serializer: S) -> Result<S::Ok, S::Error> {
    reason.word().serialize(serializer)
}

/// A reason for people: its stable word, spelled as words.
pub fn reason_words(reason: RejectedEvidence) -> String {
    reason.word().replace('_', " ")
}
