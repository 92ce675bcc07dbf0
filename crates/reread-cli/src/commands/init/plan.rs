//! What would change in a file, before it does.

use reread_text::{DiffNames, as_utf8, redact, unified_diff};
use serde_json::{Value, json};

use crate::clients::{Client, EditError, Entry, Slot};
use crate::config_file::{ConfigFile, ConfigFileError};
use crate::exit::{Exit, Failure};

/// A client's file, and what to call it.
pub(super) struct Target {
    pub(super) file: ConfigFile,
    pub(super) name: String,
}

/// A file, and what it shall hold.
pub(super) struct Plan {
    target: Target,
    /// `None`: it shall not be there.
    new: Option<String>,
    pub(super) change: Change,
}

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Everything is as it shall be.
    None,
    /// The file comes into being, or its bytes change.
    Written,
    /// The file goes.
    Removed,
}

impl Change {
    /// The word for programs.
    pub(super) fn word(self, is_done: bool) -> &'static str {
        match self {
            Change::None => "none",
            Change::Written if is_done => "written",
            Change::Written => "would_write",
            Change::Removed if is_done => "removed",
            Change::Removed => "would_remove",
        }
    }
}

impl Plan {
    /// The file with the entry.
    pub(super) fn to_put(client: Client, target: Target, entry: Entry) -> Result<Self, Failure> {
        let text = target.text()?;
        let by_hand = format!("add by hand what `reread init {} --print` shows", client.word());
        let wrong = |error| refused(&target.name, &error, &by_hand);
        let slot = slot_in(client, text, entry).map_err(wrong)?;
        let new = client.format().put(text, &slot).map_err(wrong)?;
        Ok(Self::new(target, Some(new)))
    }

    /// The file without the entry.
    pub(super) fn to_remove(client: Client, target: Target, entry: Entry) -> Result<Self, Failure> {
        let Some(text) = target.text()? else { return Ok(Self::new(target, None)) };
        let wrong = |error| refused(&target.name, &error, "take the entry out by hand");
        let slot = slot_in(client, Some(text), entry).map_err(wrong)?;
        let new = client.format().take_out(text, &slot).map_err(wrong)?;
        Ok(Self::new(target, new))
    }

    fn new(target: Target, new: Option<String>) -> Self {
        let change = match &new {
            new if new.as_deref().map(str::as_bytes) == target.file.bytes() => Change::None,
            Some(_) => Change::Written,
            None => Change::Removed,
        };
        Self { target, new, change }
    }

    /// What the file is called.
    pub(super) fn name(&self) -> &str {
        &self.target.name
    }

    /// The change as a unified diff. Other entries may hold credentials, which are nobody's business here.
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

    /// Does it.
    pub(super) fn carry_out(&self) -> Result<(), Failure> {
        match &self.new {
            Some(new) => self.target.file.replace(new.as_bytes())?,
            None => self.target.file.remove()?,
        }
        Ok(())
    }
}

impl Target {
    fn text(&self) -> Result<Option<&str>, Failure> {
        let text = self.file.bytes().map(as_utf8).transpose();
        text.map_err(|error| {
            let message = format!("{}: {error}", self.name);
            Failure::new(Exit::Configuration, message, "nothing was written; mend the file")
        })
    }
}

/// A file with nothing but the entry.
pub(super) fn alone(client: Client, entry: &Entry) -> Result<String, Failure> {
    let slot = Slot::of(client, &json!({}), entry.clone());
    client.format().put(None, &slot).map_err(|error| refused("a new file", &error, "name it otherwise"))
}

fn slot_in(client: Client, text: Option<&str>, entry: Entry) -> Result<Slot, EditError> {
    let configuration = text.map_or_else(|| Ok(Value::Null), |text| client.format().read(text))?;
    Ok(Slot::of(client, &configuration, entry))
}

fn refused(name: &str, error: &EditError, by_hand: &str) -> Failure {
    let hint = match error {
        EditError::Syntax { .. } => "mend the file",
        EditError::Shape(_) => by_hand,
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
