//! What becomes of a result between the answer and the session: pi, other extensions and accidents have a hand in it.

use std::rc::Rc;

use proptest::prelude::*;
use reread_text::Digest;
use serde_json::{Value, json};

use crate::trust::visible::Shows;

/// What becomes of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// It is appended as it was made.
    Kept,
    /// It is never appended.
    Dropped,
    /// The call was aborted, and an error stands in its place.
    Failed,
    /// It is marked as an error, with everything else as it was made.
    MarkedFailed,
    /// Its content was altered, its metadata kept.
    Altered(u8),
    /// Likewise, and nothing in its metadata tells.
    AlteredUnhashed(u8),
    /// Its content is right, its metadata is gone.
    Bare,
    /// Its content is right, its metadata is something else.
    Garbage(u8),
    /// Its content is right, one field of its metadata is not.
    Field(u8, u8),
    /// Its content is right, and nothing in its metadata says so.
    Unhashed,
    /// It is the result of a call that a script made.
    Nested,
    /// It is an image by now.
    Image,
}

pub(crate) fn fates() -> impl Strategy<Value = Fate> + Clone {
    let number = any::<u8>;
    prop_oneof![
        120 => Just(Fate::Kept),
        2 => Just(Fate::Dropped),
        1 => Just(Fate::Failed),
        1 => Just(Fate::MarkedFailed),
        2 => number().prop_map(Fate::Altered),
        3 => number().prop_map(Fate::AlteredUnhashed),
        1 => Just(Fate::Bare),
        1 => number().prop_map(Fate::Garbage),
        2 => (number(), number()).prop_map(|(field, number)| Fate::Field(field, number)),
        2 => Just(Fate::Unhashed),
        1 => Just(Fate::Nested),
        1 => Just(Fate::Image),
    ]
}

/// A result as it was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) file: usize,
    pub(crate) text: String,
    pub(crate) truncation: Option<Value>,
    pub(crate) metadata: Option<Value>,
    pub(crate) is_error: bool,
    /// What it displays.
    pub(crate) shows: Shows,
}

/// A result as it was appended.
pub(crate) struct Appended {
    pub(crate) call_id: String,
    pub(crate) content: Value,
    pub(crate) details: Option<Value>,
    pub(crate) is_error: bool,
    pub(crate) shows: Shows,
}

impl Fate {
    /// The text that is seen delivered; `None` if none is.
    pub(crate) fn delivered(self, made: &Made) -> Option<String> {
        match self {
            Self::Dropped | Self::Failed | Self::MarkedFailed | Self::Nested | Self::Image => None,
            Self::Altered(how) | Self::AlteredUnhashed(how) => {
                Some(format!("{} and another block", altered(&made.text, how)))
            }
            _ => Some(made.text.clone()),
        }
    }

    /// What is appended; `None` if nothing is. `versions` is what the file said so far.
    pub(crate) fn appended(self, call_id: &str, made: &Made, versions: &[Rc<str>]) -> Option<Appended> {
        let something_else = made.shows.spoilt(made.file);
        let mut appended = Appended {
            call_id: call_id.to_owned(),
            content: json!([{ "type": "text", "text": made.text }]),
            details: details(made.truncation.clone(), made.metadata.clone()),
            is_error: made.is_error,
            shows: made.shows.clone(),
        };
        match self {
            Self::Kept => {}
            Self::Dropped => return None,
            Self::Failed => {
                appended.content = json!([{ "type": "text", "text": "Operation aborted" }]);
                appended.details = Some(json!({}));
                appended.is_error = true;
                appended.shows = something_else;
            }
            Self::MarkedFailed => {
                appended.is_error = true;
                appended.shows = something_else;
            }
            Self::Altered(how) | Self::AlteredUnhashed(how) => {
                let text = altered(&made.text, how);
                appended.content = match how % 8 {
                    5 => json!([{ "type": "text", "text": text }, { "type": "text", "text": "" }]),
                    6 => json!(text),
                    _ => json!([{ "type": "text", "text": text }]),
                };
                if let Self::AlteredUnhashed(_) = self {
                    appended.details = details(made.truncation.clone(), unhashed(made.metadata.clone()));
                }
                appended.shows = something_else;
            }
            Self::Bare => appended.details = details(made.truncation.clone(), None),
            Self::Garbage(what) => {
                appended.details =
                    details(made.truncation.clone(), Some(garbage(what, made.metadata.as_ref())));
                if what % 16 == 15 {
                    appended.details = Some(json!("details"));
                }
            }
            Self::Field(field, number) => {
                let mut metadata = made.metadata.clone();
                if let Some(metadata) = &mut metadata {
                    if matches!(made.shows, Shows::Lines { .. }) {
                        spoil_anchor(metadata, field, number, versions);
                    } else {
                        spoil(metadata, field);
                    }
                }
                appended.details = details(made.truncation.clone(), metadata);
            }
            Self::Unhashed => {
                appended.details = details(made.truncation.clone(), unhashed(made.metadata.clone()));
            }
            Self::Nested => {
                appended.call_id = format!("{call_id}/1");
                appended.shows = something_else;
            }
            Self::Image => {
                let note = json!({ "type": "text", "text": "Read image file [image/png]" });
                appended.content =
                    json!([note, { "type": "image", "data": "AAAA", "mimeType": "image/png" }]);
                appended.details = None;
                appended.shows = something_else;
            }
        }
        Some(appended)
    }
}

fn details(truncation: Option<Value>, metadata: Option<Value>) -> Option<Value> {
    match (truncation, metadata) {
        (None, None) => None,
        (Some(truncation), None) => Some(json!({ "truncation": truncation })),
        (None, Some(metadata)) => Some(json!({ "readcache": metadata })),
        (Some(truncation), Some(metadata)) => {
            Some(json!({ "truncation": truncation, "readcache": metadata }))
        }
    }
}

fn unhashed(mut metadata: Option<Value>) -> Option<Value> {
    if let Some(Value::Object(fields)) = &mut metadata {
        fields.shift_remove("contentHash");
    }
    metadata
}

/// Another text than was made.
fn altered(text: &str, how: u8) -> String {
    let other = match how % 8 {
        0 => format!("{text} and more"),
        1 => text.replacen("line", "LINE", 1),
        2 => text.lines().skip(1).collect::<Vec<_>>().join("\n"),
        3 => "[pruned]".to_owned(),
        4 => text.chars().take(text.chars().count() / 2).collect(),
        7 => format!("something else{}", text.find('\n').map_or("", |end| &text[end..])),
        _ => text.to_owned(),
    };
    if other == text && !matches!(how % 8, 5 | 6) { format!("{text} ") } else { other }
}

/// JSON that is no metadata.
fn garbage(what: u8, metadata: Option<&Value>) -> Value {
    match what % 8 {
        0 => Value::Null,
        1 => json!({}),
        2 => json!([1, 2]),
        3 => json!("v1"),
        4 => json!({ "v": 1, "pathKey": 7 }),
        5 => json!({ "v": 1, "readcache": metadata }),
        6 => json!([metadata]),
        _ => json!({ "v": 1, "mode": "full", "scopeKey": "full", "servedHash": "0".repeat(64) }),
    }
}

/// Spoils metadata so that it cannot be used.
fn spoil(metadata: &mut Value, field: u8) {
    let (name, value) = match field % 10 {
        0 => ("v", json!(2)),
        1 => ("mode", json!("unchanged_whole")),
        2 => ("scopeKey", json!("r:2")),
        3 => ("servedHash", json!("ABC")),
        4 => ("totalLines", json!(0)),
        5 => ("rangeEnd", json!(1_000_000)),
        6 => ("rangeStart", json!(-1)),
        7 => ("bytes", json!("many")),
        8 => ("baseHash", Value::Null),
        _ => ("pathKey", json!("")),
    };
    metadata[name] = value;
}

/// Puts another value into a field of metadata about lines, often one that makes sense.
fn spoil_anchor(metadata: &mut Value, field: u8, number: u8, versions: &[Rc<str>]) {
    let get = |name: &str| metadata[name].as_u64().unwrap_or(1);
    let (start, end, total) = (get("rangeStart"), get("rangeEnd"), get("totalLines"));
    let other = &versions[usize::from(number) % versions.len()];
    let other = Digest::of(other.as_bytes()).to_string();
    match field % 14 {
        0 => metadata["servedHash"] = json!(other),
        1 => metadata["servedHash"] = json!("7".repeat(64)),
        2 => claim(metadata, start + 1, end + 1, total),
        3 => claim(metadata, start.saturating_sub(1).max(1), end - 1, total),
        4 => claim(metadata, start + 1, end, total),
        5 => claim(metadata, start, end - 1, total),
        6 => claim(metadata, start, end + 1, total),
        7 => claim(metadata, start, end, total + 1),
        8 => claim(metadata, start, end.min(total - 1), total - 1),
        9 => claim(metadata, 1, total, total),
        10 => {
            metadata["mode"] = json!("unchanged");
            metadata["baseHash"] = metadata["servedHash"].clone();
        }
        11 => metadata["mode"] = json!("full_fallback"),
        12 => metadata["contentHash"] = json!(other),
        _ => spoil(metadata, number),
    }
}

fn claim(metadata: &mut Value, start: u64, end: u64, total: u64) {
    metadata["rangeStart"] = json!(start);
    metadata["rangeEnd"] = json!(end);
    metadata["totalLines"] = json!(total);
    metadata["scopeKey"] =
        if (start, end) == (1, total) { json!("full") } else { json!(format!("r:{start}:{end}")) };
}
