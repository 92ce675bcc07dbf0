//! A file and what it declares, both of one snapshot: positions and text never come from two versions.

use reread_access::{Located, binary_kind, distance};
use reread_code::{Language, Outline, Symbol, SymbolMatch, bare_name, type_and_member};
use reread_disk::{Snapshot, Steady};
use reread_search::{SymbolCandidate, language_of};

use crate::outline_error::OutlineError;
use crate::parsed::Parsed;
use crate::read::{ReadError, ReadRequest};
use crate::reader::Reader;

/// How many names that are like one that is not there are offered.
pub(crate) const MOST_SIMILAR: usize = 5;

/// A file that was read whole, as text of a language.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) located: Located,
    pub(crate) snapshot: Steady<Snapshot>,
    pub(crate) language: Option<Language>,
}

/// A file that was taken apart.
#[derive(Debug)]
pub(crate) struct Outlined {
    pub(crate) source: Source,
    pub(crate) outline: Outline,
}

impl Reader<'_> {
    /// Reads the file that was opened for a request whole, and takes it apart.
    pub(crate) fn take_apart(
        &self,
        request: &ReadRequest,
        located: Located,
    ) -> Result<Outlined, OutlineError> {
        let source = self.take_source(request, located)?;
        let outline = Outline::of(&source.snapshot.value.bytes, source.language);
        Ok(Outlined { source, outline })
    }

    /// Reads the file that was opened for a request whole, if it is text and not too large to be taken apart.
    pub(crate) fn take_source(
        &self,
        request: &ReadRequest,
        located: Located,
    ) -> Result<Source, OutlineError> {
        let size = located.facts.size;
        if size > self.access.settings().limits.digest_bytes.min(reread_code::MAX_OUTLINED_BYTES as u64) {
            return Err(OutlineError::TooLarge { name: located.name.requested, size });
        }
        let snapshot = located.snapshot()?;
        let is_approved = |approved: &crate::ExactFile| approved.digest == Some(snapshot.value.digest);
        if !request.approved.as_ref().is_none_or(is_approved) {
            // It changed since the approval, which does not cover this version.
            let request = ReadRequest { approved: None, ..request.clone() };
            return self.take_source(&request, self.open_for(&request)?);
        }
        let bytes = &snapshot.value.bytes;
        if let Some(kind) = binary_kind(bytes) {
            return Err(ReadError::NotText { name: located.name.requested, kind }.into());
        }
        let language = language_of(&located.name.path, bytes);
        Ok(Source { located, snapshot, language })
    }
}

impl Outlined {
    /// What the outline rests on.
    pub(crate) fn parsed(&self) -> Parsed {
        Parsed::of(&self.outline, self.source.language)
    }

    /// The one symbol that a name means here.
    pub(crate) fn only(&self, symbol: &str) -> Result<usize, OutlineError> {
        match self.outline.find(self.without_file(symbol)) {
            SymbolMatch::One(place) => Ok(place),
            SymbolMatch::Several(places) => {
                Err(OutlineError::ambiguous(symbol, self.candidates(&places).collect(), false))
            }
            SymbolMatch::None => Err(OutlineError::NoSymbol {
                symbol: symbol.to_owned(),
                file: Some(self.source.located.name.requested.clone()),
                similar: self.similar(symbol).map(|symbol| symbol.id.clone()).take(MOST_SIMILAR).collect(),
                inherited: self.inherited(symbol).map(Box::new),
                is_partial: false,
            }),
        }
    }

    /// The other symbols that a name could mean here.
    pub(crate) fn namesakes(&self, symbol: &str, place: usize) -> Vec<SymbolCandidate> {
        self.candidates(&self.outline.namesakes(self.without_file(symbol), place)).collect()
    }

    /// The member that a type has from a base in this file.
    pub(crate) fn inherited(&self, symbol: &str) -> Option<SymbolCandidate> {
        let (of_type, member) = type_and_member(self.without_file(symbol))?;
        let place = self.outline.inherited(of_type, member)?;
        self.candidates(&[place]).next()
    }

    /// An id without the file that it names, if that is this one.
    fn without_file<'a>(&self, id: &'a str) -> &'a str {
        id.strip_prefix(&self.source.located.name.requested)
            .and_then(|rest| rest.strip_prefix('#'))
            .unwrap_or(id)
    }

    pub(crate) fn symbol(&self, place: usize) -> &Symbol {
        &self.outline.symbols()[place]
    }

    /// What this symbol and no other in the workspace is called.
    pub(crate) fn id_of(&self, symbol: &Symbol) -> String {
        format!("{}#{}", self.source.located.name.requested, symbol.id)
    }

    pub(crate) fn candidates(&self, places: &[usize]) -> impl Iterator<Item = SymbolCandidate> {
        let file = &self.source.located.name.requested;
        places.iter().map(|place| SymbolCandidate::of(file, self.symbol(*place)))
    }

    /// Symbols whose name holds this one, is held by it, or is spelled nearly like it; the nearest first.
    pub(crate) fn similar(&self, symbol: &str) -> impl Iterator<Item = &Symbol> {
        let wanted = bare_name(symbol).to_lowercase();
        let near = |symbol: &Symbol| {
            let name = symbol.name.to_lowercase();
            let holds = name.contains(&wanted) || (name.chars().count() > 2 && wanted.contains(&name));
            distance(&wanted, &name, wanted.chars().count() / 3).or(holds.then_some(name.len()))
        };
        let symbols = self.outline.symbols().iter().enumerate();
        let mut similar: Vec<(usize, usize, &Symbol)> = symbols
            .filter_map(|(place, symbol)| Some((near(symbol)?, place, symbol)))
            .filter(|_| !wanted.is_empty())
            .collect();
        similar.sort_by_key(|(distance, place, _)| (*distance, *place));
        similar.into_iter().map(|(_, _, symbol)| symbol)
    }
}
