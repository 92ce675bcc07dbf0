//! Why there is no outline, or no symbol of that name.

use reread_code::Symbol;
use reread_codes::Code;
use reread_text::LineRange;

use crate::open_error::OpenError;
use crate::read::ReadError;
use crate::search_tree::TreeSearchError;

/// How many candidates of an ambiguous name are listed.
const MOST_CANDIDATES: usize = 10;

/// Why a question about what files declare was refused.
#[derive(Debug, thiserror::Error)]
pub enum OutlineError {
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is too large to be taken apart.
    #[error("{name} has {size} bytes, too many to be taken apart")]
    TooLarge {
        /// The file.
        name: String,
        /// Its size.
        size: u64,
    },
    /// Nothing is declared by that name.
    #[error("no symbol `{symbol}` is declared in {}", file.as_deref().unwrap_or(if *is_partial { "the files that were looked at" } else { "the workspace" }))]
    NoSymbol {
        /// The name that was asked for.
        symbol: String,
        /// The file that was asked about; `None` for the workspace.
        file: Option<String>,
        /// Ids that are like it, the likeliest first.
        similar: Vec<String>,
        /// Whether not every file with that name was looked at.
        is_partial: bool,
    },
    /// Several are.
    #[error("`{symbol}` is declared {}", if *has_more { "in many places".to_owned() } else { format!("in {} places", candidates.len()) })]
    Ambiguous {
        /// The name that was asked for.
        symbol: String,
        /// What it may be, in the order in which they were found.
        candidates: Vec<SymbolCandidate>,
        /// Whether there are, or may be, more of them.
        has_more: bool,
    },
    /// The file is not, or no longer, the version that the answer was to be about.
    #[error("`{asked}` is not the version of {name}, which is {now}")]
    Stale {
        /// The file.
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

/// One of several symbols that a name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolCandidate {
    /// What it and no other is called: the file, `#` and the id in it.
    pub id: String,
    /// Its name with those it stands in.
    pub qualified: String,
    /// What it is.
    pub kind: &'static str,
    /// Its lines.
    pub lines: LineRange,
    /// Whether its body is there, or it is only announced.
    pub has_body: bool,
}

impl SymbolCandidate {
    /// A symbol of the file with this name.
    pub(crate) fn of(file: &str, symbol: &Symbol) -> Self {
        Self {
            id: format!("{file}#{}", symbol.id),
            qualified: symbol.qualified.clone(),
            kind: symbol.kind.word(),
            lines: symbol.lines,
            has_body: symbol.has_body,
        }
    }
}

impl OutlineError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            OutlineError::Read(error) => error.code(),
            OutlineError::TooLarge { .. } => Code::TooLarge,
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
