//! What can be asked, as data.
//!
//! The names are those of the tools and their arguments. Unknown arguments are errors: a misspelt limit must
//! not silently mean "no limit".

mod parse;
mod read_args;
mod tree_args;
mod write_args;

use serde::{Deserialize, Serialize};

pub use read_args::{Against, PreviewMode, ReadArgs, ReadMode};
pub use tree_args::{ListFilesArgs, SearchArgs};
pub use write_args::{
    ApplyPatchArgs, FileHistoryArgs, GetDiffArgs, Loose, RollbackArgs, UndoArgs, WriteFileArgs, WriteMode,
};

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "tool", content = "arguments", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The unified read.
    Read(ReadArgs),
    /// The whole file.
    ReadFile(ReadFileArgs),
    /// Exact lines; also called `read_lines`.
    #[serde(alias = "read_lines")]
    ReadFileRange(RangeArgs),
    /// The first lines.
    ReadFileHead(HeadArgs),
    /// The last lines.
    ReadFileTail(TailArgs),
    /// Matching lines of the workspace.
    Search(SearchArgs),
    /// Names of files.
    ListFiles(ListFilesArgs),
    /// Matching lines of one file.
    SearchInFile(SearchInFileArgs),
    /// Existence, kind, size and time.
    StatFile(StatArgs),
    /// The beginning and the end.
    GetExcerpt(ExcerptArgs),
    /// What it is about.
    SummarizeFile(SummaryArgs),
    /// Changes of one file or many.
    ApplyPatch(ApplyPatchArgs),
    /// A whole file.
    WriteFile(WriteFileArgs),
    /// What two versions of a file differ in.
    GetDiff(GetDiffArgs),
    /// The versions of a file; also called `get_file_history`.
    #[serde(alias = "get_file_history")]
    FileHistory(FileHistoryArgs),
    /// An earlier version of a file, brought back.
    Rollback(RollbackArgs),
    /// The last operation, taken back.
    Undo(UndoArgs),
}

/// Arguments of `read_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFileArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
}

/// Arguments of `read_file_range`, alias `read_lines`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
    /// The first line, counted from 1.
    #[serde(alias = "start")]
    pub start_line: u64,
    /// The last line, included.
    #[serde(alias = "end")]
    pub end_line: u64,
}

/// Arguments of `read_file_head`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
    /// How many lines.
    pub max_lines: u64,
}

/// Arguments of `read_file_tail`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TailArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
    /// How many lines.
    pub max_lines: u64,
}

/// Arguments of `search_in_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchInFileArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
    /// Literal text, or a regular expression.
    pub query: String,
    /// Whether `query` is a regular expression.
    #[serde(default)]
    pub is_regex: bool,
    /// Whether upper and lower case differ.
    #[serde(default = "yes")]
    pub case_sensitive: bool,
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

/// Arguments of `stat_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatArgs {
    /// The file.
    #[serde(alias = "filepath")]
    pub path: String,
}

/// Arguments of `get_excerpt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcerptArgs {
    /// The file.
    #[serde(alias = "path")]
    pub filepath: String,
    /// How many lines together.
    #[serde(default = "default_excerpt_lines")]
    pub max_lines: u64,
}

/// Arguments of `summarize_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryArgs {
    /// The file.
    #[serde(alias = "path")]
    pub filepath: String,
    /// The most tokens, as they are estimated.
    #[serde(default = "default_summary_tokens")]
    pub max_tokens: u64,
    /// The version that the summary has to be of: its digest, the first digits of it, or a tag of its lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_match: Option<String>,
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
        match self {
            Request::Read(_) => "read",
            Request::ReadFile(_) => "read_file",
            Request::ReadFileRange(_) => "read_file_range",
            Request::ReadFileHead(_) => "read_file_head",
            Request::ReadFileTail(_) => "read_file_tail",
            Request::Search(_) => "search",
            Request::ListFiles(_) => "list_files",
            Request::SearchInFile(_) => "search_in_file",
            Request::StatFile(_) => "stat_file",
            Request::GetExcerpt(_) => "get_excerpt",
            Request::SummarizeFile(_) => "summarize_file",
            Request::ApplyPatch(_) => "apply_patch",
            Request::WriteFile(_) => "write_file",
            Request::GetDiff(_) => "get_diff",
            Request::FileHistory(_) => "file_history",
            Request::Rollback(_) => "rollback",
            Request::Undo(_) => "undo",
        }
    }

    /// Whether it may change files.
    pub fn writes(&self) -> bool {
        matches!(
            self,
            Request::ApplyPatch(_) | Request::WriteFile(_) | Request::Rollback(_) | Request::Undo(_)
        )
    }

    /// The file that is asked for, as the caller wrote it; the root for calls about the tree.
    pub fn target(&self) -> &str {
        match self {
            Request::Read(args) => &args.target,
            Request::Search(SearchArgs { paths, .. }) => paths.first().map_or(".", String::as_str),
            Request::ListFiles(_) | Request::Undo(_) => ".",
            Request::ApplyPatch(args) => args.filepath.as_deref().unwrap_or("."),
            Request::ReadFile(ReadFileArgs { path })
            | Request::ReadFileRange(RangeArgs { path, .. })
            | Request::ReadFileHead(HeadArgs { path, .. })
            | Request::ReadFileTail(TailArgs { path, .. })
            | Request::SearchInFile(SearchInFileArgs { path, .. })
            | Request::StatFile(StatArgs { path })
            | Request::GetExcerpt(ExcerptArgs { filepath: path, .. })
            | Request::SummarizeFile(SummaryArgs { filepath: path, .. })
            | Request::WriteFile(WriteFileArgs { filepath: path, .. })
            | Request::GetDiff(GetDiffArgs { filepath: path, .. })
            | Request::FileHistory(FileHistoryArgs { filepath: path, .. })
            | Request::Rollback(RollbackArgs { filepath: path, .. }) => path,
        }
    }
}
