//! Our entry in a YAML file.

use std::str::FromStr as _;

use serde_json::{Map, Value};
use yaml_edit::{Document, Mapping, YamlError, YamlFile, YamlNode};

use super::config_entry::{ConfigEntry, EntryContent};
use super::config_format::ConfigEditError;

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
    if let Some(root) = root(&file)? {
        let holder = root.get_mapping(section);
        if let Some(holder) = &holder {
            holder.remove(name);
        }
        if holder.is_some_and(|holder| holder.is_empty() && !holder.to_string().contains('#')) {
            root.remove(section);
        }
    }
    Ok(file.to_string())
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
