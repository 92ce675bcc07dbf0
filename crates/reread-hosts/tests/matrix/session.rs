//! A session of pi, played without pi: entries are written as pi writes them, and reads go the whole way through the
//! product, from the text of the session file to the metadata of the result.

use std::collections::HashMap;

use reread_context::{Fallback, FileKey, HeldLines, ReadScope, Replay};
use reread_hosts::pi::{
    ContentCheck, Invalidation, PiAnswer, PiRead, ReadMetadata, SessionReader, Truncation, answer,
};
use reread_text::{DiffLimits, Digest};
use serde_json::{Value, json};

const CWD: &str = "/home/dev/proj";

/// More lines than this are cut, as pi cuts at 2000.
pub(crate) const MOST_LINES: usize = 50;

#[derive(Clone, Default)]
pub(crate) struct Session {
    lines: Vec<Value>,
    leaf: Option<String>,
    files: HashMap<&'static str, String>,
    objects: HashMap<Digest, Vec<u8>>,
}

/// What one read came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) mode: &'static str,
    pub(crate) text: String,
    pub(crate) entry: String,
    pub(crate) reason: Option<Fallback>,
}

impl Session {
    pub(crate) fn new() -> Self {
        let header = json!({"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": CWD});
        Self { lines: vec![header], ..Self::default() }
    }

    pub(crate) fn write(&mut self, name: &'static str, text: impl Into<String>) {
        self.files.insert(name, text.into());
    }

    /// The entry that the session is at.
    pub(crate) fn leaf(&self) -> String {
        self.leaf.clone().expect("something was appended")
    }

    /// `/tree`: the session goes on from another entry.
    pub(crate) fn go_to(&mut self, entry: &str) {
        self.leaf = Some(entry.to_owned());
    }

    /// `/fork`: a new session that has the active branch alone.
    pub(crate) fn fork(&self) -> Self {
        let mut branch = Vec::new();
        let mut next = self.leaf.as_deref();
        while let Some(id) = next {
            let entry = self.lines.iter().find(|line| line["id"] == id).expect("parents are there");
            branch.push(entry.clone());
            next = entry["parentId"].as_str();
        }
        branch.push(self.lines[0].clone());
        branch.reverse();
        Self { lines: branch, ..self.clone() }
    }

    pub(crate) fn append(&mut self, mut entry: Value) -> String {
        let id = format!("e{:03}", self.lines.len());
        entry["id"] = id.clone().into();
        entry["parentId"] = self.leaf.clone().into();
        self.lines.push(entry);
        self.leaf = Some(id.clone());
        id
    }

    pub(crate) fn compact(&mut self, first_kept: &str) -> String {
        self.append(
            json!({"type": "compaction", "summary": "…", "firstKeptEntryId": first_kept, "tokensBefore": 1}),
        )
    }

    pub(crate) fn edit_context(&mut self, target: &str, replacement: &Value) -> String {
        self.append(json!({"type": "context_edit", "targetId": target, "replacement": replacement}))
    }

    pub(crate) fn refresh(&mut self, name: &str, scope: &str) -> String {
        let scope: ReadScope = scope.parse().expect("tests name scopes as they are written");
        let data = Invalidation { path_key: format!("{CWD}/{name}"), scope, at: 1 }.to_json();
        self.append(json!({"type": "custom", "customType": "pi-readcache", "data": data}))
    }

    /// The same session, as if one entry followed another directly.
    pub(crate) fn without_anchor(&self, before: &str, entry: &str) -> Self {
        let mut session = self.clone();
        let moved = session.lines.iter_mut().find(|line| line["id"] == entry).expect("the entry is there");
        moved["parentId"] = before.into();
        session.leaf = Some(entry.to_owned());
        session
    }

    /// The same session with another session file.
    pub(crate) fn with_file(&self, file: &str) -> Self {
        let lines = file.lines().map(|line| serde_json::from_str(line).expect("lines are JSON")).collect();
        Self { lines, ..self.clone() }
    }

    /// Forgets every snapshot that was stored.
    pub(crate) fn lose_objects(&mut self) {
        self.objects.clear();
    }

    /// The session file.
    pub(crate) fn file(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// What is held of a file, by the session file alone.
    pub(crate) fn held(&self, name: &str) -> HeldLines {
        let mut reader = SessionReader::new(ContentCheck::Digested);
        reader.feed(self.file().as_bytes());
        let leaf = self.leaf.as_deref().and_then(|leaf| reader.history().find(leaf));
        let replay = leaf.map(|leaf| Replay::at(reader.history(), leaf)).unwrap_or_default();
        replay.held(&FileKey::new(&format!("{CWD}/{name}"))).cloned().unwrap_or_default()
    }

    pub(crate) fn read(&mut self, name: &'static str) -> Shown {
        self.read_lines(name, None, None)
    }

    pub(crate) fn read_range(&mut self, name: &'static str, first: u64, last: u64) -> Shown {
        self.read_lines(name, Some(first), Some(last - first + 1))
    }

    pub(crate) fn read_lines(
        &mut self,
        name: &'static str,
        offset: Option<u64>,
        limit: Option<u64>,
    ) -> Shown {
        let mut shown = self.execute(name, offset, limit);
        let result = json!({"role": "toolResult", "toolCallId": call_id(&self.lines), "toolName": "read",
            "content": [{"type": "text", "text": shown.text}], "details": shown.details, "isError": false});
        self.call(name, offset, limit);
        shown.shown.entry = self.append(json!({"type": "message", "message": result}));
        shown.shown
    }

    /// A read whose result is something else than what was made.
    pub(crate) fn read_altered(&mut self, name: &'static str, alter: impl FnOnce(&mut Value)) -> String {
        let shown = self.execute(name, None, None);
        let mut result = json!({"role": "toolResult", "toolCallId": call_id(&self.lines), "toolName": "read",
            "content": [{"type": "text", "text": shown.text}], "details": shown.details, "isError": false});
        alter(&mut result);
        self.call(name, None, None);
        self.append(json!({"type": "message", "message": result}))
    }

    fn call(&mut self, name: &str, offset: Option<u64>, limit: Option<u64>) {
        let call = json!({"type": "toolCall", "id": call_id(&self.lines), "name": "read",
            "arguments": {"path": name, "offset": offset, "limit": limit}});
        self.append(json!({"type": "message", "message": {"role": "assistant", "content": [call]}}));
    }

    fn execute(&mut self, name: &'static str, offset: Option<u64>, limit: Option<u64>) -> Executed {
        let bytes = self.files[name].clone().into_bytes();
        let file = FileKey::new(&format!("{CWD}/{name}"));
        let held = self.held(name);
        let read = PiRead { file: &file, name, offset, limit, bytes: &bytes };
        let objects = &self.objects;
        let load = |digest: &Digest| objects.get(digest).cloned().ok_or(Fallback::BaseLost);
        let executed = match answer(&held, &read, DiffLimits::default(), load) {
            PiAnswer::Plain => panic!("{name} is a text"),
            PiAnswer::Short { text, metadata } => Executed::new(text, Some(metadata), None, None),
            PiAnswer::Text(promise) => {
                let (text, truncation) = as_pi_shows(&self.files[name], offset, limit);
                let metadata = promise.keep(&text, truncation.as_ref(), &bytes);
                Executed::new(text, metadata, truncation, promise.reason)
            }
        };
        self.objects.insert(Digest::of(&bytes), bytes);
        executed
    }
}

/// The call that the next result will answer.
fn call_id(lines: &[Value]) -> String {
    let answered = lines.iter().filter(|line| line["message"]["role"] == "toolResult").count();
    format!("call_{answered}")
}

struct Executed {
    shown: Shown,
    text: String,
    details: Value,
}

impl Executed {
    fn new(
        text: String,
        metadata: Option<ReadMetadata>,
        truncation: Option<Truncation>,
        reason: Option<Fallback>,
    ) -> Self {
        let mut details = json!({});
        if let Some(metadata) = &metadata {
            details["readcache"] = metadata.to_json();
        }
        if let Some(cut) = truncation {
            details["truncation"] = json!({"truncated": true, "outputLines": cut.output_lines,
                "lastLinePartial": false, "firstLineExceedsLimit": cut.first_line_exceeds_limit});
        }
        let mode = metadata.map_or("none", |metadata| metadata.claim.mode.word());
        Self { shown: Shown { mode, text: text.clone(), entry: String::new(), reason }, text, details }
    }
}

/// What pi's own read shows, in the small: more than [`MOST_LINES`] lines are cut.
fn as_pi_shows(text: &str, offset: Option<u64>, limit: Option<u64>) -> (String, Option<Truncation>) {
    let lines: Vec<&str> = text.split('\n').collect();
    let total = lines.len();
    let first = usize::try_from(offset.unwrap_or(1)).expect("tests ask for few lines") - 1;
    let last = limit
        .map_or(total, |limit| (first + usize::try_from(limit).expect("tests ask for few lines")).min(total));
    let shown = last.min(first + MOST_LINES);
    let mut reply = lines[first..shown].join("\n");
    let next = shown + 1;
    if shown < last {
        let head = first + 1;
        reply += &format!("\n\n[Showing lines {head}-{shown} of {total}. Use offset={next} to continue.]");
    } else if last < total {
        reply += &format!("\n\n[{} more lines in file. Use offset={next} to continue.]", total - last);
    }
    let cut = (shown < last).then(|| Truncation {
        truncated: true,
        output_lines: (shown - first) as u64,
        last_line_partial: false,
        first_line_exceeds_limit: false,
    });
    (reply, cut)
}

/// A text of so many lines, each of which can be told from every other.
pub(crate) fn poem(lines: u64) -> String {
    (1..=lines).map(|line| format!("line {line} of a poem that goes on and on\n")).collect()
}

/// The same with one line changed.
pub(crate) fn poem_with(lines: u64, changed: u64) -> String {
    let old = format!("line {changed} of a poem that goes on and on\n");
    poem(lines).replace(&old, &format!("line {changed} has changed\n"))
}

/// The lines of a session that are held of a snapshot.
pub(crate) fn held_lines(held: &HeldLines, text: &str) -> String {
    let lines = held.lines_of(&Digest::of(text.as_bytes()));
    lines.map_or_else(|| "nothing".to_owned(), |lines| lines.to_string())
}
