//! A symbol whose file was not named.
//!
//! The files that a search for its name proposes are parsed, on each call, the likeliest first. Nothing is remembered: what
//! is found is what the files say now. Files that may not be read are not among them, so that nothing reveals their
//! symbols.

use std::collections::{HashSet, VecDeque};

use reread_access::{Access, Halt, Watch};
use reread_code::{SymbolMatch, bare_name, type_and_member};
use reread_search::{Pattern, SearchClock, Searcher, SymbolCandidate, TreeSearchError};
use reread_text::Bounds;

use crate::outline_error::OutlineError;
use crate::outlined::{MOST_SIMILAR, Outlined};
use crate::read::{Extent, ReadRequest};
use crate::reader::Reader;
use crate::symbol::FoundSymbol;

/// Types that are looked for to find the base of a member.
const MOST_TYPES: usize = 3;

/// What the files so far have of a name.
#[derive(Default)]
struct Harvest {
    candidates: Vec<SymbolCandidate>,
    /// The first symbol; the first with a body, if there is one.
    first: Option<FoundSymbol>,
    /// Symbols besides the candidates that the name could mean.
    also: Vec<SymbolCandidate>,
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

    /// The error with the member of a base in any file, if there is one and the error says nothing of it yet.
    ///
    /// The type is looked for first, and then the member in each of its bases, within a few searches.
    pub fn with_inherited(
        &self,
        error: OutlineError,
        clock: &SearchClock<'_>,
        watch: &Watch<'_>,
    ) -> OutlineError {
        match error {
            OutlineError::NoSymbol { symbol, file, similar, inherited: None, is_partial } => {
                let inherited = self.inherited(&symbol, clock, watch).map(Box::new);
                OutlineError::NoSymbol { symbol, file, similar, inherited, is_partial }
            }
            error => error,
        }
    }

    fn inherited(&self, symbol: &str, clock: &SearchClock<'_>, watch: &Watch<'_>) -> Option<SymbolCandidate> {
        let symbol = symbol.rsplit('#').next().unwrap_or(symbol);
        let (of_type, member) = type_and_member(symbol)?;
        let mut seen = HashSet::from([of_type.to_owned()]);
        let mut left = VecDeque::from([of_type.to_owned()]);
        for _ in 0..MOST_TYPES {
            let of_type = left.pop_front()?;
            let declared = self.symbol_spelled(&of_type, true, clock, watch).ok();
            for base in declared.map(|found| found.outlined.outline.bases_of(&of_type)).unwrap_or_default() {
                if !seen.insert(base.clone()) {
                    continue;
                }
                let of_base = format!("{base}.{member}");
                if let Ok(found) = self.symbol_spelled(&of_base, true, clock, watch) {
                    return found.outlined.candidates(&[found.place]).next();
                }
                left.push_back(base);
            }
        }
        None
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
        if places.len() == 1 {
            self.also.extend(outlined.namesakes(symbol, places[0]));
        }
        let found = FoundSymbol { outlined, place: places[0], also: Vec::new(), is_partial: false };
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
            return Err(OutlineError::NoSymbol { symbol, file: None, similar, inherited: None, is_partial });
        };
        let id = first.outlined.id_of(first.symbol());
        let is_first = |candidate: &SymbolCandidate| candidate.id == id;
        let announces = |other: &SymbolCandidate| {
            !other.has_body
                && other.qualified == first.symbol().qualified
                && other.kind.announces(first.symbol().kind)
        };
        if self.candidates.iter().all(|candidate| is_first(candidate) || announces(candidate)) {
            let others = self.candidates.into_iter().filter(|candidate| !is_first(candidate));
            let also = others.chain(self.also).collect();
            return Ok(FoundSymbol { also, is_partial, ..first });
        }
        Err(OutlineError::ambiguous(symbol, self.candidates, is_partial))
    }
}
