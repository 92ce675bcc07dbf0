//! Our entry in a YAML file.

use std::ops::Range;
use std::str::FromStr as _;

use serde_json::{Map, Value};
use yaml_edit::{Document, Mapping, MappingEntry, YamlError, YamlFile, YamlNode};

use super::config_edit_error::ConfigEditError;
use super::config_entry::{ConfigEntry, EntryContent};
use super::cut_member::{MemberPlace, hash_comment_length};

pub(super) fn read(text: &str) -> Result<Value, ConfigEditError> {
    let file = parse(text)?;
    Ok(root(&file)?.map_or_else(|| Value::Object(Map::new()), |root| json_value(&YamlNode::Mapping(root))))
}

pub(super) fn put(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let (section, name, wanted) = parts(entry)?;
    let file = parse(text)?;
    // A block scalar at the end would get a newline that it does not have now.
    if !text.ends_with('\n') && text.contains(['|', '>']) {
        return Err(ConfigEditError::shape("its last line does not end with a newline"));
    }
    let Some(root) = root(&file)? else {
        // Nothing but comments.
        let separator = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{separator}{section}:\n  {name}:\n{}", block(wanted, 4)));
    };
    let present = root.get(section).filter(|node| !is_null(node));
    let Some(present) = present else {
        root.set(section, mapping(&format!("{name}:\n{}", block(wanted, 2)))?);
        return Ok(file.to_string());
    };
    let not_a_mapping = |name: &str| ConfigEditError::shape(format!("`{name}` is not a mapping"));
    let holder = present.as_mapping().ok_or_else(|| not_a_mapping(section))?;
    match holder.get(name) {
        Some(entry) => {
            let entry = entry.as_mapping().ok_or_else(|| not_a_mapping(name))?.clone();
            for (key, value) in wanted {
                if entry.get(key).is_none_or(|present| json_value(&present) != *value) {
                    let line = mapping(&format!("{key}: {}", flow(value)))?;
                    entry.set(key, line.get(key).ok_or_else(|| not_a_mapping(name))?);
                }
            }
        }
        None => holder.set(name, mapping(&block(wanted, 0))?),
    }
    Ok(file.to_string())
}

pub(super) fn remove(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let (section, name, _) = parts(entry)?;
    let file = parse(text)?;
    let Some(root) = root(&file)? else { return Ok(text.to_owned()) };
    let Some(holder) = root.get_mapping(section) else { return Ok(text.to_owned()) };
    let text = without_member(text, &holder, name)?;
    let file = parse(&text)?;
    let Some(root) = self::root(&file)? else { return Ok(text) };
    if is_empty_without_comment(&text, &root, section) {
        without_member(&text, &root, section)
    } else {
        Ok(text)
    }
}

/// Cuts a member out of a mapping. Comments around it stay, those within it go.
fn without_member(text: &str, mapping: &Mapping, name: &str) -> Result<String, ConfigEditError> {
    let mut previous_end = offset(mapping.byte_range().start) + 1;
    for entry in mapping.entries() {
        let Some(range) = member_range(text, &entry) else { continue };
        if !entry.key_matches(name) {
            previous_end = range.end;
            continue;
        }
        let anchors = text[range.clone()].split_whitespace().filter_map(|word| word.strip_prefix('&'));
        let rest = format!("{}\n{}", &text[..range.start], &text[range.end..]);
        if anchors.into_iter().any(|anchor| rest.contains(&format!("*{anchor}"))) {
            return Err(ConfigEditError::shape(format!("an alias refers to an anchor in `{name}`")));
        }
        let previous_end = mapping.is_flow_style().then_some(previous_end);
        return Ok(MemberPlace { range, previous_end }.cut_out_of(text, hash_comment_length));
    }
    Ok(text.to_owned())
}

/// Whether a section has no members and no comment beside its name or below it.
fn is_empty_without_comment(text: &str, root: &Mapping, section: &str) -> bool {
    let Some(entry) = root.find_entry_by_key(section) else { return false };
    let is_empty = entry.value_node().is_none_or(|value| match &value {
        YamlNode::Mapping(mapping) => mapping.is_empty() && !value.to_string().contains('#'),
        value => is_null(value),
    });
    let Some(range) = member_range(text, &entry).filter(|_| is_empty) else { return false };
    let mut lines = text[range.end..].lines();
    let beside = lines.next().unwrap_or_default();
    let below = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    !beside.contains('#') && !below.starts_with([' ', '\t'])
}

/// From the key, or the question mark before it, to the end of the value. Comments that follow are not part of it.
fn member_range(text: &str, entry: &MappingEntry) -> Option<Range<usize>> {
    let key = entry.key_node()?.byte_range();
    let colon = offset(key.end) + text[offset(key.end)..].find(':')? + 1;
    // A missing value is a node too, which may stand behind a comment.
    let is_written = |value: &YamlNode| {
        let text = text[offset(value.byte_range().start)..offset(value.byte_range().end)].trim_start();
        !text.is_empty() && !text.starts_with('#')
    };
    let value = entry.value_node().filter(is_written);
    let end = value.map_or(colon, |value| content_end(text, &value).max(colon));
    let start = offset(entry.byte_range().start);
    let blanks = text[start..offset(key.start)].len() - text[start..offset(key.start)].trim_start().len();
    Some(start + blanks..end)
}

fn content_end(text: &str, node: &YamlNode) -> usize {
    let range = node.byte_range();
    let last = match node {
        YamlNode::Mapping(mapping) if !mapping.is_flow_style() => {
            mapping.entries().last().and_then(|entry| member_range(text, &entry)).map(|range| range.end)
        }
        YamlNode::Sequence(sequence) if !sequence.is_flow_style() => {
            sequence.values().last().map(|value| content_end(text, &value))
        }
        _ => None,
    };
    last.unwrap_or_else(|| text[..offset(range.end)].trim_end().len().max(offset(range.start)))
}

fn offset(position: u32) -> usize {
    position.try_into().unwrap_or(usize::MAX)
}

fn parts(entry: &ConfigEntry) -> Result<(&str, &str, &Map<String, Value>), ConfigEditError> {
    match (&entry.section[..], &entry.content) {
        ([section], EntryContent::Named { name, value }) => Ok((section, name, value)),
        _ => Err(ConfigEditError::shape("such an entry is not written in YAML")),
    }
}

/// The keys of an entry, one per line. Values are written as JSON, which YAML reads alike.
fn block(value: &Map<String, Value>, indent: usize) -> String {
    value.iter().map(|(key, value)| format!("{:indent$}{key}: {}\n", "", flow(value))).collect()
}

fn flow(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

fn mapping(text: &str) -> Result<Mapping, ConfigEditError> {
    let document = Document::from_str(text).map_err(|error| syntax(&error))?;
    document.as_mapping().ok_or_else(|| ConfigEditError::shape("the entry cannot be written in YAML"))
}

/// The mapping at the top; `None` if there is nothing but comments.
fn root(file: &YamlFile) -> Result<Option<Mapping>, ConfigEditError> {
    let mut documents = file.documents();
    let Some(document) = documents.next() else { return Ok(None) };
    if documents.next().is_some() {
        return Err(ConfigEditError::shape("it holds several documents"));
    }
    match document.as_mapping() {
        Some(root) => Ok(Some(root)),
        None if document.as_sequence().is_none() && document.as_scalar().is_none() => Ok(None),
        None => Err(ConfigEditError::shape("the whole of it is not a mapping")),
    }
}

fn is_null(node: &YamlNode) -> bool {
    json_value(node).is_null()
}

/// The content of a node. Aliases and tags are compared by their text.
fn json_value(node: &YamlNode) -> Value {
    match node {
        YamlNode::Scalar(scalar) if scalar.is_quoted() || scalar.is_block() => {
            Value::from(scalar.as_string())
        }
        YamlNode::Scalar(scalar) if scalar.is_null() => Value::Null,
        YamlNode::Scalar(scalar) => (scalar.as_bool().map(Value::from))
            .or_else(|| scalar.as_i64().map(Value::from))
            .unwrap_or_else(|| Value::from(scalar.as_string())),
        YamlNode::Sequence(sequence) => {
            Value::Array(sequence.values().map(|node| json_value(&node)).collect())
        }
        YamlNode::Mapping(mapping) => {
            let members = mapping.iter().map(|(key, value)| (key.to_string(), json_value(&value)));
            Value::Object(members.collect())
        }
        other => Value::from(other.to_string()),
    }
}

fn parse(text: &str) -> Result<YamlFile, ConfigEditError> {
    YamlFile::from_str(text).map_err(|error| syntax(&error))
}

fn syntax(error: &YamlError) -> ConfigEditError {
    match error {
        YamlError::Parse { message, line: Some(line), column: Some(column) } => {
            ConfigEditError::Syntax { line: *line, column: *column, message: message.clone() }
        }
        other => ConfigEditError::shape(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
