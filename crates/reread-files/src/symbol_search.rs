//! A symbol whose file was not named.
//!
//! The files that a search for its name proposes are parsed, on each call, the likeliest first. Nothing is remembered: what
//! is found is what the files say now. Files that may not be read are not among them, so that nothing reveals their
//! symbols.

use reread_access::{Access, Halt, Watch};
use reread_code::{SymbolMatch, bare_name};
use reread_search::{Pattern, SearchClock, Searcher, SymbolCandidate, TreeSearchError};
use reread_text::Bounds;

use crate::outline_error::OutlineError;
use crate::outlined::{MOST_SIMILAR, Outlined};
use crate::read::{Extent, ReadRequest};
use crate::reader::Reader;
use crate::symbol::FoundSymbol;

/// What the files so far have of a name.
#[derive(Default)]
struct Harvest {
    candidates: Vec<SymbolCandidate>,
    /// The first symbol; the first with a body, if there is one.
    first: Option<FoundSymbol>,
    /// Ids that are like the name, in files without it.
    similar: Vec<String>,
}

/// Finds symbols whose file the caller did not name.
#[derive(Clone, Copy, Debug)]
pub struct SymbolFinder<'a> {
    pub(crate) access: &'a Access,
    pub(crate) searcher: Searcher<'a>,
}

impl SymbolFinder<'_> {
    /// Finds the one symbol that a name means in the workspace: first as it is written, then ignoring case.
    pub fn symbol_anywhere(
        &self,
        symbol: &str,
        clock: &SearchClock<'_>,
        watch: &Watch<'_>,
    ) -> Result<FoundSymbol, OutlineError> {
        match self.symbol_spelled(symbol, true, clock, watch) {
            Err(OutlineError::NoSymbol { .. }) => self.symbol_spelled(symbol, false, clock, watch),
            outcome => outcome,
        }
    }

    fn symbol_spelled(
        &self,
        symbol: &str,
        case_sensitive: bool,
        clock: &SearchClock<'_>,
        watch: &Watch<'_>,
    ) -> Result<FoundSymbol, OutlineError> {
        let pattern = Pattern { query: bare_name(symbol).to_owned(), is_regex: false, case_sensitive };
        let halts = self.searcher.halts(clock, watch);
        let (files, mut is_partial) = self.searcher.files_with(&pattern, &halts, watch)?;
        let mut harvest = Harvest::default();
        for file in files {
            match halts() {
                Some(Halt::Cancelled) => return Err(TreeSearchError::Cancelled.into()),
                Some(Halt::Time | Halt::TooMuch) => {
                    is_partial = true;
                    break;
                }
                None => {}
            }
            // A file that cannot be read is no answer, and another one may be.
            let Ok(outlined) = self.outlined_by_name(file) else { continue };
            let found = match case_sensitive {
                true => outlined.outline.find_exactly(symbol),
                false => outlined.outline.find(symbol),
            };
            harvest.add(symbol, outlined, found);
        }
        harvest.only(symbol, is_partial)
    }

    fn outlined_by_name(&self, file: String) -> Result<Outlined, OutlineError> {
        let request = ReadRequest::new(file, Extent::From(1), Bounds::default());
        let reader = Reader { access: self.access };
        reader.take_apart(&request, reader.open_for(&request)?)
    }
}

impl Harvest {
    fn add(&mut self, symbol: &str, outlined: Outlined, found: SymbolMatch) {
        let places = match found {
            SymbolMatch::One(place) => vec![place],
            SymbolMatch::Several(places) => places,
            SymbolMatch::None => {
                let similar = outlined.similar(symbol).map(|symbol| outlined.id_of(symbol));
                self.similar.extend(similar.take(1));
                return;
            }
        };
        self.candidates.extend(outlined.candidates(&places));
        let found = FoundSymbol { outlined, place: places[0], is_partial: false };
        let is_better = |first: &FoundSymbol| !first.symbol().has_body && found.symbol().has_body;
        if self.first.as_ref().is_none_or(is_better) {
            self.first = Some(found);
        }
    }

    /// The one that is meant. Of several with one qualified name, that is the only one with a body: the others announce
    /// it.
    fn only(mut self, symbol: &str, is_partial: bool) -> Result<FoundSymbol, OutlineError> {
        let Some(first) = self.first else {
            self.similar.truncate(MOST_SIMILAR);
            let (symbol, similar) = (symbol.to_owned(), self.similar);
            return Err(OutlineError::NoSymbol { symbol, file: None, similar, is_partial });
        };
        let is_same = |other: &SymbolCandidate| other.qualified == first.symbol().qualified;
        let bodies = self.candidates.iter().filter(|candidate| candidate.has_body).count();
        if self.candidates.len() == 1 || (bodies == 1 && self.candidates.iter().all(is_same)) {
            return Ok(FoundSymbol { is_partial, ..first });
        }
        Err(OutlineError::ambiguous(symbol, self.candidates, is_partial))
    }
}
