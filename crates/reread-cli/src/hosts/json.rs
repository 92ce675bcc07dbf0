//! Our entry in a JSON file with comments and trailing commas.

use jsonc_parser::common::Ranged as _;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, ast, common, parse_to_ast};
use serde_json::{Map, Value};

use super::config_edit_error::ConfigEditError;
use super::config_entry::{ConfigEntry, EntryContent};
use super::cut_member::MemberPlace;

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
    let mut text = text.to_owned();
    while let Some(member) = place_of(&text, &entry.section, |name, value| entry.is_at(name, value))? {
        text = member.cut_out_of(&text, comment_length);
    }
    for depth in (0..entry.section.len()).rev() {
        let (outer, name) = (&entry.section[..depth], entry.section[depth]);
        let Some(section) = place_of(&text, outer, |found, _| found == Some(name))? else { break };
        // A comment within the brackets, or between the name and them, keeps the section.
        let without_blanks: String = text[section.range.clone()].split_whitespace().collect();
        if ![format!("{name:?}:{{}}"), format!("{name:?}:[]")].contains(&without_blanks) {
            break;
        }
        text = section.cut_out_of(&text, comment_length);
    }
    Ok(text)
}

/// The first member of a section for which the condition holds. It gets the name and the value.
fn place_of(
    text: &str,
    section: &[&str],
    is_wanted: impl Fn(Option<&str>, &Value) -> bool,
) -> Result<Option<MemberPlace>, ConfigEditError> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS);
    let Some(root) = parsed.map_err(|error| syntax(text, &error))?.value else { return Ok(None) };
    let mut holder = &root;
    for name in section {
        let Some(inner) = holder.as_object().and_then(|object| object.get(name)) else { return Ok(None) };
        holder = &inner.value;
    }
    let members: Vec<(Option<&str>, &ast::Value<'_>, common::Range)> = match holder {
        ast::Value::Object(object) => {
            let properties = object.properties.iter();
            properties
                .map(|property| (Some(property.name.as_str()), &property.value, property.range))
                .collect()
        }
        ast::Value::Array(list) => {
            list.elements.iter().map(|element| (None, element, element.range())).collect()
        }
        _ => return Ok(None),
    };
    let mut previous_end = holder.range().start + 1;
    for (name, value, range) in members {
        if is_wanted(name, &Value::from(value.clone())) {
            let previous_end = Some(previous_end);
            return Ok(Some(MemberPlace { range: range.start..range.end, previous_end }));
        }
        previous_end = range.end;
    }
    Ok(None)
}

fn comment_length(text: &str) -> Option<usize> {
    match text.get(..2)? {
        "//" => Some(text.find('\n').unwrap_or(text.len())),
        // The star of `/*` does not close the comment that it opens.
        "/*" => text.get(2..)?.find("*/").map(|end| end + 4),
        _ => None,
    }
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

/// Hosts accept comments and trailing commas, but not the rest of JSON5.
const OPTIONS: ParseOptions = ParseOptions {
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

fn parse(text: &str) -> Result<CstRootNode, ConfigEditError> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| syntax(text, &error))
}

fn syntax(text: &str, error: &ParseError) -> ConfigEditError {
    let message = error.kind().to_string();
    let mut chars = message.chars();
    let first = chars.next().map(|char| char.to_lowercase().to_string()).unwrap_or_default();
    ConfigEditError::at(text, error.range().start, format!("{first}{}", chars.as_str()))
}

#[cfg(test)]
mod tests;
