//! The formats that clients keep their configuration in, and what is done to a text in each.
//!
//! An edit splices a few bytes into the text and leaves every other byte alone: comments, order, indentation, line
//! ends, byte order mark. Taking an entry out again gives the former text back, byte for byte, as long as nobody
//! touched what was put in. Whatever an editor does is checked here before anybody sees it: both texts are read, and
//! apart from the entry they must say the same. Nothing here opens a file.

use std::ops::Range;

use reread_text::BOM;
use serde_json::Value;

use super::slot::Slot;
use super::{json, toml, yaml};

/// How a configuration is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, with comments and trailing commas where a client takes them.
    Json,
    Toml,
    Yaml,
}

/// Why a text was left as it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum EditError {
    /// It is not in its format.
    Syntax { line: usize, column: usize, message: String },
    /// It is written in a way in which it cannot be edited without a doubt.
    Shape(String),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EditError::Syntax { line, column, message } => {
                write!(f, "line {line}, column {column}: {message}")
            }
            EditError::Shape(message) => f.write_str(message),
        }
    }
}

impl EditError {
    pub(super) fn shape(message: impl Into<String>) -> Self {
        EditError::Shape(message.into())
    }

    /// A complaint about the character at an offset.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        EditError::Syntax {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}

impl Format {
    /// What a text says; a blank one says nothing.
    pub(crate) fn read(self, text: &str) -> Result<Value, EditError> {
        let (_, text) = split_mark(text);
        match self {
            Format::Json => json::read(text),
            Format::Toml => toml::read(text),
            Format::Yaml => yaml::read(text),
        }
    }

    /// The text with the entry in it, as the slot has it. `None` is a file that is not there.
    pub(crate) fn put(self, text: Option<&str>, slot: &Slot) -> Result<String, EditError> {
        let before = self.read(text.unwrap_or_default())?;
        if let Some(text) = text.filter(|_| slot.is_up_to_date(&before)) {
            return Ok(text.to_owned());
        }
        let (mark, plain) = text.map_or(("", None), |text| {
            let (mark, text) = split_mark(text);
            (mark, Some(text))
        });
        let edited = match self {
            Format::Json => json::put(plain, slot),
            Format::Toml => toml::put(plain, slot),
            Format::Yaml => yaml::put(plain, slot),
        }?;
        let edited = format!("{mark}{edited}");
        let after = self.reread(&edited)?;
        if !slot.is_up_to_date(&after) || slot.left_out_of(before) != slot.left_out_of(after) {
            return Err(unsound());
        }
        Ok(edited)
    }

    /// The text without the entry; `None` if the file would not be there either.
    pub(crate) fn take_out(self, text: &str, slot: &Slot) -> Result<Option<String>, EditError> {
        let before = self.read(text)?;
        if slot.found_in(&before).is_none() {
            return Ok(Some(text.to_owned()));
        }
        let (mark, plain) = split_mark(text);
        let edited = match self {
            Format::Json => json::take_out(plain, slot),
            Format::Toml => toml::take_out(plain, slot),
            Format::Yaml => yaml::take_out(plain, slot),
        }?;
        let edited = match (edited, mark) {
            (None, "") => None,
            (edited, mark) => Some(format!("{mark}{}", edited.unwrap_or_default())),
        };
        let after = self.reread(edited.as_deref().unwrap_or_default())?;
        if slot.found_in(&after).is_some() || slot.left_out_of(before) != slot.left_out_of(after) {
            return Err(unsound());
        }
        Ok(edited)
    }

    /// Likewise, of a text that we made: if it cannot be read, the edit was wrong, not the file.
    fn reread(self, edited: &str) -> Result<Value, EditError> {
        self.read(edited).map_err(|_| unsound())
    }
}

fn unsound() -> EditError {
    EditError::shape("it is written in a way that cannot be edited without touching something else")
}

fn split_mark(text: &str) -> (&str, &str) {
    let mark = if text.as_bytes().starts_with(BOM) { BOM.len() } else { 0 };
    text.split_at(mark)
}

/// Whether there is nothing but blanks.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|char| matches!(char, ' ' | '\t' | '\r' | '\n'))
}

/// What lines end with: what the first one does.
pub(super) fn newline_of(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Puts texts in place of ranges that lie apart from each other.
pub(super) fn spliced(text: &str, mut splices: Vec<(Range<usize>, String)>) -> String {
    splices.sort_by_key(|(range, _)| range.start);
    let mut edited = String::new();
    let mut kept = 0;
    for (range, new) in splices {
        edited.push_str(&text[kept..range.start]);
        edited.push_str(&new);
        kept = range.end;
    }
    edited.push_str(&text[kept..]);
    edited
}

/// The first of some former texts that becomes the present one with the entry in it.
pub(super) fn former(
    candidates: impl IntoIterator<Item = Option<String>>,
    put: impl Fn(Option<&str>) -> Result<String, EditError>,
    text: &str,
) -> Option<Option<String>> {
    candidates.into_iter().find(|candidate| put(candidate.as_deref()).is_ok_and(|again| again == text))
}

#[cfg(test)]
mod tests;
