//! Messages of the model and results of its tools.
//!
//! Contents are lists of blocks. Their texts are parsed on demand.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use reread_text::Digest;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{Object, Scalar};
use crate::pi::metadata::{MetadataFields, ReadMetadata, UnusableMetadata};
use crate::pi::notice::{Truncation, TruncationFields};

/// A call that the model made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall<'a> {
    /// What its result will be found by.
    pub call_id: Cow<'a, str>,
    /// The name of the tool, such as `read`.
    pub tool: Cow<'a, str>,
    /// The argument `path`, as the model wrote it.
    pub path: Option<Cow<'a, str>>,
    /// The argument `offset`, if it is a whole number.
    pub offset: Option<u64>,
    /// The argument `limit`, if it is a whole number.
    pub limit: Option<u64>,
}

/// What a call led to.
#[derive(Clone, Debug)]
pub struct SessionToolResult<'a> {
    /// The `call_id` of the call that it answers.
    pub call_id: Cow<'a, str>,
    /// The name of the tool, such as `read`.
    pub tool: Cow<'a, str>,
    /// Whether the call failed; `None` if that is not recorded.
    pub is_error: Option<bool>,
    content: Option<&'a RawValue>,
    details: Object<Box<DetailsFields<'a>>>,
    nested: Option<&'a RawValue>,
    /// The digest of what was delivered, as stated by the extension, which hands over entries without their content. A
    /// session file has no such word.
    pub(crate) stated_digest: Option<Digest>,
    /// The length of what was delivered, likewise.
    pub(crate) stated_length: Option<u64>,
    /// How many lines it has, as pi counts them, likewise.
    pub(crate) stated_lines: Option<u64>,
}

/// What extensions and pi itself say about a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultDetails {
    /// What is said about the read; `None` if nothing is.
    pub metadata: Option<Result<ReadMetadata, UnusableMetadata>>,
    /// How the text was cut; `Err` if something is said that cannot be read.
    pub truncation: Result<Option<Truncation>, UnreadableTruncation>,
}

/// Something is said about how a text was cut, and it cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("how the text was cut cannot be read")]
pub struct UnreadableTruncation;

/// A change of what another entry shows.
#[derive(Clone, Debug)]
pub struct ContextEdit<'a> {
    /// The entry; `None` if its name cannot be read.
    pub target: Option<Cow<'a, str>>,
    replacement: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct MessageFields<'a> {
    #[serde(borrow)]
    pub(crate) role: Scalar<'a>,
    tool_call_id: Scalar<'a>,
    tool_name: Scalar<'a>,
    pub(crate) content: Option<&'a RawValue>,
    // Few messages have details, and their fields are many.
    details: Object<Box<DetailsFields<'a>>>,
    is_error: Scalar<'a>,
    nested_calls: Option<&'a RawValue>,
    content_digest: Scalar<'a>,
    content_length: Scalar<'a>,
    content_lines: Scalar<'a>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct DetailsFields<'a> {
    #[serde(borrow)]
    readcache: Object<MetadataFields<'a>>,
    truncation: Object<TruncationFields<'a>>,
}

/// The type of a block that is a call.
const CALL: &str = "toolCall";

#[derive(Default, Deserialize)]
#[serde(default)]
struct CallFields<'a> {
    #[serde(borrow, rename = "type")]
    block_type: Scalar<'a>,
    id: Scalar<'a>,
    name: Scalar<'a>,
    arguments: Object<ArgumentFields<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ArgumentFields<'a> {
    #[serde(borrow)]
    path: Scalar<'a>,
    offset: Scalar<'a>,
    limit: Scalar<'a>,
}

/// The calls in a message of the model; `None` if they cannot be read. A text in place of blocks has none.
pub(crate) fn tool_calls(content: Option<&RawValue>) -> Option<Vec<ToolCall<'_>>> {
    let Some(content) = content.filter(|content| content.get().starts_with('[')) else {
        return Some(Vec::new());
    };
    // Most of what a model says are words. Where a call is, its type is, unless it is spelled in numbers.
    if [&IS_CALL, &IS_ESCAPED].iter().all(|word| word.find(content.get().as_bytes()).is_none()) {
        return Some(Vec::new());
    }
    let blocks: Vec<Object<CallFields<'_>>> = serde_json::from_str(content.get()).ok()?;
    let calls = blocks.into_iter().filter_map(Object::shape).filter(|block| block.block_type.is(CALL));
    calls.map(tool_call).collect()
}

static IS_CALL: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(CALL));
static IS_ESCAPED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\\u"));

fn tool_call(block: CallFields<'_>) -> Option<ToolCall<'_>> {
    let ArgumentFields { path, offset, limit } = block.arguments.shape().unwrap_or_default();
    let (path, offset, limit) = (path.text(), offset.number(), limit.number());
    Some(ToolCall { call_id: block.id.text()?, tool: block.name.text()?, path, offset, limit })
}

impl<'a> SessionToolResult<'a> {
    /// `None` if the message does not say of which call.
    pub(crate) fn of_message(message: MessageFields<'a>) -> Option<Self> {
        Some(Self {
            call_id: message.tool_call_id.text()?,
            tool: message.tool_name.text()?,
            is_error: message.is_error.flag(),
            content: message.content,
            details: message.details,
            nested: message.nested_calls,
            stated_digest: message.content_digest.as_text().and_then(|digest| digest.parse().ok()),
            stated_length: message.content_length.number(),
            stated_lines: message.content_lines.number(),
        })
    }

    /// Whether a script made the call: those are numbered below the call of the script.
    pub fn is_nested(&self) -> bool {
        let number = self.call_id.rsplit_once('/').map(|(_, number)| number);
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// What was delivered, block by block, with nothing in the place of an image; `None` if it cannot be read.
    pub fn texts(&self) -> Option<Vec<Option<Cow<'a, str>>>> {
        texts(self.content?)
    }

    /// What was delivered, if it is one block of text and nothing else.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        let content = self.content.filter(|content| content.get().starts_with('['))?;
        let blocks = texts(content)?;
        let [text] = <[_; 1]>::try_from(blocks).ok()?;
        text
    }

    /// The calls that the tool made itself, as scripts do; none if they cannot be read.
    pub fn nested_calls(&self) -> Vec<ToolCall<'a>> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow, default)]
            calls: Vec<Object<CallFields<'a>>>,
        }
        let Some(nested) = self.nested else { return Vec::new() };
        let fields = serde_json::from_str::<Object<Fields<'_>>>(nested.get()).ok().and_then(Object::shape);
        let calls = fields.into_iter().flat_map(|fields| fields.calls);
        calls.filter_map(|block| tool_call(block.shape()?)).collect()
    }

    /// What is said about it.
    pub fn details(&self) -> ResultDetails {
        let Object::Is(fields) = &self.details else {
            return ResultDetails { metadata: None, truncation: Ok(None) };
        };
        let truncation = match &fields.truncation {
            Object::Missing => Ok(None),
            Object::Other => Err(UnreadableTruncation),
            Object::Is(fields) => fields.read().ok_or(UnreadableTruncation).map(Some),
        };
        let metadata = match &fields.readcache {
            Object::Missing => None,
            Object::Other => Some(Err(UnusableMetadata { field: "readcache" })),
            Object::Is(fields) => Some(ReadMetadata::from_fields(fields)),
        };
        ResultDetails { metadata, truncation }
    }
}

impl<'a> ContextEdit<'a> {
    pub(crate) fn new(target: Option<Cow<'a, str>>, replacement: Option<&'a RawValue>) -> Self {
        Self { target, replacement }
    }

    /// What stands in place of the content now, block by block; `None` if it was removed, or cannot be read.
    pub fn replacement(&self) -> Option<Vec<Option<Cow<'a, str>>>> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow, default)]
            content: Option<&'a RawValue>,
        }
        let replacement = serde_json::from_str::<Object<Fields<'a>>>(self.replacement?.get()).ok()?;
        texts(replacement.shape()?.content?)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TextFields<'a> {
    #[serde(borrow, rename = "type")]
    block_type: Scalar<'a>,
    text: Scalar<'a>,
}

/// The texts of a content, with nothing in the place of a block that is none; a text in place of blocks is one.
fn texts(content: &RawValue) -> Option<Vec<Option<Cow<'_, str>>>> {
    if content.get().starts_with('"') {
        return serde_json::from_str::<Scalar<'_>>(content.get()).ok().map(|text| vec![text.text()]);
    }
    let blocks: Vec<Object<TextFields<'_>>> = serde_json::from_str(content.get()).ok()?;
    let texts = blocks.into_iter().map(Object::shape).map(|block| match block {
        Some(block) if block.block_type.is("text") => block.text.text(),
        _ => None,
    });
    Some(texts.collect())
}

#[cfg(test)]
mod tests;
