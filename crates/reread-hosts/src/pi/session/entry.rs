//! One line of pi's session file, version 3: the fields that replay and audit need.
//!
//! An entry borrows from its line. Contents and details are found, and parsed only on demand: most of
//! a session is text that need not be understood. A kind of entry that is not known is still an entry.

use std::borrow::Cow;

use reread_text::as_utf8;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{Object, Scalar};
use crate::pi::session::message::{ContextEdit, MessageFields, SessionToolResult, ToolCall, tool_calls};

/// The version of the format that is understood.
const VERSION: u64 = 3;

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionHeader {
    /// The session's name.
    pub session: String,
    /// The version of the format; `None` if it is not a number.
    pub version: Option<u64>,
    /// The folder that relative names start from.
    pub cwd: Option<String>,
}

impl SessionHeader {
    /// Whether the entries mean what they are taken for here.
    pub fn is_understood(&self) -> bool {
        self.version == Some(VERSION)
    }
}

/// A line of the session that has a name and a place in the tree.
#[derive(Clone, Debug)]
pub struct SessionEntry<'a> {
    /// Its name.
    pub id: Cow<'a, str>,
    /// The name of the entry that it follows.
    pub parent: Option<Cow<'a, str>>,
    /// pi's word for what it is.
    pub entry_type: Cow<'a, str>,
    /// What it is.
    pub kind: SessionEntryKind<'a>,
}

/// The content of an entry, as far as replay and audit need it.
#[derive(Clone, Debug)]
pub enum SessionEntryKind<'a> {
    /// What a call led to, successful or not.
    ToolResult(SessionToolResult<'a>),
    /// What the model said, with the calls it made; `None` if they cannot be read.
    Assistant(Option<Vec<ToolCall<'a>>>),
    /// A message of another role: the user, the system.
    Message {
        /// Who.
        role: Option<Cow<'a, str>>,
    },
    /// A summary of what came before.
    Compaction {
        /// The first entry that stays in the context beside it, by pi's word.
        first_kept: Option<Cow<'a, str>>,
    },
    /// Another entry's content was removed or replaced.
    ContextEdit(ContextEdit<'a>),
    /// State of an extension.
    Custom {
        /// Whose, and what.
        custom_type: Option<Cow<'a, str>>,
        /// The state, as JSON.
        data: Option<&'a str>,
    },
    /// Anything else.
    Other,
    /// An entry whose line cannot be read beyond its name.
    Unreadable,
}

/// What a line holds.
#[derive(Clone, Debug)]
pub(crate) enum SessionLine<'a> {
    Header(SessionHeader),
    Entry(SessionEntry<'a>),
}

/// The fields of messages, and those that every entry has.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LineFields<'a> {
    #[serde(borrow, rename = "type")]
    entry_type: Scalar<'a>,
    id: Scalar<'a>,
    parent_id: Scalar<'a>,
    message: Object<MessageFields<'a>>,
}

/// The fields of entries that are not messages.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct RareFields<'a> {
    #[serde(borrow)]
    version: Scalar<'a>,
    cwd: Scalar<'a>,
    first_kept_entry_id: Scalar<'a>,
    target_id: Scalar<'a>,
    replacement: Option<&'a RawValue>,
    custom_type: Scalar<'a>,
    data: Option<&'a RawValue>,
}

/// What can be read of a line when nothing else can.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BareFields<'a> {
    #[serde(borrow, rename = "type")]
    entry_type: Scalar<'a>,
    id: Scalar<'a>,
    parent_id: Scalar<'a>,
}

impl<'a> SessionLine<'a> {
    /// `None` if the line is not JSON or names no entry.
    pub(crate) fn parse(line: &'a [u8]) -> Option<Self> {
        let text = as_utf8(line).ok();
        let Some(fields) = text.and_then(|text| Some((text, shape::<LineFields<'_>>(text)?))) else {
            return Self::bare(line);
        };
        let (text, LineFields { entry_type, id, parent_id, message }) = fields;
        let entry_type = entry_type.text().unwrap_or_default();
        let kind = match &*entry_type {
            "message" => message.shape().map_or(SessionEntryKind::Unreadable, SessionEntryKind::of_message),
            "session" | "compaction" | "context_edit" | "custom" => {
                let Some(fields) = shape::<RareFields<'_>>(text) else { return Self::bare(line) };
                if entry_type == "session" {
                    let (version, cwd) = (fields.version.number(), fields.cwd.text().map(Cow::into_owned));
                    return Some(Self::Header(SessionHeader {
                        session: id.text()?.into_owned(),
                        version,
                        cwd,
                    }));
                }
                SessionEntryKind::of_rare(&entry_type, fields)
            }
            _ => SessionEntryKind::Other,
        };
        SessionEntry::new(entry_type, id, parent_id, kind).map(Self::Entry)
    }

    /// A lone surrogate, a byte that is no text, a field said twice: the entry is there all the same.
    fn bare(line: &'a [u8]) -> Option<Self> {
        let BareFields { entry_type, id, parent_id } =
            serde_json::from_slice::<Object<_>>(line).ok().and_then(Object::shape)?;
        let entry_type = entry_type.text().filter(|word| word != "session")?;
        SessionEntry::new(entry_type, id, parent_id, SessionEntryKind::Unreadable).map(Self::Entry)
    }
}

/// The fields of an object; `None` if it is none, or says one of them twice or in no text.
fn shape<'a, T: Deserialize<'a>>(json: &'a str) -> Option<T> {
    // A list would be taken for the fields in their order.
    json.trim_ascii_start().starts_with('{').then(|| serde_json::from_str(json).ok()).flatten()
}

impl<'a> SessionEntry<'a> {
    fn new(
        entry_type: Cow<'a, str>,
        id: Scalar<'a>,
        parent: Scalar<'a>,
        kind: SessionEntryKind<'a>,
    ) -> Option<Self> {
        let parent = match parent {
            Scalar::Text(parent) => Some(parent),
            Scalar::Missing | Scalar::Null => None,
            _ => return None,
        };
        let id = id.text().filter(|id| !id.is_empty())?;
        Some(Self { id, parent, entry_type, kind })
    }
}

impl<'a> SessionEntryKind<'a> {
    fn of_rare(entry_type: &str, fields: RareFields<'a>) -> Self {
        match entry_type {
            "compaction" => Self::Compaction { first_kept: fields.first_kept_entry_id.text() },
            "context_edit" => {
                Self::ContextEdit(ContextEdit::new(fields.target_id.text(), fields.replacement))
            }
            _ => {
                let data = fields.data.map(RawValue::get);
                Self::Custom { custom_type: fields.custom_type.text(), data }
            }
        }
    }

    fn of_message(message: MessageFields<'a>) -> Self {
        if message.role.is("toolResult") {
            return SessionToolResult::of_message(message).map_or(Self::Unreadable, Self::ToolResult);
        }
        if message.role.is("assistant") {
            return Self::Assistant(tool_calls(message.content));
        }
        Self::Message { role: message.role.text() }
    }
}

#[cfg(test)]
mod tests;
