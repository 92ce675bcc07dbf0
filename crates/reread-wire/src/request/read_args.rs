//! The arguments of `read`: each mode has its own, and no mode is ever guessed.

use reread_text::LineRange;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::Trouble;

/// Arguments of `read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadArgs {
    /// What to read; never guessed.
    pub mode: ReadMode,
    /// The file, perhaps with a line suffix such as `:10-20`.
    pub target: String,
    /// More of them, answered in the same reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub targets: Vec<String>,
    /// The first line to show, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// How many lines to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The first byte to show, counted from 0: how a page goes on inside a long line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_byte: Option<u64>,
    /// Tags of earlier replies whose lines the caller can still see.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(default, skip_serializing_if = "PreviewMode::is_usual")]
    pub preview_mode: PreviewMode,
    /// The longest reply the caller keeps whole, in lines; the configured limit otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_lines: Option<u64>,
    /// As `max_lines`, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_preview_chars: Option<u64>,
    /// As `max_lines`, in estimated tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    /// Of a snippet: its first line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u64>,
    /// Of a snippet: its last line; the first one otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u64>,
    /// Of a snippet: how many lines are shown around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_lines: Option<u64>,
    /// Of a symbol: the file it is in, if the name alone does not say which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Of a symbol: whether what stands around it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include_context: Option<bool>,
    /// Of a preview: what the file is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// Of a preview: the text that is proposed; the file as it is otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// What `read` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadMode {
    /// A file, or lines of it.
    File,
    /// Lines of a file with those around them.
    Snippet,
    /// A definition, by its name.
    Symbol,
    /// What would change, or has changed, against a version.
    DiffPreview,
    /// The definitions of a file.
    Outline,
}

impl ReadMode {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 5] = [Self::File, Self::Snippet, Self::Symbol, Self::DiffPreview, Self::Outline];

    /// The word that callers write.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Snippet => "snippet",
            Self::Symbol => "symbol",
            Self::DiffPreview => "diff_preview",
            Self::Outline => "outline",
        }
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
    fn is_usual(&self) -> bool {
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

    /// Refuses an argument that belongs to another mode.
    pub(crate) fn check_mode(&self) -> Result<(), Trouble> {
        match serde_json::to_value(self) {
            Ok(Value::Object(said)) => check_mode(self.mode, &said),
            _ => Ok(()),
        }
    }

    /// The lines of a snippet with those around it. `offset` and `limit` choose among them, which is how one that was
    /// cut goes on.
    pub(crate) fn snippet_lines(&self) -> Result<LineRange, Trouble> {
        let Some(start) = self.start_line else {
            return Err(Trouble::invalid_args(
                "mode='snippet' needs start_line".to_owned(),
                "give start_line, and end_line if it is more than one line",
            ));
        };
        let asked = LineRange::new(start, self.end_line.unwrap_or(start))?;
        let around = self.context_lines.unwrap_or(0);
        let wanted = LineRange::new(self.offset.unwrap_or(1), u64::MAX)?;
        let first = asked.first().saturating_sub(around).max(wanted.first());
        let last = asked.last().saturating_add(around);
        let last = self.limit.map_or(last, |limit| last.min(first.saturating_add(limit).saturating_sub(1)));
        Ok(LineRange::new(first, last)?)
    }
}

/// Arguments that belong to one mode.
const OF_ONE_MODE: [(&str, ReadMode); 9] = [
    ("targets", ReadMode::File),
    ("from_byte", ReadMode::File),
    ("start_line", ReadMode::Snippet),
    ("end_line", ReadMode::Snippet),
    ("context_lines", ReadMode::Snippet),
    ("path", ReadMode::Symbol),
    ("include_context", ReadMode::Symbol),
    ("against", ReadMode::DiffPreview),
    ("content", ReadMode::DiffPreview),
];

/// Refuses an argument that belongs to another mode, whatever its value, in the words that were promised for it.
pub(super) fn check_mode(mode: ReadMode, said: &Map<String, Value>) -> Result<(), Trouble> {
    let of_another = |(argument, of): &&(&str, ReadMode)| *of != mode && said.contains_key(*argument);
    let Some((argument, of)) = OF_ONE_MODE.iter().find(of_another) else { return Ok(()) };
    let of = of.word();
    Err(Trouble::invalid_args(
        format!("{argument} is only valid for mode='{of}'. Remove it or switch mode."),
        &format!("leave out {argument}, or say mode='{of}'"),
    ))
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
