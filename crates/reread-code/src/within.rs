//! Prints an outline within a budget of tokens.
//!
//! Rows are chosen from the outside in, and at equal depth the largest first, so deep and small symbols are left out
//! first; members of test modules come last. Documentation is added if all rows fit. The final text is measured, so it
//! never exceeds the budget, whatever the estimate returns for its parts.
//!
//! A page has the rows in the order of the text from some row on. So all rows can be reached in any budget that has room
//! for one.

use std::collections::BTreeMap;
use std::fmt::Write;

use reread_text::largest;

use crate::{Outline, Symbol, SymbolKind};

/// An outline that fits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutlineText {
    /// One row per symbol, and a last line about the symbols that were left out. Every line ends with LF.
    ///
    /// If not even one row fits, it is a line with the number of symbols, or empty.
    pub text: String,
    /// Indices of the symbols that have a row, in order.
    pub shown: Vec<usize>,
    /// Number of symbols without a row, by kind.
    pub left_out: Vec<(SymbolKind, u64)>,
    /// The number of the symbol, counted from 1, with which a page continues. If rows were left out by their weight, it is
    /// the first. `None` if nothing follows, or if there is no room for a row.
    pub next: Option<u64>,
}

/// Which symbols of an outline are listed, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutlinePage {
    /// The number of the first one, counted from 1.
    pub offset: u64,
    /// The largest number of them; `None` for all that fit.
    pub limit: Option<u64>,
}

impl Outline {
    /// The outline in at most `max_tokens` tokens, as `estimate` counts them.
    pub fn within(&self, max_tokens: u64, estimate: impl Fn(&[u8]) -> u64) -> OutlineText {
        self.fitting(|text| estimate(text.as_bytes()) <= max_tokens)
    }

    /// The outline as the longest text that `fits` accepts; the empty text if nothing fits.
    pub fn fitting(&self, fits: impl Fn(&str) -> bool) -> OutlineText {
        self.fitted(&(0..self.symbols().len()).collect::<Vec<_>>(), &fits)
    }

    /// The same for one symbol and its members; empty if there is no such index.
    pub fn members_fitting(&self, place: usize, fits: impl Fn(&str) -> bool) -> OutlineText {
        self.fitted(&self.places(Some(place)), &fits)
    }

    /// A page of the outline, or of one symbol and its members, as the longest text that `fits` accepts. `None` if there
    /// is no symbol with the number at which it begins.
    pub fn page(
        &self,
        of: Option<usize>,
        page: OutlinePage,
        fits: impl Fn(&str) -> bool,
    ) -> Option<OutlineText> {
        let places = self.places(of);
        let first =
            usize::try_from(page.offset.checked_sub(1)?).ok().filter(|first| *first < places.len())?;
        let limit = page.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let end = first.saturating_add(limit).min(places.len());
        let page =
            Page { outline: self, order: places[first..end].to_vec(), part: Some(Part { places, first }) };
        let rows = largest(page.order.len(), |rows| fits(&page.text(rows, 0).text));
        Some(if rows == 0 { page.short(&fits) } else { page.text(rows, 0) })
    }

    /// The number of symbols that an outline, or that of one symbol, lists.
    pub fn count(&self, of: Option<usize>) -> u64 {
        self.places(of).len() as u64
    }

    /// A symbol with its members, or all.
    fn places(&self, of: Option<usize>) -> Vec<usize> {
        let all = self.symbols().len();
        let Some(place) = of else { return (0..all).collect() };
        let Some(symbol) = self.symbols().get(place) else { return Vec::new() };
        let is_member = |member: &usize| self.symbols()[*member].depth > symbol.depth;
        std::iter::once(place).chain((place + 1..all).take_while(is_member)).collect()
    }

    fn fitted(&self, places: &[usize], fits: &dyn Fn(&str) -> bool) -> OutlineText {
        let page = Page { outline: self, order: self.by_weight(places), part: None };
        let accepts = |text: &OutlineText| fits(&text.text);
        let rows = largest(page.order.len(), |rows| accepts(&page.text(rows, 0)));
        if rows == 0 {
            return page.short(fits);
        }
        let docs = match rows == page.order.len() {
            true => largest(rows, |docs| accepts(&page.text(rows, docs))),
            false => 0,
        };
        page.text(rows, docs)
    }

    /// The indices, the most important first. A symbol never comes before the one around it.
    pub(crate) fn by_weight(&self, places: &[usize]) -> Vec<usize> {
        let mut ranks: Vec<usize> = Vec::with_capacity(self.symbols().len());
        for symbol in self.symbols() {
            let around = symbol.parent.map(|parent| (ranks[parent], &self.symbols()[parent]));
            let inherited =
                around.map_or(0, |(rank, parent)| rank + 1 + usize::from(holds_tests(parent)) * 2);
            ranks.push(inherited);
        }
        // Members belong to their symbol, but are its least important part.
        let rank = |place: usize| ranks[place] + usize::from(self.symbols()[place].kind.is_small());
        let mut order = places.to_vec();
        order.sort_by_key(|place| {
            (rank(*place), std::cmp::Reverse(self.symbols()[*place].bytes.len()), *place)
        });
        order
    }
}

fn holds_tests(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Module && matches!(symbol.name.as_str(), "tests" | "test")
}

struct Page<'a> {
    outline: &'a Outline,
    /// The symbols that may have a row, the first to be shown first.
    order: Vec<usize>,
    /// Where it begins, if rows are in the order of the text.
    part: Option<Part>,
}

/// A part of an outline.
struct Part {
    /// All symbols of the outline.
    places: Vec<usize>,
    /// How many of them come before the page.
    first: usize,
}

impl Page<'_> {
    /// The first rows of the order, some of them with documentation, in the order of the text.
    fn text(&self, rows: usize, docs: usize) -> OutlineText {
        let mut shown = self.order[..rows].to_vec();
        shown.sort_unstable();
        let mut with_doc = self.order[..docs].to_vec();
        with_doc.sort_unstable();
        let all = self.part.as_ref().map_or(&shown, |part| &part.places);
        let outermost = all.iter().map(|place| self.symbol(*place).depth).min().unwrap_or(0);
        let mut text = String::new();
        for (row, place) in shown.iter().enumerate() {
            let symbol = self.symbol(*place);
            // Names that one statement declares share a row.
            if row > 0 && self.symbol(shown[row - 1]).is_declared_with(symbol) {
                continue;
            }
            let indent = "  ".repeat(symbol.depth - outermost);
            let doc = symbol.doc.as_deref().filter(|_| with_doc.binary_search(place).is_ok());
            write_row(&mut text, symbol, &indent, doc);
        }
        let (left_out, next) = (self.left_out(rows), self.next(rows));
        match (&self.part, next) {
            (_, None) => {}
            (Some(_), Some(next)) => {
                writeln!(text, "[next offset {next}]").expect("a string takes everything");
            }
            (None, Some(_)) => {
                text.push_str("[left out: ");
                push_counts(&mut text, &left_out);
                text.push_str("; offset 1 lists all in order]\n");
            }
        }
        OutlineText { text, shown, left_out, next }
    }

    /// The text if no row fits.
    fn short(&self, fits: &dyn Fn(&str) -> bool) -> OutlineText {
        let left_out = self.left_out(0);
        let mut text = String::new();
        if !left_out.is_empty() {
            push_counts(&mut text, &left_out);
            text.push('\n');
        }
        let text = if fits(&text) { text } else { String::new() };
        OutlineText { text, shown: Vec::new(), left_out, next: None }
    }

    /// The symbol to go on with after so many rows.
    fn next(&self, rows: usize) -> Option<u64> {
        match &self.part {
            None => (rows < self.order.len()).then_some(1),
            Some(Part { places, first }) => {
                (first + rows < places.len()).then_some((first + rows) as u64 + 1)
            }
        }
    }

    fn left_out(&self, rows: usize) -> Vec<(SymbolKind, u64)> {
        let mut counts = BTreeMap::new();
        let others: Vec<usize> = match &self.part {
            None => self.order[rows..].to_vec(),
            Some(Part { places, first }) => [&places[..*first], &places[first + rows..]].concat(),
        };
        for place in others {
            *counts.entry(self.symbol(place).kind).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    fn symbol(&self, place: usize) -> &Symbol {
        &self.outline.symbols()[place]
    }
}

/// The row of a symbol: lines, signature and documentation.
pub(crate) fn write_row(text: &mut String, symbol: &Symbol, indent: &str, doc: Option<&str>) {
    let (first, last) = (symbol.lines.first(), symbol.lines.last());
    let written = if first == last {
        write!(text, "{indent}{first} {}", symbol.signature)
    } else {
        write!(text, "{indent}{first}-{last} {}", symbol.signature)
    };
    written.expect("a string takes everything");
    if let Some(doc) = doc {
        text.push_str(" — ");
        text.push_str(doc);
    }
    text.push('\n');
}

fn push_counts(text: &mut String, counts: &[(SymbolKind, u64)]) {
    for (index, (kind, count)) in counts.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(text, "{comma}{count} {}", kind.counted(*count)).expect("a string takes everything");
    }
}
