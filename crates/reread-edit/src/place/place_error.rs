//! Why a patch has no place in a text, with what its author needs to correct it.

use reread_codes::Code;

use super::closest::Closest;
use super::work::WorkExceeded;
use crate::edits::EditsError;

/// Why a patch cannot be placed in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The text does not contain the lines of a hunk.
    #[error("{} fits nowhere{}", which(*.hunk, *.patch_line), closest_words(.closest.as_ref()))]
    NoMatch {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The first lines of the hunk, shortened.
        expected: Vec<Vec<u8>>,
        /// The place with the most matching lines; `None` if no line matches anywhere.
        closest: Option<Closest>,
    },
    /// The text contains the lines of a hunk several times.
    #[error("{} fits in {count} places, at lines {}", which(*.hunk, *.patch_line), number_list(.lines, *.count))]
    Ambiguous {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// First lines of the first places, counted from 1.
        lines: Vec<u64>,
        /// Number of all places.
        count: u64,
    },
    /// A hunk only adds lines, and nothing determines where.
    #[error("{} has no line that would show where it belongs", which(*.hunk, *.patch_line))]
    NoContext {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
    },
    /// A hunk is for line 1, by its number, but matches further down.
    ///
    /// Without this check, and the next, external changes beside it would go unnoticed.
    #[error("{} is for line 1, and its lines are at line {line}", which(*.hunk, *.patch_line))]
    NotAtStart {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The line where it matches, counted from 1.
        line: u64,
    },
    /// A hunk has no context after its change, as a diff program writes it at the end of a file, but matches elsewhere.
    #[error(
        "{} has no line below its change, as at the end of a file, and more lines follow it, after line {line}",
        which(*.hunk, *.patch_line)
    )]
    NotAtEnd {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The last line of the place where it matches, counted from 1.
        line: u64,
    },
    /// A hunk says that the file ends with it, but lines follow.
    #[error(
        "{} says that the file ends there, and more lines follow its lines, at line {line}",
        which(*.hunk, *.patch_line)
    )]
    LinesFollow {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The line where it matches, counted from 1.
        line: u64,
    },
    /// A hunk agrees with the end of the file in everything but the newline of the last line.
    #[error(
        "{} fits at line {line} but for the newline at the end of the file, which the {} has and the {} lacks",
        which(*.hunk, *.patch_line),
        if *.file_has_it { "file" } else { "patch" },
        if *.file_has_it { "patch" } else { "file" }
    )]
    LastNewline {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The line where it matches, counted from 1.
        line: u64,
        /// Whether the last line of the file has a newline.
        file_has_it: bool,
    },
    /// The patch creates a file that already has content.
    #[error("the patch creates the file, and it is not empty")]
    NotEmpty,
    /// The patch deletes a file, but its hunks do not contain the whole file.
    #[error("the patch deletes the file, and {left} bytes of it are not in the patch")]
    NotAll {
        /// Bytes that are not in the patch.
        left: usize,
    },
    /// The hunks would have to be compared with more lines than one patch may. Decided by sizes alone.
    #[error("placing the patch takes more than {most} comparisons of lines; smaller patches can be placed")]
    TooMuchWork {
        /// The most comparisons.
        most: u64,
    },
    /// An edit of all places has too many of them.
    #[error("edit {hunk} is for {places} places; at most {most} are changed at once")]
    TooManyPlaces {
        /// Which edit, counted from 1.
        hunk: usize,
        /// How many places it has.
        places: usize,
        /// How many it may have.
        most: usize,
    },
    /// An edit of all places makes the text too long.
    #[error(
        "edit {hunk} is for {places} places and makes a text of {bytes} bytes; at most {most} are written"
    )]
    TooManyBytes {
        /// Which edit, counted from 1.
        hunk: usize,
        /// How many places it has.
        places: usize,
        /// How long the text would be.
        bytes: u64,
        /// How long it may be.
        most: u64,
    },
    /// Two hunks change the same bytes.
    #[error(transparent)]
    Edits(#[from] EditsError),
}

impl From<WorkExceeded> for PlaceError {
    fn from(WorkExceeded { most }: WorkExceeded) -> Self {
        PlaceError::TooMuchWork { most }
    }
}

impl PlaceError {
    /// One of `no_match`, `ambiguous`, `exists`, `too_large` and `overlap`.
    pub fn code(&self) -> Code {
        match self {
            PlaceError::NoMatch { .. }
            | PlaceError::NotAtStart { .. }
            | PlaceError::NotAtEnd { .. }
            | PlaceError::LinesFollow { .. }
            | PlaceError::LastNewline { .. }
            | PlaceError::NotAll { .. } => Code::NoMatch,
            PlaceError::Ambiguous { .. } | PlaceError::NoContext { .. } => Code::Ambiguous,
            PlaceError::NotEmpty => Code::Exists,
            PlaceError::TooMuchWork { .. }
            | PlaceError::TooManyPlaces { .. }
            | PlaceError::TooManyBytes { .. } => Code::TooLarge,
            PlaceError::Edits(_) => Code::Overlap,
        }
    }
}

/// Number of places that an error lists.
pub(crate) const LISTED: usize = 20;

/// `hunk 2, from line 9 of the patch,`, or `edit 2` of a list of edits, which has no lines.
fn which(hunk: usize, patch_line: u64) -> String {
    match patch_line {
        0 => format!("edit {hunk}"),
        line => format!("hunk {hunk}, from line {line} of the patch,"),
    }
}

fn closest_words(closest: Option<&Closest>) -> String {
    closest.map_or_else(String::new, |closest| format!("; the closest place is line {}", closest.line))
}

/// `3, 8, 20`, or `3, 8, 20 and 5 more`.
pub(crate) fn number_list(lines: &[u64], count: u64) -> String {
    let listed: Vec<String> = lines.iter().map(u64::to_string).collect();
    let more = count.saturating_sub(lines.len() as u64);
    if more == 0 { listed.join(", ") } else { format!("{} and {more} more", listed.join(", ")) }
}
