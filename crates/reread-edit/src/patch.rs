//! Parses patches in four formats.
//!
//! The opening lines determine the format; a patch that does not parse is not tried in another one. Prose and fences around
//! a patch are skipped. Wrong line counts in hunk headers are corrected and reported as a note. Any other error is
//! reported with the line and what was expected there. Files, permitted names and modes are not checked here.

mod envelope;
mod file_name;
mod file_time;
mod git;
mod git_names;
mod hunk_body;
mod patch_lines;
mod prose;
mod repeats;
mod search_replace;
mod text_edits;
mod unified;

use reread_codes::Code;
use reread_text::count_lines;

use patch_lines::PatchLines;
pub use text_edits::TextEdit;

/// The syntax of a patch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchFormat {
    /// `--- old`, `+++ new`, `@@ -1,3 +1,4 @@`; or only hunks, for a file that the caller names.
    Unified,
    /// Unified with `diff --git` headers: modes, renames and copies.
    Git,
    /// `*** Begin Patch` to `*** End Patch`, without line numbers.
    Envelope,
    /// `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`; or a list of such edits.
    SearchReplace,
}

/// A parsed patch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// The format that the opening lines determine.
    pub form: PatchFormat,
    /// In the order of the patch; at least one.
    pub files: Vec<FilePatch>,
    /// Corrected mistakes.
    pub notes: Vec<PatchNote>,
}

/// A mistake in the patch that was corrected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatchNote {
    /// The counts in a hunk header differ from the lines of the hunk.
    Recounted {
        /// The line of the hunk header in the patch, counted from 1.
        line: u64,
        /// Old and new lines according to the header.
        said: (u64, u64),
        /// Old and new lines of the hunk.
        counted: (u64, u64),
    },
}

/// The changes of a patch to one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePatch {
    /// The line of the patch where this file begins, counted from 1.
    pub line: u64,
    /// The file, and whether it is created, deleted or renamed.
    pub target: PatchTarget,
    /// The mode before the patch, if a git header states it.
    pub old_mode: Option<u32>,
    /// The mode after the patch, if a git header states it.
    pub new_mode: Option<u32>,
    /// In the order of the patch.
    pub hunks: Vec<Hunk>,
    /// The hunks of each later mention of the file, for the result of the earlier ones.
    pub later: Vec<Vec<Hunk>>,
}

/// The file of a patch. Names are the unquoted bytes between prefix and line end, otherwise unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatchTarget {
    /// The patch names no file; the caller does.
    Unnamed,
    /// The two sides of a diff have different names, but belong together. The first name that exists is changed.
    OneOf {
        /// At least two, the most likely one first.
        paths: Vec<Vec<u8>>,
    },
    /// The two sides of a diff have names that do not belong together. Only the caller can name the file.
    TwoNames {
        /// Of the old side.
        old: Vec<u8>,
        /// Of the new side.
        new: Vec<u8>,
    },
    /// Changes an existing file.
    Modify {
        /// The same on both sides of the diff.
        path: Vec<u8>,
    },
    /// Creates a file that does not exist.
    Create {
        /// The name of the new side.
        path: Vec<u8>,
    },
    /// Deletes a file.
    Delete {
        /// The name of the old side.
        path: Vec<u8>,
    },
    /// Renames a file, and may change it.
    Rename {
        /// The existing name.
        from: Vec<u8>,
        /// The new name.
        to: Vec<u8>,
    },
    /// Creates a file as a copy, which may differ from the original.
    Copy {
        /// The original, which stays unchanged.
        from: Vec<u8>,
        /// The name of the copy.
        to: Vec<u8>,
    },
}

impl PatchTarget {
    /// The file that is read; `None` for a new file.
    pub fn old_name(&self) -> Option<&[u8]> {
        match self {
            PatchTarget::Unnamed
            | PatchTarget::OneOf { .. }
            | PatchTarget::TwoNames { .. }
            | PatchTarget::Create { .. } => None,
            PatchTarget::Modify { path } | PatchTarget::Delete { path } => Some(path),
            PatchTarget::Rename { from, .. } | PatchTarget::Copy { from, .. } => Some(from),
        }
    }

    /// Every name that the patch has for the file that it changes. Two names that do not belong together name none.
    pub fn possible_names(&self) -> Vec<&[u8]> {
        match self {
            PatchTarget::OneOf { paths } => paths.iter().map(Vec::as_slice).collect(),
            target => target.new_name().or(target.old_name()).into_iter().collect(),
        }
    }

    /// The file that exists after the patch; `None` for a deleted file.
    pub fn new_name(&self) -> Option<&[u8]> {
        match self {
            PatchTarget::Unnamed
            | PatchTarget::OneOf { .. }
            | PatchTarget::TwoNames { .. }
            | PatchTarget::Delete { .. } => None,
            PatchTarget::Modify { path } | PatchTarget::Create { path } => Some(path),
            PatchTarget::Rename { to, .. } | PatchTarget::Copy { to, .. } => Some(to),
        }
    }
}

/// A group of changed lines with context around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The line of the patch where the hunk begins, counted from 1.
    pub line: u64,
    /// Where to search for its lines.
    pub hint: Hint,
    /// Whether the hunk must end at the end of the file.
    pub at_end: bool,
    /// In the order of the patch.
    pub lines: Vec<HunkLine>,
}

/// Information in a patch about the place of a hunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// After this number of lines of the file.
    AfterLines(u64),
    /// After the previous hunk, and after these anchor lines in their order.
    Forward(Vec<Vec<u8>>),
    /// No information: search the whole file.
    Anywhere,
    /// Any part of the file, not only whole lines: a last line without LF ends inside a line.
    Text {
        /// Whether every place is changed, not only a single one.
        all: bool,
    },
    /// The whole file, whatever it contains.
    Whole,
}

/// One line inside a hunk, its sign apart from its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HunkLine {
    /// Whether the line is kept, removed or added.
    pub sign: Sign,
    /// With LF, unless the patch marks it as a last line without one.
    pub text: Vec<u8>,
}

/// The first character of a hunk line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Context: in the file before and after.
    Kept,
    /// Only in the file before.
    Removed,
    /// Only in the file after.
    Added,
}

impl Hunk {
    /// Context and removed lines.
    pub fn old_lines(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.sign != Sign::Added)
    }

    /// Context and added lines.
    pub fn new_lines(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.sign != Sign::Removed)
    }
}

/// Why a text is not a valid patch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// No opening line of the four formats was found.
    #[error(
        "this is no patch: it opens with none of `diff --git`, `--- ` and `+++ `, `@@ -`, `*** Begin Patch`, \
         `<<<<<<< SEARCH`"
    )]
    NoForm,
    /// A line violates the syntax of its format.
    #[error("line {line} of the patch is {found}, and {expected} was expected")]
    Unexpected {
        /// The line of the patch, counted from 1; one past the last line if the patch ends too early.
        line: u64,
        /// The text of that line, shortened.
        found: String,
        /// What the format requires there.
        expected: &'static str,
    },
    /// The patch or the list of edits is too long. Each line is held by itself, so that lines count, not bytes.
    #[error("the patch has {lines} lines; at most {most} are applied at once")]
    TooManyLines {
        /// How many it has.
        lines: u64,
        /// How many it may have.
        most: u64,
    },
    /// A binary patch, which is not supported.
    #[error("line {line} of the patch begins a binary change")]
    Binary {
        /// The line of the patch where it begins, counted from 1.
        line: u64,
    },
    /// An edit that is not the first has no text to find.
    #[error("edit {number} has no text to find, as for a new file")]
    NothingToFind {
        /// Which edit, counted from 1.
        number: u64,
    },
    /// The list of edits is empty.
    #[error("there is neither a patch nor an edit")]
    NoEdits,
    /// Two parts of the patch contradict each other.
    #[error("line {line} of the patch contradicts it: {what}")]
    Contradiction {
        /// The line of the second part, counted from 1.
        line: u64,
        /// The contradiction, as a clause.
        what: String,
    },
}

impl PatchError {
    /// One of `bad_patch` and `too_large`.
    pub fn code(&self) -> Code {
        match self {
            PatchError::TooManyLines { .. } => Code::TooLarge,
            _ => Code::BadPatch,
        }
    }
}

/// The most lines of a patch, or of all edits of a list.
const MOST_PATCH_LINES: u64 = 1_000_000;

/// Refuses a patch of more lines than are held in memory.
fn check_lines(lines: u64) -> Result<(), PatchError> {
    match lines > MOST_PATCH_LINES {
        true => Err(PatchError::TooManyLines { lines, most: MOST_PATCH_LINES }),
        false => Ok(()),
    }
}

/// Parses a patch.
///
/// If all lines of the patch end with CRLF, the CRs are not part of the file content. A missing end of the last line is
/// ignored.
pub fn parse_patch(text: &[u8]) -> Result<Patch, PatchError> {
    check_lines(count_lines(text))?;
    let mut lines = PatchLines::new(text);
    let form = form_of(&lines).ok_or(PatchError::NoForm)?;
    let mut notes = Vec::new();
    let files = match form {
        PatchFormat::Unified => unified::files(&mut lines, "another hunk, `--- ` or the end", &mut notes)?,
        PatchFormat::Git => unified::files(&mut lines, "`diff --git` or the end", &mut notes)?,
        PatchFormat::Envelope => envelope::files(&mut lines)?,
        PatchFormat::SearchReplace => search_replace::files(&mut lines)?,
    };
    Ok(Patch { form, files: repeats::combined(files)?, notes })
}

/// The format of the first opening line.
fn form_of(lines: &PatchLines<'_>) -> Option<PatchFormat> {
    let all = lines.all();
    (0..all.len()).find_map(|index| opened_form(all[index], all.get(index + 1).copied()))
}

/// The format that this line opens, if it opens one.
fn opened_form(line: &[u8], next: Option<&[u8]>) -> Option<PatchFormat> {
    // Hunks of the file that the call names, without numbers.
    let is_uncounted = || {
        line.trim_ascii() == b"@@"
            && next.is_some_and(|next| matches!(next.first(), Some(b' ' | b'-' | b'+')))
    };
    let is_named = || line.starts_with(b"--- ") && next.is_some_and(|next| next.starts_with(b"+++ "));
    if line.starts_with(b"diff --git ") {
        Some(PatchFormat::Git)
    } else if line.starts_with(b"@@ -") || is_named() || is_uncounted() {
        Some(PatchFormat::Unified)
    } else if line.trim_ascii() == envelope::BEGIN {
        Some(PatchFormat::Envelope)
    } else {
        search_replace::opens(line).then_some(PatchFormat::SearchReplace)
    }
}

#[cfg(test)]
mod tests;
