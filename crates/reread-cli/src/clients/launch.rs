//! How a client starts reread: the command, and the entry that says so.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::client::Client;
use super::slot::{Entry, Slot};

/// The longest name that every client takes.
pub(crate) const LONGEST_NAME: usize = 63;

/// Whether every client takes this name, and every format and shell takes it without quotes.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('-') && name.chars().all(is_plain)
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
}

impl Launch {
    /// The entry by which a client starts this, under a name.
    pub(crate) fn entry(&self, client: Client, name: &str) -> Entry {
        let Launch { command, args } = self;
        let value = match client {
            Client::Vscode => json!({ "type": "stdio", "command": command, "args": args }),
            Client::Zed => json!({ "source": "custom", "command": command, "args": args }),
            Client::Opencode => {
                let all: Vec<&String> = [command].into_iter().chain(args).collect();
                json!({ "type": "local", "command": all, "enabled": true })
            }
            Client::Goose => json!({
                "enabled": true,
                "type": "stdio",
                "name": name,
                "description": "Reads files and knows what was shown already",
                "cmd": command,
                "args": args,
                "timeout": 300,
            }),
            _ => json!({ "command": command, "args": args }),
        };
        let value = match value {
            Value::Object(value) => value,
            _ => Map::new(),
        };
        Entry::Named { name: name.to_owned(), value }
    }
}

/// An entry that starts reread, under its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Started {
    pub(crate) name: String,
    pub(crate) launch: Launch,
    /// Whether the client was told not to start it.
    pub(crate) is_off: bool,
}

/// The entries of a client's configuration that start reread, whatever they are called.
pub(crate) fn found_in(client: Client, configuration: &Value) -> Vec<Started> {
    let path = client.section(configuration);
    let section = path.iter().try_fold(configuration, |value, name| value.get(name));
    let entries = section.and_then(Value::as_object).into_iter().flatten();
    entries.filter_map(|(name, entry)| started(name, entry)).collect()
}

fn started(name: &str, entry: &Value) -> Option<Started> {
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut words = match entry.get("command").or_else(|| entry.get("cmd"))? {
        Value::String(command) => vec![command.clone()],
        list => strings(list),
    };
    words.extend(entry.get("args").map(strings).unwrap_or_default());
    let mut words = words.into_iter();
    let launch = Launch { command: words.next()?, args: words.collect() };
    let program = Path::new(&launch.command).file_stem()?;
    let is_off = entry.get("enabled") == Some(&json!(false)) || entry.get("disabled") == Some(&json!(true));
    (program == "reread" && launch.args.iter().any(|arg| arg == "mcp")).then(|| Started {
        name: name.to_owned(),
        launch,
        is_off,
    })
}

impl Slot {
    /// Where the entry of a client stands, beside what its configuration holds already.
    pub(crate) fn of(client: Client, configuration: &Value, entry: Entry) -> Self {
        Self { section: client.section(configuration), entry }
    }
}

#[cfg(test)]
mod tests;
