//! What the extension says: one line of JSON each, and behind some of them raw frames of announced length.

use std::borrow::Cow;
use std::io::{self, BufRead, Read as _};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{Object, Scalar};
use crate::pi::notice::{Truncation, TruncationFields};

/// No line and no frame is longer than this.
const LONGEST: u64 = 256 << 20;

/// No message has more frames.
const MOST_FRAMES: usize = 2;

/// A message as it came, with its frames.
#[derive(Debug)]
pub struct ReceivedMessage {
    line: String,
    frames: Vec<Vec<u8>>,
}

/// What the extension says.
#[derive(Debug)]
pub enum CompanionMessage<'a> {
    /// Which names may be meant?
    Resolve(ResolveMessage<'a>),
    /// Entries of the active branch that were not handed over before, oldest first.
    Branch(BranchMessage<'a>),
    /// A read that pi has answered.
    Read(ReadMessage<'a>),
    /// The result of a call was seen delivered.
    Delivered(DeliveredMessage<'a>),
    /// A scope is to be shown anew.
    Refresh(RefreshMessage<'a>),
    /// What is held, and what was saved?
    Status(StatusMessage),
    /// Something about the active branch that cannot be understood, so that the active branch is unknown.
    Unheard,
}

/// Which names may be meant?
#[derive(Debug, Deserialize)]
pub struct ResolveMessage<'a> {
    pub(super) id: u64,
    #[serde(borrow)]
    pub(super) path: Cow<'a, str>,
    /// Whether the lines were named in another way, so that a suffix is part of the name.
    pub(super) lines_given: bool,
}

/// What is new on the active branch.
#[derive(Debug, Deserialize)]
pub struct BranchMessage<'a> {
    #[serde(borrow)]
    pub(super) session: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) cwd: Cow<'a, str>,
    /// The version of the session's format.
    pub(super) version: Option<u64>,
    /// The entries as pi writes them, but a digest in place of each content.
    #[serde(borrow)]
    pub(super) entries: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) leaf: Option<Cow<'a, str>>,
    /// What the model was sent last, if that is new.
    #[serde(borrow, default)]
    pub(super) context: Option<SentContext<'a>>,
}

/// What the model was sent in one request.
#[derive(Debug, Deserialize)]
pub(super) struct SentContext<'a> {
    /// The leaf that the request was made at.
    #[serde(borrow)]
    pub(super) leaf: Option<Cow<'a, str>>,
    /// The results of reads in it: the call, and the digest of the text.
    #[serde(borrow)]
    pub(super) reads: Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>,
}

/// A read that pi has answered. Its frames are the bytes of the file and the text that pi made of them, or one for both if
/// they are the same; there are none if pi showed something else than a text.
#[derive(Debug, Deserialize)]
pub struct ReadMessage<'a> {
    pub(super) id: u64,
    #[serde(borrow)]
    pub(super) call: Cow<'a, str>,
    /// The file, by its absolute name.
    #[serde(borrow)]
    pub(super) file: Cow<'a, str>,
    /// What that name leads to, if it is another.
    #[serde(borrow, default)]
    pub(super) real: Option<Cow<'a, str>>,
    /// The file, by the name that was asked for.
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow, default)]
    offset: Scalar<'a>,
    #[serde(borrow, default)]
    limit: Scalar<'a>,
    #[serde(borrow, default)]
    truncation: Object<TruncationFields<'a>>,
    #[serde(skip)]
    frames: &'a [Vec<u8>],
}

/// What pi showed of a file.
pub(super) struct PiShownFile<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) text: &'a str,
    pub(super) offset: Option<u64>,
    pub(super) limit: Option<u64>,
    pub(super) truncation: Option<Truncation>,
}

impl<'a> ReadMessage<'a> {
    /// What pi showed; `None` if it is no text, or was asked for in a way that only pi understands.
    pub(super) fn shown(&self) -> Option<PiShownFile<'a>> {
        let (bytes, text) = match self.frames {
            [bytes, text] => (bytes, text),
            [both] => (both, both),
            _ => return None,
        };
        let text = std::str::from_utf8(text).ok()?;
        let truncation = match &self.truncation {
            Object::Missing => None,
            Object::Other => return None,
            Object::Is(fields) => Some(fields.read()?),
        };
        let (offset, limit) = (whole_number(&self.offset)?, whole_number(&self.limit)?);
        Some(PiShownFile { bytes, text, offset, limit, truncation })
    }
}

/// A number that may be left out; `None` if it is something else.
fn whole_number(field: &Scalar<'_>) -> Option<Option<u64>> {
    match field {
        Scalar::Missing | Scalar::Null => Some(None),
        field => field.number().map(Some),
    }
}

/// The result of a call was seen delivered.
#[derive(Debug, Deserialize)]
pub struct DeliveredMessage<'a> {
    #[serde(borrow)]
    pub(super) call: Cow<'a, str>,
    /// The digest of its text; nothing if it is not one text.
    #[serde(borrow, default)]
    pub(super) content: Option<Cow<'a, str>>,
}

/// A scope is to be shown anew. The frame is the file; there is none if it cannot be read.
#[derive(Debug, Deserialize)]
pub struct RefreshMessage<'a> {
    pub(super) id: u64,
    #[serde(borrow)]
    pub(super) file: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(default)]
    pub(super) offset: Option<u64>,
    #[serde(default)]
    pub(super) limit: Option<u64>,
    /// When, in milliseconds since 1970.
    pub(super) at: u64,
    #[serde(skip)]
    frames: &'a [Vec<u8>],
}

impl<'a> RefreshMessage<'a> {
    pub(super) fn bytes(&self) -> Option<&'a [u8]> {
        self.frames.first().map(Vec::as_slice)
    }
}

/// What is held, and what was saved?
#[derive(Debug, Deserialize)]
pub struct StatusMessage {
    pub(super) id: u64,
}

/// What is known of a message before it is understood.
#[derive(Deserialize)]
struct MessageHead<'a> {
    #[serde(borrow)]
    op: Cow<'a, str>,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    frames: Vec<u64>,
}

/// Why a message is not understood. Who asked is told so.
#[derive(Debug, thiserror::Error)]
#[error("the message cannot be understood: {reason}")]
pub struct BadMessage {
    /// What a reply would be found by.
    pub id: Option<u64>,
    reason: String,
}

impl ReceivedMessage {
    /// Waits for the next message; `None` at the end. What is no message ends the conversation: the start of
    /// the next one is unknown.
    pub fn from(source: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        let length = source.by_ref().take(LONGEST).read_line(&mut line)?;
        if length == 0 {
            return Ok(None);
        }
        if !line.ends_with('\n') {
            return Err(unreadable("a line has no end"));
        }
        let head: MessageHead<'_> =
            serde_json::from_str(&line).map_err(|error| unreadable(&error.to_string()))?;
        if head.frames.len() > MOST_FRAMES || head.frames.iter().any(|length| *length > LONGEST) {
            return Err(unreadable("the frames are too many or too long"));
        }
        let mut frames = Vec::with_capacity(head.frames.len());
        for length in head.frames {
            let mut frame = Vec::new();
            if source.by_ref().take(length).read_to_end(&mut frame)? as u64 != length {
                return Err(unreadable("a frame has no end"));
            }
            frames.push(frame);
        }
        Ok(Some(Self { line, frames }))
    }

    /// What it says.
    pub fn message(&self) -> Result<CompanionMessage<'_>, BadMessage> {
        let Self { line, frames } = self;
        let head: MessageHead<'_> = parsed(line, None)?;
        let id = head.id;
        Ok(match &*head.op {
            "resolve" => CompanionMessage::Resolve(parsed(line, id)?),
            // It expects no reply, so the error cannot be reported.
            "branch" => parsed(line, id).map_or(CompanionMessage::Unheard, CompanionMessage::Branch),
            "read" => CompanionMessage::Read(ReadMessage { frames, ..parsed(line, id)? }),
            "delivered" => CompanionMessage::Delivered(parsed(line, id)?),
            "refresh" => CompanionMessage::Refresh(RefreshMessage { frames, ..parsed(line, id)? }),
            "status" => CompanionMessage::Status(parsed(line, id)?),
            other => return Err(BadMessage { id, reason: format!("`{other}` is nothing to ask for") }),
        })
    }
}

fn parsed<'a, T: Deserialize<'a>>(line: &'a str, id: Option<u64>) -> Result<T, BadMessage> {
    serde_json::from_str(line).map_err(|error| BadMessage { id, reason: error.to_string() })
}

fn unreadable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned())
}

#[cfg(test)]
mod tests;
