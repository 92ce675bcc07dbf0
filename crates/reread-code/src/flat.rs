//! Summaries of flat text: tables, settings, logs and prose, which declare nothing.
//!
//! The shape is recognised from the lines alone, whatever the file is called. A summary says what shape it is, which
//! columns or sections it has, which lines are notable, and how it begins and ends. Work is linear in the text, and rows
//! are bounded, so the same bytes always give the same result.

mod excerpt;
mod log;
mod prose;
mod settings;
mod table;

use reread_text::{Section, SectionLayout, SectionRow};

use excerpt::FlatLine;

/// The summary of a flat text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FlatSummary {
    /// From the shape to the last lines; sections without rows are included.
    pub(crate) sections: Vec<Section>,
    /// Number of values that were taken out because their column is named like a credential.
    pub(crate) redacted: u64,
    /// Whether the text is of no shape that is known. Its blocks by indentation may say more.
    pub(crate) is_shapeless: bool,
}

/// The parts of a summary that depend on the shape.
struct Shape {
    /// What it is, and how much of it.
    words: String,
    parts: Option<Section>,
    notable: Vec<String>,
    head: Vec<String>,
    tail: Vec<String>,
    redacted: u64,
}

/// Rows of one kind that stand together in the order of importance: some of each kind come before more of any.
const ROUND: usize = 3;

impl FlatSummary {
    /// The summary of a text; any text has one.
    pub(crate) fn of(text: &str) -> Self {
        let lines: Vec<FlatLine<'_>> = excerpt::filled_lines(text).collect();
        let known = table::shape(&lines).or_else(|| log::shape(&lines));
        let known = known.or_else(|| settings::shape(&lines)).or_else(|| prose::shape(&lines));
        let is_shapeless = known.is_none();
        let shape = known.unwrap_or_else(|| prose::shapeless(&lines));
        let redacted = shape.redacted;
        Self { sections: shape.sections(), redacted, is_shapeless }
    }
}

impl Shape {
    /// A shape of these words that begins and ends with the lines as they are.
    fn of(words: String, lines: &[FlatLine<'_>]) -> Self {
        let (head, tail) = excerpt::both_ends(lines);
        Self { words, parts: None, notable: Vec::new(), head, tail, redacted: 0 }
    }

    fn sections(self) -> Vec<Section> {
        let lines = |title, nouns, rows| Section { title, nouns, layout: SectionLayout::Lines, rows };
        let shape = vec![SectionRow { text: self.words, weight: 0 }];
        let shape =
            Section { title: "shape", nouns: ("shape", "shapes"), layout: SectionLayout::List, rows: shape };
        let parts = self.parts.map(|mut parts| {
            let rows = std::mem::take(&mut parts.rows).into_iter().map(|row| row.text);
            Section { rows: weighed(rows, 0), ..parts }
        });
        let notable = weighed(self.notable.into_iter(), 1);
        let head = weighed(self.head.into_iter(), 2);
        // The very last line matters most.
        let mut tail = weighed(self.tail.into_iter().rev(), 3);
        tail.reverse();
        let rest = [
            lines("notable", ("notable line", "notable lines"), notable),
            lines("begins", ("first line", "first lines"), head),
            lines("ends", ("last line", "last lines"), tail),
        ];
        std::iter::once(shape).chain(parts).chain(rest).collect()
    }
}

/// Rows by their position, in rounds with the rows of other kinds.
fn weighed(rows: impl Iterator<Item = String>, kind: u64) -> Vec<SectionRow> {
    let weight =
        |place: usize| 1 + ((place / ROUND) as u64 * 4 + kind) * ROUND as u64 + (place % ROUND) as u64;
    rows.enumerate().map(|(place, text)| SectionRow { text, weight: weight(place) }).collect()
}

/// `1 row`, `2 rows`.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests;
