//! The symbol whose lines a reply shows.

use reread_search::SymbolCandidate;
use reread_text::LineRange;

use crate::parsed::Parsed;

/// What a name turned out to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedSymbol {
    /// What the symbol and no other is called: the file, `#` and the id in it.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// Its name with those it stands in.
    pub qualified: String,
    /// All its lines, documentation and attributes included.
    pub lines: LineRange,
    /// What the file was taken apart by.
    pub parsed: Parsed,
    /// Whether not every file with its name was looked at, so that there may be more.
    pub is_partial: bool,
    /// Other declarations that the name could mean.
    pub also: Vec<SymbolCandidate>,
    /// The declarations around it and beside it, in the order of the file, if they were asked for.
    pub around: Vec<Declaration>,
    /// How many of them there was no room for.
    pub left_out: u64,
}

/// A declaration, without the text of its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// All lines of what it declares, counted from 1.
    pub lines: LineRange,
    /// How it is declared, on one line.
    pub signature: String,
}
