//! Arguments of the tools that write, and of those that show what was written.

use reread_edit::{MatchTolerance, TextEdit};
use reread_store::ProposalId;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ErrorReply;

/// Arguments of `apply_patch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApplyPatchArgs {
    /// A unified diff, a git diff, a `*** Begin Patch` envelope, or search and replace blocks; empty if there are edits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub patch: String,
    /// Texts to replace in one file, in place of a patch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<EditArgs>,
    /// The file, if the patch does not say.
    #[serde(rename = "path")]
    pub filepath: Option<String>,
    /// The versions that the patch was made for: tags, `v3`, or the beginning of a digest, as one text or as a list.
    #[serde(default, deserialize_with = "version_names")]
    pub base: Option<String>,
    /// Whether it is only shown what would be done.
    #[serde(default)]
    pub dry_run: bool,
    /// What is forgiven where nothing fits exactly; for people, who see what they get.
    #[serde(skip)]
    pub loose: MatchTolerance,
    /// Whether text that looks like a reply of ours is meant as it stands.
    #[serde(default)]
    pub literal: bool,
}

impl ApplyPatchArgs {
    /// Rejects a call that says nothing, or says it twice.
    pub(crate) fn check(&self) -> Result<(), ErrorReply> {
        let message = match (self.patch.is_empty(), self.edits.is_empty()) {
            (true, true) => "apply_patch: neither patch nor edits is given",
            (false, false) => "apply_patch: patch and edits are both given",
            _ => return Ok(()),
        };
        let hint = "send patch, or path with edits: [{\"old\": \"a text of the file\", \"new\": \"its replacement\"}]";
        Err(ErrorReply::invalid_args(message, hint))
    }
}

/// A text to replace, which may be a part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditArgs {
    /// The text that is there. It must be unique, unless `all` is set. Empty for a file that does not exist yet.
    #[serde(alias = "old_string", alias = "old_str", alias = "oldText", alias = "search")]
    pub old: String,
    /// What replaces it.
    #[serde(alias = "new_string", alias = "new_str", alias = "newText", alias = "replace")]
    pub new: String,
    /// Whether it is replaced wherever it is.
    #[serde(default, alias = "replace_all")]
    pub all: bool,
}

impl EditArgs {
    pub(crate) fn edit(&self) -> TextEdit<'_> {
        TextEdit { old: self.old.as_bytes(), new: self.new.as_bytes(), all: self.all }
    }
}

/// Arguments of `write_file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteFileArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// What it shall hold, or what is added to it.
    pub content: String,
    /// How.
    #[serde(default)]
    pub mode: WriteMode,
    /// The versions of which it has to have the newest: tags, `v3`, or the beginning of a digest, as one text or as a list.
    #[serde(default, deserialize_with = "version_names")]
    pub if_match: Option<String>,
    /// Whether it is only shown what would be done; for people, since a model knows what it writes.
    #[serde(skip)]
    pub dry_run: bool,
    /// Whether text that looks like a reply of ours is meant as it stands.
    #[serde(default)]
    pub literal: bool,
}

/// How a whole file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteMode {
    /// In place of what is there.
    #[default]
    Truncate,
    /// After it.
    Append,
    /// Where nothing is.
    Create,
}

/// Arguments of `get_diff`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetDiffArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// The older version; without it the one that was written last.
    pub version1: Option<String>,
    /// The newer one; without it what is there now.
    pub version2: Option<String>,
}

/// Arguments of `file_history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileHistoryArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// How many versions at the most.
    #[serde(default = "default_versions")]
    pub limit: u64,
    /// Only versions before this one; for people, who turn pages.
    #[serde(skip)]
    pub before: Option<String>,
}

/// Arguments of `rollback`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollbackArgs {
    /// The file, beneath a root or absolute.
    #[serde(rename = "path")]
    pub filepath: String,
    /// The version that is brought back.
    pub version_id: String,
    /// Whether it is only shown what would be done.
    #[serde(default)]
    pub dry_run: bool,
}

/// Which proposal is approved. The command line alone makes this request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposalArgs {
    /// Its number, `p1`.
    pub id: ProposalId,
    /// Whether it is only shown what would be done.
    pub dry_run: bool,
}

/// Arguments of `undo`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoArgs {
    /// Whether it is only shown what would be done.
    #[serde(default)]
    pub dry_run: bool,
    /// Whether the operation is left as it is, so that the next undo goes on to the one before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip: bool,
}

/// Names of versions in one text, with blanks in between. A list is taken, too: tags are cited as one elsewhere.
fn version_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a tag, or a list of tags")]
    enum VersionNames {
        One(String),
        List(Vec<String>),
    }
    let names = Option::<VersionNames>::deserialize(deserializer)?;
    Ok(names.and_then(|names| match names {
        VersionNames::One(text) => Some(text),
        VersionNames::List(list) => (!list.is_empty()).then(|| list.join(" ")),
    }))
}

fn default_versions() -> u64 {
    20
}

/// A call that changes files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Changes of one file or several.
    Patch(ApplyPatchArgs),
    /// A whole file.
    File(WriteFileArgs),
    /// An earlier version of a file, restored.
    Rollback(RollbackArgs),
    /// The last operation, undone.
    Undo(UndoArgs),
    /// What a proposal was resolved to.
    Proposal(ProposalArgs),
}

impl Write {
    /// Whether it is only shown what would be done.
    pub fn dry_run(&self) -> bool {
        match self {
            Write::Patch(args) => args.dry_run,
            Write::File(args) => args.dry_run,
            Write::Rollback(args) => args.dry_run,
            Write::Undo(args) => args.dry_run,
            Write::Proposal(args) => args.dry_run,
        }
    }

    /// Whether text that looks like a reply of ours is meant as it stands.
    pub(crate) fn is_literal(&self) -> bool {
        match self {
            Write::Patch(args) => args.literal,
            Write::File(args) => args.literal,
            Write::Rollback(_) | Write::Undo(_) | Write::Proposal(_) => true,
        }
    }
}
