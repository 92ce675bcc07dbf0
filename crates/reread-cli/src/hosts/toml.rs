//! Our entry in a TOML file: a table of its own at the end, or an inline one if its section is inline.

use serde_json::{Map, Value};
use toml_edit::{Array, Document, DocumentMut, InlineTable, Item, Table, TableLike, TomlError};

use super::config_edit_error::ConfigEditError;
use super::config_entry::{ConfigEntry, EntryContent};
use super::cut_member::{MemberPlace, cut, hash_comment_length};

pub(super) fn read(text: &str) -> Result<Value, ConfigEditError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        ConfigEditError::at(text, at, error.message().lines().next().unwrap_or("not TOML"))
    })
}

pub(super) fn put(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let mut document = parse(text)?;
    let (name, wanted) = named(entry)?;
    let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
    let is_first = document.is_empty() && trailing.is_empty();
    let is_inline = document.get(entry.section[0]).is_some_and(Item::is_inline_table);
    let section = section(&mut document, entry, || {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    })?;
    if let Some(present) = section.get_mut(name) {
        let present = present.as_table_like_mut().ok_or_else(|| not_a_table(name))?;
        wanted.iter().for_each(|(key, value)| set(present, key, value));
        return Ok(with_line_ends_of(text, &document.to_string()));
    }
    let mut values = InlineTable::new();
    wanted.iter().for_each(|(key, value)| drop(values.insert(key, toml_value(value))));
    if is_inline {
        section.insert(name, Item::Value(values.into()));
    } else {
        // The end of the file is the one place where no comment of another table can stand above ours by mistake.
        let mut table = values.into_table();
        table.set_position(Some(isize::MAX));
        table.decor_mut().set_prefix(if is_first { trailing } else { trailing + "\n" });
        section.insert(name, Item::Table(table));
        document.set_trailing("");
    }
    Ok(with_line_ends_of(text, &document.to_string()))
}

pub(super) fn remove(text: &str, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
    let (name, _) = named(entry)?;
    let without_entry = match value_place(text, entry.section[0], name)? {
        Some(place) => place.cut_out_of(text, hash_comment_length),
        None => without_tables(text, entry, name)?,
    };
    without_empty_section(&without_entry, entry.section[0])
}

/// Where an entry is that is a value, not a table with a header.
fn value_place(text: &str, section: &str, name: &str) -> Result<Option<MemberPlace>, ConfigEditError> {
    let document = Document::parse(text).map_err(|error| syntax(text, &error))?;
    let Some(item) = document.get(section) else { return Ok(None) };
    let range_in = |section: &dyn TableLike, name: &str| {
        let (key, item) = section.get_key_value(name)?;
        Some(key.span()?.start..item.as_value()?.span()?.end)
    };
    let Some(section) = item.as_table_like() else { return Ok(None) };
    let Some(range) = range_in(section, name) else { return Ok(None) };
    let siblings = section.iter().filter_map(|(name, _)| range_in(section, name));
    let before = siblings.map(|sibling| sibling.end).filter(|end| *end <= range.start).max();
    let braces = item.as_inline_table().and_then(InlineTable::span);
    let previous_end = braces.map(|braces| before.unwrap_or(braces.start + 1));
    Ok(Some(MemberPlace { range, previous_end }))
}

/// Removes an entry that has headers of its own, or dotted keys.
fn without_tables(text: &str, entry: &ConfigEntry, name: &str) -> Result<String, ConfigEditError> {
    let mut document = parse(text)?;
    let section = section(&mut document, entry, || Item::None)?;
    let removed = section.remove(name);
    if let Some(Item::Table(table)) = &removed {
        keep_comments_above(&mut document, table);
    }
    let edited = with_line_ends_of(text, &document.to_string());
    let is_dotted = matches!(removed, Some(Item::Table(table)) if table.is_dotted());
    // The library removes dotted keys with the comments beside them.
    if is_dotted && edited.matches('#').count() < text.matches('#').count() {
        return Err(ConfigEditError::shape(format!("a comment stands beside the dotted keys of `{name}`")));
    }
    Ok(edited)
}

/// Removes an inline section without members. A comment beside it or within it keeps it.
fn without_empty_section(text: &str, name: &str) -> Result<String, ConfigEditError> {
    let document = Document::parse(text).map_err(|error| syntax(text, &error))?;
    let section = document.get_key_value(name).and_then(|(key, item)| {
        let section = item.as_inline_table().filter(|section| section.is_empty())?;
        Some(key.span()?.start..section.span()?.end)
    });
    let Some(range) = section else { return Ok(text.to_owned()) };
    let line = text[range.end..].lines().next().unwrap_or_default();
    let has_comment = text[range.clone()].contains('#') || line.contains('#');
    Ok(if has_comment { text.to_owned() } else { cut(text, range) })
}

/// Moves the comments above a removed header to what follows it.
fn keep_comments_above(document: &mut DocumentMut, removed: &Table) {
    let prefix = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    // The blank line above the header goes with it.
    let without_blank_line = prefix.strip_suffix("\r\n").or(prefix.strip_suffix('\n'));
    let kept = without_blank_line.filter(|kept| kept.is_empty() || kept.ends_with('\n')).unwrap_or(prefix);
    let position = removed.position().unwrap_or(isize::MAX);
    let mut next: Option<isize> = None;
    each_header(document.as_table_mut(), &mut |table| {
        next = table.position().filter(|found| *found > position).into_iter().chain(next).min();
    });
    let Some(next) = next else {
        let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
        return document.set_trailing(format!("{kept}{trailing}"));
    };
    each_header(document.as_table_mut(), &mut |table| {
        if table.position() == Some(next) {
            let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
            let both = format!("{kept}{prefix}");
            table.decor_mut().set_prefix(both);
        }
    });
}

fn each_header(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        let tables: Vec<&mut Table> = match item {
            Item::Table(table) => vec![table],
            Item::ArrayOfTables(tables) => tables.iter_mut().collect(),
            _ => continue,
        };
        for table in tables {
            if !table.is_implicit() && !table.is_dotted() {
                visit(table);
            }
            each_header(table, visit);
        }
    }
}

fn section<'d>(
    document: &'d mut DocumentMut,
    entry: &ConfigEntry,
    missing: fn() -> Item,
) -> Result<&'d mut dyn TableLike, ConfigEditError> {
    let [name] = entry.section[..] else {
        return Err(ConfigEditError::shape("a section within a section is not written in TOML"));
    };
    document.entry(name).or_insert_with(missing).as_table_like_mut().ok_or_else(|| not_a_table(name))
}

fn named(entry: &ConfigEntry) -> Result<(&str, &Map<String, Value>), ConfigEditError> {
    match &entry.content {
        EntryContent::Named { name, value } => Ok((name, value)),
        EntryContent::Listed(_) => Err(ConfigEditError::shape("a list of entries is not written in TOML")),
    }
}

fn not_a_table(name: &str) -> ConfigEditError {
    ConfigEditError::shape(format!("`{name}` is not a table"))
}

/// Sets a value and keeps the white space and the comment around the former one.
fn set(table: &mut dyn TableLike, key: &str, value: &Value) {
    let mut value = toml_value(value);
    if let Some(present) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = present.decor().clone();
    }
    match table.get_mut(key) {
        Some(item) => *item = Item::Value(value),
        None => drop(table.insert(key, Item::Value(value))),
    }
}

/// JSON and TOML write strings, numbers and booleans alike, except for DEL. The library would write a string with line
/// ends as several lines.
fn toml_value(value: &Value) -> toml_edit::Value {
    match value {
        Value::Array(elements) => elements.iter().map(toml_value).collect::<Array>().into(),
        plain => {
            let text = plain.to_string().replace('\u{7f}', "\\u007F");
            text.parse().unwrap_or_else(|_: TomlError| text.into())
        }
    }
}

fn parse(text: &str) -> Result<DocumentMut, ConfigEditError> {
    text.parse().map_err(|error| syntax(text, &error))
}

fn syntax(text: &str, error: &TomlError) -> ConfigEditError {
    ConfigEditError::at(text, error.span().map_or(0, |span| span.start), error.message())
}

/// Gives unchanged lines at both ends of an edited text their former line ends, and new lines those of the first line.
///
/// The TOML library ends each line with LF, and the last line too.
fn with_line_ends_of(text: &str, edited: &str) -> String {
    let newline = match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let bare = |line: &&str| line.trim_end_matches(['\r', '\n']).to_owned();
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let new: Vec<&str> = edited.split_inclusive('\n').collect();
    let is_same = |(old, new): &(&&str, &&str)| bare(old) == bare(new);
    let start = old.iter().zip(&new).take_while(is_same).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(is_same).count();
    let middle = new[start..new.len() - end].iter().map(|line| bare(line) + newline);
    let mut lines: Vec<String> = old[..start].iter().map(ToString::to_string).collect();
    if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n') && new.len() > start) {
        last.push_str(newline);
    }
    lines.extend(middle);
    lines.extend(old[old.len() - end..].iter().map(ToString::to_string));
    lines.concat()
}

#[cfg(test)]
mod tests;
