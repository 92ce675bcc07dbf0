//! A simulated Claude Code: its transcript, its ledger, its requests, and the hook that it runs after each read.

use std::collections::BTreeMap;

use reread_hosts::claude_code::{HeldEvidence, HookCall, ReadVersion, ShortForm, TranscriptReader, answer};
use reread_text::{DiffLimits, Digest};
use serde_json::{Value, json};

use super::belief::{Belief, Shows, lines_of};

const FILE: &str = "/p/a.txt";

/// Numbers that look random and are the same for the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

pub(crate) struct Host {
    dice: Dice,
    disk: String,
    /// The versions that the hook recorded, newest first.
    recorded: Vec<String>,
    transcript: Vec<String>,
    /// The messages of the next request, and what they show.
    context: Vec<(Value, Shows)>,
    /// Where in the context the latest compaction ends.
    barrier: usize,
    count: u32,
}

/// One call of a message of the model.
struct Call {
    id: String,
    tool: &'static str,
    input: Value,
}

impl Host {
    pub(crate) fn new(dice: Dice) -> Self {
        let mut host = Self {
            dice,
            disk: String::new(),
            recorded: Vec::new(),
            transcript: Vec::new(),
            context: Vec::new(),
            barrier: 0,
            count: 0,
        };
        host.disk = host.text();
        host.blob("begin", Shows::Nothing);
        host
    }

    /// Few texts of few lines, so that they come again.
    fn text(&mut self) -> String {
        let changed = self.dice.below(4);
        let line = |number: usize| {
            if number == changed * 5 {
                "changed\n".to_owned()
            } else {
                format!("the line {number} of a text\n")
            }
        };
        let length = 18 + self.dice.below(2);
        (1..=length).map(line).collect()
    }

    pub(crate) fn step(&mut self, tally: &mut BTreeMap<&'static str, u64>) -> Result<(), String> {
        match self.dice.below(20) {
            0..=8 => return self.reads(tally),
            9 => self.disk = self.text(),
            10 => self.shell_write(),
            11 | 12 => self.edit(),
            13 => self.write(),
            14 => self.compact(),
            15 => self.rewind(),
            16 => self.fork(),
            17 => self.blob("a prompt", Shows::Nothing),
            18 => self.transcript.push(json!({ "type": "from tomorrow", "message": 1 }).to_string()),
            // It is in the request, and stands nowhere.
            _ => {
                let text = self.id("hidden ");
                self.context.push((json!({ "role": "user", "content": text }), Shows::Doubt));
            }
        }
        Ok(())
    }

    fn id(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("{kind}{}", self.count)
    }

    fn blob(&mut self, text: &str, shows: Shows) {
        let message = json!({ "role": "user", "content": text });
        self.transcript.push(json!({ "type": "api-request-blob", "message": message }).to_string());
        self.context.push((message, shows));
    }

    /// Writes down the request that the model answers, and its calls.
    fn ask(&mut self, calls: &[Call], clears: bool) {
        let request = self.id("r");
        let tail: Vec<String> = self
            .context
            .iter()
            .filter(|(message, _)| !message.is_null())
            .map(|(message, _)| hash(message))
            .collect();
        let edit = if clears { "clear_tool_uses_1" } else { "clear_thinking_1" };
        let params = json!({ "context_management": { "edits": [{ "type": edit }] } });
        let entry =
            json!({ "type": "api-request", "id": request, "keep": 0, "tail": tail, "params": params });
        self.transcript.push(entry.to_string());
        let message = self.id("m");
        for Call { id, tool, input } in calls {
            let block = json!({ "type": "tool_use", "id": id, "name": tool, "input": input });
            let content = json!({ "id": message, "role": "assistant", "content": [block] });
            let entry =
                json!({ "type": "assistant", "requestRef": request, "cwd": "/p", "message": content });
            self.transcript.push(entry.to_string());
        }
        let blocks: Vec<Value> = calls
            .iter()
            .map(|Call { id, tool, input }| json!({ "type": "tool_use", "id": id, "name": tool, "input": input }))
            .collect();
        self.context.push((json!({ "role": "assistant", "content": blocks }), Shows::Nothing));
    }

    /// Writes down the results of the calls, and lets the next request have them as one message.
    fn end(&mut self, results: &[(String, String, bool)], shows: Vec<Shows>) {
        let blocks: Vec<Value> = results
            .iter()
            .map(|(id, text, is_error)| json!({ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error }))
            .collect();
        for block in &blocks {
            let entry =
                json!({ "type": "user", "cwd": "/p", "message": { "role": "user", "content": [block] } });
            self.transcript.push(entry.to_string());
        }
        self.context.push((json!({ "role": "user", "content": blocks }), Shows::Nothing));
        // What each result shows comes in their order.
        for shows in shows {
            let place = self.context.len() - 1;
            match &mut self.context[place].1 {
                nothing @ Shows::Nothing => *nothing = shows,
                _ => self.context.push((Value::Null, shows)),
            }
        }
    }

    /// One read, or two of one message.
    fn reads(&mut self, tally: &mut BTreeMap<&'static str, u64>) -> Result<(), String> {
        let count = 1 + usize::from(self.dice.one_in(4));
        let mut asked = Vec::new();
        for _ in 0..count {
            let id = self.id("t");
            let total = lines_of(&self.disk).len();
            let first = 1 + self.dice.below(total);
            let last = (first + self.dice.below(8)).min(total);
            let (tool, input, first, last) = match self.dice.below(5) {
                0 => (
                    "Read",
                    json!({ "file_path": FILE, "offset": first, "limit": last + 1 - first }),
                    first,
                    last,
                ),
                1 => ("Bash", json!({ "command": format!("sed -n '{first},{last}p' a.txt") }), first, last),
                2 => ("Bash", json!({ "command": "cat a.txt" }), 1, total),
                _ => ("Read", json!({ "file_path": FILE }), 1, total),
            };
            asked.push((Call { id, tool, input }, first, last));
        }
        let before: Vec<Shows> =
            self.context[self.barrier..].iter().map(|(_, shows)| shows.clone()).collect();
        let calls: Vec<Call> = asked
            .iter()
            .map(|(Call { id, tool, input }, ..)| Call { id: id.clone(), tool, input: input.clone() })
            .collect();
        let clears = self.dice.one_in(12);
        self.ask(&calls, clears);
        let (mut results, mut shows) = (Vec::new(), Vec::new());
        for (call, first, last) in asked {
            let belief = Belief::after(&before);
            let (text, mut shown) = self.read(&call, first, last, clears, &belief, tally)?;
            let mut delivered = text;
            if self.dice.one_in(15) {
                // Another hook had the last word.
                (delivered, shown) = ("[squeezed]".to_owned(), Shows::Doubt);
            }
            results.push((call.id, delivered, false));
            shows.push(shown);
            if self.dice.one_in(6) {
                self.disk = self.text();
                break;
            }
        }
        self.end(&results, shows);
        Ok(())
    }

    /// What the model gets for a read, and what that shows it.
    fn read(
        &mut self,
        call: &Call,
        first: usize,
        last: usize,
        clears: bool,
        belief: &Belief,
        tally: &mut BTreeMap<&'static str, u64>,
    ) -> Result<(String, Shows), String> {
        let lines = lines_of(&self.disk);
        let last = last.min(lines.len());
        let first = first.min(last);
        let is_whole = (first, last) == (1, lines.len());
        let is_read = call.tool == "Read";
        let body = lines[first - 1..last].join("\n");
        let content = if is_whole && is_read { self.disk.clone() } else { body.clone() };
        let response = if is_read {
            json!({ "type": "text", "file": { "filePath": FILE, "content": content, "numLines": content.split('\n').count(),
                    "startLine": first, "totalLines": lines.len() + 1 } })
        } else {
            json!({ "stdout": body, "stderr": "", "interrupted": false, "isImage": false })
        };
        let input = json!({ "hook_event_name": "PostToolUse", "tool_name": call.tool, "tool_input": call.input,
                            "tool_use_id": call.id, "transcript_path": "/s.jsonl", "cwd": "/p", "tool_response": response });
        let text = if is_read { numbered(first, &content) } else { body };
        let shows = Shows::Lines { first, lines: lines[first - 1..last].to_vec(), is_whole };
        let Some(hook) = HookCall::parse(input.to_string().as_bytes()) else { return Ok((text, shows)) };
        let short = self.hook(&hook);
        if !self.dice.one_in(10) {
            self.recorded.retain(|version| *version != self.disk);
            self.recorded.insert(0, self.disk.clone());
        }
        let Some(short) = short else {
            *tally.entry("no evidence").or_default() += 1;
            return Ok((text, shows));
        };
        let Some(ShortForm { text: short, mode, .. }) = short else {
            *tally.entry("text").or_default() += 1;
            return Ok((text, shows));
        };
        if clears {
            return Err(format!("an answer although the provider clears: {short}"));
        }
        *tally.entry(mode.word()).or_default() += 1;
        let delivered = if is_read { numbered(1, &short) } else { short.clone() };
        if mode.word() == "diff" {
            let diff = short.split_once('\n').map(|(_, diff)| format!("{diff}\n")).unwrap_or_default();
            if belief.told(&diff).as_deref() != Some(&self.disk) {
                return Err(format!("a diff from what the model does not know: {short}"));
            }
            return Ok((delivered, Shows::Diff(diff)));
        }
        if !belief.has_lines(&self.disk, first, last) {
            return Err(format!("a marker for lines {first}-{last} that the model does not know: {short}"));
        }
        Ok((delivered, Shows::Nothing))
    }

    /// The answer of the product: outside `None` without evidence, inside `None` if the text stands.
    fn hook(&mut self, hook: &HookCall) -> Option<Option<ShortForm>> {
        let mut reader = TranscriptReader::new(&hook.call, &hook.file)?;
        let mut bytes = self.transcript.join("\n").into_bytes();
        bytes.extend_from_slice(b"\n{\"type\":\"user\",\"mess");
        let piece = 1 + self.dice.below(5_000);
        bytes.chunks(piece).for_each(|piece| reader.feed(piece));
        let now = ReadVersion::new(self.disk.clone().into_bytes());
        let shown: Vec<ReadVersion> =
            self.recorded.iter().map(|text| ReadVersion::new(text.clone().into_bytes())).collect();
        let lines = hook.lines_shown(now.bytes())?;
        let evidence = HeldEvidence::of(&reader, &now, &shown).ok()?;
        Some(answer(&evidence, &now, lines, "a.txt", DiffLimits::default()).ok())
    }

    fn shell_write(&mut self) {
        let call =
            Call { id: self.id("t"), tool: "Bash", input: json!({ "command": "sed -i s/a/b/ a.txt" }) };
        let id = call.id.clone();
        self.ask(&[call], false);
        self.disk = self.text();
        self.end(&[(id, String::new(), false)], Vec::new());
    }

    fn edit(&mut self) {
        let line = lines_of(&self.disk)[self.dice.below(18)].clone();
        let (old, new) = (format!("{line}\n"), format!("edited {}\n", self.dice.below(3)));
        let is_made = self.disk.matches(&old).count() == 1 && !self.dice.one_in(6);
        let call = Call {
            id: self.id("t"),
            tool: "Edit",
            input: json!({ "file_path": FILE, "old_string": old, "new_string": new }),
        };
        let id = call.id.clone();
        self.ask(&[call], false);
        let shows = match is_made {
            true => {
                // Another hook may have changed what is written.
                let written = if self.dice.one_in(6) { "by another hook\n" } else { new.as_str() };
                self.disk = self.disk.replace(&old, written);
                Shows::Edit { old, new }
            }
            false => Shows::Nothing,
        };
        self.end(&[(id, "said".to_owned(), !is_made)], vec![shows]);
    }

    fn write(&mut self) {
        let text = self.text();
        let call =
            Call { id: self.id("t"), tool: "Write", input: json!({ "file_path": FILE, "content": text }) };
        let id = call.id.clone();
        self.ask(&[call], false);
        self.disk = if self.dice.one_in(6) { self.text() } else { text.clone() };
        self.end(&[(id, "said".to_owned(), false)], vec![Shows::Written(text)]);
    }

    /// The context becomes a summary; the host keeps the last messages and may show the file again.
    fn compact(&mut self) {
        self.transcript.push(json!({ "type": "system", "subtype": "compact_boundary" }).to_string());
        let kept = self.context.split_off(self.context.len().saturating_sub(2));
        self.context.clear();
        self.blob("a summary", Shows::Nothing);
        for (message, shows) in kept {
            if message != Value::Null {
                self.transcript.push(json!({ "type": "api-request-blob", "message": message }).to_string());
            }
            self.context.push((message, shows));
        }
        self.context.retain(|(message, _)| *message != Value::Null);
        self.barrier = self.context.len();
        if self.dice.one_in(2) {
            let input = json!({ "file_path": FILE });
            self.blob(
                &reminder(&format!("Called the Read tool with the following input: {input}")),
                Shows::Nothing,
            );
            let shows = Shows::Lines { first: 1, lines: lines_of(&self.disk), is_whole: true };
            let text = numbered(1, &self.disk);
            self.blob(&reminder(&format!("Result of calling the Read tool:\n{text}")), shows);
        }
    }

    /// The user goes back to an earlier message.
    fn rewind(&mut self) {
        let mut length = self.barrier.max(1) + self.dice.below(self.context.len() + 1 - self.barrier.max(1));
        while length < self.context.len() && self.context[length].0 == Value::Null {
            length += 1;
        }
        self.context.truncate(length);
    }

    /// The conversation goes on in a file of its own, which has a copy of its entries.
    fn fork(&mut self) {
        self.transcript.retain(|line| !line.contains("from tomorrow"));
        if self.dice.one_in(2) {
            self.rewind();
        }
    }
}

fn numbered(first: usize, text: &str) -> String {
    let lines: Vec<String> =
        (first..).zip(text.split('\n')).map(|(number, line)| format!("{number}\t{line}")).collect();
    lines.join("\n")
}

fn reminder(text: &str) -> String {
    format!("<system-reminder>\n{text}\n</system-reminder>")
}

/// The hash of a message, made independently of the product.
fn hash(message: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let fields: BTreeMap<&String, Value> =
                    fields.iter().map(|(key, value)| (key, sorted(value))).collect();
                fields.into_iter().map(|(key, value)| (key.clone(), value)).collect()
            }
            Value::Array(items) => items.iter().map(sorted).collect(),
            scalar => scalar.clone(),
        }
    }
    Digest::of(sorted(message).to_string().as_bytes()).to_string()
}
