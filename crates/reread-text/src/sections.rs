//! A text in sections that is made to fit by leaving out rows, the least important first.
//!
//! Rows are chosen in one order, whatever the room: with more of it, everything that was shown before is shown again, and
//! perhaps more. Nothing here knows what the rows are about.

use std::fmt::Write as _;

/// Rows of one kind under a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What stands above the rows, or before them.
    pub title: &'static str,
    /// What one row is called, and several are.
    pub nouns: (&'static str, &'static str),
    /// How the rows are laid out.
    pub layout: SectionLayout,
    /// The rows, in the order in which they are shown.
    pub rows: Vec<SectionRow>,
}

/// How the rows of a section are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionLayout {
    /// A line each, below the title.
    Lines,
    /// Behind the title, with commas between them.
    List,
}

/// Something that is shown or left out as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionRow {
    /// What it says: neither empty nor with a line end.
    pub text: String,
    /// How soon it is chosen: the lightest rows are the last to be left out.
    pub weight: u64,
}

/// Sections that fit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FittedSections {
    /// The rows that there is room for, and a last line that says how many there is none for. Every line ends with LF.
    ///
    /// If there is not even room for that line, it is empty.
    pub text: String,
    /// How many rows of each section were left out, by their noun; sections that are shown whole are not in it.
    pub left_out: Vec<(&'static str, u64)>,
}

/// The sections as a text of which `fits` holds, whatever bounds it stands for; the empty text if it holds of no other.
///
/// A text that fits must fit without any of its lines, too.
pub fn fit_sections(sections: &[Section], fits: impl Fn(&str) -> bool) -> FittedSections {
    let page = Page::of(sections);
    let all = page.text(page.order.len());
    if fits(&all.text) {
        return all;
    }
    // No other line about what is left out costs as much as the one about everything.
    let longest = page.text(0);
    if !fits(&longest.text) {
        return FittedSections { text: String::new(), ..longest };
    }
    let rows = largest(page.order.len() - 1, |rows| fits(&(page.body(rows) + &longest.text)));
    page.text(rows)
}

/// The largest number, at most `max`, of which `fits` holds; found by doubling, then by halving. It must hold of every
/// smaller number too, and of 0 nobody asks.
pub fn largest(max: usize, fits: impl Fn(usize) -> bool) -> usize {
    let mut low = 0;
    let mut high = 1;
    while high <= max && fits(high) {
        low = high;
        high = if high == max { max + 1 } else { (high * 2).min(max) };
    }
    let mut high = high.min(max + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

struct Page<'a> {
    sections: &'a [Section],
    /// Every row, as its section and its place there: those to be shown first first.
    order: Vec<(usize, usize)>,
}

impl<'a> Page<'a> {
    fn of(sections: &'a [Section]) -> Self {
        let places = |section: usize| (0..sections[section].rows.len()).map(move |row| (section, row));
        let mut order: Vec<(usize, usize)> = (0..sections.len()).flat_map(places).collect();
        order.sort_by_key(|(section, row)| (sections[*section].rows[*row].weight, *section, *row));
        Self { sections, order }
    }

    /// The first rows of the order, and what is said about the others.
    fn text(&self, rows: usize) -> FittedSections {
        let mut counts = vec![0; self.sections.len()];
        for (section, _) in &self.order[rows..] {
            counts[*section] += 1;
        }
        let left_out: Vec<(&'static str, u64)> = self
            .sections
            .iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(section, count)| (if count == 1 { section.nouns.0 } else { section.nouns.1 }, count))
            .collect();
        let mut text = self.body(rows);
        if !left_out.is_empty() {
            let words: Vec<String> = left_out.iter().map(|(noun, count)| format!("{count} {noun}")).collect();
            let _ = writeln!(text, "[left out: {}]", words.join(", "));
        }
        FittedSections { text, left_out }
    }

    fn body(&self, rows: usize) -> String {
        let mut shown = self.order[..rows].to_vec();
        shown.sort_unstable();
        let mut text = String::new();
        for of_one in shown.chunk_by(|one, other| one.0 == other.0) {
            let section = &self.sections[of_one[0].0];
            let mut rows = of_one.iter().map(|(_, row)| section.rows[*row].text.as_str());
            match section.layout {
                SectionLayout::Lines => {
                    let _ = writeln!(text, "{}:", section.title);
                    rows.for_each(|row| text.extend([row, "\n"]));
                }
                SectionLayout::List => {
                    let first = rows.next().unwrap_or_default();
                    let _ = write!(text, "{}: {first}", section.title);
                    rows.for_each(|row| text.extend([", ", row]));
                    text.push('\n');
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests;
