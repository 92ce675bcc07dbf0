//! What the registry came to when it was last brought up to date, small enough to be read at every start.
//!
//! It is a hint for people and models, and decides nothing. A file that is missing, damaged or of another format counts as
//! none.

use serde::{Deserialize, Serialize};

use super::StateDir;
use crate::private;
use crate::state_error::StateError;

/// How many files a registry has, and in which languages they are. Field names are part of the format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeTotals {
    /// Which registry it is of.
    pub of: String,
    /// How many files it has.
    pub files: u64,
    /// Words for languages, the one with most bytes first; at most [`TreeTotals::MOST_LANGUAGES`].
    pub languages: Vec<String>,
}

impl TreeTotals {
    /// More languages are not kept.
    pub const MOST_LANGUAGES: usize = 8;
}

#[derive(Serialize, Deserialize)]
struct TotalsFile {
    v: u64,
    #[serde(flatten)]
    totals: TreeTotals,
}

const FILE: &str = "totals";
const FORMAT: u64 = 1;
const LONGEST: u64 = 4 << 10;

impl StateDir {
    /// Keeps the totals. Nothing is written if they are kept already.
    pub fn keep_tree_totals(&self, totals: &TreeTotals) -> Result<(), StateError> {
        if self.tree_totals().as_ref() == Some(totals) {
            return Ok(());
        }
        let bytes = serde_json::to_vec(&TotalsFile { v: FORMAT, totals: totals.clone() });
        self.replace(FILE, &bytes.expect("texts and numbers are written to memory"))
    }

    /// The totals that were kept last, if they can be read.
    pub fn tree_totals(&self) -> Option<TreeTotals> {
        let bytes = private::read_small(&self.dir, FILE, LONGEST).ok().flatten()?;
        let file: TotalsFile = serde_json::from_slice(&bytes).ok()?;
        (file.v == FORMAT).then_some(file.totals)
    }
}
