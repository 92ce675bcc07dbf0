//! Calls as data.
//!
//! The names are those of the tools and their arguments. Unknown arguments are errors: a misspelt limit must
//! not silently mean "no limit".

mod corrected;
mod parse;
mod read;
mod read_args;
mod signature;
mod tree_args;
mod write_args;
mod written_values;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use read::{
    DiffPreview, FilePart, FileRead, FilesRead, LinePage, OutlineRead, Read, ReplyBounds, SnippetRead,
    SymbolRead,
};
use read_args::check_mode;
pub use read_args::{Against, PreviewMode, ReadArgs, ReadMode};
pub use signature::{Effect, ToolSignature};
pub use tree_args::{ListFilesArgs, SearchArgs};
pub use write_args::{
    ApplyPatchArgs, EditArgs, FileHistoryArgs, GetDiffArgs, ProposalArgs, RollbackArgs, UndoArgs, Write,
    WriteFileArgs, WriteMode,
};

use crate::ErrorReply;

/// One call, checked: no variant can hold arguments that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "ToolCall")]
pub enum Request {
    /// The unified read.
    Read(Read),
    /// The whole file, or the lines of it from an offset on.
    ReadFile(ReadFileArgs),
    /// Exact lines; also called `read_lines`.
    ReadFileRange(RangeArgs),
    /// The first lines.
    ReadFileHead(EdgeArgs),
    /// The last lines.
    ReadFileTail(EdgeArgs),
    /// The beginning and the end.
    GetExcerpt(ExcerptArgs),
    /// What a file is about.
    SummarizeFile(SummaryArgs),
    /// Matching lines of the workspace.
    Search(SearchArgs),
    /// Matching lines of one file.
    SearchInFile(SearchInFileArgs),
    /// Names of files.
    ListFiles(ListFilesArgs),
    /// Existence, kind, size and time.
    StatFile(FileArgs),
    /// What two versions of a file differ in.
    GetDiff(GetDiffArgs),
    /// The versions of a file; also called `get_file_history`.
    FileHistory(FileHistoryArgs),
    /// What a file held in one version. The command line alone makes this request.
    ReadVersion(VersionArgs),
    /// A change of files.
    Write(Write),
}

/// A tool and its arguments as a transport brings them: names and types fit, combinations are not checked.
#[derive(Deserialize)]
#[serde(tag = "tool", content = "arguments", rename_all = "snake_case", deny_unknown_fields)]
enum ToolCall {
    Read(ReadArgs),
    ReadFile(ReadFileArgs),
    #[serde(alias = "read_lines")]
    ReadFileRange(RangeArgs),
    ReadFileHead(EdgeArgs),
    ReadFileTail(EdgeArgs),
    Search(SearchArgs),
    ListFiles(ListFilesArgs),
    SearchInFile(SearchInFileArgs),
    StatFile(FileArgs),
    GetExcerpt(ExcerptArgs),
    SummarizeFile(SummaryArgs),
    ApplyPatch(ApplyPatchArgs),
    WriteFile(WriteFileArgs),
    GetDiff(GetDiffArgs),
    #[serde(alias = "get_file_history")]
    FileHistory(FileHistoryArgs),
    Rollback(RollbackArgs),
    Undo(UndoArgs),
}

/// A call that did not become a request.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The tool as the caller named it.
    pub tool: String,
    /// The arguments as far as they were understood, for the record.
    pub arguments: Value,
    /// What is wrong with them.
    pub error: ErrorReply,
    /// Mode and target of a read whose arguments do not fit together.
    pub(crate) read: Option<(ReadMode, String)>,
}

impl Rejected {
    /// A call that is rejected as it is.
    pub fn new(tool: &str, arguments: Value, error: ErrorReply) -> Box<Self> {
        Box::new(Self { tool: tool.to_owned(), arguments, error, read: None })
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.message)
    }
}

impl TryFrom<ReadArgs> for Request {
    type Error = Box<Rejected>;

    fn try_from(args: ReadArgs) -> Result<Self, Box<Rejected>> {
        let read = Some((args.mode, args.target.clone()));
        let arguments = args.to_json();
        check_mode(args.mode, |argument| arguments.get(argument).is_some())
            .and_then(|()| Read::try_from(args))
            .map(Request::Read)
            .map_err(|error| Box::new(Rejected { tool: "read".to_owned(), arguments, error, read }))
    }
}

impl TryFrom<ToolCall> for Request {
    type Error = Box<Rejected>;

    fn try_from(call: ToolCall) -> Result<Self, Box<Rejected>> {
        Ok(match call {
            ToolCall::Read(args) => return Self::try_from(args),
            ToolCall::ReadFile(args) => Request::ReadFile(args),
            ToolCall::ReadFileRange(args) => Request::ReadFileRange(args),
            ToolCall::ReadFileHead(args) => Request::ReadFileHead(args),
            ToolCall::ReadFileTail(args) => Request::ReadFileTail(args),
            ToolCall::Search(args) => Request::Search(args),
            ToolCall::ListFiles(args) => Request::ListFiles(args),
            ToolCall::SearchInFile(args) => Request::SearchInFile(args),
            ToolCall::StatFile(args) => Request::StatFile(args),
            ToolCall::GetExcerpt(args) => Request::GetExcerpt(args),
            ToolCall::SummarizeFile(args) => Request::SummarizeFile(args),
            ToolCall::ApplyPatch(args) => {
                args.check().map_err(|error| Rejected::new("apply_patch", args.to_json(), error))?;
                Request::Write(Write::Patch(args))
            }
            ToolCall::WriteFile(args) => Request::Write(Write::File(args)),
            ToolCall::GetDiff(args) => Request::GetDiff(args),
            ToolCall::FileHistory(args) => Request::FileHistory(args),
            ToolCall::Rollback(args) => Request::Write(Write::Rollback(args)),
            ToolCall::Undo(args) => Request::Write(Write::Undo(args)),
        })
    }
}

/// Arguments of `stat_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileArgs {
    /// The file, beneath a root or absolute.
    pub path: String,
}

/// Arguments of `read_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFileArgs {
    /// The file, beneath a root or absolute.
    pub path: String,
    /// The first line, counted from 1. Default: the first of the file.
    pub offset: Option<u64>,
    /// How many lines. Default: as many as the transport carries.
    pub limit: Option<u64>,
}

impl ReadFileArgs {
    /// All lines, as far as the transport carries them.
    pub fn whole(path: String) -> Self {
        Self { path, offset: None, limit: None }
    }

    pub(crate) fn page(&self) -> Result<LinePage, ErrorReply> {
        LinePage::of(self.offset, self.limit)
    }
}

/// Arguments of `read_file_range`, alias `read_lines`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeArgs {
    /// The file, beneath a root or absolute.
    pub path: String,
    /// The first line, counted from 1.
    pub start_line: u64,
    /// The last line, included.
    pub end_line: u64,
}

/// Arguments of `read_file_head` and `read_file_tail`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeArgs {
    /// The file, beneath a root or absolute.
    pub path: String,
    /// How many lines.
    pub max_lines: u64,
}

/// Arguments of `search_in_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchInFileArgs {
    /// The file, beneath a root or absolute.
    pub path: String,
    /// Literal text, or a regular expression.
    pub query: String,
    /// Whether `query` is a regular expression.
    #[serde(default)]
    pub is_regex: bool,
    /// Whether upper and lower case differ.
    #[serde(default = "yes")]
    pub case_sensitive: bool,
    /// The first line that is searched, counted from 1: how a search that stopped goes on. Default: 1.
    pub offset: Option<u64>,
    /// How many matching lines are shown at the most.
    #[serde(default = "default_matches")]
    pub max_matches: u64,
    /// Lines shown before each match.
    #[serde(default)]
    pub before_lines: u64,
    /// Lines shown after each match.
    #[serde(default)]
    pub after_lines: u64,
}

/// Arguments of `get_excerpt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcerptArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// How many lines together.
    #[serde(default = "default_excerpt_lines")]
    pub max_lines: u64,
}

/// Arguments of `summarize_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// The most tokens, as they are estimated.
    #[serde(default = "default_summary_tokens")]
    pub max_tokens: u64,
    /// The version that the summary has to be of: its digest, the first digits of it, or a tag of its lines.
    pub if_match: Option<String>,
}

/// Which version of which file is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VersionArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// `v3`, or the beginning of a digest.
    pub version: String,
}

fn yes() -> bool {
    true
}

fn default_matches() -> u64 {
    100
}

fn default_excerpt_lines() -> u64 {
    80
}

fn default_summary_tokens() -> u64 {
    500
}

impl Request {
    /// The name of the tool.
    pub fn tool(&self) -> &'static str {
        self.spelled().0
    }

    /// Whether it reads lines of one file and looks at nothing else.
    pub fn reads_one_file(&self) -> bool {
        matches!(
            self,
            Request::Read(Read::File(_) | Read::Snippet(_))
                | Request::ReadFileRange(_)
                | Request::ReadFileHead(_)
                | Request::ReadFileTail(_)
                | Request::StatFile(_)
        )
    }

    /// The arguments as JSON. Those of a tool parse to this request again.
    pub fn arguments(&self) -> Value {
        self.spelled().1.to_json()
    }

    fn spelled(&self) -> (&'static str, &dyn Arguments) {
        match self {
            Request::Read(read) => ("read", read),
            Request::ReadFile(args) => ("read_file", args),
            Request::ReadFileRange(args) => ("read_file_range", args),
            Request::ReadFileHead(args) => ("read_file_head", args),
            Request::ReadFileTail(args) => ("read_file_tail", args),
            Request::Search(args) => ("search", args),
            Request::ListFiles(args) => ("list_files", args),
            Request::SearchInFile(args) => ("search_in_file", args),
            Request::StatFile(args) => ("stat_file", args),
            Request::GetExcerpt(args) => ("get_excerpt", args),
            Request::SummarizeFile(args) => ("summarize_file", args),
            Request::GetDiff(args) => ("get_diff", args),
            Request::FileHistory(args) => ("file_history", args),
            Request::Write(Write::Patch(args)) => ("apply_patch", args),
            Request::Write(Write::File(args)) => ("write_file", args),
            Request::Write(Write::Rollback(args)) => ("rollback", args),
            Request::Write(Write::Undo(args)) => ("undo", args),
            Request::Write(Write::Proposal(args)) => ("proposals", args),
            Request::ReadVersion(args) => ("read_version", args),
        }
    }

    /// What the call may do to files.
    pub(crate) fn effect(&self) -> Effect {
        match self {
            Request::Write(_) => Effect::Writes,
            _ => Effect::Reads,
        }
    }

    /// The unified read, if it is one.
    pub(crate) fn read(&self) -> Option<&Read> {
        match self {
            Request::Read(read) => Some(read),
            _ => None,
        }
    }

    /// Whether the guard counts what the call sends: it reads, searches or lists.
    pub(crate) fn is_guarded(&self) -> bool {
        match self {
            Request::Read(_)
            | Request::ReadFile(_)
            | Request::ReadFileRange(_)
            | Request::ReadFileHead(_)
            | Request::ReadFileTail(_)
            | Request::GetExcerpt(_)
            | Request::SummarizeFile(_)
            | Request::Search(_)
            | Request::SearchInFile(_)
            | Request::ListFiles(_) => true,
            Request::StatFile(_)
            | Request::GetDiff(_)
            | Request::FileHistory(_)
            | Request::ReadVersion(_)
            | Request::Write(_) => false,
        }
    }

    /// The file that is asked for, as the caller wrote it; the root for calls about the tree.
    pub fn target(&self) -> &str {
        match self {
            Request::Read(read) => read.target(),
            Request::Search(SearchArgs { paths, .. }) => paths.first().map_or(".", String::as_str),
            Request::ListFiles(_) | Request::Write(Write::Undo(_) | Write::Proposal(_)) => ".",
            Request::Write(Write::Patch(args)) => args.filepath.as_deref().unwrap_or("."),
            Request::ReadFile(ReadFileArgs { path, .. })
            | Request::StatFile(FileArgs { path })
            | Request::ReadFileRange(RangeArgs { path, .. })
            | Request::ReadFileHead(EdgeArgs { path, .. })
            | Request::ReadFileTail(EdgeArgs { path, .. })
            | Request::SearchInFile(SearchInFileArgs { path, .. })
            | Request::GetExcerpt(ExcerptArgs { filepath: path, .. })
            | Request::SummarizeFile(SummaryArgs { filepath: path, .. })
            | Request::GetDiff(GetDiffArgs { filepath: path, .. })
            | Request::FileHistory(FileHistoryArgs { filepath: path, .. })
            | Request::ReadVersion(VersionArgs { filepath: path, .. })
            | Request::Write(
                Write::File(WriteFileArgs { filepath: path, .. })
                | Write::Rollback(RollbackArgs { filepath: path, .. }),
            ) => path,
        }
    }
}

/// Arguments of any tool.
trait Arguments {
    /// The arguments that were given: what is null or an empty list was left out.
    fn to_json(&self) -> Value;
}

impl<T: Serialize> Arguments for T {
    fn to_json(&self) -> Value {
        let mut arguments = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(arguments) = &mut arguments {
            arguments
                .retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
        }
        arguments
    }
}

impl Arguments for ProposalArgs {
    fn to_json(&self) -> Value {
        let decision = if self.dry_run { "preview" } else { "approve" };
        serde_json::json!({ "decision": decision, "proposal_id": self.id.to_string() })
    }
}
