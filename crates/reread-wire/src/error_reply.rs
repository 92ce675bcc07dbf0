//! Errors as callers see them: a stable code, a sentence that is true, and the next thing to try.

mod of_write;

use std::fmt;

use reread_codes::Code;
use reread_files::{
    BadPattern, FileKind, GitError, HistoryError, ListError, OpenError, OutlineError, OverviewError,
    PreviewError, ReadError, SearchError, StackError, SymbolCandidate, TreeSearchError, WriteError,
};
use reread_guard::{BudgetExceeded, WriteBudgetExceeded};
use reread_text::{BadRange, visible_line};

use crate::excerpt::short;

/// Why a call was not served: a stable code, what is true, and what to try next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorReply {
    /// The stable word to branch on.
    pub code: Code,
    /// What is true.
    pub message: String,
    /// What to try next, in the words of the tools.
    pub hint: String,
    /// The same in the words of the command line, where they differ.
    pub command_hint: Option<String>,
    /// Whether a rule, the guard or the user denied the call; false for any other error.
    pub refused: bool,
}

/// The longest message, in characters: what it quotes may be of any length.
const LONGEST_MESSAGE: usize = 400;

/// The longest message in a text for a model, in characters: the longest name that a system takes, and some words.
const LONGEST_MESSAGE_TEXT: usize = 5_000;

impl ErrorReply {
    /// `missing: a.txt does not exist`, and on the next line what to try. Names in it cannot break out of their line.
    pub fn text(&self) -> String {
        let message: String = self.message.chars().take(LONGEST_MESSAGE_TEXT).collect();
        let mut text = format!("{}: {}\n", self.code, visible_line(&message));
        if !self.hint.is_empty() {
            // Lines that it quotes stand indented below it, so that none of a file can pass for one of ours.
            let lines: Vec<_> = self.hint.trim_end_matches('\n').split('\n').map(visible_line).collect();
            text.push_str(&format!("try: {}\n", lines.join("\n  ")));
        }
        text
    }

    /// A call that no rule refused, and that could not be served.
    pub fn failed(code: Code, message: impl fmt::Display, hint: &str) -> Self {
        let (message, hint) = (message.to_string(), hint.to_owned());
        Self { code, message, hint, command_hint: None, refused: false }
    }

    /// The error with this hint on the command line, where an argument of a tool is an option or a command.
    pub fn or_on_command_line(self, hint: Option<String>) -> Self {
        Self { command_hint: hint, ..self }
    }

    /// The error as the command line shows it.
    pub fn for_command_line(mut self) -> Self {
        if let Some(hint) = self.command_hint.take() {
            self.hint = hint;
        }
        self
    }

    /// Arguments that make no sense, whatever the file.
    pub fn invalid_args(message: impl Into<String>, hint: &str) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self::failed(Code::InvalidArgs, message, hint)
    }

    /// The client has cancelled the call.
    pub(crate) fn cancelled(message: impl fmt::Display) -> Self {
        Self::failed(Code::Cancelled, message, "call again, perhaps about fewer files")
    }

    /// An argument that asks for nothing.
    pub(crate) fn shows_nothing(argument: &str) -> Self {
        Self::invalid_args(format!("{argument} = 0 would show nothing"), "ask for at least 1")
    }
}

impl From<&BudgetExceeded> for ErrorReply {
    fn from(exceeded: &BudgetExceeded) -> Self {
        Self { refused: true, ..Self::failed(exceeded.code(), exceeded, &exceeded.hint()) }
    }
}

impl From<WriteBudgetExceeded> for ErrorReply {
    fn from(exceeded: WriteBudgetExceeded) -> Self {
        WriteError::from(exceeded).into()
    }
}

impl From<BadRange> for ErrorReply {
    fn from(error: BadRange) -> Self {
        let hint = "write the first and the last line, counted from 1, such as 10-20";
        Self::failed(Code::InvalidRange, error, hint)
    }
}

impl From<OpenError> for ErrorReply {
    fn from(error: OpenError) -> Self {
        let hint = match &error {
            OpenError::BadName { .. } => "name one file, with at most 4096 bytes and without NUL",
            OpenError::Outside { .. } => {
                "name a file inside the workspace; the person who started reread can add its folder as a root"
            }
            OpenError::LinkLoop { .. } => "name the file itself instead of the link",
            OpenError::Missing { name, .. } if is_like_an_id(name) => {
                "that looks like the id of a symbol: mode='symbol' reads it"
            }
            OpenError::Missing { similar, .. } if similar.is_empty() => {
                "check the spelling; a name starts from the current folder or from the first root, or is absolute"
            }
            OpenError::Missing { similar, .. } => &format!("did you mean {}?", similar.join(", ")),
            OpenError::Denied { .. } | OpenError::NotAllowed { .. } => {
                "go on without this file, or ask the user to change the rule"
            }
            OpenError::NeedsApproval { .. } => {
                "go on without this file; the user can run `reread read` at a terminal, where it asks, or decide in read.sensitive or read.ask of the configuration"
            }
            OpenError::OwnState { .. } => {
                "go on without it; the user can run `reread cache` and `reread audit`"
            }
            OpenError::NotAFile { kind: FileKind::Directory, .. } => {
                "name a file, or say mode='outline' to see what the folder holds"
            }
            OpenError::NotAFile { .. } => "name a regular file",
            OpenError::Unsized { .. } => "copy it to a regular file first",
            OpenError::OtherFilesystem { .. } => {
                "the user can set other_filesystems = \"allow\" in the reread configuration"
            }
            OpenError::HardLinked { .. } => {
                "the user can set hard_links = \"allow\" in the reread configuration"
            }
            OpenError::BadLines { .. } => "write the first and the last line, counted from 1, such as :10-20",
            OpenError::Forbidden { .. } => "check the permissions of the file and its folders",
            OpenError::Contended { .. } => "try again when the other processes are done",
            error if error.code() == Code::TooManyOpenFiles => NO_DESCRIPTORS,
            OpenError::Io { .. } => "try again; if it stays, check the disk",
        };
        let command_hint = match &error {
            OpenError::Outside { .. } => {
                Some("name a file inside the workspace, or add its folder with --root")
            }
            OpenError::Missing { name, .. } if is_like_an_id(name) => {
                Some("that looks like the id of a symbol: --symbol reads it")
            }
            OpenError::NotAFile { kind: FileKind::Directory, .. } => {
                Some("name a file; `reread symbols` shows what a folder holds")
            }
            _ => None,
        };
        Self { refused: error.is_refusal(), ..Self::failed(error.code(), error, hint) }
            .or_on_command_line(command_hint.map(str::to_owned))
    }
}

/// Whether a name is that of a file with `#` and the id of a symbol in it.
fn is_like_an_id(name: &str) -> bool {
    name.split_once('#').is_some_and(|(file, id)| file.contains('.') && !id.is_empty())
}

impl From<ReadError> for ErrorReply {
    fn from(error: ReadError) -> Self {
        let hint = match &error {
            ReadError::PastEnd { last: 0, .. } => "read it without lines: it is empty",
            ReadError::PastEnd { last: 1, .. } => "ask for line 1",
            ReadError::PastEnd { last, .. } => &format!("ask for lines between 1 and {last}"),
            ReadError::PastEndByte { size, .. } => &format!("ask for a byte up to {size}"),
            ReadError::LineZero => "ask for at least one line; the first is line 1",
            ReadError::NotText { .. } => "stat_file tells its size",
            ReadError::Output { .. } => "check where the output goes",
            ReadError::Open(_) => "",
        };
        match error {
            ReadError::Open(error) => error.into(),
            error => {
                let raw = "`reread stat` tells its size; `reread read --raw` prints the exact bytes";
                let is_binary = matches!(error, ReadError::NotText { .. });
                Self::failed(error.code(), error, hint).or_on_command_line(is_binary.then(|| raw.to_owned()))
            }
        }
    }
}

impl From<OutlineError> for ErrorReply {
    fn from(error: OutlineError) -> Self {
        let hint = match &error {
            OutlineError::Read(_) | OutlineError::Search(_) => "",
            OutlineError::TooLarge { .. } => "a search finds the lines that matter",
            OutlineError::PastEnd { .. } => "ask for an earlier offset",
            OutlineError::NoSymbol { inherited: Some(inherited), .. } => {
                &format!("it is inherited: {}", choice(inherited))
            }
            OutlineError::NoSymbol { similar, .. } if !similar.is_empty() => {
                &format!("did you mean {}?", similar.join(", "))
            }
            OutlineError::NoSymbol { file: Some(_), .. } => {
                "its outline (mode='outline') lists what it declares"
            }
            OutlineError::NoSymbol { file: None, is_partial: true, .. } => "say in path which file it is in",
            OutlineError::NoSymbol { file: None, .. } => {
                "check the spelling; search finds where a text stands"
            }
            OutlineError::Stale { .. } => "leave if_match out, or give the version it has now",
            OutlineError::Ambiguous { candidates, has_more, .. } => &choices(candidates, *has_more),
        };
        match error {
            OutlineError::Read(error) => error.into(),
            OutlineError::Search(error) => error.into(),
            error => {
                let command_hint = match &error {
                    OutlineError::NoSymbol { inherited: None, similar, file: Some(_), .. }
                        if similar.is_empty() =>
                    {
                        Some("`reread symbols` lists what it declares")
                    }
                    OutlineError::Stale { .. } => {
                        Some("leave --if-match out, or give the version it has now")
                    }
                    _ => None,
                };
                Self::failed(error.code(), error, hint).or_on_command_line(command_hint.map(str::to_owned))
            }
        }
    }
}

/// `give path, or name one of these: src/a.rs#Cart::total (method, 12-40), ...`; in one file a path would not help.
fn choices(candidates: &[SymbolCandidate], has_more: bool) -> String {
    let listed: Vec<String> = candidates.iter().map(choice).collect();
    let file = |candidate: &SymbolCandidate| candidate.id.split('#').next().map(str::to_owned);
    let is_one_file = candidates.iter().all(|candidate| file(candidate) == file(&candidates[0]));
    let advice = if is_one_file { "name one of these" } else { "give path, or name one of these" };
    let more = if has_more { ", and others" } else { "" };
    format!("{advice}: {}{more}", listed.join(", "))
}

/// `src/a.rs#Cart::total (method, 12-40)`.
fn choice(candidate: &SymbolCandidate) -> String {
    format!("{} ({}, {})", candidate.id, candidate.kind.word(), short(candidate.lines))
}

/// What to do while another program writes to the database.
const BUSY: &str = "nothing was done; try again when the other program that writes to reread.db is done";

/// What to do while no file descriptor is left.
const NO_DESCRIPTORS: &str =
    "call again, with fewer calls at a time; the user can raise the limit of open files (`ulimit -n`)";

/// Without a state directory nothing is written. A foreign one is adopted by the user.
const NO_STATE: &str = "tell the user: `reread doctor` says why, and how it is mended";

const NO_STATE_ON_COMMAND_LINE: &str = "`reread doctor` says why; or name a folder with --state";

impl From<HistoryError> for ErrorReply {
    fn from(error: HistoryError) -> Self {
        let hint = match &error {
            HistoryError::Open(_) => "",
            error if error.code() == Code::Busy => BUSY,
            HistoryError::UnknownVersion { newest: None, .. } => {
                "it has no versions: nothing was written to it through reread"
            }
            HistoryError::UnknownVersion { newest: Some(newest), .. } => {
                &format!("name one of its history (file_history); the newest is {newest}")
            }
            HistoryError::Ambiguous { .. } => "name one of its history (file_history), such as v3",
            HistoryError::NoFile { .. } => "name the version before it",
            HistoryError::NotKept { .. } => "its bytes cannot be brought back; version control may have them",
            HistoryError::NoHistory(_) => "read with mode='diff_preview' compares it with git",
            HistoryError::TooLong(_) => "compare smaller files",
            HistoryError::NoState => NO_STATE,
            HistoryError::Database(_) => "tell the user: `reread check` says what is wrong",
            HistoryError::Journal(_) => "tell the user: `reread audit verify` says what is wrong",
        };
        let command_hint = match &error {
            HistoryError::UnknownVersion { newest: Some(newest), .. } => {
                Some(format!("name one that `reread history` lists; the newest is {newest}"))
            }
            HistoryError::Ambiguous { .. } => {
                Some("name one that `reread history` lists, such as v3".to_owned())
            }
            HistoryError::NoHistory(_) => Some("`reread diff` compares it with git".to_owned()),
            HistoryError::NoState => Some(NO_STATE_ON_COMMAND_LINE.to_owned()),
            _ => None,
        };
        match error {
            HistoryError::Open(error) => error.into(),
            error => Self::failed(error.code(), error, hint).or_on_command_line(command_hint),
        }
    }
}

impl From<OverviewError> for ErrorReply {
    fn from(error: OverviewError) -> Self {
        match error {
            OverviewError::Open(error) => error.into(),
            OverviewError::List(error) => error.into(),
            error @ OverviewError::PastEnd { .. } => {
                Self::failed(Code::PastEnd, error, "ask for an earlier offset")
            }
        }
    }
}

impl From<PreviewError> for ErrorReply {
    fn from(error: PreviewError) -> Self {
        let hint = match &error {
            PreviewError::Open(_) => "",
            PreviewError::NeedsContent => "give content, or compare the file with HEAD or INDEX",
            PreviewError::Git { source, .. } => git_hint(source),
            PreviewError::NotAFile { .. } => "name a regular file",
            PreviewError::Conflicted { .. } => {
                "compare with HEAD, or read the file: the conflict is marked in it"
            }
            PreviewError::NotText { .. } => "stat_file tells its size",
            PreviewError::TooLarge { .. } => "read the lines you need",
        };
        match error {
            PreviewError::Open(error) => error.into(),
            PreviewError::NeedsContent => Self::invalid_args(error.to_string(), hint),
            error => Self::failed(error.code(), error, hint),
        }
    }
}

fn git_hint(error: &GitError) -> &'static str {
    match error {
        GitError::NoRepository => "read the file instead; git has no version of it here",
        GitError::Outside => {
            "read the file instead; the person who started reread can add the folder of the git directory as a root"
        }
        GitError::Unrelated => {
            "read the file instead; if the worktree was moved, the user can run git worktree repair in the main one"
        }
        GitError::OtherFilesystem => {
            "the user can set other_filesystems = \"allow\" in the reread configuration"
        }
        GitError::Unsupported(_) => "read the file instead, or ask the user to run git diff",
        GitError::LinkedAway(_) | GitError::Damaged(_) => "read the file instead; git fsck says more",
        GitError::NoObject { .. } => "read the file instead; git fetch or git fsck may bring it back",
        GitError::TooLarge { .. } | GitError::TooMany { .. } => "read the lines you need",
        GitError::Io { .. } => "try again; if it stays, check the disk",
    }
}

impl From<StackError> for ErrorReply {
    fn from(error: StackError) -> Self {
        let hint = match error {
            StackError::NoState => "the person who started reread can name a state directory",
            StackError::Journal(_) => "tell the user: `reread audit verify` says more",
            StackError::Notes(_) => "tell the user: `reread session stack clear` forgets what was noted",
        };
        Self::failed(error.code(), error, hint)
    }
}

impl From<SearchError> for ErrorReply {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Open(error) => error.into(),
            SearchError::NotText { name, kind } => ReadError::NotText { name, kind }.into(),
            SearchError::Pattern(pattern) => pattern.into(),
        }
    }
}

impl From<BadPattern> for ErrorReply {
    fn from(pattern: BadPattern) -> Self {
        let hint = match pattern {
            BadPattern::Empty => "write what to look for",
            BadPattern::TooLong { .. } => "look for a shorter part of it",
            BadPattern::LineBreak => "look for one line of it",
            BadPattern::Regex { .. } => "search for literal text, or mend the expression",
        };
        Self::failed(Code::InvalidPattern, pattern, hint)
    }
}

impl From<TreeSearchError> for ErrorReply {
    fn from(error: TreeSearchError) -> Self {
        match error {
            TreeSearchError::Open(error) => error.into(),
            TreeSearchError::Pattern(pattern) => pattern.into(),
            TreeSearchError::Globs(globs) => Self::invalid_args(globs.to_string(), GLOB_HINT),
            TreeSearchError::Model(model) => {
                let hint = "search for one word; the user can mend or leave out search.model";
                Self::failed(Code::BadModel, model, hint)
            }
            TreeSearchError::Cancelled => Self::cancelled(&error),
        }
    }
}

impl From<ListError> for ErrorReply {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Globs(globs) => Self::invalid_args(globs.to_string(), GLOB_HINT),
            ListError::UnknownTag { .. } => {
                Self::invalid_args(error.to_string(), "leave tags out, or use one of them")
            }
            ListError::BadPlace { .. } => Self::invalid_args(
                error.to_string(),
                "give the name that the reply before said more follow after",
            ),
            ListError::Registry(_) => {
                Self::failed(Code::NoRegistry, error, "ask without `long`: names and sizes need no registry")
            }
            ListError::Cancelled => Self::cancelled(&error),
        }
    }
}

const GLOB_HINT: &str = "write globs such as src/**/*.rs, or !tests to leave out";

#[cfg(test)]
mod tests;
