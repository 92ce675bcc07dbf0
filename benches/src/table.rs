//! Rows of text, aligned.

use std::fmt;
use std::time::Duration;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// As words do.
    Left,
    /// As numbers do.
    Right,
}

/// A table with a heading; every row has as many cells as there are columns.
#[derive(Debug)]
pub struct ResultTable<const COLUMNS: usize> {
    sides: [Alignment; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> ResultTable<COLUMNS> {
    /// A table without rows.
    pub fn new(columns: [(&str, Alignment); COLUMNS]) -> Self {
        Self {
            sides: columns.map(|(_, side)| side),
            rows: vec![columns.map(|(heading, _)| heading.to_owned())],
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: [String; COLUMNS]) {
        self.rows.push(row);
    }
}

/// One line per row, two spaces between columns, none at the end of a line.
impl<const COLUMNS: usize> fmt::Display for ResultTable<COLUMNS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(self.sides).map(|((cell, width), side)| match side {
                Alignment::Left => format!("{cell:<width$}"),
                Alignment::Right => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Three digits and the unit that suits them.
pub fn time(duration: Duration) -> String {
    let micros = duration.as_secs_f64() * 1e6;
    match micros {
        ..10.0 => format!("{micros:.2} µs"),
        ..100.0 => format!("{micros:.1} µs"),
        ..1e3 => format!("{micros:.0} µs"),
        ..1e4 => format!("{:.2} ms", micros / 1e3),
        ..1e5 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.0} ms", micros / 1e3),
    }
}

#[cfg(test)]
mod tests;
