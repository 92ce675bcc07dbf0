//! A transcript of Claude Code, read to the one request that made one call.
//!
//! Bytes come in as they stand in the file. Of every message since the latest compaction its hash is kept, and of results
//! the text if it may show the file that is asked about. Whether a message was in the request is decided by the ledger
//! alone, so entries of an unknown type need not be understood: what they put before the model has a hash, and a hash that
//! no message here has speaks against everything that came before it. A line that cannot be read may have been a compaction,
//! so nothing before it counts.

use std::collections::{HashMap, HashSet};
use std::mem;

use reread_text::Digest;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::claude_code::host_text::{HostSays, HostText};
use crate::claude_code::ledger::{LedgerLine, RequestLedger};
use crate::claude_code::message_hash::{BlockHasher, message_hashes};
use crate::claude_code::tool_call::{ShellFolder, ToolCall, absolute_name, may_change_folder};
use crate::json::{Object, Scalar};
use crate::session_lines::{RawLine, SessionLines};

/// No line is longer than this; what is longer is skipped without being held.
const LONGEST_LINE: usize = 64 << 20;

reread_codes::words! {
    /// Why a transcript proves nothing for a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum NoEvidence {
        NoCall = "no_call": "the call does not stand in the transcript",
        NoLedger = "no_ledger": "nothing says which request made the call",
        DamagedLedger = "damaged_ledger": "the request that made the call cannot be put together",
        ProviderClears = "provider_clears": "the provider was told to remove content from the request",
        AmbiguousCall = "ambiguous_call": "two messages have a call of that name",
        AnotherCall = "another_call": "the call in the transcript is not a read of that file",
    }
}

/// A transcript, as far as it was read, from the view of one call about one file.
#[derive(Clone)]
pub struct TranscriptReader {
    lines: SessionLines,
    transcript: Transcript,
}

impl TranscriptReader {
    /// Before the first line. `call` is the id of the call, `file` the absolute name of the file that it reads; `None` if
    /// that name depends on what is on disk.
    pub fn new(call: &str, file: &str) -> Option<Self> {
        let file = absolute_name(file, None)?;
        let transcript = Transcript { call: call.to_owned(), file, ..Transcript::default() };
        Some(Self { lines: SessionLines::new(LONGEST_LINE), transcript })
    }

    /// Takes in the bytes that follow; a line counts once its end is there.
    pub fn feed(&mut self, bytes: &[u8]) {
        let Self { lines, transcript } = self;
        lines.feed(bytes, |line, _| transcript.take(line));
    }

    /// Whether the call stands in what was read. What came before it is then complete.
    pub fn has_call(&self) -> bool {
        self.transcript.made_by.is_some()
    }

    /// The absolute name of the file, without detours.
    pub(crate) fn file(&self) -> &str {
        &self.transcript.file
    }

    /// The blocks of the request that made the call, in their order.
    pub(crate) fn request(&self) -> Result<Vec<SentBlock<'_>>, NoEvidence> {
        self.transcript.request()
    }
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SentBlock<'t> {
    /// A message that stands nowhere in what counts.
    Unknown,
    /// The result of a call, in the message of that place in the request.
    Result { message: usize, call: &'t ToolCall, is_error: bool, text: Option<&'t str> },
    /// A text in which the host shows files by itself.
    HostText(&'t str),
}

/// Where a block comes from.
#[derive(Clone, Copy)]
struct BlockOrigin {
    /// Its message is the host's own.
    is_of_host: bool,
    /// Its message was there before the latest compaction.
    is_barred: bool,
}

/// A block that can prove or hide lines; the others are forgotten when they are read.
#[derive(Clone, Debug)]
enum KeptBlock {
    Result { call: String, is_error: bool, text: Option<String> },
    HostText(String),
}

/// The request that made the call.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MadeBy {
    Request(String),
    Unsaid,
    Several,
}

#[derive(Clone, Default)]
struct Transcript {
    call: String,
    file: String,
    made_by: Option<MadeBy>,
    ledger: RequestLedger,
    /// What is kept of each block since the latest compaction.
    blocks: Vec<KeptBlock>,
    /// The blocks of each message since the latest compaction.
    messages: HashMap<Digest, Vec<usize>>,
    /// Messages whose blocks stand in entries of their own.
    groups: HashMap<(Author, String), Group>,
    calls: HashMap<String, ToolCall>,
    /// The message of the model that made a call.
    message_of_call: HashMap<String, String>,
    /// Calls from before the latest compaction.
    barred: HashSet<String>,
    /// Messages from before the latest compaction: the host may keep them, and writes them down once more.
    barred_messages: HashSet<Digest>,
    has_moved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Author {
    Model,
    User,
}

#[derive(Clone)]
struct Group {
    hasher: BlockHasher,
    blocks: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LineFields<'a> {
    #[serde(borrow, rename = "type")]
    kind: Scalar<'a>,
    subtype: Scalar<'a>,
    id: Scalar<'a>,
    base: Scalar<'a>,
    keep: Scalar<'a>,
    tail: Option<&'a RawValue>,
    params: Option<&'a RawValue>,
    message: Option<&'a RawValue>,
    request_ref: Scalar<'a>,
    cwd: Scalar<'a>,
}

impl Transcript {
    fn take(&mut self, line: RawLine<'_>) {
        let line = match line {
            RawLine::Whole(line) if line.trim_ascii().is_empty() => return,
            RawLine::Whole(line) => line,
            RawLine::TooLong(_) => return self.begin_anew(),
        };
        let fields = serde_json::from_slice::<Object<LineFields<'_>>>(line).ok().and_then(Object::shape);
        if fields.and_then(|fields| self.take_entry(&fields)).is_none() {
            self.begin_anew();
        }
    }

    /// `None` if the entry cannot be read.
    fn take_entry(&mut self, fields: &LineFields<'_>) -> Option<()> {
        let value = |raw: Option<&RawValue>| raw.map(|raw| serde_json::from_str::<Value>(raw.get()));
        match fields.kind.as_text()? {
            "api-request" => self.ledger.push(&LedgerLine {
                id: fields.id.as_text()?,
                base: fields.base.as_text(),
                keep: fields.keep.number(),
                tail: value(fields.tail).and_then(Result::ok),
                params: value(fields.params).and_then(Result::ok),
            }),
            "api-request-blob" => self.take_message(&value(fields.message)?.ok()?, None, fields),
            "user" | "assistant" => {
                let (message, id) = entry_message(value(fields.message)?.ok()?)?;
                self.take_message(&message, id.as_deref(), fields);
            }
            "system" if fields.subtype.as_text().is_none_or(|subtype| subtype.contains("compact")) => {
                self.begin_anew();
            }
            _ => {}
        }
        Some(())
    }

    /// A compaction, or what may have been one: nothing before it counts.
    fn begin_anew(&mut self) {
        let calls = mem::take(&mut self.calls);
        self.barred.extend(calls.into_keys());
        self.blocks.clear();
        self.barred_messages.extend(mem::take(&mut self.messages).into_keys());
        self.groups.clear();
    }

    /// Takes in what a request has of a message. `id` is the name of a message of the model.
    fn take_message(&mut self, message: &Value, id: Option<&str>, fields: &LineFields<'_>) {
        let role = message.get("role").and_then(Value::as_str);
        let author = if role == Some("assistant") { Author::Model } else { Author::User };
        let hashes = message_hashes(message);
        let from = BlockOrigin {
            is_of_host: role == Some("system"),
            is_barred: hashes.iter().any(|hash| self.barred_messages.contains(hash)),
        };
        let mut kept = Vec::new();
        match message.get("content") {
            Some(Value::String(text)) => kept.extend(self.keep_text(text, from)),
            Some(Value::Array(blocks)) => {
                for block in blocks {
                    let place = self.take_block(block, from, fields);
                    kept.extend(place);
                    self.add_to_group(author, block, place, id);
                }
            }
            _ => {}
        }
        for hash in hashes {
            self.messages.entry(hash).or_insert_with(|| kept.clone());
        }
    }

    /// Takes in one block, and says where it is kept.
    fn take_block(&mut self, block: &Value, from: BlockOrigin, fields: &LineFields<'_>) -> Option<usize> {
        let text = |key: &str| block.get(key).and_then(Value::as_str);
        match text("type") {
            Some("tool_use") => {
                self.note_call(text("id")?, text("name")?, block.get("input")?, fields);
                None
            }
            Some("tool_result") => {
                let call = text("tool_use_id")?;
                // What other calls showed is of no interest.
                let concerns = self.calls.get(call).is_none_or(|call| *call != ToolCall::Elsewhere);
                if self.barred.contains(call) || !concerns {
                    return None;
                }
                let is_error = block.get("is_error").is_some_and(|flag| *flag != Value::Bool(false));
                let text = block.get("content").and_then(sole_text).map(str::to_owned);
                self.keep(KeptBlock::Result { call: call.to_owned(), is_error, text })
            }
            Some("text") => self.keep_text(text("text")?, from),
            _ => None,
        }
    }

    /// Keeps a text in which the host may show the file by itself.
    fn keep_text(&mut self, text: &str, from: BlockOrigin) -> Option<usize> {
        let host_text = HostText(text);
        let may_show = host_text.reads_a_file()
            || (from.is_of_host || text.contains(HostText::REMINDER)) && host_text.speaks_of(&self.file);
        let shows_before = from.is_barred && matches!(host_text.says(), HostSays::Shows(_));
        if !may_show || shows_before {
            return None;
        }
        self.keep(KeptBlock::HostText(text.to_owned()))
    }

    fn keep(&mut self, block: KeptBlock) -> Option<usize> {
        self.blocks.push(block);
        Some(self.blocks.len() - 1)
    }

    fn note_call(&mut self, id: &str, tool: &str, input: &Value, fields: &LineFields<'_>) {
        if id == self.call {
            self.note_own_call(fields);
        }
        if self.barred.contains(id) {
            return;
        }
        let here = ShellFolder { folder: fields.cwd.as_text(), has_moved: self.has_moved };
        let call = ToolCall::of(tool, input, here, &self.file);
        if tool == "Bash" && input.get("command").and_then(Value::as_str).is_none_or(may_change_folder) {
            self.has_moved = true;
        }
        // A message may stand there twice, in an entry and in the ledger. The ledger knows no folder.
        let is_entry = fields.kind.is("assistant");
        self.calls
            .entry(id.to_owned())
            .and_modify(|known| {
                if is_entry && *known != call {
                    *known = ToolCall::Unclear;
                }
            })
            .or_insert(call);
    }

    fn note_own_call(&mut self, fields: &LineFields<'_>) {
        if !fields.kind.is("assistant") {
            return;
        }
        let made_by =
            fields.request_ref.as_text().map_or(MadeBy::Unsaid, |id| MadeBy::Request(id.to_owned()));
        self.made_by = Some(match self.made_by.take() {
            Some(known) if known != made_by => MadeBy::Several,
            _ => made_by,
        });
    }

    /// The blocks of one message of the model stand in entries of their own, and so do the results of its calls.
    fn add_to_group(&mut self, author: Author, block: &Value, place: Option<usize>, id: Option<&str>) {
        let text = |key: &str| block.get(key).and_then(Value::as_str);
        let key = match author {
            Author::Model => id.map(str::to_owned),
            Author::User => text("tool_use_id").and_then(|call| self.message_of_call.get(call).cloned()),
        };
        let Some(key) = key else { return };
        if let (Author::Model, Some(call)) = (author, text("id")) {
            self.message_of_call.insert(call.to_owned(), key.clone());
        }
        let role = if author == Author::Model { "assistant" } else { "user" };
        let group = self.groups.entry((author, key));
        let group = group.or_insert_with(|| Group { hasher: BlockHasher::new(role), blocks: Vec::new() });
        group.hasher.add(block);
        group.blocks.extend(place);
        let hash = group.hasher.hash();
        let blocks = group.blocks.clone();
        self.messages.entry(hash).or_insert(blocks);
    }

    fn request(&self) -> Result<Vec<SentBlock<'_>>, NoEvidence> {
        let request = match &self.made_by {
            None => return Err(NoEvidence::NoCall),
            Some(MadeBy::Unsaid) => return Err(NoEvidence::NoLedger),
            Some(MadeBy::Several) => return Err(NoEvidence::AmbiguousCall),
            Some(MadeBy::Request(request)) => request,
        };
        if !matches!(self.calls.get(&self.call), Some(ToolCall::Read(_))) {
            return Err(NoEvidence::AnotherCall);
        }
        let mut sent = Vec::new();
        for (message, hash) in self.ledger.messages(request)?.into_iter().enumerate() {
            match self.messages.get(&hash) {
                Some(blocks) => {
                    sent.extend(blocks.iter().map(|place| self.sent(message, &self.blocks[*place])));
                }
                None => sent.push(SentBlock::Unknown),
            }
        }
        Ok(sent)
    }

    fn sent<'t>(&'t self, message: usize, block: &'t KeptBlock) -> SentBlock<'t> {
        match block {
            KeptBlock::HostText(text) => SentBlock::HostText(text),
            KeptBlock::Result { call, is_error, text } => match self.calls.get(call) {
                Some(call) => SentBlock::Result { message, call, is_error: *is_error, text: text.as_deref() },
                None => SentBlock::Unknown,
            },
        }
    }
}

/// What of an entry's message is in the request, and its name, by which its parts are put together.
fn entry_message(message: Value) -> Option<(Value, Option<String>)> {
    let Value::Object(mut fields) = message else { return None };
    let id = fields.get("id").and_then(Value::as_str).map(str::to_owned);
    fields.retain(|key, _| matches!(key.as_str(), "role" | "content"));
    Some((Value::Object(fields), id))
}

/// The one text of a result; `None` if there are several, or other things.
fn sole_text(content: &Value) -> Option<&str> {
    match content {
        Value::String(text) => Some(text),
        Value::Array(blocks) => match &blocks[..] {
            [block] if block.get("type")? == "text" => block.get("text")?.as_str(),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests;
