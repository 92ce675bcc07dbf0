//! Patches as callers write them, in four forms.
//!
//! A text has one form, told by its opening lines; nothing is tried in a second form when it does not fit the first.
//! Numbers may be wrong where the body knows better, and that is noted; everything else that does not fit is refused
//! with the line and what was expected there. Whether a file exists, whether a name is allowed and what a mode may be
//! is judged by others. No two parts of one patch contradict each other.

mod contradictions;
mod envelope;
mod file_name;
mod git;
mod git_names;
mod hunk_body;
mod patch_lines;
mod search_replace;
mod unified;

use patch_lines::PatchLines;

/// How a patch is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchFormat {
    /// `--- old`, `+++ new`, `@@ -1,3 +1,4 @@`; or hunks alone, for a file that the caller names.
    Unified,
    /// Unified, and before it `diff --git` with modes, renames and copies.
    Git,
    /// `*** Begin Patch` to `*** End Patch`, without line numbers.
    Envelope,
    /// `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`.
    SearchReplace,
}

/// What a text asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// How it is written.
    pub form: PatchFormat,
    /// Its files, in its order; at least one.
    pub files: Vec<FilePatch>,
    /// What is wrong with it and does no harm.
    pub notes: Vec<PatchNote>,
}

/// Something that was mended while reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatchNote {
    /// A hunk says it has other numbers of lines than it has.
    Recounted {
        /// The line of the patch with the hunk's header.
        line: u64,
        /// How many old and new lines the header says.
        said: (u64, u64),
        /// How many there are.
        counted: (u64, u64),
    },
}

/// What a patch does to one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePatch {
    /// The line of the patch where it begins.
    pub line: u64,
    /// Which file, and what becomes of it.
    pub target: PatchTarget,
    /// The mode that the file is said to have.
    pub old_mode: Option<u32>,
    /// The mode that it shall have.
    pub new_mode: Option<u32>,
    /// What changes in it, in order.
    pub hunks: Vec<Hunk>,
}

/// Which file is meant. Names are the bytes between prefix and line end, after unquoting: nothing else was done to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatchTarget {
    /// The one that the caller names.
    Unnamed,
    /// A file that is there and stays.
    Modify {
        /// Its name.
        path: Vec<u8>,
    },
    /// A file that is not there yet.
    Create {
        /// Its name.
        path: Vec<u8>,
    },
    /// A file that goes.
    Delete {
        /// Its name.
        path: Vec<u8>,
    },
    /// A file that gets another name.
    Rename {
        /// The name it has.
        from: Vec<u8>,
        /// The name it gets.
        to: Vec<u8>,
    },
    /// A file that is made from another one.
    Copy {
        /// The one that stays as it is.
        from: Vec<u8>,
        /// The new one.
        to: Vec<u8>,
    },
}

impl PatchTarget {
    /// The file that is read.
    pub fn old_name(&self) -> Option<&[u8]> {
        match self {
            PatchTarget::Unnamed | PatchTarget::Create { .. } => None,
            PatchTarget::Modify { path } | PatchTarget::Delete { path } => Some(path),
            PatchTarget::Rename { from, .. } | PatchTarget::Copy { from, .. } => Some(from),
        }
    }

    /// The file that is there afterwards.
    pub fn new_name(&self) -> Option<&[u8]> {
        match self {
            PatchTarget::Unnamed | PatchTarget::Delete { .. } => None,
            PatchTarget::Modify { path } | PatchTarget::Create { path } => Some(path),
            PatchTarget::Rename { to, .. } | PatchTarget::Copy { to, .. } => Some(to),
        }
    }
}

/// One place that changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The line of the patch where it begins.
    pub line: u64,
    /// What the patch says about where it belongs.
    pub hint: Hint,
    /// Whether it ends where the file ends.
    pub at_end: bool,
    /// Its lines, in order.
    pub lines: Vec<HunkLine>,
}

/// What a patch says about where a hunk belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// After so many lines of the file.
    AfterLines(u64),
    /// Behind the hunk before it, and behind these lines, each behind the one before.
    Forward(Vec<Vec<u8>>),
    /// Wherever its lines are.
    Anywhere,
}

/// A line of a hunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HunkLine {
    /// What becomes of it.
    pub sign: Sign,
    /// Its text, with LF unless the patch says that there is none.
    pub text: Vec<u8>,
}

/// What becomes of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// It is there and stays.
    Kept,
    /// It is there and goes.
    Removed,
    /// It comes.
    Added,
}

impl Hunk {
    /// The lines that are there before.
    pub fn old_lines(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.sign != Sign::Added)
    }

    /// The lines that are there afterwards.
    pub fn new_lines(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.sign != Sign::Removed)
    }
}

/// Why a text is no patch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// It has none of the four forms.
    #[error(
        "this is no patch: it opens with none of `diff --git`, `--- ` and `+++ `, `@@ -`, `*** Begin Patch`, \
         `<<<<<<< SEARCH`"
    )]
    NoForm,
    /// A line is not what its form has there.
    #[error("line {line} of the patch is {found}, and {expected} was expected")]
    Unexpected {
        /// The line of the patch; one past its last line if it ends too early.
        line: u64,
        /// What stands there, on one line and bounded.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// It changes bytes that are not text.
    #[error("line {line} of the patch begins a binary change")]
    Binary {
        /// The line of the patch.
        line: u64,
    },
    /// Two of its parts cannot both be meant.
    #[error("line {line} of the patch contradicts it: {what}")]
    Contradiction {
        /// The line of the patch where it shows.
        line: u64,
        /// What cannot both be.
        what: String,
    },
}

/// Reads a patch.
///
/// If all its lines end with CRLF, the CRs belong to its own lines and not to those of the files. A last line without an
/// end counts as ended.
pub fn parse_patch(text: &[u8]) -> Result<Patch, PatchError> {
    let mut lines = PatchLines::new(text);
    let form = form_of(&lines).ok_or(PatchError::NoForm)?;
    let mut notes = Vec::new();
    let files = match form {
        PatchFormat::Unified => unified::files(&mut lines, &mut notes)?,
        PatchFormat::Git => git::files(&mut lines, &mut notes)?,
        PatchFormat::Envelope => envelope::files(&mut lines)?,
        PatchFormat::SearchReplace => search_replace::files(&mut lines)?,
    };
    contradictions::check(&files)?;
    Ok(Patch { form, files, notes })
}

/// The form of the first line that opens one.
fn form_of(lines: &PatchLines<'_>) -> Option<PatchFormat> {
    let all = lines.all();
    let first = all.iter().position(|line| !line.trim_ascii().is_empty())?;
    if all[first].starts_with(b"@@ -") {
        return Some(PatchFormat::Unified);
    }
    let opens = |index: usize| {
        let line = all[index];
        if line.starts_with(b"diff --git ") {
            Some(PatchFormat::Git)
        } else if line.starts_with(b"--- ")
            && all.get(index + 1).is_some_and(|next| next.starts_with(b"+++ "))
        {
            Some(PatchFormat::Unified)
        } else if line.starts_with(envelope::BEGIN) {
            Some(PatchFormat::Envelope)
        } else {
            search_replace::opens(line).then_some(PatchFormat::SearchReplace)
        }
    };
    (first..all.len()).find_map(opens)
}

#[cfg(test)]
mod tests;
