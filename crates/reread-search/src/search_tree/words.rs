//! Ranked search: files that have some of several words, the best first.
//!
//! Several plain words are searched for as a phrase first, like any text. If no line has the phrase, or only a few lines
//! that define nothing, files are ranked by the words they have ([`bm25`]). Either a walk that reads every file counts the
//! words ([`walk`]), or the index of an earlier walk supplies the counts ([`index`]); the ranking is the same. The index is
//! used only while no change of a file was reported. If the user named a model, the best files are ranked by what they
//! mean as well ([`meaning`]). Each file is opened and read again before a line of it is shown ([`show`]).

mod bm25;
mod counting;
mod index;
mod keeping;
mod meaning;
mod plain_words;
mod show;
mod walk;

use reread_access::{NotMet, PathClass};
use reread_path::RootedPath;
use reread_text::Digest;

pub(super) use self::plain_words::PlainWords;

use self::bm25::Weights;
use super::SearchTally;

reread_codes::words! {
    /// How files were ranked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RankedBy {
        /// By a walk that read every file.
        Walk = "walk",
        /// By the index of a server.
        Index = "index",
        /// By a walk or the index, and by the model that the user named.
        WordsAndModel = "words+model",
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
