//! The formats of the hosts' configurations.
//!
//! A library edits the text, so that comments, order and formatting of everything else stay. Its work is checked: both
//! texts are read again, and apart from the entry they must have the same content. Nothing here opens a file.

use reread_text::BOM;
use serde_json::Value;

use super::config_entry::ConfigEntry;
use super::{json, toml, yaml};

/// How a configuration is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConfigFormat {
    /// JSON with comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

/// Why a text was not edited.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConfigEditError {
    #[error("line {line}, column {column}: {message}")]
    Syntax { line: usize, column: usize, message: String },
    /// Valid, but there is no safe edit. The text says why.
    #[error("{0}")]
    Shape(String),
}

impl ConfigEditError {
    pub(super) fn shape(message: impl Into<String>) -> Self {
        ConfigEditError::Shape(message.into())
    }

    /// A syntax error at a byte offset.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ConfigEditError::Syntax {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}

impl ConfigFormat {
    /// The content of a text. A blank text is an empty configuration.
    pub(crate) fn read(self, text: &str) -> Result<Value, ConfigEditError> {
        let (_, text) = split_mark(text);
        match self {
            ConfigFormat::Json => json::read(text),
            ConfigFormat::Toml => toml::read(text),
            ConfigFormat::Yaml => yaml::read(text),
        }
    }

    /// The text with the entry in it. `None` stands for a missing file.
    pub(crate) fn put(self, text: Option<&str>, entry: &ConfigEntry) -> Result<String, ConfigEditError> {
        let before = self.read(text.unwrap_or_default())?;
        if let Some(text) = text.filter(|_| entry.is_up_to_date(&before)) {
            return Ok(text.to_owned());
        }
        let (mark, text) = split_mark(text.unwrap_or_default());
        let edited = match self {
            ConfigFormat::Json => json::put(text, entry),
            ConfigFormat::Toml => toml::put(text, entry),
            ConfigFormat::Yaml => yaml::put(text, entry),
        }?;
        let after = self.read(&edited).map_err(|_| unsafe_edit())?;
        if !entry.is_up_to_date(&after) || entry.left_out_of(before) != entry.left_out_of(after) {
            return Err(unsafe_edit());
        }
        Ok(format!("{mark}{edited}"))
    }

    /// The text without the entry; `None` if the file holds nothing else. A section that is empty then goes too.
    pub(crate) fn remove(self, text: &str, entry: &ConfigEntry) -> Result<Option<String>, ConfigEditError> {
        let before = self.read(text)?;
        if entry.found_in(&before).is_none() {
            return Ok(Some(text.to_owned()));
        }
        let (mark, text) = split_mark(text);
        let edited = match self {
            ConfigFormat::Json => json::remove(text, entry),
            ConfigFormat::Toml => toml::remove(text, entry),
            ConfigFormat::Yaml => yaml::remove(text, entry),
        }?;
        let after = self.read(&edited).map_err(|_| unsafe_edit())?;
        if entry.found_in(&after).is_some() || entry.left_out_of(before) != entry.left_out_of(after) {
            return Err(unsafe_edit());
        }
        let holds_nothing = matches!(edited.split_whitespace().collect::<String>().as_str(), "" | "{}");
        Ok((!holds_nothing).then(|| format!("{mark}{edited}")))
    }
}

fn unsafe_edit() -> ConfigEditError {
    ConfigEditError::shape("it is written in a way that cannot be edited without touching something else")
}

fn split_mark(text: &str) -> (&str, &str) {
    let mark = if text.as_bytes().starts_with(BOM) { BOM.len() } else { 0 };
    text.split_at(mark)
}

/// Gives unchanged lines at both ends of an edited text their former line ends, and new lines those of the first line.
///
/// The TOML library ends each line with LF, and the last line too.
pub(super) fn with_line_ends_of(text: &str, edited: &str) -> String {
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
