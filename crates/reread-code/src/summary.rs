//! The sections of a summary, from which the most important rows are shown.
//!
//! A text that declares something is summarised by that. Any other text is flat: it is summarised by its shape.

use reread_text::{Section, SectionLayout, SectionRow};

use crate::flat::FlatSummary;
use crate::sketch::SketchExcerpt;
use crate::within::write_row;
use crate::{Basis, Sketch, SymbolKind};

/// The rows of a summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummarySections {
    /// In the order in which they are shown.
    pub sections: Vec<Section>,
    /// Number of values that were taken out because the name of their column is that of a credential.
    pub redacted: u64,
    /// Whether the text is summarised by its shape alone.
    pub is_flat: bool,
}

/// The importance of rows in a summary, the most important first.
#[derive(Clone, Copy)]
enum Worth {
    About,
    Export,
    Outermost,
    Constant,
    Todo,
    Import,
    Inner,
}

impl Worth {
    /// The weight of a row by its position among rows of equal importance.
    fn weight(self, place: usize) -> u64 {
        (self as u64) << 32 | place as u64
    }
}

impl Sketch {
    /// The rows of a summary of the text that this is the sketch of.
    pub fn summary(&self, text: &str) -> SummarySections {
        let declares = !self.outline.symbols().is_empty();
        if text.is_empty() || declares && self.outline.basis() == Basis::Syntax {
            return SummarySections { sections: self.sections(), redacted: 0, is_flat: false };
        }
        let FlatSummary { sections: flat, redacted, is_shapeless } = FlatSummary::of(text);
        let is_flat = !(declares && is_shapeless);
        let mut flat = flat.into_iter();
        let mut sections: Vec<Section> = flat.next().into_iter().collect();
        // Blocks by indentation are noise in a log or a table.
        sections
            .extend(self.sections().into_iter().filter(|section| !is_flat || section.title != "declares"));
        sections.extend(flat.map(|section| if is_flat { section } else { behind_the_rest(section) }));
        SummarySections { sections, redacted, is_flat }
    }

    /// The sections of a summary by declarations: documentation of the file, names visible to other files, declarations from the outside
    /// in, constants, TODO lines, imports.
    fn sections(&self) -> Vec<Section> {
        let about = self.head.iter();
        let about = about.map(|head| SectionRow { text: head.text.clone(), weight: Worth::About.weight(0) });
        let sections = [
            ("about", ("description", "descriptions"), SectionLayout::List, about.collect()),
            ("exports", ("export", "exports"), SectionLayout::List, self.exported()),
            ("declares", ("symbol", "symbols"), SectionLayout::Lines, self.declared()),
            ("constants", ("constant", "constants"), SectionLayout::Lines, self.constant()),
            ("to do", ("mark", "marks"), SectionLayout::Lines, passages(&self.todos, Worth::Todo)),
            ("imports", ("import", "imports"), SectionLayout::Lines, passages(&self.imports, Worth::Import)),
        ];
        sections.map(|(title, nouns, layout, rows)| Section { title, nouns, layout, rows }).into()
    }

    /// The outermost names that are visible to other files. Members appear in their signatures.
    fn exported(&self) -> Vec<SectionRow> {
        let symbols = self.exports.iter().map(|place| &self.outline.symbols()[*place]);
        let outermost = symbols.filter(|symbol| symbol.depth == 0 && symbol.kind != SymbolKind::Extension);
        let row = |(place, name)| SectionRow { text: name, weight: Worth::Export.weight(place) };
        outermost.map(|symbol| symbol.name.clone()).enumerate().map(row).collect()
    }

    /// Every symbol except constants, which have their own section.
    fn declared(&self) -> Vec<SectionRow> {
        let symbols = self.outline.symbols();
        let mut weights = vec![0; symbols.len()];
        let places: Vec<usize> = (0..symbols.len()).collect();
        for (rank, place) in self.outline.by_weight(&places).into_iter().enumerate() {
            let worth = if symbols[place].depth == 0 { Worth::Outermost } else { Worth::Inner };
            weights[place] = worth.weight(rank);
        }
        let is_constant = |place: &usize| self.constants.binary_search(place).is_ok();
        let row = |place: usize| SectionRow { text: self.row(place), weight: weights[place] };
        places.into_iter().filter(|place| !is_constant(place)).map(row).collect()
    }

    fn constant(&self) -> Vec<SectionRow> {
        let row = |(rank, place): (usize, &usize)| SectionRow {
            text: self.row(*place).trim_start().to_owned(),
            weight: Worth::Constant.weight(rank),
        };
        self.constants.iter().enumerate().map(row).collect()
    }

    fn row(&self, place: usize) -> String {
        let symbol = &self.outline.symbols()[place];
        let mut row = String::new();
        let doc = symbol.doc.as_deref().filter(|_| symbol.depth == 0);
        write_row(&mut row, symbol, &"  ".repeat(symbol.depth), doc);
        row.truncate(row.trim_end().len());
        row
    }
}

/// The section with its rows less important than what the text declares.
fn behind_the_rest(mut section: Section) -> Section {
    section.rows.iter_mut().for_each(|row| row.weight += Worth::Inner.weight(0) << 1);
    section
}

fn passages(passages: &[SketchExcerpt], worth: Worth) -> Vec<SectionRow> {
    let row = |(place, passage): (usize, &SketchExcerpt)| SectionRow {
        text: format!("{} {}", passage.lines.first(), passage.text),
        weight: worth.weight(place),
    };
    passages.iter().enumerate().map(row).collect()
}
