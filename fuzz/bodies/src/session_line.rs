//! One line of a session file, read by `serde_json` as well.

use std::fmt;

use reread_hosts::pi::{ContentCheck, SessionEntry, SessionEntryKind, SessionReader};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Bytes up to the first LF are a line: what is taken for an entry, and everything that it says, is what `serde_json`
/// makes of it.
pub fn session_line(data: &[u8]) {
    let line = data.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut reader = SessionReader::new(ContentCheck::Skipped);
    let mut found = None;
    reader.append_line_with(line, |_, entry| found = Some(words(entry)));
    let header =
        reader.header().map(|header| format!("{} {:?} {:?}", header.session, header.version, header.cwd));
    match str::from_utf8(line) {
        Ok(line) => assert_eq!(found.or(header), plain(line)),
        // What is not text can be stepped over, but not handed on by the second reading.
        Err(_) => assert!(header.is_none() && found.is_none_or(|found| found.ends_with(UNREADABLE))),
    }
}

const UNREADABLE: &str = "cannot be read";

fn words(entry: &SessionEntry<'_>) -> String {
    let SessionEntry { id, parent, entry_type, kind } = entry;
    let kind = match kind {
        SessionEntryKind::ToolResult(result) => {
            let (call, tool, texts) = (&result.call_id, &result.tool, result.texts());
            format!("{tool} {call} {:?} {texts:?}", result.is_error)
        }
        SessionEntryKind::Assistant(_) => "assistant".to_owned(),
        SessionEntryKind::Message { role } => format!("{role:?}"),
        SessionEntryKind::Compaction { first_kept } => format!("kept {first_kept:?}"),
        SessionEntryKind::ContextEdit(edit) => format!("edit {:?}", edit.target),
        SessionEntryKind::Custom { custom_type, data } => format!("custom {custom_type:?} {data:?}"),
        SessionEntryKind::Other => "other".to_owned(),
        SessionEntryKind::Unreadable => UNREADABLE.to_owned(),
    };
    format!("{id} {parent:?} {entry_type} {kind}")
}

/// The same words by the second reading.
fn plain(line: &str) -> Option<String> {
    match whole(line) {
        Ok(words) => words,
        Err(Broken) => {
            let [entry_type, id, parent] = scalars(object(line, ["type", "id", "parentId"]).ok()?).ok()?;
            let entry_type = entry_type.text().filter(|word| word != "session")?;
            named(&entry_type, id, parent, UNREADABLE)
        }
    }
}

/// `Ok(None)` if the line names no entry.
fn whole(line: &str) -> Result<Option<String>, Broken> {
    let [entry_type, id, parent, message] = object(line, ["type", "id", "parentId", "message"])?;
    let [entry_type, id, parent] = scalars([entry_type, id, parent])?;
    let message = message.filter(|message| message.starts_with('{')).map(said).transpose()?;
    let entry_type = entry_type.text().unwrap_or_default();
    let kind = match entry_type.as_str() {
        "message" => message.unwrap_or_else(|| UNREADABLE.to_owned()),
        "session" | "compaction" | "context_edit" | "custom" => {
            let names =
                ["version", "cwd", "firstKeptEntryId", "targetId", "customType", "replacement", "data"];
            let [version, cwd, kept, target, custom_type, _, data] = object(line, names)?;
            let [version, cwd, kept, target, custom_type] =
                scalars([version, cwd, kept, target, custom_type])?;
            match entry_type.as_str() {
                "session" => {
                    let version = if let Scalar::Number(version) = version { Some(version) } else { None };
                    return Ok(id.text().map(|id| format!("{id} {version:?} {:?}", cwd.text())));
                }
                "compaction" => format!("kept {:?}", kept.text()),
                "context_edit" => format!("edit {:?}", target.text()),
                _ => format!("custom {:?} {:?}", custom_type.text(), data.filter(|data| *data != "null")),
            }
        }
        _ => "other".to_owned(),
    };
    Ok(named(&entry_type, id, parent, &kind))
}

fn named(entry_type: &str, id: Scalar, parent: Scalar, kind: &str) -> Option<String> {
    let parent = match parent {
        Scalar::Text(parent) => Some(parent),
        Scalar::Nothing => None,
        _ => return None,
    };
    let id = id.text().filter(|id| !id.is_empty())?;
    Some(format!("{id} {parent:?} {entry_type} {kind}"))
}

fn said(message: &str) -> Result<String, Broken> {
    let names =
        ["role", "toolCallId", "toolName", "isError", "contentDigest", "contentLength", "contentLines"];
    let [role, call, tool, is_error, ..] = scalars(object(message, names)?)?;
    let [content, details, _] = object(message, ["content", "details", "nestedCalls"])?;
    check_details(details)?;
    let content = content.filter(|content| *content != "null");
    Ok(match role.text() {
        Some(role) if role == "assistant" => role,
        Some(role) if role == "toolResult" => {
            let is_error = if let Scalar::Flag(is_error) = is_error { Some(is_error) } else { None };
            let of_call = call.text().zip(tool.text());
            let words =
                of_call.map(|(call, tool)| format!("{tool} {call} {is_error:?} {:?}", texts(content)));
            words.unwrap_or_else(|| UNREADABLE.to_owned())
        }
        role => format!("{role:?}"),
    })
}

fn check_details(details: Option<&str>) -> Result<(), Broken> {
    let is_object = |json: &&str| json.starts_with('{');
    let Some(details) = details.filter(is_object) else { return Ok(()) };
    let [metadata, truncation] =
        object(details, ["readcache", "truncation"])?.map(|json| json.filter(is_object));
    let names = [
        "v",
        "pathKey",
        "scopeKey",
        "servedHash",
        "baseHash",
        "mode",
        "totalLines",
        "rangeStart",
        "rangeEnd",
        "bytes",
        "contentHash",
    ];
    metadata.map(|json| scalars(object(json, names)?)).transpose()?;
    let names = ["truncated", "outputLines", "lastLinePartial", "firstLineExceedsLimit"];
    truncation.map(|json| scalars(object(json, names)?)).transpose()?;
    Ok(())
}

fn texts(content: Option<&str>) -> Option<Vec<Option<String>>> {
    let content = content?;
    if content.starts_with('"') {
        return serde_json::from_str(content).ok().map(|text| vec![Some(text)]);
    }
    let blocks: Vec<&RawValue> = serde_json::from_str(content).ok()?;
    let text = |block: &&RawValue| {
        if !block.get().starts_with('{') {
            return Some(None);
        }
        let [block_type, text] = scalars(object(block.get(), ["type", "text"]).ok()?).ok()?;
        Some(text.text().filter(|_| block_type.text().as_deref() == Some("text")))
    };
    blocks.iter().map(text).collect()
}

/// A field is said twice, or something in its place cannot be read.
#[derive(Debug)]
struct Broken;

enum Scalar {
    /// There is none, or it is null.
    Nothing,
    Text(String),
    Number(u64),
    Flag(bool),
    Other,
}

impl Scalar {
    fn text(self) -> Option<String> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

fn scalars<const COUNT: usize>(fields: [Option<&str>; COUNT]) -> Result<[Scalar; COUNT], Broken> {
    let read: Result<Vec<Scalar>, Broken> = fields.into_iter().map(scalar).collect();
    Ok(read?.try_into().unwrap_or_else(|_| unreachable!("there are as many as before")))
}

fn scalar(json: Option<&str>) -> Result<Scalar, Broken> {
    let Some(json) = json else { return Ok(Scalar::Nothing) };
    match json.as_bytes().first() {
        Some(b'n') => Ok(Scalar::Nothing),
        Some(b't' | b'f') => Ok(Scalar::Flag(json == "true")),
        Some(b'"') => serde_json::from_str(json).map(Scalar::Text).map_err(|_| Broken),
        Some(b'[') => Ok(Scalar::Other),
        // Its keys are read.
        Some(b'{') => serde_json::from_str::<Members<'_>>(json).map(|_| Scalar::Other).map_err(|_| Broken),
        _ => match serde_json::from_str(json) {
            Ok(number) => Ok(Scalar::Number(number)),
            Err(_) => serde_json::from_str::<f64>(json).map(|_| Scalar::Other).map_err(|_| Broken),
        },
    }
}

/// The fields of these names, as JSON.
fn object<'a, const COUNT: usize>(
    json: &'a str,
    names: [&str; COUNT],
) -> Result<[Option<&'a str>; COUNT], Broken> {
    let Members(members) = serde_json::from_str(json).map_err(|_| Broken)?;
    let mut fields = [None; COUNT];
    for (name, value) in members {
        if let Some(place) = names.iter().position(|known| *known == name)
            && fields[place].replace(value.get()).is_some()
        {
            return Err(Broken);
        }
    }
    Ok(fields)
}

/// Everything in an object, in its order, what is said twice as well.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = object.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
