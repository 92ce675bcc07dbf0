//! pi's session: a file of lines, and the tree of entries that pi has in memory.
//!
//! Entries are numbered as they come; the number is the name. What an entry displays stands beside it for the model of
//! the proof, and is no part of the file.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::trust::distilled::{self, digest_of, is_read, text_of};
use crate::trust::step::Torn;
use crate::trust::visible::{Link, Shows, Visible};

pub(crate) const CWD: &str = "/home/dev/proj";

#[derive(Default)]
pub(crate) struct Session {
    /// The file.
    pub(crate) text: Vec<u8>,
    /// What pi has in memory.
    entries: BTreeMap<u32, Entry>,
    /// The names in the order of the file.
    order: Vec<u32>,
    next: u32,
    pub(crate) leaf: Option<u32>,
    /// Whether the last line has no end, and whose it is.
    torn: Option<Option<u32>>,
    /// What another extension makes of results in every request.
    pruned: BTreeMap<u32, Pruned>,
}

/// What becomes of a result in a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pruned {
    /// It is left out.
    Removed,
    /// It says something else.
    Altered,
}

struct Entry {
    parent: Option<u32>,
    shows: Shows,
    /// The entry without its name and its parent, as JSON.
    fields: String,
    /// Whether the file has it in a line of its own.
    is_readable: bool,
    /// Whether the file says for certain what it follows.
    is_linked: bool,
}

impl Session {
    pub(crate) fn new() -> Self {
        let mut session = Self::default();
        session.begin();
        session
    }

    fn begin(&mut self) {
        let header = json!({ "type": "session", "version": 3, "id": "s", "timestamp": TIME, "cwd": CWD });
        self.text = format!("{header}\n").into_bytes();
        self.order.clear();
        self.torn = None;
    }

    /// Appends an entry at the leaf; the bytes that the file grew by.
    pub(crate) fn append(&mut self, fields: &Value, shows: Shows) -> Vec<u8> {
        let (id, parent) = (self.next, self.leaf);
        self.next += 1;
        self.put(id, parent, written(fields), shows)
    }

    /// Puts an entry into the file and into the tree, and goes there.
    fn put(&mut self, id: u32, parent: Option<u32>, fields: String, shows: Shows) -> Vec<u8> {
        let grown = format!("{}\n", line(id, parent, &fields)).into_bytes();
        self.text.extend_from_slice(&grown);
        let is_readable = !self.glue();
        let is_linked = !self.order.contains(&id) && parent.is_none_or(|parent| self.order.contains(&parent));
        self.entries.insert(id, Entry { parent, shows, fields, is_readable, is_linked });
        self.order.push(id);
        self.leaf = Some(id);
        grown
    }

    /// Appends an entry whose parent is not there, or not yet.
    pub(crate) fn append_orphan(&mut self, parent: Option<u32>) -> Vec<u8> {
        let id = self.next;
        self.next += 2;
        let mut grown = self.put(id, Some(id + 1), written(&aside(0)), Shows::Nothing);
        if parent.is_some() {
            grown.extend(self.put(id + 1, parent, written(&aside(1)), Shows::Nothing));
            self.leaf = Some(id);
        }
        grown
    }

    /// Appends an entry by the name of another, below one of those that this one follows; pi starts anew.
    pub(crate) fn append_double(&mut self, id: u32, parent: u8) -> Vec<u8> {
        let above = self.branch_of(self.entries[&id].parent);
        let parent = usize::from(parent).checked_rem(above.len()).map(|place| above[place]);
        self.put(id, parent, written(&aside(2)), Shows::Nothing)
    }

    /// Appends a line that is no entry.
    pub(crate) fn append_line(&mut self, line: &str) {
        self.text.extend_from_slice(line.as_bytes());
        self.glue();
    }

    /// What follows a line without an end is one line with it, and neither can be read. Whether that was so.
    fn glue(&mut self) -> bool {
        let Some(before) = self.torn.take() else { return false };
        if let Some(before) = before.and_then(|before| self.entries.get_mut(&before)) {
            before.is_readable = false;
        }
        true
    }

    pub(crate) fn is_torn(&self) -> bool {
        self.torn.is_some()
    }

    pub(crate) fn go(&mut self, leaf: Option<u32>) {
        self.leaf = leaf;
    }

    /// A new file with the entries up to one of the branch.
    pub(crate) fn fork(&mut self, end: Option<u32>) {
        let branch = self.branch_of(end);
        self.entries.retain(|id, _| branch.contains(id));
        self.begin();
        let mut parent = None;
        for id in branch {
            let Entry { fields, shows, .. } = self.entries.remove(&id).expect("it is on the branch");
            self.put(id, parent, fields, shows);
            parent = Some(id);
        }
        self.leaf = parent;
    }

    /// pi ends, perhaps within a line, and reads the file again.
    pub(crate) fn restart(&mut self, torn: Torn, cut: u8) {
        let last = self.order.last().copied().filter(|_| self.torn.is_none());
        // A name that is there twice would leave its first line behind.
        let last = last.filter(|id| self.order.iter().filter(|other| *other == id).count() == 1);
        if let Some(id) = last.filter(|id| self.entries.get(id).is_some_and(|entry| entry.is_readable)) {
            let length = line(id, self.entries[&id].parent, &self.entries[&id].fields).len();
            match torn {
                Torn::No => {}
                Torn::Within { ended } => {
                    let missing = 2 + usize::from(cut) % (length - 2);
                    self.text.truncate(self.text.len() - missing);
                    self.order.pop();
                    self.entries.remove(&id);
                    self.torn = Some(None);
                    if ended {
                        self.text.push(b'\n');
                        self.torn = None;
                    }
                }
                Torn::BeforeTheEnd => {
                    self.text.pop();
                    self.torn = Some(Some(id));
                }
            }
        }
        self.entries.retain(|_, entry| entry.is_readable);
        let entries = &self.entries;
        self.order.retain(|id| entries.contains_key(id));
        self.leaf = self.order.last().copied();
    }

    /// The entries from the root to a leaf, as pi finds them.
    fn branch_of(&self, leaf: Option<u32>) -> Vec<u32> {
        let known = |id: u32| self.entries.contains_key(&id).then_some(id);
        let above = |id: &u32| self.entries[id].parent.and_then(known);
        let mut branch: Vec<u32> = std::iter::successors(leaf.and_then(known), above).collect();
        branch.reverse();
        branch
    }

    pub(crate) fn branch(&self) -> Vec<u32> {
        self.branch_of(self.leaf)
    }

    pub(crate) fn ids(&self) -> Vec<u32> {
        self.entries.keys().copied().collect()
    }

    /// The results of reads on the branch.
    pub(crate) fn reads(&self) -> Vec<u32> {
        let is_read = |id: &u32| is_read(&self.entries[id].value()["message"]);
        self.branch().into_iter().filter(is_read).collect()
    }

    /// The name of an entry that is still to come.
    pub(crate) fn id_ahead(&self, steps: u32) -> u32 {
        self.next + steps
    }

    /// From now on, requests have that in place of a result; `None` is the result itself.
    pub(crate) fn prune(&mut self, id: u32, pruned: Option<Pruned>) {
        match pruned {
            Some(pruned) => drop(self.pruned.insert(id, pruned)),
            None => drop(self.pruned.remove(&id)),
        }
    }

    /// The results of reads that a request has which is made now: call, and digest of the text.
    pub(crate) fn reads_sent(&self) -> Vec<(String, Option<String>)> {
        let branch = self.branch();
        let compaction = branch.iter().rposition(|id| matches!(self.entries[id].shows, Shows::Compaction));
        let mut edited = BTreeMap::new();
        for entry in branch.iter().map(|id| &self.entries[id]) {
            if let Shows::Edit(target) = entry.shows {
                let replaced = entry.value()["replacement"]["content"].clone();
                edited.insert(target, replaced);
            }
        }
        let sent = |id: &u32| {
            let message = self.entries[id].value()["message"].take();
            let content = match edited.get(id) {
                Some(Value::Null) => return None,
                Some(content) => content,
                None => &message["content"],
            };
            let digest = match self.pruned.get(id) {
                _ if !is_read(&message) => return None,
                Some(Pruned::Removed) => return None,
                // Another text, or something that is not one.
                Some(Pruned::Altered) => id.is_multiple_of(2).then(|| digest_of("[pruned]")),
                None => text_of(content).map(digest_of),
            };
            Some((message["toolCallId"].as_str()?.to_owned(), digest))
        };
        branch[compaction.map_or(0, |place| place + 1)..].iter().filter_map(sent).collect()
    }

    /// An entry, as the extension hands it over.
    pub(crate) fn distilled(&self, id: u32) -> Value {
        let entry = &self.entries[&id];
        distilled::distilled(&name(id), entry.parent.map(name).as_deref(), &entry.value())
    }

    /// What is visible at the leaf. Who is told every entry by pi itself, and what is sent, is certain of more than the
    /// file says, and answers for more.
    pub(crate) fn visible(&self, is_told: bool) -> Visible {
        let branch = self.branch();
        let step = |id: &u32| {
            let Entry { shows, is_readable, is_linked, .. } = &self.entries[id];
            let pruned = self.pruned.get(id).copied().filter(|_| is_told);
            Link { id: *id, shows, is_certain: is_told || *is_readable && *is_linked, pruned }
        };
        Visible::of(&branch.iter().map(step).collect::<Vec<_>>())
    }
}

impl Entry {
    fn value(&self) -> Value {
        serde_json::from_str(&self.fields.replace("\\ud800", LONE)).expect("pi writes JSON")
    }
}

/// Stands for half of a surrogate pair, which JSON of JavaScript may hold and no string of ours can.
const LONE: &str = "LONE SURROGATE";

const TIME: &str = "2026-11-15T18:47:53.286Z";

/// An entry's name as the file has it.
pub(crate) fn name(id: u32) -> String {
    format!("{id:08x}")
}

fn written(fields: &Value) -> String {
    fields.to_string().replace(LONE, "\\ud800")
}

/// The line of an entry: its name and its parent stand behind its type.
fn line(id: u32, parent: Option<u32>, fields: &str) -> String {
    let (kind, rest) = fields.split_once(',').expect("an entry has more than a type");
    let parent = parent.map_or("null".to_owned(), |parent| format!("\"{}\"", name(parent)));
    format!("{kind},\"id\":\"{}\",\"parentId\":{parent},\"timestamp\":\"{TIME}\",{rest}", name(id))
}

/// What the model says when it calls tools: the tool, the name of the call, its arguments.
pub(crate) fn calls(calls: &[(&str, String, Value)]) -> Value {
    let block = |(tool, call, arguments): &(&str, String, Value)| json!({ "type": "toolCall", "id": call, "name": tool, "arguments": arguments });
    let content: Vec<Value> = calls.iter().map(block).collect();
    let message = json!({ "role": "assistant", "content": content, "stopReason": "toolUse", "timestamp": 1 });
    json!({ "type": "message", "message": message })
}

/// What a tool gave back.
pub(crate) fn result(
    tool: &str,
    call: &str,
    content: &Value,
    details: Option<Value>,
    is_error: bool,
) -> Value {
    let mut message =
        json!({ "role": "toolResult", "toolCallId": call, "toolName": tool, "content": content });
    if let Some(details) = details {
        message["details"] = details;
    }
    message["isError"] = is_error.into();
    message["durationMs"] = 17.into();
    message["timestamp"] = 1.into();
    json!({ "type": "message", "message": message })
}

/// An entry that says nothing about files.
pub(crate) fn aside(kind: u8) -> Value {
    match kind % 9 {
        0 => json!({ "type": "message", "message": { "role": "user", "content": "go on", "timestamp": 1 } }),
        1 => json!({ "type": "thinking_level_change", "thinkingLevel": "off" }),
        2 => json!({ "type": "something_new", "readcache": { "v": 1 }, "details": [1] }),
        3 => json!({ "type": "custom", "customType": "notes", "data": { "kind": "invalidate" } }),
        4 => {
            json!({ "type": "custom_message", "customType": "pi-readcache-status", "content": "", "display": true })
        }
        5 => {
            let nested =
                json!({ "calls": [{ "id": "c/1", "name": "read", "arguments": { "path": "a.txt" } }] });
            let mut result = result(
                "codemode",
                "c",
                &json!([{ "type": "text", "text": "Script completed" }]),
                None,
                false,
            );
            result["message"]["nestedCalls"] = nested;
            result
        }
        6 => json!({ "type": "message", "message": { "role": "user", "content": LONE, "timestamp": 1 } }),
        7 => result("bash", "b", &json!([{ "type": "text", "text": "a.txt" }]), None, false),
        _ => json!({ "type": "label", "targetId": "00000000", "label": "here" }),
    }
}
