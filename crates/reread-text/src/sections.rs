//! Fits a text with sections into bounds by leaving out rows, the least important first.
//!
//! The order of the rows does not depend on the bounds: wider bounds show the same rows and possibly more.

use std::fmt::Write as _;

/// Rows of one kind under a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Printed above the rows, or before them in a list.
    pub title: &'static str,
    /// Singular and plural of a row, such as `("symbol", "symbols")`.
    pub nouns: (&'static str, &'static str),
    /// One line per row, or a list.
    pub layout: SectionLayout,
    /// In the order of the text.
    pub rows: Vec<SectionRow>,
}

/// The arrangement of rows in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionLayout {
    /// One line per row, below the title.
    Lines,
    /// On the line of the title, separated by commas.
    List,
}

/// A text that is shown or left out as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionRow {
    /// Not empty and without a line end.
    pub text: String,
    /// The rank: rows with the smallest weight are left out last.
    pub weight: u64,
}

/// The part of sections that fits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FittedSections {
    /// The rows that fit, and a last line with the number of rows that do not. Every line ends with LF.
    ///
    /// Empty if even that line does not fit.
    pub text: String,
    /// Number of rows that were left out, by the noun of their section. Complete sections are not listed.
    pub left_out: Vec<(&'static str, u64)>,
}

/// The sections as the longest text that `fits` accepts; the empty text if nothing fits.
///
/// `fits` must be monotonic: if it accepts a text, it accepts the text without any of its lines.
pub fn fit_sections(sections: &[Section], fits: impl Fn(&str) -> bool) -> FittedSections {
    let page = Page::of(sections);
    let all = page.text(page.order.len());
    if fits(&all.text) {
        return all;
    }
    // The last line is longest when everything is left out.
    let longest = page.text(0);
    if !fits(&longest.text) {
        return FittedSections { text: String::new(), ..longest };
    }
    let rows = largest(page.order.len() - 1, |rows| fits(&(page.body(rows) + &longest.text)));
    page.text(rows)
}

/// The largest number up to `max` that `fits` accepts, by doubling and then bisection. If `fits` accepts a number, it must
/// accept every smaller one. It is never called with 0.
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

/// A page of sections in their own order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SectionPage {
    /// The rows that fit. Every line ends with LF.
    pub text: String,
    /// How many rows it has.
    pub rows: usize,
}

/// The rows of sections from an index on, counted over all sections, at most `limit` of them, as the longest text that
/// `fits` accepts. It must be monotonic as for [`fit_sections`].
pub fn page_sections(
    sections: &[Section],
    first: usize,
    limit: usize,
    fits: impl Fn(&str) -> bool,
) -> SectionPage {
    let mut page = Page::of(sections);
    page.order.sort_unstable();
    page.order.drain(..first.min(page.order.len()));
    page.order.truncate(limit);
    let rows = largest(page.order.len(), |rows| fits(&page.body(rows)));
    SectionPage { text: page.body(rows), rows }
}

struct Page<'a> {
    sections: &'a [Section],
    /// Every row as indices of section and row, the most important first.
    order: Vec<(usize, usize)>,
}

impl<'a> Page<'a> {
    fn of(sections: &'a [Section]) -> Self {
        let places = |section: usize| (0..sections[section].rows.len()).map(move |row| (section, row));
        let mut order: Vec<(usize, usize)> = (0..sections.len()).flat_map(places).collect();
        order.sort_by_key(|(section, row)| (sections[*section].rows[*row].weight, *section, *row));
        Self { sections, order }
    }

    /// The first rows of the order, and the line about the rest.
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
