//! How a command ends: the exit codes, and the one place that turns errors into exit code, message and hint.

use std::io::Write as _;

use reread_files::WorkspaceError;
use reread_store::{DatabaseError, JournalError};
use reread_wire::{Code, Contract, ErrorReply, Rejected};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::output::{messages, print_json};
use crate::terminal::Terminal;

/// The exit codes of every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// The command did what it was asked for.
    Done = 0,
    /// Nothing was found, a check failed, or a change was not written.
    Nothing = 1,
    /// The command was not understood.
    Usage = 2,
    /// A rule or the boundary of the workspace forbids it.
    Refused = 3,
    /// The file is missing, or not what was asked for.
    Unusable = 4,
    /// The system failed.
    Broken = 5,
    /// A configuration file is wrong; nothing was done.
    Configuration = 6,
}

impl Exit {
    /// The number that a shell sees.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// The code of a command that ends so before it makes a call.
    fn default_code(self) -> Code {
        match self {
            // A command that is done prints no error.
            Exit::Done | Exit::Nothing => Code::Nothing,
            Exit::Usage => Code::Usage,
            Exit::Refused => Code::Refused,
            Exit::Unusable => Code::Unusable,
            Exit::Broken => Code::Broken,
            Exit::Configuration => Code::Configuration,
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// The stable word for programs.
    code: Code,
    pub(crate) message: String,
    pub(crate) hint: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { exit, code: exit.default_code(), message: message.into(), hint: hint.into() }
    }

    /// Broken pipe: the reader closed our output. Not an error.
    fn unread() -> Self {
        Self::new(Exit::Done, "", "")
    }

    /// Prints the error and the hint on standard error, as JSON on standard output. `tool` is the tool behind a command
    /// that writes: its JSON has the same members whatever came of the command.
    pub(crate) fn report(&self, global: &Global, tool: Option<&str>) -> Exit {
        if self.message.is_empty() {
            return self.exit;
        }
        if global.json {
            let _ = print_json(&self.to_json(tool));
            return self.exit;
        }
        let terminal = Terminal::of_stderr(global.color);
        let mut text = format!("{} {}\n", terminal.red("error:"), terminal.line(&self.message));
        if !self.hint.is_empty() {
            // Lines that a hint quotes stand indented below it.
            let lines: Vec<_> =
                self.hint.trim_end_matches('\n').split('\n').map(|line| terminal.line(line)).collect();
            text.push_str(&format!("{} {}\n", terminal.cyan("try:"), lines.join("\n  ")));
        }
        // Standard error is closed: there is no other place for the message.
        let _ = messages().write_all(text.as_bytes());
        self.exit
    }

    pub(crate) fn to_json(&self, tool: Option<&str>) -> Value {
        let Self { exit, code, message, hint } = self;
        match tool {
            Some(tool) => {
                let (code, message, hint) = (*code, message.clone(), hint.clone());
                let refused = *exit == Exit::Refused;
                let error = ErrorReply { refused, ..ErrorReply::failed(code, message, &hint) };
                Contract::of_rejected(&Rejected::new(tool, json!({}), error)).to_json()
            }
            None => {
                let error = json!({ "code": code.as_str(), "message": message, "hint": hint });
                json!({ "ok": false, "success": false, "error": error })
            }
        }
    }
}

impl From<ErrorReply> for Failure {
    fn from(error: ErrorReply) -> Self {
        let error = error.for_command_line();
        let exit = match error.code {
            Code::OutputClosed => return Self::unread(),
            _ if error.refused => Exit::Refused,
            Code::InvalidArgs | Code::InvalidRange | Code::InvalidPattern | Code::InvalidName => Exit::Usage,
            Code::Io | Code::TooManyOpenFiles => Exit::Broken,
            _ => Exit::Unusable,
        };
        Self { code: error.code, ..Self::new(exit, error.message, error.hint) }
    }
}

impl From<WorkspaceError> for Failure {
    fn from(error: WorkspaceError) -> Self {
        let (exit, hint) = match &error {
            WorkspaceError::Root(_) | WorkspaceError::NoRoot => {
                (Exit::Usage, "name an existing folder with --root")
            }
            WorkspaceError::Policy(_) => {
                (Exit::Configuration, "mend the file; until then nothing in this workspace is served")
            }
            WorkspaceError::NoRandomness => (Exit::Broken, ""),
        };
        Self::new(exit, with_source(&error), hint)
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        Self { code: error.code(), ..Self::new(Exit::Broken, error.to_string(), "") }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self { code: error.code(), ..Self::new(Exit::Broken, error.to_string(), "") }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self::unread();
        }
        Self::new(Exit::Broken, error.to_string(), String::new())
    }
}

/// The message of an error, with that of its cause.
pub(crate) fn with_source(error: &dyn std::error::Error) -> String {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    format!("{error}{source}")
}
