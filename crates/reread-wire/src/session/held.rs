//! What is held at a leaf, by which entries, and why not more.

use reread_context::{Effect, EntryIndex, FileName, Grant, Held, History, Origin, Refusal, Replay};
use reread_text::{Digest, LineSet};
use serde_json::{Value, json};

use super::{SessionFacts, reply};

/// What replay comes to at a leaf.
#[derive(Clone, Debug, Default)]
pub struct HeldReport {
    /// Where trust begins: `root` or `compaction:<entry>`.
    pub boundary: String,
    /// The files of which something is held or to be refreshed, by name.
    pub files: Vec<HeldFile>,
    /// What does not count, in the order of the branch.
    pub not_held: Vec<NotHeld>,
}

/// What is held of one file.
#[derive(Clone, Debug)]
pub struct HeldFile {
    /// The file.
    pub file: FileName,
    /// The versions, the one that was shown last first.
    pub versions: Vec<HeldVersion>,
    /// Lines that will be shown whatever is held: a refresh asked for it.
    pub refreshed: LineSet,
    /// The entry with which the caller itself wrote the file last. What was shown before is no longer called unchanged.
    pub written: Option<String>,
}

/// What is held of one version.
#[derive(Clone, Debug)]
pub struct HeldVersion {
    /// The version.
    pub digest: Digest,
    /// How many lines it has, as pi counts.
    pub total_lines: u64,
    /// Which of them are held.
    pub lines: LineSet,
    /// By which entries: id, lines, and whether the text was shown or only told of.
    pub by: Vec<(String, LineSet, &'static str)>,
}

/// An entry that does not count.
#[derive(Clone, Debug)]
pub struct NotHeld {
    /// The entry.
    pub entry: String,
    /// The file; `None` if nobody can tell which.
    pub file: Option<FileName>,
    /// Why.
    pub reason: Refusal,
    /// What came of it: `ignored`, `dropped` or `dropped_all`.
    pub effect: &'static str,
}

impl HeldReport {
    /// Replays the branch to a leaf.
    pub fn at(history: &History, leaf: EntryIndex) -> Self {
        let mut replay = Replay::new();
        let mut not_held = Vec::new();
        let mut writes: Vec<(Option<FileName>, String)> = Vec::new();
        for entry in history.branch(leaf) {
            let id = || history.id(entry).to_owned();
            let (file, reason, effect) = match replay.step(history, entry) {
                // What came before counts no more, whatever it was.
                Effect::Barrier => {
                    not_held.clear();
                    writes.clear();
                    continue;
                }
                Effect::Written(file) => {
                    writes.push((file, id()));
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
        Self { boundary: replay.boundary().key(history), files, not_held }
    }

    /// The report as JSON.
    pub fn json(&self, facts: &SessionFacts) -> Value {
        let mut value = reply("session_held", true, facts);
        value["boundary"] = json!(self.boundary);
        value["files"] = self.files.iter().map(file_json).collect();
        value["not_held"] = self.not_held.iter().map(not_held_json).collect();
        value
    }
}

fn held_file(
    history: &History,
    replay: &Replay,
    writes: &[(Option<FileName>, String)],
    file: &FileName,
    held: &Held,
) -> HeldFile {
    let mut versions: Vec<HeldVersion> = Vec::new();
    for grant in held.grants().iter().rev() {
        let Grant { version, lines, origin } = grant;
        let how = if matches!(origin, Origin::Told) { "told" } else { "shown" };
        let id = replay.entry_at(version.generation).map(|entry| history.id(entry).to_owned());
        let by = (id.unwrap_or_default(), lines.map(LineSet::from).unwrap_or_default(), how);
        match versions.iter_mut().find(|known| known.digest == version.digest) {
            Some(known) => known.by.push(by),
            None => versions.push(HeldVersion {
                digest: version.digest,
                total_lines: version.total_lines,
                lines: held.lines_of(&version.digest).unwrap_or_default(),
                by: vec![by],
            }),
        }
    }
    for version in &mut versions {
        version.by.reverse();
    }
    let wrote = |(written, _): &&(Option<FileName>, String)| written.as_ref().is_none_or(|name| name == file);
    let written = writes.iter().rev().find(wrote).map(|(_, id)| id.clone());
    HeldFile { file: file.clone(), versions, refreshed: held.refreshed().clone(), written }
}

fn file_json(file: &HeldFile) -> Value {
    let versions = file.versions.iter().map(|version| {
        let by = version.by.iter();
        json!({
            "digest": version.digest.to_string(),
            "total_lines": version.total_lines,
            "lines": version.lines.to_string(),
            "by": by.map(|(id, lines, how)| json!({ "entry": id, "lines": lines.to_string(), "how": how })).collect::<Value>(),
        })
    });
    json!({
        "path": file.file.as_str(),
        "versions": versions.collect::<Value>(),
        "to_be_refreshed": file.refreshed.to_string(),
        "written_by": file.written,
    })
}

fn not_held_json(not_held: &NotHeld) -> Value {
    json!({
        "entry": not_held.entry,
        "path": not_held.file.as_ref().map(FileName::as_str),
        "reason": not_held.reason.word(),
        "effect": not_held.effect,
    })
}
