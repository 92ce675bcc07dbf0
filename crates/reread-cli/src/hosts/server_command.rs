//! The command that starts the server, and the entry with which a host runs it.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::config_entry::{ConfigEntry, EntryContent};
use super::host_program::HostProgram;

/// The longest name that every host accepts.
pub(crate) const LONGEST_NAME: usize = 63;

/// Whether every host accepts this name, and every format and shell accepts it without quotes.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('-') && name.chars().all(is_plain)
}

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerCommand {
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
}

impl ServerCommand {
    /// The entry with which a host starts this command.
    pub(crate) fn entry(&self, host: HostProgram, name: &str) -> EntryContent {
        let ServerCommand { program: command, args } = self;
        let value = match host {
            HostProgram::Vscode => json!({ "type": "stdio", "command": command, "args": args }),
            HostProgram::Zed => json!({ "source": "custom", "command": command, "args": args }),
            HostProgram::Opencode => {
                let all: Vec<&String> = [command].into_iter().chain(args).collect();
                json!({ "type": "local", "command": all, "enabled": true })
            }
            HostProgram::Goose => json!({
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
        EntryContent::Named { name: name.to_owned(), value }
    }
}

/// How strictly the read budget is meant, if the arguments of a server say it.
pub(crate) fn guard_mode(args: &[String]) -> Option<&str> {
    let following = args.windows(2).filter(|pair| pair[0] == "--guard").map(|pair| pair[1].as_str());
    args.iter().filter_map(|arg| arg.strip_prefix("--guard=")).chain(following).next_back()
}

/// An entry of a configuration that starts reread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerEntry {
    pub(crate) name: String,
    pub(crate) command: ServerCommand,
    /// Whether the user switched it off.
    pub(crate) is_off: bool,
}

/// The entries of a configuration that start reread, under any name.
pub(crate) fn server_entries(host: HostProgram, configuration: &Value) -> Vec<ServerEntry> {
    let path = host.section(configuration);
    let section = path.iter().try_fold(configuration, |value, name| value.get(name));
    let entries = section.and_then(Value::as_object).into_iter().flatten();
    entries.filter_map(|(name, entry)| server_entry(name, entry)).collect()
}

fn server_entry(name: &str, entry: &Value) -> Option<ServerEntry> {
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut words = match entry.get("command").or_else(|| entry.get("cmd"))? {
        Value::String(command) => vec![command.clone()],
        list => strings(list),
    };
    words.extend(entry.get("args").map(strings).unwrap_or_default());
    let mut words = words.into_iter();
    let command = ServerCommand { program: words.next()?, args: words.collect() };
    let program = Path::new(&command.program).file_stem()?;
    let is_off = entry.get("enabled") == Some(&json!(false)) || entry.get("disabled") == Some(&json!(true));
    (program == "reread" && command.args.iter().any(|arg| arg == "mcp")).then(|| ServerEntry {
        name: name.to_owned(),
        command,
        is_off,
    })
}

impl ConfigEntry {
    /// The entry of a host, in the section that fits the present configuration.
    pub(crate) fn of(host: HostProgram, configuration: &Value, content: EntryContent) -> Self {
        Self { section: host.section(configuration), content }
    }
}

#[cfg(test)]
mod tests;
