//! Why there is no outline, or no symbol of that name.

use reread_access::OpenError;
use reread_codes::Code;
use reread_search::{SymbolCandidate, TreeSearchError};

use crate::read::ReadError;

/// How many candidates of an ambiguous name are listed.
const MOST_CANDIDATES: usize = 10;

/// Why a question about what files declare was refused.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum OutlineError {
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{name} has {size} bytes, too many to be taken apart")]
    TooLarge {
        name: String,
        /// In bytes.
        size: u64,
    },
    #[error("symbol {offset} is past the end: {name} declares {symbols}")]
    PastEnd {
        name: String,
        /// The first symbol that was asked for.
        offset: u64,
        /// How many there are.
        symbols: u64,
    },
    #[error("no symbol `{symbol}` is declared in {}", file.as_deref().unwrap_or(if *is_partial { "the files that were looked at" } else { "the workspace" }))]
    NoSymbol {
        symbol: String,
        /// The file that was asked about; `None` for the workspace.
        file: Option<String>,
        /// Ids that are like it, the likeliest first.
        similar: Vec<String>,
        /// The member of a base, if it is the name of a type and a member.
        inherited: Option<Box<SymbolCandidate>>,
        /// Whether not every file with that name was looked at.
        is_partial: bool,
    },
    #[error("`{symbol}` is declared {}", if *has_more { "in many places".to_owned() } else { format!("in {} places", candidates.len()) })]
    Ambiguous {
        symbol: String,
        /// What it may be, in the order in which they were found.
        candidates: Vec<SymbolCandidate>,
        /// Whether there are, or may be, more of them.
        has_more: bool,
    },
    /// The file is not, or no longer, the version that the answer was to be about.
    #[error("`{asked}` is not the version of {name}, which is {now}")]
    Stale {
        name: String,
        /// The version that was named.
        asked: String,
        /// Its version now, as it is named in few words.
        now: String,
    },
    /// The workspace could not be searched.
    #[error(transparent)]
    Search(#[from] TreeSearchError),
}

impl OutlineError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            OutlineError::Read(error) => error.code(),
            OutlineError::TooLarge { .. } => Code::TooLarge,
            OutlineError::PastEnd { .. } => Code::PastEnd,
            OutlineError::NoSymbol { .. } => Code::NoSymbol,
            OutlineError::Ambiguous { .. } => Code::Ambiguous,
            OutlineError::Stale { .. } => Code::Stale,
            OutlineError::Search(_) => Code::Cancelled,
        }
    }

    pub(crate) fn ambiguous(symbol: &str, mut candidates: Vec<SymbolCandidate>, is_partial: bool) -> Self {
        let has_more = is_partial || candidates.len() > MOST_CANDIDATES;
        candidates.truncate(MOST_CANDIDATES);
        OutlineError::Ambiguous { symbol: symbol.to_owned(), candidates, has_more }
    }
}

impl From<OpenError> for OutlineError {
    fn from(error: OpenError) -> Self {
        OutlineError::Read(error.into())
    }
}
