//! The arguments of `read` as callers write them, of all modes together. The mode is never guessed.

use serde::{Deserialize, Deserializer, Serialize};

use crate::ErrorReply;

/// Arguments of `read`, which become a [`super::Read`] if they fit the mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadArgs {
    /// What to read; never guessed.
    pub mode: ReadMode,
    /// The file, perhaps with a line suffix such as `:10-20`.
    pub target: String,
    /// More of them, answered in the same reply.
    #[serde(default, deserialize_with = "one_or_many")]
    pub targets: Vec<String>,
    /// The first line to show, counted from 1.
    pub offset: Option<u64>,
    /// How many lines to show.
    pub limit: Option<u64>,
    /// The first byte to show, counted from 0: how a page goes on inside a long line.
    pub from_byte: Option<u64>,
    /// Tags of earlier replies whose lines the caller can still see.
    #[serde(default, deserialize_with = "one_or_many")]
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(default, skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// The longest reply the caller keeps whole, in lines; the configured limit otherwise.
    pub max_lines: Option<u64>,
    /// As `max_lines`, in characters.
    pub max_preview_chars: Option<u64>,
    /// As `max_lines`, in estimated tokens.
    pub max_tokens: Option<u64>,
    /// Of a snippet: its first line.
    pub start_line: Option<u64>,
    /// Of a snippet: its last line; the first one otherwise.
    pub end_line: Option<u64>,
    /// Of a snippet: how many lines are shown around it.
    pub context_lines: Option<u64>,
    /// Of a symbol: the file it is in, if the name alone does not say which.
    pub path: Option<String>,
    /// Of a symbol: whether what stands around it is shown.
    pub include_context: Option<bool>,
    /// Of a preview: what the file is compared with.
    pub against: Option<Against>,
    /// Of a preview: the text that is proposed; the file as it is otherwise.
    pub content: Option<String>,
}

reread_codes::words! {
    /// What `read` reads.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ReadMode {
        /// A file, or lines of it.
        File = "file",
        /// Lines of a file with those around them.
        Snippet = "snippet",
        /// A definition, by its name.
        Symbol = "symbol",
        /// What would change, or has changed, against a version.
        DiffPreview = "diff_preview",
        /// The definitions of a file.
        Outline = "outline",
    }
}

/// Whether text is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreviewMode {
    /// No: only what would be said about it.
    None,
    /// Yes, in bounds.
    #[default]
    Snippet,
}

impl PreviewMode {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::Snippet
    }
}

/// What a preview compares with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Against {
    /// The commit that is checked out.
    #[default]
    Head,
    /// What is staged.
    Index,
    /// The file as it is.
    Worktree,
}

impl From<Against> for reread_files::PreviewBase {
    fn from(against: Against) -> Self {
        match against {
            Against::Head => Self::Head,
            Against::Index => Self::Index,
            Against::Worktree => Self::Worktree,
        }
    }
}

impl ReadArgs {
    /// A read with nothing said but what and in which mode.
    pub fn of(mode: ReadMode, target: impl Into<String>) -> Self {
        Self {
            mode,
            target: target.into(),
            targets: Vec::new(),
            offset: None,
            limit: None,
            from_byte: None,
            known: Vec::new(),
            preview_mode: PreviewMode::default(),
            max_lines: None,
            max_preview_chars: None,
            max_tokens: None,
            start_line: None,
            end_line: None,
            context_lines: None,
            path: None,
            include_context: None,
            against: None,
            content: None,
        }
    }
}

/// The arguments that belong to one mode.
const MODE_ARGUMENTS: [(ReadMode, &[&str]); 4] = [
    (ReadMode::File, &["targets", "from_byte"]),
    (ReadMode::Snippet, &["start_line", "end_line", "context_lines"]),
    (ReadMode::Symbol, &["path", "include_context"]),
    (ReadMode::DiffPreview, &["against", "content"]),
];

impl ReadMode {
    /// Whether an argument is of this mode, or of all.
    pub(super) fn has(self, argument: &str) -> bool {
        MODE_ARGUMENTS.iter().all(|(of, names)| *of == self || !names.contains(&argument))
    }

    /// The only mode that has one of the arguments that are given and are not of all modes; `None` if there are none, or
    /// they are of several modes.
    pub(super) fn with_arguments(is_given: impl Fn(&str) -> bool) -> Option<Self> {
        let mut modes = MODE_ARGUMENTS.iter().filter(|(_, names)| names.iter().any(|name| is_given(name)));
        let (mode, _) = modes.next()?;
        modes.next().is_none().then_some(*mode)
    }
}

/// Refuses an argument that belongs to another mode, whatever its value, in the words of the tool contract.
pub(super) fn check_mode(mode: ReadMode, is_given: impl Fn(&str) -> bool) -> Result<(), ErrorReply> {
    for (of, names) in MODE_ARGUMENTS.iter().filter(|(of, _)| *of != mode) {
        if let Some(name) = names.iter().find(|name| is_given(name)) {
            let mode = of.word();
            return Err(ErrorReply::invalid_args(
                format!("{name} is only valid for mode='{mode}'. Remove it or switch mode."),
                &format!("leave out {name}, or say mode='{mode}'"),
            ));
        }
    }
    Ok(())
}

/// A list, or one thing without its list, which is what models write most often.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a text or a list of texts was expected")]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    })
}
