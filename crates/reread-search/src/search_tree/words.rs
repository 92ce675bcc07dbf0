//! Ranked search: files that have some of several words, the best first.
//!
//! Several plain words are looked for as a phrase first, like any text. Only if no line has it, or few that define
//! nothing, are files ranked by the words they have ([`bm25`]), wherever these stand. Who counts the words makes no difference: a walk that reads every file
//! ([`walk`]), or an index of what a walk has read ([`index`]), which is asked only while nothing says that a file has
//! changed since. If the user named a model, the best files are ranked by what they mean as well ([`meaning`]). Either way
//! a file is opened and read again before a line of it is shown ([`show`]).

mod best_lines;
mod bm25;
mod counting;
mod fuse;
mod index;
mod keeping;
mod meaning;
mod plain_words;
mod show;
mod walk;

use reread_path::RootedPath;
use reread_text::Digest;

pub(super) use self::plain_words::PlainWords;

use self::bm25::Weights;
use super::SearchTally;
use reread_access::NotMet;
use reread_access::PathClass;

/// Who ranked files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// A walk that read every file.
    Walk,
    /// The index of a server.
    Index,
    /// One of these, and the model that the user named.
    WordsAndModel,
}

impl RankedBy {
    /// The word for replies.
    pub fn word(self) -> &'static str {
        match self {
            RankedBy::Walk => "walk",
            RankedBy::Index => "index",
            RankedBy::WordsAndModel => "words+model",
        }
    }
}

/// The best files for some words.
pub(super) struct Ranking {
    /// The best first.
    files: Vec<RankedFile>,
    /// What each word is worth.
    weights: Weights,
    /// How many files have any of the words.
    matching: u64,
    /// How many files there are.
    documents: u64,
    not_met: NotMet,
    by: RankedBy,
}

impl Ranking {
    /// Whether any file has any of the words.
    pub(super) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// What was looked at.
    fn tally(&self) -> SearchTally {
        SearchTally {
            searched: self.documents,
            several_names: self.not_met.several_names,
            passed_over: self.not_met.passed_over,
            ..SearchTally::default()
        }
    }
}

/// A file that has some of the words.
#[derive(Debug)]
struct RankedFile {
    root: usize,
    path: RootedPath,
    score: f64,
    /// What it has to hold, by a source that may be wrong.
    digest: Option<Digest>,
}

/// Puts files in order: by what they are worth, then sources before tests before docs before what is vendored, then by root
/// and path. Keeps the best `most`.
fn best(files: Vec<RankedFile>, most: usize) -> Vec<RankedFile> {
    // Many may be worth the same, and what the name says is not asked for at every comparison.
    let mut files: Vec<(PathClass, RankedFile)> =
        files.into_iter().map(|file| (PathClass::of(&file.path), file)).collect();
    files.sort_unstable_by(|(class, file), (other_class, other)| {
        let by_score = other.score.total_cmp(&file.score);
        by_score
            .then_with(|| (class, file.root).cmp(&(other_class, other.root)))
            .then_with(|| file.path.cmp(&other.path))
    });
    files.into_iter().take(most).map(|(_, file)| file).collect()
}
