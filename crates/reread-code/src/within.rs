//! Prints an outline within a budget of tokens.
//!
//! Rows are chosen from the outside in, and at equal depth the largest first, so deep and small symbols are left out
//! first; members of test modules come last. Documentation is added if all rows fit. The final text is measured, so it
//! never exceeds the budget, whatever the estimate returns for its parts.

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
        let Some(symbol) = self.symbols().get(place) else { return OutlineText::default() };
        let is_member = |member: &usize| self.symbols()[*member].depth > symbol.depth;
        let members = (place + 1..self.symbols().len()).take_while(is_member);
        self.fitted(&std::iter::once(place).chain(members).collect::<Vec<_>>(), &fits)
    }

    fn fitted(&self, places: &[usize], fits: &dyn Fn(&str) -> bool) -> OutlineText {
        let page = Page { outline: self, order: self.by_weight(places) };
        let fits = |text: &OutlineText| fits(&text.text);
        let rows = largest(page.order.len(), |rows| fits(&page.text(rows, 0)));
        if rows == 0 {
            let short = page.short();
            return if fits(&short) { short } else { OutlineText { text: String::new(), ..short } };
        }
        let docs = match rows == page.order.len() {
            true => largest(rows, |docs| fits(&page.text(rows, docs))),
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
    order: Vec<usize>,
}

impl Page<'_> {
    /// The first rows of the order, some of them with documentation, in the order of the text.
    fn text(&self, rows: usize, docs: usize) -> OutlineText {
        let mut shown = self.order[..rows].to_vec();
        shown.sort_unstable();
        let mut with_doc = self.order[..docs].to_vec();
        with_doc.sort_unstable();
        let outermost = shown.iter().map(|place| self.symbol(*place).depth).min().unwrap_or(0);
        let mut text = String::new();
        for place in &shown {
            let symbol = self.symbol(*place);
            let indent = "  ".repeat(symbol.depth - outermost);
            let doc = symbol.doc.as_deref().filter(|_| with_doc.binary_search(place).is_ok());
            write_row(&mut text, symbol, &indent, doc);
        }
        let left_out = self.left_out(rows);
        if !left_out.is_empty() {
            text.push_str("[left out: ");
            push_counts(&mut text, &left_out);
            text.push_str("; a symbol's own outline or a larger budget shows them]\n");
        }
        OutlineText { text, shown, left_out }
    }

    /// The text if no row fits.
    fn short(&self) -> OutlineText {
        let left_out = self.left_out(0);
        let mut text = String::new();
        if !left_out.is_empty() {
            push_counts(&mut text, &left_out);
            text.push('\n');
        }
        OutlineText { text, shown: Vec::new(), left_out }
    }

    fn left_out(&self, rows: usize) -> Vec<(SymbolKind, u64)> {
        let mut counts = BTreeMap::new();
        for place in &self.order[rows..] {
            *counts.entry(self.symbol(*place).kind).or_insert(0) += 1;
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
