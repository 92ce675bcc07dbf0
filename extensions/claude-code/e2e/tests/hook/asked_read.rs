//! What a call asks for: which file, and which of its lines in which form.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use reread_claude_e2e::ToolUse;
use serde_json::Value;

/// A call that shows lines of a file and does nothing else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AskedRead {
    pub(crate) file: PathBuf,
    pub(crate) form: AskedForm,
}

/// Which lines, and how they are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AskedForm {
    /// The host's own tool: numbered, from a line on, at most so many.
    Read { first: usize, limit: Option<usize> },
    /// `cat`: everything.
    Cat,
    /// `sed -n 'a,bp'`.
    Sed { first: usize, last: usize },
    /// `head -n N`.
    Head(usize),
    /// `tail -n N`.
    Tail(usize),
    /// `nl -ba`: everything, numbered.
    Numbered,
}

impl AskedRead {
    /// The read that a call is; nothing for another call.
    pub(crate) fn of(call: &ToolUse, project: &Path) -> Option<Self> {
        let file = ToolUse::file(&call.input, project)?;
        let form = match call.tool.as_str() {
            "Read" => read_form(&call.input),
            "Bash" => command_form(call.input["command"].as_str()?)?,
            _ => return None,
        };
        Some(Self { file, form })
    }
}

impl AskedForm {
    /// The lines that it shows of a file of so many.
    pub(crate) fn lines(self, total: usize) -> RangeInclusive<usize> {
        match self {
            Self::Read { first, limit } => first..=limit.map_or(total, |limit| total.min(first + limit - 1)),
            Self::Cat | Self::Numbered => 1..=total,
            Self::Sed { first, last } => first..=total.min(last),
            Self::Head(count) => 1..=total.min(count),
            Self::Tail(count) => total.saturating_sub(count) + 1..=total,
        }
    }

    /// Whether it asks for the whole file.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self, Self::Read { first: 1, limit: None } | Self::Cat | Self::Numbered)
    }

    /// Whether the host or the command puts a number and a tab before each line.
    pub(crate) fn is_numbered(self) -> bool {
        matches!(self, Self::Read { .. } | Self::Numbered)
    }
}

fn read_form(input: &Value) -> AskedForm {
    let number = |key: &str| input[key].as_u64().and_then(|number| usize::try_from(number).ok());
    AskedForm::Read { first: number("offset").unwrap_or(1).max(1), limit: number("limit") }
}

/// The commands that scenes use: the words of one read, with nothing around it.
fn command_form(command: &str) -> Option<AskedForm> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match *words.as_slice() {
        ["cat", _] => Some(AskedForm::Cat),
        ["nl", "-ba", _] => Some(AskedForm::Numbered),
        ["head", "-n", count, _] => Some(AskedForm::Head(count.parse().ok()?)),
        ["tail", "-n", count, _] => Some(AskedForm::Tail(count.parse().ok()?)),
        ["sed", "-n", script, _] => {
            let (first, last) = script.trim_matches('\'').strip_suffix('p')?.split_once(',')?;
            Some(AskedForm::Sed { first: first.parse().ok()?, last: last.parse().ok()? })
        }
        _ => None,
    }
}
