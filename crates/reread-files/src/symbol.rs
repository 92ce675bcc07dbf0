//! A symbol: where it stands, and its lines, read like any other lines.
//!
//! Its lines are taken from the very bytes that were parsed, so that it cannot move in between. Apart from that it is a
//! read of lines: the same decision, the same tags, the same bounds.

use reread_access::{FileName, Located, OpenError, recognised_tags};
use reread_code::Symbol;
use reread_disk::{FilePortion, Selection, Steady};
use reread_search::SymbolCandidate;
use reread_text::{Bounds, LineRange, cut, estimate_tokens, visible_line};

use crate::outline_error::OutlineError;
use crate::outlined::{Outlined, Source};
use crate::read::{Extent, ReadError, ReadRequest};
use crate::read_reply::{ReadOperation, ReadReply};
use crate::reader::Reader;
use crate::resolved_symbol::{Declaration, ResolvedSymbol};
use crate::take::kept_for;

/// How many places an id is tried to be taken apart at: names with so many `#` do not exist in practice.
const MOST_SIGNS: usize = 4;

/// What the declarations around a symbol cost at the most, in estimated tokens.
const AROUND_TOKENS: u64 = 400;

/// A symbol of an open file.
#[derive(Debug)]
pub struct FoundSymbol {
    pub(crate) outlined: Outlined,
    pub(crate) place: usize,
    /// Other declarations that the name could mean: those that announce it, and namesakes in other scopes.
    pub(crate) also: Vec<SymbolCandidate>,
    /// Whether not every file with its name was looked at.
    pub(crate) is_partial: bool,
}

impl FoundSymbol {
    /// Which file it is in.
    pub fn name(&self) -> &FileName {
        &self.outlined.source.located.name
    }

    /// All its lines, documentation and attributes included.
    pub fn lines(&self) -> LineRange {
        self.symbol().lines
    }

    pub(crate) fn symbol(&self) -> &Symbol {
        self.outlined.symbol(self.place)
    }

    fn resolved(&self) -> ResolvedSymbol {
        let symbol = self.symbol();
        ResolvedSymbol {
            id: self.outlined.id_of(symbol),
            kind: symbol.kind.word(),
            qualified: symbol.qualified.clone(),
            lines: symbol.lines,
            parsed: self.outlined.parsed(),
            is_partial: self.is_partial,
            also: self.also.clone(),
            around: Vec::new(),
            left_out: 0,
        }
    }

    /// The declarations around it, outermost first, and then its siblings, the nearest first.
    fn around(&self) -> Vec<usize> {
        let context = self.outlined.outline.context_of(self.place);
        let mut siblings = context.siblings;
        siblings.sort_by_key(|sibling| sibling.abs_diff(self.place));
        context.enclosing.into_iter().chain(siblings).collect()
    }
}

/// Whether the declarations around a symbol are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// The headers of what encloses it, and the signatures of its siblings.
    Shown,
    /// Not at all.
    Hidden,
}

impl Reader<'_> {
    /// The file and the rest of an id that names its file. What names no file is a name like any other: `Cart#total`.
    pub fn file_of_id<'a>(&self, id: &'a str) -> Option<(&'a str, &'a str)> {
        let parts = id.match_indices('#').take(MOST_SIGNS).map(|(at, _)| (&id[..at], &id[at + 1..]));
        let mut parts = parts.filter(|(file, symbol)| !file.is_empty() && !symbol.is_empty());
        parts.find(|(file, _)| match self.access.locate(file, false) {
            Err(OpenError::Missing { .. } | OpenError::BadName { .. } | OpenError::NotAFile { .. }) => false,
            // A list of what may be read says no before it is known whether there is a file.
            Err(OpenError::NotAllowed(_)) => false,
            Ok(_) | Err(_) => true,
        })
    }

    /// Finds the one symbol that a name means in the file that was opened for a request.
    pub fn symbol_in(
        &self,
        request: &ReadRequest,
        located: Located,
        symbol: &str,
    ) -> Result<FoundSymbol, OutlineError> {
        let outlined = self.take_apart(request, located)?;
        let place = outlined.only(symbol)?;
        let also = outlined.namesakes(symbol, place);
        Ok(FoundSymbol { outlined, place, also, is_partial: false })
    }

    /// Reads lines of a symbol, those that the request names, from the bytes that it was found in.
    pub fn read_symbol(
        &self,
        request: &ReadRequest,
        found: FoundSymbol,
        surroundings: Surroundings,
    ) -> Result<ReadReply, ReadError> {
        let mut resolved = found.resolved();
        let around = match surroundings {
            Surroundings::Shown => found.around(),
            Surroundings::Hidden => Vec::new(),
        };
        let Outlined { source: Source { located, snapshot, .. }, outline } = found.outlined;
        let Steady { value: snapshot, changed_during_read } = snapshot;
        let wanted = match request.extent {
            Extent::Lines(lines) => lines,
            _ => resolved.lines,
        };
        let keep = kept_for(request.bounds.max_bytes.unwrap_or(u64::MAX));
        let portion = FilePortion {
            slice: snapshot.slice(Selection::Lines(wanted), keep),
            digest: Some(snapshot.digest),
            total_lines: Some(snapshot.total_lines),
            snapshot: Some(snapshot),
        };
        let taken = Steady { value: portion, changed_during_read };
        let cites = request.approved.is_none();
        let citation = cites.then(|| recognised_tags(self.access, &located.name, &request.known)).flatten();
        let mut reply = self.conclude(ReadOperation::Read, request, &located, &taken, citation.as_ref())?;
        // A host may cut what is longer than one reply, and the tag stands for what comes first.
        let room = left_by(&reply, &request.bounds.narrowed(&self.access.settings().limits.reply()));
        let shown = fitting(outline.symbols(), &around, &room);
        resolved.left_out = (around.len() - shown.len()) as u64;
        resolved.around = shown;
        reply.symbol = Some(Box::new(resolved));
        Ok(reply)
    }
}

/// What bounds leave behind the text of a reply.
fn left_by(reply: &ReadReply, bounds: &Bounds) -> Bounds {
    let texts = || reply.passages.iter().map(|passage| &*passage.text);
    let less = |bound: Option<u64>, used: u64| bound.map(|bound| bound.saturating_sub(used));
    let tokens = less(bounds.max_tokens, texts().map(estimate_tokens).sum());
    Bounds {
        max_lines: less(bounds.max_lines, reply.line_count()),
        max_bytes: less(bounds.max_bytes, reply.sent_bytes()),
        max_chars: less(bounds.max_chars, texts().map(|text| text.len() as u64).sum()),
        max_tokens: Some(tokens.unwrap_or(AROUND_TOKENS).min(AROUND_TOKENS)),
    }
}

/// As many of these declarations as there is room for, the first of them first, in the order of the file.
fn fitting(symbols: &[Symbol], places: &[usize], room: &Bounds) -> Vec<Declaration> {
    let mut text = String::new();
    let fits = |place: &&usize| {
        let symbol = &symbols[**place];
        text.push_str(&format!("{}  {}\n", symbol.lines, symbol.signature));
        cut(text.as_bytes(), room).limit.is_none()
    };
    let mut shown: Vec<usize> = places.iter().take_while(fits).copied().collect();
    shown.sort_unstable();
    let declaration = |place: usize| Declaration {
        lines: symbols[place].lines,
        signature: visible_line(&symbols[place].signature).into_owned(),
    };
    shown.into_iter().map(declaration).collect()
}
