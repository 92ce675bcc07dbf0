//! A read by its mode: a mode cannot hold an argument of another one.

use std::num::NonZeroU64;

use reread_files::{Extent, OutlinePage};
use reread_text::{Bounds, LineRange};
use serde::Serialize;

use super::read_args::{Against, PreviewMode, ReadArgs, ReadMode};
use crate::ErrorReply;

/// Tags that one call may cite: more than the pages of any file that fits a context.
const MOST_KNOWN: usize = 256;

/// Targets that one call may name.
const MOST_TARGETS: usize = 64;

/// Targets times tags: each tag may have to be looked for at each target, once to find out whose it is and once to read.
/// One tag for each of as many targets as there may be is within it.
const MOST_LOOKUPS: usize = MOST_TARGETS * MOST_TARGETS;

/// What `read` is asked for. As JSON it is [`ReadArgs`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Read {
    /// A file, or a part of it.
    File(FileRead),
    /// Several files in one reply.
    #[serde(rename = "file")]
    Files(FilesRead),
    /// Lines of a file with those around them.
    Snippet(SnippetRead),
    /// A definition, by its name.
    Symbol(SymbolRead),
    /// What would change, or has changed, against a version.
    DiffPreview(DiffPreview),
    /// The definitions of a file, or what a folder holds.
    Outline(OutlineRead),
}

/// The lines, or the rows of an outline, from an offset on, up to a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LinePage {
    /// The first line, counted from 1; 0 is refused when the file is read.
    pub offset: Option<u64>,
    /// How many lines.
    pub limit: Option<NonZeroU64>,
}

/// The longest reply that the caller keeps whole. Default: the configured limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplyBounds {
    /// A line counts with its line end.
    pub max_lines: Option<NonZeroU64>,
    /// In characters.
    pub max_preview_chars: Option<NonZeroU64>,
    /// In estimated tokens.
    pub max_tokens: Option<NonZeroU64>,
}

/// Arguments of `mode='file'` with one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileRead {
    /// The file, perhaps with a line suffix such as `:10-20`.
    pub target: String,
    /// Lines, or the rest from a byte on.
    #[serde(flatten)]
    pub part: FilePart,
    /// Tags of earlier replies whose lines the caller can still see.
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
}

/// Which part of a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FilePart {
    /// Lines; without offset and limit the whole file.
    Lines(LinePage),
    /// The rest from a byte on, counted from 0: how a page continues inside a long line.
    Rest {
        /// The first byte.
        from_byte: u64,
    },
}

/// A read of several files, each target perhaps with a line suffix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilesRead {
    /// The first target.
    pub target: String,
    /// The other targets: at least one.
    pub targets: Vec<String>,
    /// As in [`FileRead`], of any of the targets.
    pub known: Vec<String>,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
}

/// A read of some lines with those around them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SnippetRead {
    /// The file.
    pub target: String,
    /// Which of the lines are sent: how a snippet that was cut continues.
    #[serde(flatten)]
    pub page: LinePage,
    /// As in [`FileRead`].
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
    /// The first line, counted from 1.
    pub start_line: u64,
    /// The last line. Default: the first one.
    pub end_line: Option<u64>,
    /// How many lines are shown on either side. Default: 0.
    pub context_lines: Option<u64>,
}

/// A read of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolRead {
    /// The name of the symbol, or its id.
    pub target: String,
    /// Which of its lines are sent.
    #[serde(flatten)]
    pub page: LinePage,
    /// As in [`FileRead`].
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
    /// The file that declares it, where the name alone is ambiguous.
    pub path: Option<String>,
    /// Whether the declarations around it are shown. Default: no.
    pub include_context: Option<bool>,
}

/// A diff of a file against a version of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiffPreview {
    /// The file.
    pub target: String,
    /// Which lines of the compared text are looked at.
    #[serde(flatten)]
    pub page: LinePage,
    /// Whether text is wanted at all.
    #[serde(skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
    /// What the file is compared with. Default: the checked-out commit.
    pub against: Option<Against>,
    /// A proposed text in place of the file on disk.
    pub content: Option<String>,
}

/// A read of what a file declares, or of what a folder holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutlineRead {
    /// The file, the folder, or the id of a symbol.
    pub target: String,
    /// Which of the rows are sent, in the order of the file. Default: those that matter most.
    #[serde(flatten)]
    pub page: LinePage,
    /// Tags of earlier outlines that the caller can still see.
    pub known: Vec<String>,
    /// Whether text is wanted at all.
    #[serde(skip_serializing_if = "PreviewMode::is_default")]
    pub preview_mode: PreviewMode,
    /// How long the reply may be.
    #[serde(flatten)]
    pub bounds: ReplyBounds,
}

impl Read {
    /// The mode that the caller named.
    pub fn mode(&self) -> ReadMode {
        match self {
            Read::File(_) | Read::Files(_) => ReadMode::File,
            Read::Snippet(_) => ReadMode::Snippet,
            Read::Symbol(_) => ReadMode::Symbol,
            Read::DiffPreview(_) => ReadMode::DiffPreview,
            Read::Outline(_) => ReadMode::Outline,
        }
    }

    /// The target as the caller wrote it; the first one of several.
    pub fn target(&self) -> &str {
        self.target_and_bounds().0
    }

    /// The lines that are sent. Those of a preview are lines that are looked at, so it has none here.
    pub(crate) fn page(&self) -> LinePage {
        match self {
            Read::File(FileRead { part: FilePart::Lines(page), .. }) => *page,
            Read::Snippet(read) => read.page,
            Read::Symbol(read) => read.page,
            Read::File(_) | Read::Files(_) | Read::DiffPreview(_) | Read::Outline(_) => LinePage::default(),
        }
    }

    pub(crate) fn bounds(&self) -> &ReplyBounds {
        self.target_and_bounds().1
    }

    fn target_and_bounds(&self) -> (&str, &ReplyBounds) {
        match self {
            Read::File(FileRead { target, bounds, .. })
            | Read::Files(FilesRead { target, bounds, .. })
            | Read::Snippet(SnippetRead { target, bounds, .. })
            | Read::Symbol(SymbolRead { target, bounds, .. })
            | Read::DiffPreview(DiffPreview { target, bounds, .. })
            | Read::Outline(OutlineRead { target, bounds, .. }) => (target, bounds),
        }
    }
}

impl ReplyBounds {
    /// These bounds; where the caller gives none, the usual ones and then the configured ones. Only the caller bounds tokens.
    pub(crate) fn or(&self, usual: &Bounds, configured: Bounds) -> Bounds {
        let get = |bound: Option<NonZeroU64>| bound.map(NonZeroU64::get);
        Bounds {
            max_lines: get(self.max_lines).or(usual.max_lines).or(configured.max_lines),
            max_chars: get(self.max_preview_chars).or(usual.max_chars).or(configured.max_chars),
            max_tokens: get(self.max_tokens),
            ..configured
        }
    }
}

impl LinePage {
    /// The page of these arguments; a limit of 0 would show nothing.
    pub(crate) fn of(offset: Option<u64>, limit: Option<u64>) -> Result<Self, ErrorReply> {
        Ok(Self { offset, limit: at_least_one("limit", limit)? })
    }

    /// The lines of this page; without a limit, the rest of the file.
    pub(crate) fn extent(self) -> Result<Extent, ErrorReply> {
        Ok(match (self.offset, self.limit) {
            (None, None) => Extent::Whole,
            (Some(offset), None) => Extent::From(offset),
            (offset, Some(limit)) => {
                let first = offset.unwrap_or(1);
                Extent::Lines(LineRange::new(first, last_line(first, limit))?)
            }
        })
    }

    /// The rows of an outline; `None` if neither offset nor limit is given.
    pub(crate) fn rows(self) -> Result<Option<OutlinePage>, ErrorReply> {
        let limit = self.limit.map(NonZeroU64::get);
        let page = self.range()?.map(|lines| OutlinePage { offset: lines.first(), limit });
        Ok(page)
    }

    /// The page as a range with both ends; `None` if neither is given.
    pub(crate) fn range(self) -> Result<Option<LineRange>, ErrorReply> {
        if self == Self::default() {
            return Ok(None);
        }
        let first = self.offset.unwrap_or(1);
        Ok(Some(LineRange::new(first, self.limit.map_or(u64::MAX, |limit| last_line(first, limit)))?))
    }

    /// The lines of a range that this page chooses.
    pub(crate) fn within(self, lines: LineRange) -> Result<LineRange, ErrorReply> {
        let first = self.offset.map_or(lines.first(), |offset| lines.first().max(offset));
        let last = self.limit.map_or(lines.last(), |limit| lines.last().min(last_line(first, limit)));
        Ok(LineRange::new(first, last)?)
    }
}

fn last_line(first: u64, limit: NonZeroU64) -> u64 {
    first.saturating_add(limit.get() - 1)
}

impl FilePart {
    pub(crate) fn extent(self) -> Result<Extent, ErrorReply> {
        match self {
            FilePart::Lines(page) => page.extent(),
            FilePart::Rest { from_byte } => Ok(Extent::FromByte(from_byte)),
        }
    }
}

impl SnippetRead {
    /// The lines with those around them, as far as the page chooses them.
    pub(crate) fn lines(&self) -> Result<LineRange, ErrorReply> {
        let asked = LineRange::new(self.start_line, self.end_line.unwrap_or(self.start_line))?;
        // An offset of 0 is an error here, although the lines would be found without it.
        LineRange::new(self.page.offset.unwrap_or(1), u64::MAX)?;
        let around = self.context_lines.unwrap_or(0);
        let first = asked.first().saturating_sub(around).max(1);
        self.page.within(LineRange::new(first, asked.last().saturating_add(around))?)
    }
}

impl TryFrom<ReadArgs> for Read {
    type Error = ErrorReply;

    fn try_from(args: ReadArgs) -> Result<Self, ErrorReply> {
        if args.known.len() > MOST_KNOWN {
            let message = format!("{} tags are cited; at most {MOST_KNOWN} are looked at", args.known.len());
            return Err(ErrorReply::invalid_args(
                message,
                "cite only tags of this file whose lines you can still see",
            ));
        }
        let page = LinePage::of(args.offset, args.limit)?;
        let bounds = ReplyBounds {
            max_lines: at_least_one("max_lines", args.max_lines)?,
            max_preview_chars: at_least_one("max_preview_chars", args.max_preview_chars)?,
            max_tokens: at_least_one("max_tokens", args.max_tokens)?,
        };
        if args.mode == ReadMode::File && !args.targets.is_empty() {
            return several(args, bounds).map(Read::Files);
        }
        let ReadArgs { target, known, preview_mode, path, include_context, against, content, .. } = args;
        Ok(match args.mode {
            ReadMode::File => {
                let part = file_part(page, args.from_byte)?;
                Read::File(FileRead { target, part, known, preview_mode, bounds })
            }
            ReadMode::Snippet => {
                let Some(start_line) = args.start_line else {
                    return Err(ErrorReply::invalid_args(
                        "mode='snippet' needs start_line",
                        "give start_line, and end_line if it is more than one line",
                    ));
                };
                let (end_line, context_lines) = (args.end_line, args.context_lines);
                Read::Snippet(SnippetRead {
                    target,
                    page,
                    known,
                    preview_mode,
                    bounds,
                    start_line,
                    end_line,
                    context_lines,
                })
            }
            ReadMode::Symbol => {
                Read::Symbol(SymbolRead { target, page, known, preview_mode, bounds, path, include_context })
            }
            ReadMode::DiffPreview if !known.is_empty() => {
                let message = "known is for text: a diff_preview has nothing to do with what you hold";
                return Err(ErrorReply::invalid_args(message, "leave out known, or say mode='file'"));
            }
            ReadMode::DiffPreview => {
                Read::DiffPreview(DiffPreview { target, page, preview_mode, bounds, against, content })
            }
            ReadMode::Outline => Read::Outline(OutlineRead { target, page, known, preview_mode, bounds }),
        })
    }
}

fn at_least_one(argument: &str, number: Option<u64>) -> Result<Option<NonZeroU64>, ErrorReply> {
    number
        .map(|number| NonZeroU64::new(number).ok_or_else(|| ErrorReply::shows_nothing(argument)))
        .transpose()
}

fn file_part(page: LinePage, from_byte: Option<u64>) -> Result<FilePart, ErrorReply> {
    match from_byte {
        None => Ok(FilePart::Lines(page)),
        Some(from_byte) if page == LinePage::default() => Ok(FilePart::Rest { from_byte }),
        Some(_) => {
            let message = "from_byte goes with neither offset nor limit";
            Err(ErrorReply::invalid_args(message, "give the byte alone, or lines alone"))
        }
    }
}

fn several(args: ReadArgs, bounds: ReplyBounds) -> Result<FilesRead, ErrorReply> {
    let count = args.targets.len() + 1;
    if count > MOST_TARGETS {
        let message = format!("{count} targets are named; at most {MOST_TARGETS} are read in one call");
        return Err(ErrorReply::invalid_args(message, "read the rest in another call"));
    }
    if count * args.known.len() > MOST_LOOKUPS {
        let message = format!(
            "{} tags are cited with {count} targets; at most {} are looked for at so many",
            args.known.len(),
            MOST_LOOKUPS / count
        );
        let hint = "read some of them in another call, each with its own tags";
        return Err(ErrorReply::invalid_args(message, hint));
    }
    let of_one = [
        ("offset", args.offset.is_some()),
        ("limit", args.limit.is_some()),
        ("from_byte", args.from_byte.is_some()),
        ("preview_mode='none'", args.preview_mode == PreviewMode::None),
    ];
    match of_one.iter().find(|(_, is_given)| *is_given) {
        None => Ok(FilesRead { target: args.target, targets: args.targets, known: args.known, bounds }),
        Some((argument, _)) => Err(ErrorReply::invalid_args(
            format!("{argument} goes with one target"),
            "write lines into the targets, such as \"src/a.rs:40-60\"",
        )),
    }
}
