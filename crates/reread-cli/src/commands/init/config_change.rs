//! The change of a configuration file, before it is written.

use reread_text::{DiffNames, as_utf8, redact, unified_diff};
use serde_json::{Value, json};

use crate::config_file::{ConfigFile, ConfigFileError};
use crate::exit::{Exit, Failure};
use crate::hosts::{ConfigEditError, ConfigEntry, EntryContent, HostProgram};

/// A host's file and its name in messages.
pub(super) struct ConfigTarget {
    pub(super) file: ConfigFile,
    pub(super) name: String,
}

/// A file and its new content.
pub(super) struct ConfigChange {
    target: ConfigTarget,
    /// `None`: the file is deleted.
    new: Option<String>,
    pub(super) action: ChangeAction,
}

/// What is done to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeAction {
    /// The file needs no change.
    None,
    /// The file is created or modified.
    Written,
    /// The file is deleted.
    Removed,
}

impl ChangeAction {
    /// The value of `change` in JSON.
    pub(super) fn word(self, is_done: bool) -> &'static str {
        match self {
            ChangeAction::None => "none",
            ChangeAction::Written if is_done => "written",
            ChangeAction::Written => "would_write",
            ChangeAction::Removed if is_done => "removed",
            ChangeAction::Removed => "would_remove",
        }
    }
}

impl ConfigChange {
    /// The file with the entry.
    pub(super) fn to_put(
        host: HostProgram,
        target: ConfigTarget,
        content: EntryContent,
    ) -> Result<Self, Failure> {
        let text = target.text()?;
        let by_hand = format!("add by hand what `reread init {} --print` shows", host.word());
        let wrong = |error| refused(&target.name, &error, &by_hand);
        let entry = entry_in(host, text, content).map_err(wrong)?;
        let new = host.format().put(text, &entry).map_err(wrong)?;
        Ok(Self::new(target, Some(new)))
    }

    /// The file without the entry.
    pub(super) fn to_remove(
        host: HostProgram,
        target: ConfigTarget,
        content: EntryContent,
    ) -> Result<Self, Failure> {
        let Some(text) = target.text()? else { return Ok(Self::new(target, None)) };
        let wrong = |error| refused(&target.name, &error, "remove the entry by hand");
        let entry = entry_in(host, Some(text), content).map_err(wrong)?;
        let new = host.format().remove(text, &entry).map_err(wrong)?;
        Ok(Self::new(target, new))
    }

    fn new(target: ConfigTarget, new: Option<String>) -> Self {
        let action = match &new {
            new if new.as_deref().map(str::as_bytes) == target.file.bytes() => ChangeAction::None,
            Some(_) => ChangeAction::Written,
            None => ChangeAction::Removed,
        };
        Self { target, new, action }
    }

    pub(super) fn name(&self) -> &str {
        &self.target.name
    }

    /// The change as a unified diff. Credentials in other entries are redacted.
    pub(super) fn diff(&self) -> String {
        let name = self.name();
        let old = self.target.file.bytes();
        let names = DiffNames {
            old: if old.is_some() { name } else { "/dev/null" },
            new: if self.new.is_some() { name } else { "/dev/null" },
        };
        let new = self.new.as_deref().unwrap_or_default();
        let diff = unified_diff(old.unwrap_or_default(), new.as_bytes(), names, 3);
        redact(&String::from_utf8_lossy(&diff.text)).text.into_owned()
    }

    /// Writes or deletes the file.
    pub(super) fn apply(&self) -> Result<(), Failure> {
        match &self.new {
            Some(new) => self.target.file.replace(new.as_bytes())?,
            None => self.target.file.remove()?,
        }
        Ok(())
    }
}

impl ConfigTarget {
    fn text(&self) -> Result<Option<&str>, Failure> {
        let text = self.file.bytes().map(as_utf8).transpose();
        text.map_err(|error| {
            let message = format!("{}: {error}", self.name);
            Failure::new(Exit::Configuration, message, "nothing was written; mend the file")
        })
    }
}

/// A file with nothing but the entry.
pub(super) fn alone(host: HostProgram, content: &EntryContent) -> Result<String, Failure> {
    let entry = ConfigEntry::of(host, &json!({}), content.clone());
    host.format().put(None, &entry).map_err(|error| refused("a new file", &error, "name it otherwise"))
}

fn entry_in(
    host: HostProgram,
    text: Option<&str>,
    content: EntryContent,
) -> Result<ConfigEntry, ConfigEditError> {
    let configuration = text.map_or_else(|| Ok(Value::Null), |text| host.format().read(text))?;
    Ok(ConfigEntry::of(host, &configuration, content))
}

fn refused(name: &str, error: &ConfigEditError, by_hand: &str) -> Failure {
    let hint = match error {
        ConfigEditError::Syntax { .. } => "mend the file",
        ConfigEditError::Shape(_) => by_hand,
    };
    Failure::new(Exit::Configuration, format!("{name}: {error}"), format!("nothing was written; {hint}"))
}

impl From<ConfigFileError> for Failure {
    fn from(error: ConfigFileError) -> Self {
        let (exit, hint) = match &error {
            ConfigFileError::Link { .. } => {
                (Exit::Refused, "look where it leads; if you want that, put a file in its place")
            }
            ConfigFileError::OtherOwner { .. } => (Exit::Refused, "ask its owner, or use the other --scope"),
            ConfigFileError::DanglingLink { .. } => {
                (Exit::Unusable, "remove the link, or make what it leads to")
            }
            ConfigFileError::NotAFile { .. } | ConfigFileError::TooLong { .. } => {
                (Exit::Unusable, "put a configuration in its place")
            }
            ConfigFileError::Modified { .. } => (Exit::Unusable, "nothing was written; run it again"),
            ConfigFileError::Io { .. } => (Exit::Broken, ""),
        };
        Self::new(exit, error.to_string(), hint)
    }
}
