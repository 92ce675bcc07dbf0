//! Our entry in a JSON file with comments and trailing commas.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value};

use super::config_entry::{ConfigEntry, EntryContent};
use super::config_format::ConfigEditError;

pub(super) fn read(text: &str) -> Result<Value, ConfigEditError> {
    Ok(parse(text)?.to_serde_value().unwrap_or_else(|| Value::Object(Map::new())))
}

pub(super) fn put(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let root = parse(text)?;
    let not_an_object = |name: &str| ConfigEditError::shape(format!("{name} is not an object"));
    let mut section = root.object_value_or_create().ok_or_else(|| not_an_object("the whole of it"))?;
    let (last, above) = entry.section.split_last().expect("a section has a name");
    for name in above {
        let inner = section.object_value_or_create(name);
        section = inner.ok_or_else(|| not_an_object(&format!("`{name}`")))?;
    }
    match &entry.content {
        EntryContent::Named { name, value } => {
            let section = section.object_value_or_create(last);
            let section = section.ok_or_else(|| not_an_object(&format!("`{last}`")))?;
            match section.get(name) {
                Some(present) => update(&present, value),
                None => drop(section.append(name, input(&Value::Object(value.clone())))),
            }
        }
        EntryContent::Listed(element) => {
            let list = section.array_value_or_create(last);
            let list = list.ok_or_else(|| ConfigEditError::shape(format!("`{last}` is not a list")))?;
            list.append(CstInputValue::String(element.clone()));
        }
    }
    Ok(root.to_string())
}

pub(super) fn remove(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let root = parse(text)?;
    let mut sections: Vec<CstObjectProp> = Vec::new();
    let mut object = root.object_value();
    for name in &entry.section {
        let Some(section) = object.as_ref().and_then(|object| object.get(name)) else { break };
        object = section.object_value();
        sections.push(section);
    }
    let Some(section) = sections.last().and_then(CstObjectProp::value) else { return Ok(root.to_string()) };
    match &entry.content {
        EntryContent::Named { name, .. } => {
            section
                .as_object()
                .and_then(|section| section.get(name))
                .into_iter()
                .for_each(CstObjectProp::remove);
        }
        EntryContent::Listed(_) => {
            let elements = section.as_array().map(|list| list.elements()).unwrap_or_default();
            let is_ours =
                |node: &CstNode| node.to_serde_value().is_some_and(|value| entry.is_at(None, &value));
            elements.into_iter().filter(is_ours).for_each(CstNode::remove);
        }
    }
    for section in sections.into_iter().rev() {
        let is_empty = |node: CstNode| {
            node.children_exclude_trivia_and_tokens().is_empty()
                && !node.children().iter().any(CstNode::is_comment)
        };
        if !section.value().is_some_and(is_empty) {
            break;
        }
        section.remove();
    }
    Ok(root.to_string())
}

/// Sets our keys and keeps those that the user added.
fn update(present: &CstObjectProp, wanted: &Map<String, Value>) {
    // An entry without a command is of another kind, whose keys contradict ours.
    let is_our_kind = |object: &CstObject| object.get("command").is_some();
    let Some(object) = present.object_value().filter(is_our_kind) else {
        return present.set_value(input(&Value::Object(wanted.clone())));
    };
    for (key, value) in wanted {
        match object.get(key) {
            Some(property)
                if property.value().and_then(|node| node.to_serde_value()).as_ref() == Some(value) => {}
            Some(property) => property.set_value(input(value)),
            None => drop(object.append(key, input(value))),
        }
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(elements) => CstInputValue::Array(elements.iter().map(input).collect()),
        Value::Object(members) => {
            CstInputValue::Object(members.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}

fn parse(text: &str) -> Result<CstRootNode, ConfigEditError> {
    // Hosts accept comments and trailing commas, but not the rest of JSON5.
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).map_err(|error| {
        let message = error.kind().to_string();
        let mut chars = message.chars();
        let first = chars.next().map(|char| char.to_lowercase().to_string()).unwrap_or_default();
        ConfigEditError::at(text, error.range().start, format!("{first}{}", chars.as_str()))
    })
}

#[cfg(test)]
mod tests;
