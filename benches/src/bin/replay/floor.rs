//! The least work that could be part of the same answer.

use std::borrow::Cow;

use memchr::memchr_iter;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// How many lines there are.
pub(crate) fn split(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr_iter(b'\n', bytes).map(move |end| &bytes[std::mem::replace(&mut start, end + 1)..end])
}

/// Names and types, and nothing of what is said.
pub(crate) fn names(bytes: &[u8]) -> usize {
    #[derive(Deserialize)]
    struct Names<'a> {
        #[serde(borrow, rename = "type")]
        entry_type: Cow<'a, str>,
        #[serde(borrow)]
        id: Cow<'a, str>,
        #[serde(borrow, default, rename = "parentId")]
        parent: Option<&'a str>,
    }
    let long = |line: &[u8]| {
        let names: Names<'_> = serde_json::from_slice(line).expect("the session is sound");
        names.entry_type.len() + names.id.len() + names.parent.map_or(0, str::len)
    };
    lines(bytes).map(long).sum()
}

/// Names, calls and metadata; the texts are stepped over.
pub(crate) fn shapes(bytes: &[u8]) -> usize {
    lines(bytes).map(shape).sum()
}

/// The same for one line.
pub(crate) fn shape(line: &[u8]) -> usize {
    #[derive(Deserialize)]
    struct Shape<'a> {
        #[serde(borrow, rename = "type")]
        entry_type: Cow<'a, str>,
        #[serde(borrow)]
        id: Cow<'a, str>,
        #[serde(borrow, default, rename = "parentId")]
        parent: Option<&'a str>,
        #[serde(borrow, default)]
        message: Option<Message<'a>>,
    }
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        role: Cow<'a, str>,
        #[serde(borrow, default, rename = "toolCallId")]
        call: Option<&'a str>,
        #[serde(borrow, default)]
        content: Vec<Block<'a>>,
        #[serde(borrow, default)]
        details: Option<Details<'a>>,
    }
    #[derive(Deserialize)]
    struct Block<'a> {
        #[serde(borrow, default)]
        id: Option<&'a str>,
        #[serde(default)]
        text: Option<IgnoredAny>,
    }
    #[derive(Deserialize)]
    struct Details<'a> {
        #[serde(borrow, default)]
        readcache: Option<Metadata<'a>>,
    }
    #[derive(Deserialize)]
    struct Metadata<'a> {
        #[serde(borrow, rename = "pathKey")]
        path_key: Cow<'a, str>,
        #[serde(borrow, rename = "servedHash")]
        served: Cow<'a, str>,
        #[serde(rename = "totalLines")]
        total_lines: usize,
    }
    let shape: Shape<'_> = serde_json::from_slice(line).expect("the session is sound");
    let names = shape.entry_type.len() + shape.id.len() + shape.parent.map_or(0, str::len);
    let Some(message) = shape.message else { return names };
    let blocks =
        message.content.iter().map(|block| block.id.map_or(0, str::len) + usize::from(block.text.is_some()));
    let metadata = message.details.and_then(|details| details.readcache);
    let said = metadata.map_or(0, |said| said.path_key.len() + said.served.len() + said.total_lines);
    names + message.role.len() + message.call.map_or(0, str::len) + blocks.sum::<usize>() + said
}

/// Every line as a tree of values.
pub(crate) fn values(bytes: &[u8]) -> usize {
    let value = |line: &[u8]| serde_json::from_slice::<Value>(line).expect("the session is sound");
    lines(bytes).map(value).filter(|value| value["id"].is_string()).count()
}
