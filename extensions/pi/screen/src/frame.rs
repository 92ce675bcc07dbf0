//! What stands on a screen at one moment: rows of cells, each with its text and its looks.
//!
//! A frame knows nothing of the program that drew it, nor of where its colours come from.

/// A screen at one moment. All rows have the same number of cells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Frame {
    /// What the program wants written above the window; empty until it says so.
    pub title: String,
    /// From top to bottom, each from left to right.
    pub rows: Vec<Vec<Cell>>,
}

/// One place on the screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cell {
    /// What stands there: one character, with what combines with it. Empty for a place that was not written to, and for
    /// the right half of a wide character.
    pub text: String,
    /// Whether the character takes this place and the next.
    pub is_wide: bool,
    /// How it looks.
    pub style: CellStyle,
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct CellStyle {
    /// The colour of the text.
    pub foreground: CellColor,
    /// The colour behind it.
    pub background: CellColor,
    /// Heavy text.
    pub bold: bool,
    /// Faint text.
    pub dim: bool,
    /// Slanted text.
    pub italic: bool,
    /// A line beneath.
    pub underline: bool,
    /// The two colours change places.
    pub inverse: bool,
}

/// A colour as the program named it.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum CellColor {
    /// The default of the terminal.
    #[default]
    Default,
    /// A number of the terminal's palette.
    Indexed(u8),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

impl Frame {
    /// The screen as text: one line per row, without the spaces at its end and without the empty rows at the bottom.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.rows.iter().map(|row| line(row)).collect();
        let used = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        lines[..used].iter().map(|line| format!("{line}\n")).collect()
    }

    /// Whether the text stands in one row.
    pub fn shows(&self, text: &str) -> bool {
        self.rows.iter().any(|row| line(row).contains(text))
    }

    /// How many columns it has.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The frame with only these rows; what lies beyond the last one is left out.
    #[must_use]
    pub fn rows_between(&self, first: usize, end: usize) -> Self {
        let end = end.min(self.rows.len());
        Self { title: self.title.clone(), rows: self.rows[first.min(end)..end].to_vec() }
    }
}

fn line(row: &[Cell]) -> String {
    let mut line = String::new();
    let mut behind_wide = false;
    for cell in row {
        if !behind_wide {
            line.push_str(if cell.text.is_empty() { " " } else { &cell.text });
        }
        behind_wide = cell.is_wide;
    }
    line.truncate(line.trim_end_matches(' ').len());
    line
}

#[cfg(test)]
mod tests;
