//! The clients: where each keeps its configuration, and what it wants to read there.
//!
//! What is said here of other programs comes from their documentation; `docs/cli.md` has it as a table.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use super::format::Format;
use crate::config_file::ConfigScope;

/// A program that starts reread by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code
    ClaudeCode,
    /// The Claude desktop app
    ClaudeDesktop,
    /// Codex
    Codex,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
    /// Zed
    Zed,
    /// Gemini CLI
    Gemini,
    /// opencode
    Opencode,
    /// goose
    Goose,
    /// pi, by its extension
    Pi,
}

/// The folders that configurations lie in.
pub(crate) struct Folders<'a> {
    pub(crate) project: PathBuf,
    pub(crate) home: Option<PathBuf>,
    /// `$XDG_CONFIG_HOME`, or what stands for it.
    pub(crate) config: Option<PathBuf>,
    /// A folder that an environment variable names, if it is absolute.
    pub(crate) variable: &'a dyn Fn(&str) -> Option<PathBuf>,
}

/// The file name of a configuration that exists or may be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigPath {
    pub(crate) scope: ConfigScope,
    pub(crate) base: PathBuf,
    pub(crate) path: PathBuf,
}

/// How a server that this client starts learns which folder to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootFrom {
    /// It is started there.
    Start,
    /// The client fills a variable in.
    Variable(&'static str),
    /// Nothing tells, so the folder is written down.
    Nothing,
}

impl Client {
    /// All of them, in the order in which they are shown.
    pub(crate) fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// The word on the command line.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// What it calls itself.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Client::ClaudeCode => "Claude Code",
            Client::ClaudeDesktop => "Claude Desktop",
            Client::Codex => "Codex",
            Client::Cursor => "Cursor",
            Client::Vscode => "VS Code",
            Client::Zed => "Zed",
            Client::Gemini => "Gemini CLI",
            Client::Opencode => "opencode",
            Client::Goose => "goose",
            Client::Pi => "pi",
        }
    }

    pub(crate) fn format(self) -> Format {
        match self {
            Client::Codex => Format::Toml,
            Client::Goose => Format::Yaml,
            _ => Format::Json,
        }
    }

    /// The scope that is meant if none is named: the project's, where the client has one.
    pub(crate) fn usual_scope(self) -> ConfigScope {
        match self {
            Client::ClaudeDesktop | Client::Goose | Client::Pi => ConfigScope::User,
            _ => ConfigScope::Project,
        }
    }

    pub(crate) fn has(self, scope: ConfigScope) -> bool {
        scope == ConfigScope::User || self.usual_scope() == ConfigScope::Project
    }

    /// Where the configuration may lie; the first that exists counts, else the first. None if the user has no home.
    pub(crate) fn places(self, scope: ConfigScope, folders: &Folders<'_>) -> Vec<ConfigPath> {
        match scope {
            ConfigScope::Project => {
                let place = |path: &&str| ConfigPath {
                    scope: ConfigScope::Project,
                    base: folders.project.clone(),
                    path: path.into(),
                };
                self.project_files().iter().map(place).collect()
            }
            ConfigScope::User => self.user_files(folders).unwrap_or_default(),
        }
    }

    fn project_files(self) -> &'static [&'static str] {
        match self {
            Client::ClaudeCode => &[".mcp.json"],
            Client::Codex => &[".codex/config.toml"],
            Client::Cursor => &[".cursor/mcp.json"],
            Client::Vscode => &[".vscode/mcp.json"],
            Client::Zed => &[".zed/settings.json"],
            Client::Gemini => &[".gemini/settings.json"],
            Client::Opencode => &["opencode.json", "opencode.jsonc"],
            Client::ClaudeDesktop | Client::Goose | Client::Pi => &[],
        }
    }

    fn user_files(self, folders: &Folders<'_>) -> Option<Vec<ConfigPath>> {
        let named = |variable: &str| (folders.variable)(variable);
        let home = folders.home.as_deref();
        let at_home = |path: &str| home.map(|home| home.join(path));
        let config = folders.config.as_deref();
        // Applications of the desktop have a place of their own on macOS.
        let of_apps = if cfg!(target_os = "macos") { at_home("Library/Application Support") } else { None };
        let of_apps = of_apps.as_deref().or(config);
        let (base, files): (Option<PathBuf>, &[&str]) = match self {
            Client::ClaudeCode => {
                (named("CLAUDE_CONFIG_DIR").or(home.map(Path::to_owned)), &[".claude.json"])
            }
            Client::ClaudeDesktop => {
                (of_apps.map(|apps| apps.join("Claude")), &["claude_desktop_config.json"])
            }
            Client::Codex => (named("CODEX_HOME").or(at_home(".codex")), &["config.toml"]),
            Client::Cursor => (at_home(".cursor"), &["mcp.json"]),
            Client::Vscode => (of_apps.map(|apps| apps.join("Code/User")), &["mcp.json"]),
            Client::Zed => (config.map(|config| config.join("zed")), &["settings.json"]),
            Client::Gemini => (at_home(".gemini"), &["settings.json"]),
            Client::Opencode => {
                (config.map(|config| config.join("opencode")), &["opencode.json", "opencode.jsonc"])
            }
            Client::Goose => (config.map(|config| config.join("goose")), &["config.yaml"]),
            Client::Pi => (named("PI_CODING_AGENT_DIR").or(at_home(".pi/agent")), &["settings.json"]),
        };
        let base = base?;
        let place =
            |file: &&str| ConfigPath { scope: ConfigScope::User, base: base.clone(), path: file.into() };
        Some(files.iter().map(place).collect())
    }

    /// The section that holds the entries.
    pub(crate) fn section(self, configuration: &Value) -> Vec<&'static str> {
        match self {
            Client::ClaudeCode | Client::ClaudeDesktop | Client::Cursor | Client::Gemini => {
                vec!["mcpServers"]
            }
            Client::Codex => vec!["mcp_servers"],
            Client::Vscode => vec!["servers"],
            Client::Zed => vec!["context_servers"],
            Client::Goose => vec!["extensions"],
            Client::Pi => vec!["packages"],
            Client::Opencode if has_nested_servers(configuration) => vec!["mcp", "servers"],
            Client::Opencode => vec!["mcp"],
        }
    }

    pub(crate) fn root_from(self) -> RootFrom {
        match self {
            Client::Cursor | Client::Vscode => RootFrom::Variable("${workspaceFolder}"),
            Client::ClaudeDesktop => RootFrom::Nothing,
            _ => RootFrom::Start,
        }
    }

    /// What is left to do once the entry is there.
    pub(crate) fn next_step(self, scope: ConfigScope) -> &'static str {
        match (self, scope) {
            (Client::ClaudeCode, ConfigScope::Project) => {
                "start claude in this project and approve the server; /mcp shows it"
            }
            (Client::ClaudeCode, ConfigScope::User) => "start claude anew; /mcp shows the server",
            (Client::ClaudeDesktop, _) => "quit and start the app",
            (Client::Codex, ConfigScope::Project) => {
                "start codex in this project and trust it: Codex reads the file in trusted projects only"
            }
            (Client::Codex, ConfigScope::User) => "start codex anew; /mcp shows the server",
            (Client::Cursor, _) => "switch the server on in Cursor's settings, under MCP",
            (Client::Vscode, _) => "start the server when VS Code asks, or with MCP: List Servers",
            (Client::Zed, _) => "look at the server in the settings of the agent panel",
            (Client::Gemini, _) => "start gemini anew; /mcp shows the server",
            (Client::Opencode, _) => "start opencode anew",
            (Client::Goose, _) => "start a new session of goose",
            (Client::Pi, _) => "start pi anew, or /reload; /readcache-status shows that it answers",
        }
    }
}

/// Whether an opencode file is of the newer kind, which has its servers one level further down. A server may itself
/// be called `servers`, and then it has a type or is switched on or off.
fn has_nested_servers(configuration: &Value) -> bool {
    let servers = configuration.get("mcp").and_then(|mcp| mcp.get("servers")).and_then(Value::as_object);
    servers.is_some_and(|servers| {
        let is_server = |key: &str| servers.get(key).is_some_and(|value| !value.is_object());
        !["type", "enabled", "command"].into_iter().any(is_server)
    })
}

#[cfg(test)]
mod tests;
