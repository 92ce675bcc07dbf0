//! Our entry in a YAML file of the ordinary kind: a mapping in block style, and in it a section in block style.
//!
//! Whole lines are put in and taken out: a new entry goes right below the line that names its section, where nothing
//! that came before can reach. A document with anchors, tags, several parts or a section in braces is left to the user:
//! an edit that is wrong would be worse than none.

use serde_json::{Map, Value};

use super::format::{EditError, former, is_blank, newline_of};
use super::slot::{Entry, Slot};

mod document;

use document::{Node, parse};

/// How far an entry is indented in a section that has no other. In one that we make it is half as far, by which the
/// two are told apart.
const DEEP: usize = 4;
const USUAL: usize = 2;

/// What a text says.
pub(super) fn read(text: &str) -> Result<Value, EditError> {
    Ok(parse(text)?.map_or_else(|| Value::Object(Map::new()), |document| document.root.value))
}

/// The text with the entry.
pub(super) fn put(text: Option<&str>, slot: &Slot) -> Result<String, EditError> {
    let (section, name, wanted) = parts(slot)?;
    let made =
        |newline: &str| [vec![format!("{section}:")], block(name, wanted, USUAL)].concat().join(newline);
    let Some(text) = text else { return Ok(made("\n") + "\n") };
    let newline = newline_of(text);
    let Some(document) = parse(text)? else {
        // Nothing but blanks and comments.
        return Ok(appended(text, &made(newline), newline));
    };
    let root = &document.root;
    if !root.is_block_mapping(text) {
        return Err(EditError::shape("it is not a mapping of one key per line"));
    }
    let Some(holder) = root.member(section) else {
        if document.ends_in_lines && !text.ends_with('\n') {
            return Err(EditError::shape(
                "its last text does not end with a newline, and would with more below it",
            ));
        }
        return Ok(appended(text, &made(newline), newline));
    };
    let lines = Lines::of(text);
    let is_alone = holder.value.value.is_null() && holder.value.start_line <= holder.key_line;
    if is_alone {
        let below = holder.key_line;
        lines.only_a_key(below, section)?;
        return Ok(lines.with(below..below, &block(name, wanted, DEEP), newline));
    }
    if !holder.value.is_block_mapping(text) || holder.value.start_line <= holder.key_line {
        return Err(EditError::shape(format!("`{section}` is not a mapping of one key per line")));
    }
    let Some(entry) = holder.value.member(name) else {
        lines.only_a_key(holder.key_line, section)?;
        let block = block(name, wanted, holder.value.start_column);
        return Ok(lines.with(holder.key_line..holder.key_line, &block, newline));
    };
    if !entry.value.is_block_mapping(text) || entry.value.start_line <= entry.key_line {
        return Err(EditError::shape(format!("`{section}.{name}` is not a mapping of one key per line")));
    }
    update(text, &entry.value, wanted)
}

/// The text without the entry; `None` if we made the file.
pub(super) fn take_out(text: &str, slot: &Slot) -> Result<Option<String>, EditError> {
    let (section, name, _) = parts(slot)?;
    let document = parse(text)?;
    let holder = document.as_ref().and_then(|document| document.root.member(section));
    let Some((holder, entry)) = holder.and_then(|holder| Some((holder, holder.value.member(name)?))) else {
        return Ok(Some(text.to_owned()));
    };
    if !holder.value.is_block_mapping(text) || entry.key_line == holder.key_line {
        return Err(EditError::shape(format!("`{section}` is not a mapping of one key per line")));
    }
    let lines = Lines::of(text);
    let newline = newline_of(text);
    let alone = lines.with(entry.key_line - 1..entry.last_line(text), &[], newline);
    let value = entry.value.value.as_object().cloned().unwrap_or_default();
    let as_it_is =
        Slot { section: slot.section.clone(), entry: Entry::Named { name: name.to_owned(), value } };
    let without = lines.with(holder.key_line - 1..entry.last_line(text), &[], newline);
    let unended = without.strip_suffix(newline).map(str::to_owned);
    let own = |text: &str| Some(text.to_owned());
    let mut candidates = vec![None, own(""), own(&without)];
    candidates.extend(unended.map(Some));
    candidates.push(own(&alone));
    candidates.extend(alone.strip_suffix(newline).map(own));
    Ok(former(candidates, |candidate| put(candidate, &as_it_is), text).unwrap_or(Some(alone)))
}

fn parts(slot: &Slot) -> Result<(&str, &str, &Map<String, Value>), EditError> {
    match (slot.section.as_slice(), &slot.entry) {
        ([section], Entry::Named { name, value }) => Ok((section, name, value)),
        _ => Err(EditError::shape("such an entry is not written in YAML")),
    }
}

/// The lines of an entry. What JSON writes on one line, YAML takes as it is.
fn block(name: &str, value: &Map<String, Value>, indent: usize) -> Vec<String> {
    let key = |(key, value): (&String, &Value)| line(key, value, indent + USUAL);
    [format!("{:indent$}{name}:", "")].into_iter().chain(value.iter().map(key)).collect()
}

fn line(key: &str, value: &Value, indent: usize) -> String {
    let value = match value {
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    };
    format!("{:indent$}{key}: {value}", "")
}

/// A section behind everything else; a file without a last newline stays without one.
fn appended(text: &str, made: &str, newline: &str) -> String {
    match (text.is_empty(), text.ends_with('\n')) {
        (true, _) => made.to_owned(),
        (false, true) => format!("{text}{made}{newline}"),
        (false, false) => format!("{text}{newline}{made}"),
    }
}

/// Makes an entry say what it should, key by key, in whole lines; what else it says stays.
fn update(text: &str, entry: &Node, wanted: &Map<String, Value>) -> Result<String, EditError> {
    let newline = newline_of(text);
    let column = entry.start_column;
    let mut missing = Vec::new();
    let mut changes = Vec::new();
    for (key, value) in wanted {
        match entry.member(key) {
            Some(member) if member.value.value == *value => {}
            Some(member) => {
                changes.push((member.key_line - 1..member.last_line(text), vec![line(key, value, column)]));
            }
            None => missing.push(line(key, value, column)),
        }
    }
    changes.push((entry.start_line - 1..entry.start_line - 1, missing));
    // From the end, so that lines keep their numbers.
    changes.sort_by_key(|(range, _)| std::cmp::Reverse((range.start, range.end)));
    let mut text = text.to_owned();
    for (range, new) in changes {
        text = Lines::of(&text).with(range, &new, newline);
    }
    Ok(text)
}

/// A text by its lines, each with its end.
struct Lines<'t>(Vec<&'t str>);

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self(text.split_inclusive('\n').collect())
    }

    /// The text with new lines in place of some; the last line keeps its end, or the lack of one.
    fn with(&self, range: std::ops::Range<usize>, new: &[String], newline: &str) -> String {
        let is_ended = self.0.last().is_none_or(|last| last.ends_with('\n'));
        let mut lines: Vec<String> = self.0[..range.start].iter().map(ToString::to_string).collect();
        lines.extend(new.iter().map(|line| format!("{line}{newline}")));
        lines.extend(self.0[range.end..].iter().map(ToString::to_string));
        let count = lines.len();
        for (index, line) in lines.iter_mut().enumerate() {
            if index + 1 < count && !line.ends_with('\n') {
                line.push_str(newline);
            }
        }
        let text = lines.concat();
        match text.strip_suffix(newline) {
            Some(unended) if !is_ended && !new.is_empty() => unended.to_owned(),
            _ => text,
        }
    }

    /// Whether a line, counted from 1, holds a plain key and at most a comment.
    fn only_a_key(&self, line: usize, key: &str) -> Result<(), EditError> {
        let rest = self.0.get(line - 1).and_then(|line| line.strip_prefix(key)?.strip_prefix(':'));
        match rest {
            Some(rest) if is_blank(rest) || rest.trim_start().starts_with('#') => Ok(()),
            _ => Err(EditError::shape(format!("`{key}` does not stand on a line of its own"))),
        }
    }
}

#[cfg(test)]
mod tests;
