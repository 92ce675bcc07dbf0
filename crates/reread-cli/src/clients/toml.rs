//! Our entry in a TOML file: a table of its own, at the end.
//!
//! New text goes behind everything else, after one blank line; a file without a last newline stays without one. That
//! tells how the file was before. An entry in another style, inline or with dotted keys, is changed where all its keys
//! stand already, and left to the user otherwise.

use std::ops::Range;

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::format::{EditError, former, newline_of, spliced};
use super::slot::{Entry, Slot};

/// What a text says.
pub(super) fn read(text: &str) -> Result<Value, EditError> {
    toml::from_str(text).map_err(|error: toml::de::Error| wrong(text, &error))
}

/// The text with the entry.
pub(super) fn put(text: Option<&str>, slot: &Slot) -> Result<String, EditError> {
    let Some(text) = text else { return Ok(table(slot, "\n")? + "\n") };
    let newline = newline_of(text);
    let parsed = DeTable::parse(text).map_err(|error| wrong(text, &error))?;
    if let Some((place, found)) = found(parsed.get_ref(), slot) {
        return update(text, &place, found, named(slot)?.1);
    }
    let table = table(slot, newline)?;
    Ok(match (text.is_empty(), text.ends_with('\n')) {
        (true, _) => table,
        (false, true) => format!("{text}{newline}{table}{newline}"),
        (false, false) => format!("{text}{newline}{newline}{table}"),
    })
}

/// The text without the entry; `None` if we made the file.
pub(super) fn take_out(text: &str, slot: &Slot) -> Result<Option<String>, EditError> {
    let newline = newline_of(text);
    let parsed = DeTable::parse(text).map_err(|error| wrong(text, &error))?;
    let Some((place, found)) = found(parsed.get_ref(), slot) else { return Ok(Some(text.to_owned())) };
    if !is_header(text, &place) {
        return Err(other_style(slot));
    }
    let mut tables = Vec::new();
    let end = tables_of(text, &place, found, &mut tables);
    tables.push(place.start..end);
    let line =
        |range: Range<usize>| (line_start(text, range.start)..line_end(text, range.end), String::new());
    let alone = spliced(text, tables.into_iter().map(line).collect());
    let before = alone.strip_suffix(newline);
    let unended = before.and_then(|before| before.strip_suffix(newline));
    let own = |text: &str| Some(text.to_owned());
    let candidates = [None, own("")].into_iter().chain([before, unended].into_iter().flatten().map(own));
    let entry = Entry::Named { name: named(slot)?.0.to_owned(), value: as_written(text, slot, found) };
    let as_it_is = Slot { section: slot.section.clone(), entry };
    let found = former(candidates, |candidate| put(candidate, &as_it_is), text);
    Ok(found.unwrap_or(Some(alone)))
}

fn named(slot: &Slot) -> Result<(&str, &Map<String, Value>), EditError> {
    match &slot.entry {
        Entry::Named { name, value } => Ok((name, value)),
        Entry::Listed(_) => Err(EditError::shape("a list of entries is not written in TOML")),
    }
}

/// The entry as a table, without the last newline.
fn table(slot: &Slot, newline: &str) -> Result<String, EditError> {
    let (name, value) = named(slot)?;
    let mut lines = vec![format!("[{}.{name}]", slot.section.join("."))];
    lines.extend(value.iter().map(|(key, value)| format!("{key} = {}", rendered(value))));
    Ok(lines.join(newline))
}

/// A value; TOML writes strings, booleans, numbers and lists of them as JSON does.
fn rendered(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(rendered).collect::<Vec<_>>().join(", "))
        }
        // The one character that JSON lets stand and TOML does not.
        plain => plain.to_string().replace('\u{7f}', "\\u007F"),
    }
}

/// The table of the entry, and the place that stands for it: its header, if it has one.
fn found<'t, 'p>(root: &'p DeTable<'t>, slot: &Slot) -> Option<(Range<usize>, &'p DeTable<'t>)> {
    let (name, _) = named(slot).ok()?;
    let table = slot.section.iter().try_fold(root, |table, name| table.get(*name)?.get_ref().as_table())?;
    let found = table.get(name)?;
    Some((found.span(), found.get_ref().as_table()?))
}

/// What the entry says, in the order in which it says it.
fn as_written(text: &str, slot: &Slot, found: &DeTable<'_>) -> Map<String, Value> {
    let all = read(text).unwrap_or_default();
    let entry = slot.found_in(&all);
    let mut keys: Vec<(usize, &str)> =
        found.iter().map(|(key, _)| (key.span().start, key.get_ref().as_ref())).collect();
    keys.sort_unstable();
    let value = |(_, key): (usize, &str)| Some((key.to_owned(), entry?.get(key)?.clone()));
    keys.into_iter().filter_map(value).collect()
}

fn is_header(text: &str, place: &Range<usize>) -> bool {
    text[place.start..].starts_with('[')
}

/// Where the keys of a table end; tables within it that have a header are noted for themselves.
fn tables_of(text: &str, place: &Range<usize>, table: &DeTable<'_>, tables: &mut Vec<Range<usize>>) -> usize {
    let mut end = place.end;
    for (_, value) in table {
        let span = value.span();
        match value.get_ref() {
            DeValue::Table(inner) if is_header(text, &span) => {
                let inner_end = tables_of(text, &span, inner, tables);
                tables.push(span.start..inner_end);
            }
            DeValue::Table(inner) => end = end.max(tables_of(text, &span, inner, tables)),
            _ => end = end.max(span.end),
        }
    }
    end
}

/// Makes an entry say what it should; what else it says stays.
fn update(
    text: &str,
    place: &Range<usize>,
    found: &DeTable<'_>,
    wanted: &Map<String, Value>,
) -> Result<String, EditError> {
    let newline = newline_of(text);
    let mut splices = Vec::new();
    let mut missing = String::new();
    for (key, value) in wanted {
        match found.get(key.as_str()) {
            Some(present) => splices.push((present.span(), rendered(value))),
            None if is_header(text, place) => {
                missing.push_str(&format!("{newline}{key} = {}", rendered(value)));
            }
            None => return Err(EditError::shape("the entry is there without a header, and lacks a key")),
        }
    }
    let behind_header = text[place.end..].find('\n').map_or(text.len(), |newline| place.end + newline);
    let behind_header = text[..behind_header].trim_end_matches('\r').len();
    splices.push((behind_header..behind_header, missing));
    Ok(spliced(text, splices))
}

fn other_style(slot: &Slot) -> EditError {
    let name = named(slot).map(|(name, _)| name).unwrap_or_default();
    EditError::shape(format!("the entry is not written as [{}.{name}]", slot.section.join(".")))
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

fn wrong(text: &str, error: &toml::de::Error) -> EditError {
    let at = error.span().map_or(0, |span| span.start);
    EditError::at(text, at, error.message().lines().next().unwrap_or("not TOML"))
}

#[cfg(test)]
mod tests;
