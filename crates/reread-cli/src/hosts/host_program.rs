//! The supported hosts: where each keeps its configuration, and how its entry looks.
//!
//! The facts are from the documentation of the hosts; `docs/cli.md` has them as a table.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use super::config_format::ConfigFormat;
use crate::config_file::ConfigScope;

/// A coding agent program that starts reread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HostProgram {
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

/// The folders that hold configurations.
pub(crate) struct ConfigFolders<'a> {
    pub(crate) project: PathBuf,
    pub(crate) home: Option<PathBuf>,
    /// `$XDG_CONFIG_HOME` or its default.
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

/// How a server that this host starts gets its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootFrom {
    /// It is the working directory of the server.
    Start,
    /// The host replaces a variable in the arguments.
    Variable(&'static str),
    /// The host passes nothing, so the entry names the folder.
    Nothing,
}

impl HostProgram {
    /// All hosts, in the order of the help text.
    pub(crate) fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// The word on the command line.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The name in messages.
    pub(crate) fn title(self) -> &'static str {
        match self {
            HostProgram::ClaudeCode => "Claude Code",
            HostProgram::ClaudeDesktop => "Claude Desktop",
            HostProgram::Codex => "Codex",
            HostProgram::Cursor => "Cursor",
            HostProgram::Vscode => "VS Code",
            HostProgram::Zed => "Zed",
            HostProgram::Gemini => "Gemini CLI",
            HostProgram::Opencode => "opencode",
            HostProgram::Goose => "goose",
            HostProgram::Pi => "pi",
        }
    }

    pub(crate) fn format(self) -> ConfigFormat {
        match self {
            HostProgram::Codex => ConfigFormat::Toml,
            HostProgram::Goose => ConfigFormat::Yaml,
            _ => ConfigFormat::Json,
        }
    }

    /// The default scope: the project's, where the host has one.
    pub(crate) fn usual_scope(self) -> ConfigScope {
        match self {
            HostProgram::ClaudeDesktop | HostProgram::Goose | HostProgram::Pi => ConfigScope::User,
            _ => ConfigScope::Project,
        }
    }

    pub(crate) fn has(self, scope: ConfigScope) -> bool {
        scope == ConfigScope::User || self.usual_scope() == ConfigScope::Project
    }

    /// The paths of the configuration, in order of preference. Empty if the host has no such scope or the user no home.
    pub(crate) fn places(self, scope: ConfigScope, folders: &ConfigFolders<'_>) -> Vec<ConfigPath> {
        let (base, files) = match scope {
            ConfigScope::Project => (Some(folders.project.clone()), self.project_files()),
            ConfigScope::User => self.user_files(folders),
        };
        let Some(base) = base else { return Vec::new() };
        files.iter().map(|file| ConfigPath { scope, base: base.clone(), path: file.into() }).collect()
    }

    fn project_files(self) -> &'static [&'static str] {
        match self {
            HostProgram::ClaudeCode => &[".mcp.json"],
            HostProgram::Codex => &[".codex/config.toml"],
            HostProgram::Cursor => &[".cursor/mcp.json"],
            HostProgram::Vscode => &[".vscode/mcp.json"],
            HostProgram::Zed => &[".zed/settings.json"],
            HostProgram::Gemini => &[".gemini/settings.json"],
            HostProgram::Opencode => &["opencode.json", "opencode.jsonc"],
            HostProgram::ClaudeDesktop | HostProgram::Goose | HostProgram::Pi => &[],
        }
    }

    /// The folder and the names of its files; no folder if the user has no home.
    fn user_files(self, folders: &ConfigFolders<'_>) -> (Option<PathBuf>, &'static [&'static str]) {
        let named = |variable: &str| (folders.variable)(variable);
        let home = folders.home.as_deref();
        let at_home = |path: &str| home.map(|home| home.join(path));
        let config = folders.config.as_deref();
        // macOS has a folder of its own for desktop applications.
        let of_apps = if cfg!(target_os = "macos") { at_home("Library/Application Support") } else { None };
        let of_apps = of_apps.as_deref().or(config);
        match self {
            HostProgram::ClaudeCode => {
                (named("CLAUDE_CONFIG_DIR").or(home.map(Path::to_owned)), &[".claude.json"])
            }
            HostProgram::ClaudeDesktop => {
                (of_apps.map(|apps| apps.join("Claude")), &["claude_desktop_config.json"])
            }
            HostProgram::Codex => (named("CODEX_HOME").or(at_home(".codex")), &["config.toml"]),
            HostProgram::Cursor => (at_home(".cursor"), &["mcp.json"]),
            HostProgram::Vscode => (of_apps.map(|apps| apps.join("Code/User")), &["mcp.json"]),
            HostProgram::Zed => (config.map(|config| config.join("zed")), &["settings.json"]),
            HostProgram::Gemini => (at_home(".gemini"), &["settings.json"]),
            HostProgram::Opencode => {
                (config.map(|config| config.join("opencode")), &["opencode.json", "opencode.jsonc"])
            }
            HostProgram::Goose => (config.map(|config| config.join("goose")), &["config.yaml"]),
            HostProgram::Pi => (named("PI_CODING_AGENT_DIR").or(at_home(".pi/agent")), &["settings.json"]),
        }
    }

    /// The section that holds the entries.
    pub(crate) fn section(self, configuration: &Value) -> Vec<&'static str> {
        match self {
            HostProgram::ClaudeCode
            | HostProgram::ClaudeDesktop
            | HostProgram::Cursor
            | HostProgram::Gemini => {
                vec!["mcpServers"]
            }
            HostProgram::Codex => vec!["mcp_servers"],
            HostProgram::Vscode => vec!["servers"],
            HostProgram::Zed => vec!["context_servers"],
            HostProgram::Goose => vec!["extensions"],
            HostProgram::Pi => vec!["packages"],
            HostProgram::Opencode if has_nested_servers(configuration) => vec!["mcp", "servers"],
            HostProgram::Opencode => vec!["mcp"],
        }
    }

    pub(crate) fn root_from(self) -> RootFrom {
        match self {
            HostProgram::Cursor | HostProgram::Vscode => RootFrom::Variable("${workspaceFolder}"),
            HostProgram::ClaudeDesktop => RootFrom::Nothing,
            _ => RootFrom::Start,
        }
    }

    /// The file with the project's instructions that this host shows its model; `None` where reread replaces the host's own
    /// tool, or the host reads no such file.
    pub(crate) fn instructions_file(self) -> Option<&'static str> {
        match self {
            HostProgram::ClaudeCode => Some("CLAUDE.md"),
            HostProgram::Gemini => Some("GEMINI.md"),
            HostProgram::Codex
            | HostProgram::Cursor
            | HostProgram::Vscode
            | HostProgram::Zed
            | HostProgram::Opencode
            | HostProgram::Goose => Some("AGENTS.md"),
            HostProgram::ClaudeDesktop | HostProgram::Pi => None,
        }
    }

    /// What the user does after the entry is written.
    pub(crate) fn next_step(self, scope: ConfigScope) -> &'static str {
        match (self, scope) {
            (HostProgram::ClaudeCode, ConfigScope::Project) => {
                "start claude in this project and approve the server; /mcp shows it"
            }
            (HostProgram::ClaudeCode, ConfigScope::User) => "start claude anew; /mcp shows the server",
            (HostProgram::ClaudeDesktop, _) => "quit and start the app",
            (HostProgram::Codex, ConfigScope::Project) => {
                "start codex in this project and trust it: Codex reads the file in trusted projects only"
            }
            (HostProgram::Codex, ConfigScope::User) => "start codex anew; /mcp shows the server",
            (HostProgram::Cursor, _) => "switch the server on in Cursor's settings, under MCP",
            (HostProgram::Vscode, _) => "start the server when VS Code asks, or with MCP: List Servers",
            (HostProgram::Zed, _) => "look at the server in the settings of the agent panel",
            (HostProgram::Gemini, _) => "start gemini anew; /mcp shows the server",
            (HostProgram::Opencode, _) => "start opencode anew",
            (HostProgram::Goose, _) => "start a new session of goose",
            (HostProgram::Pi, _) => "start pi anew, or /reload; /readcache-status shows that it answers",
        }
    }
}

/// Whether an opencode file is of the newer kind, with its servers one level further down. A server may itself be
/// called `servers`; then it has one of the keys of a server.
fn has_nested_servers(configuration: &Value) -> bool {
    let servers = configuration.get("mcp").and_then(|mcp| mcp.get("servers")).and_then(Value::as_object);
    servers.is_some_and(|servers| {
        let is_server = |key: &str| servers.get(key).is_some_and(|value| !value.is_object());
        !["type", "enabled", "command"].into_iter().any(is_server)
    })
}

#[cfg(test)]
mod tests;
