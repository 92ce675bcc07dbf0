//! The arguments of the calls that are about the whole tree.

use serde::{Deserialize, Serialize};

use super::read_args::one_or_many;
use super::yes;

/// Arguments of `search`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchArgs {
    /// Literal text, or a regular expression.
    pub query: String,
    /// Whether `query` is a regular expression.
    #[serde(default)]
    pub is_regex: bool,
    /// Whether upper and lower case differ.
    #[serde(default = "yes")]
    pub case_sensitive: bool,
    /// Whether files are ranked by the words of the query if no line has them as a phrase.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub words: bool,
    /// Which files; `!` in front leaves out.
    #[serde(default, deserialize_with = "one_or_many")]
    pub globs: Vec<String>,
    /// Files and folders to look in; everywhere otherwise.
    #[serde(default, deserialize_with = "one_or_many")]
    pub paths: Vec<String>,
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

/// Arguments of `list_files`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListFilesArgs {
    /// Which files; `!` in front leaves out.
    #[serde(default, deserialize_with = "one_or_many")]
    pub globs: Vec<String>,
    /// Of which a file must have one: `doc`, `config`, `code`, `test`, `hidden`, `vendored`.
    #[serde(default, deserialize_with = "one_or_many")]
    pub tags: Vec<String>,
    /// How many names at the most.
    #[serde(default = "default_names")]
    pub limit: u64,
    /// The name to go on after.
    pub after: Option<String>,
    /// With language, tags and version, from the registry, which is brought up to date first. For people only.
    #[serde(skip_deserializing, skip_serializing_if = "std::ops::Not::not")]
    pub long: bool,
}

fn default_matches() -> u64 {
    50
}

fn default_names() -> u64 {
    200
}
