//! The sections of a summary, from which the most important rows are shown.

use reread_text::{Section, SectionLayout, SectionRow};

use crate::sketch::SketchExcerpt;
use crate::within::write_row;
use crate::{Sketch, SymbolKind};

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
    /// The sections of a summary: documentation of the file, names visible to other files, declarations from the outside
    /// in, constants, TODO lines, imports.
    pub fn sections(&self) -> Vec<Section> {
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

fn passages(passages: &[SketchExcerpt], worth: Worth) -> Vec<SectionRow> {
    let row = |(place, passage): (usize, &SketchExcerpt)| SectionRow {
        text: format!("{} {}", passage.lines.first(), passage.text),
        weight: worth.weight(place),
    };
    passages.iter().enumerate().map(row).collect()
}
