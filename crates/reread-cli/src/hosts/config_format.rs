//! The formats of the hosts' configurations.
//!
//! A library edits the text, so that comments, order and formatting of everything else stay. Its work is checked: both
//! texts are read again, and apart from the entry they must have the same content. Nothing here opens a file.

use reread_text::BOM;
use serde_json::Value;

use super::config_edit_error::ConfigEditError;
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

#[cfg(test)]
mod tests;
