//! A session to measure on: the same for the same seed, and like those that people have.
//!
//! Four entries make a turn: what the user says, the call, its result, what the model says. Nearly every result is that
//! of a read, most of them texts of a few kilobytes, some markers and diffs; one in fifty is of another tool. Now and
//! then the session is compacted, and now and then the user goes back and takes another branch.

use reread_context::{Claim, Mode, ReadScope};
use reread_hosts::pi::{ReadMetadata, content_digest, total_lines};
use reread_text::{DiffNames, Digest, LineRange, unified_diff};
use serde_json::{Value, json};

/// A session file, and lines that were appended to it.
pub(crate) struct SyntheticSession {
    pub(crate) bytes: Vec<u8>,
    pub(crate) entries: usize,
    pub(crate) reads: usize,
    /// The entry that the appended lines follow.
    pub(crate) leaf: String,
    /// Lines that go on from there, each with its entry's name.
    pub(crate) appended: Vec<(String, Vec<u8>)>,
    /// Two leaves that differ in ten entries, far behind in the session.
    pub(crate) two_leaves: [String; 2],
}

const SEED: u64 = 0x7069_7265_706c_6179;
const BYTES: usize = 50_000_000;
const FILES: usize = 600;
const APPENDED: usize = 4_000;
/// How much longer than before a branch is when the user leaves it.
const BRANCH_EVERY: usize = 400;
const COMPACTED_EVERY: usize = 3_000;

impl SyntheticSession {
    /// Fifty megabytes of it.
    pub(crate) fn generate() -> Self {
        let mut writer = Writer::new();
        writer.header();
        let mut two_leaves = None;
        while writer.bytes.len() < BYTES {
            writer.turn();
            if writer.entries % COMPACTED_EVERY < 4 {
                writer.compaction();
            }
            if writer.entries % BRANCH_EVERY < 4 {
                let left = writer.go_back(10);
                if two_leaves.is_none() && writer.bytes.len() > BYTES / 2 {
                    two_leaves = Some([left, writer.ten_more()]);
                }
            }
        }
        let (entries, reads, leaf) = (writer.entries, writer.reads, writer.leaf().to_owned());
        let bytes = std::mem::take(&mut writer.bytes);
        let mut appended = Vec::new();
        while appended.len() < APPENDED {
            writer.turn();
            let lines = std::mem::take(&mut writer.bytes);
            let lines: Vec<_> = lines.split_inclusive(|byte| *byte == b'\n').collect();
            let ids = &writer.branch[writer.branch.len() - lines.len()..];
            appended.extend(ids.iter().cloned().zip(lines.into_iter().map(<[u8]>::to_vec)));
        }
        let two_leaves = two_leaves.expect("a session of this length has branches in its middle");
        Self { bytes, entries, reads, leaf, appended, two_leaves }
    }
}

struct Writer {
    random: Random,
    bytes: Vec<u8>,
    files: Vec<File>,
    branch: Vec<String>,
    entries: usize,
    reads: usize,
}

struct File {
    name: String,
    text: String,
    before: Option<String>,
}

impl Writer {
    fn new() -> Self {
        let mut random = Random(SEED);
        let files = (0..FILES).map(|number| File::new(&mut random, number)).collect();
        Self { random, bytes: Vec::new(), files, branch: Vec::new(), entries: 0, reads: 0 }
    }

    fn header(&mut self) {
        let session = "01a1e089-8cc6-701e-8705-cb8b0ad16dc0";
        let time = "2026-11-15T18:47:53.286Z";
        let header = json!({"type": "session", "version": 3, "id": session, "timestamp": time, "cwd": "/home/dev/proj"});
        self.line(&header);
    }

    fn leaf(&self) -> &str {
        self.branch.last().map_or("", String::as_str)
    }

    /// Leaves the branch so many entries before its end, and says where it ended.
    fn go_back(&mut self, entries: usize) -> String {
        let left = self.leaf().to_owned();
        self.branch.truncate(self.branch.len().saturating_sub(entries).max(1));
        left
    }

    fn ten_more(&mut self) -> String {
        let length = self.branch.len() + 10;
        while self.branch.len() < length {
            self.turn();
        }
        let id = self.branch[length - 1].clone();
        self.branch.truncate(length);
        id
    }

    fn turn(&mut self) {
        let sentence = sentence(&mut self.random, 20);
        self.message(
            &json!({"role": "user", "content": [{"type": "text", "text": sentence}], "timestamp": TIME}),
        );
        let call = format!("call_{:08x}", self.random.next() as u32);
        if self.random.below(50) == 0 {
            self.assistant(&json!([{"type": "toolCall", "id": call, "name": "bash", "arguments": {"command": "cargo check"}}]));
            let output = sentence_lines(&mut self.random, 60);
            self.result(&call, "bash", &output, None, false);
        } else {
            self.read(&call);
        }
        let words = 20 + self.random.below(120);
        let sentence = sentence_of(&mut self.random, words);
        self.assistant(&json!([{"type": "text", "text": sentence}]));
    }

    fn read(&mut self, call: &str) {
        self.reads += 1;
        let index = self.random.below(self.files.len() as u64) as usize;
        let choice = self.random.below(20);
        if choice == 0 {
            self.files[index].edit(&mut self.random);
        }
        let file = &self.files[index];
        let text = file.text.clone();
        let total = total_lines(text.as_bytes());
        let served = Digest::of(text.as_bytes());
        let path = file.name.clone();
        let claim = |mode, scope, base| Claim { mode, scope, served, base, total_lines: total };
        let (arguments, shown, claim) = match (choice, &file.before) {
            (0, Some(before)) => {
                let names = DiffNames { old: &format!("a/{path}"), new: &format!("b/{path}") };
                let diff = unified_diff(before.as_bytes(), text.as_bytes(), names, 3);
                let heading =
                    format!("[readcache: {} lines changed of {total}]\n", diff.added.max(diff.removed));
                let base = Digest::of(before.as_bytes());
                let shown = heading + &String::from_utf8_lossy(&diff.text);
                (json!({"path": path}), shown, claim(Mode::Diff, ReadScope::Whole, Some(base)))
            }
            (1..=5, _) if total > 20 => {
                let first = 1 + self.random.below(total - 15);
                let lines = LineRange::new(first, first + 9).expect("ten lines");
                let rest = total - lines.last();
                let slice: Vec<&str> = text.split('\n').skip(first as usize - 1).take(10).collect();
                let next = lines.last() + 1;
                let shown = format!(
                    "{}\n\n[{rest} more lines in file. Use offset={next} to continue.]",
                    slice.join("\n")
                );
                let arguments = json!({"path": path, "offset": first, "limit": 10});
                (arguments, shown, claim(Mode::Full, ReadScope::Lines(lines), None))
            }
            (6..=9, _) => {
                let shown = format!("[readcache: unchanged, {total} lines]");
                (json!({"path": path}), shown, claim(Mode::Unchanged, ReadScope::Whole, Some(served)))
            }
            _ => (json!({"path": path}), text.clone(), claim(Mode::Full, ReadScope::Whole, None)),
        };
        let path_key = format!("/home/dev/proj/{path}");
        let content_hash = Some(content_digest(&shown));
        let metadata = ReadMetadata { path_key, claim, bytes: text.len() as u64, content_hash };
        self.assistant(&json!([{"type": "toolCall", "id": call, "name": "read", "arguments": arguments}]));
        self.result(call, "read", &shown, Some(json!({"readcache": metadata.to_json()})), false);
    }

    fn compaction(&mut self) {
        let summary = sentence_lines(&mut self.random, 400);
        let kept = self.leaf().to_owned();
        let fields =
            json!({"summary": summary, "firstKeptEntryId": kept, "tokensBefore": 180_000, "fromHook": false});
        self.entry("compaction", &fields);
    }

    fn assistant(&mut self, content: &Value) {
        let usage = json!({"input": 100, "output": 10, "cacheRead": 0, "cacheWrite": 0, "reasoning": 0, "totalTokens": 110,
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0, "totalFromProvider": false}});
        self.message(&json!({"role": "assistant", "content": content, "api": "openai-completions", "provider": "stub",
            "model": "scripted", "usage": usage, "stopReason": "toolUse", "timestamp": TIME, "responseId": "x",
            "rawStopReason": "tool_calls", "durationMs": 268, "thinkingLevel": "off"}));
    }

    fn result(&mut self, call: &str, tool: &str, text: &str, details: Option<Value>, is_error: bool) {
        let content = json!([{"type": "text", "text": text}]);
        let mut message =
            json!({"role": "toolResult", "toolCallId": call, "toolName": tool, "content": content});
        if let Some(details) = details {
            message["details"] = details;
        }
        message["isError"] = is_error.into();
        message["durationMs"] = 17.into();
        message["timestamp"] = TIME.into();
        self.message(&message);
    }

    fn message(&mut self, message: &Value) {
        self.entry("message", &json!({ "message": message }));
    }

    fn entry(&mut self, entry_type: &str, fields: &Value) {
        let id = format!("{:08x}", self.entries as u32 ^ 0x5eed_0000);
        let parent = self.branch.last().map_or(Value::Null, |parent| parent.as_str().into());
        let mut entry = json!({"type": entry_type, "id": id, "parentId": parent, "timestamp": "2026-11-15T18:47:56.342Z"});
        for (name, value) in fields.as_object().into_iter().flatten() {
            entry[name] = value.clone();
        }
        self.line(&entry);
        self.branch.push(id);
        self.entries += 1;
    }

    fn line(&mut self, line: &Value) {
        self.bytes.extend_from_slice(line.to_string().as_bytes());
        self.bytes.push(b'\n');
    }
}

const TIME: u64 = 1_794_768_476_342;

impl File {
    fn new(random: &mut Random, number: usize) -> Self {
        // Few files are long: most have a hundred lines or so, the longest over a thousand.
        let lines = 8 << random.below(7);
        let lines = lines + random.below(lines);
        let text = (0..lines).map(|_| code(random)).collect();
        Self { name: format!("src/part_{number}/module.rs"), text, before: None }
    }

    fn edit(&mut self, random: &mut Random) {
        let mut lines: Vec<&str> = self.text.split_inclusive('\n').collect();
        let place = random.below(lines.len() as u64) as usize;
        let line = code(random);
        lines[place] = &line;
        let text = lines.concat();
        self.before = Some(std::mem::replace(&mut self.text, text));
    }
}

const WORDS: [&str; 16] = [
    "snapshot",
    "range",
    "buffer",
    "entry",
    "cursor",
    "digest",
    "record",
    "token",
    "window",
    "folder",
    "reply",
    "origin",
    "of",
    "into",
    "&self",
    "Result<()>",
];

fn code(random: &mut Random) -> String {
    let indent = "    ".repeat(random.below(4) as usize);
    let words = 1 + random.below(7);
    // As in most source, a few lines quote something, and hardly any leaves ASCII.
    let quoted = if random.below(6) == 0 { " \"quoted\"" } else { "" };
    let foreign = if random.below(200) == 0 { " // naïve – 行" } else { "" };
    format!("{indent}{}{quoted}{foreign}\n", sentence_of(random, words))
}

fn sentence(random: &mut Random, most: u64) -> String {
    let words = 1 + random.below(most);
    sentence_of(random, words)
}

fn sentence_of(random: &mut Random, words: u64) -> String {
    let words: Vec<&str> = (0..words).map(|_| random.pick(&WORDS)).collect();
    words.join(" ")
}

fn sentence_lines(random: &mut Random, lines: u64) -> String {
    (0..lines).map(|_| sentence(random, 12) + "\n").collect()
}

/// `SplitMix64`: small, seeded, and good enough to choose words.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}
