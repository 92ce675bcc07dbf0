//! A frame as a picture that stands alone: no script, no font and no file besides it.
//!
//! Text stays text, to be selected and searched. Viewers have different fonts, so every piece of a row says where it
//! begins and how long it is, and columns stay columns. The same frame always gives the same bytes.

use std::fmt::{self, Display, Write};

use crate::frame::{Cell, CellStyle, Frame};
use crate::palette::{BACKGROUND, FRAME, Rgb, TITLE};

/// Lengths are in tenths of a pixel, to be exact.
#[derive(Clone, Copy)]
struct Tenths(usize);

const CELL: usize = 84;
const ROW: usize = 190;
const FONT: usize = 140;
/// From the top of a row to the line that letters stand on.
const RISE: usize = 140;
const BAR: usize = 340;
const MARGIN: usize = 160;
const FAMILY: &str = "ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/// Draws the frame as a window with its title; `alt` is for those who cannot see it.
pub fn svg(frame: &Frame, alt: &str) -> String {
    let mut svg = String::new();
    draw(&mut svg, frame, alt).expect("a string takes everything");
    svg
}

fn draw(svg: &mut String, frame: &Frame, alt: &str) -> fmt::Result {
    let width = frame.width() * CELL + 2 * MARGIN;
    let height = frame.rows.len() * ROW + BAR + 2 * MARGIN;
    let (w, h, middle) = (Tenths(width), Tenths(height), Tenths(width / 2));
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img">"#
    )?;
    writeln!(svg, "<title>{}</title>", Escaped(alt))?;
    writeln!(svg, r#"<rect width="{w}" height="{h}" rx="10" fill="{FRAME}"/>"#)?;
    let (top, size) = (Tenths(BAR), Tenths(FONT));
    let screen = Tenths(height - BAR);
    writeln!(svg, r#"<rect y="{top}" width="{w}" height="{screen}" rx="10" fill="{BACKGROUND}"/>"#)?;
    writeln!(svg, r#"<rect y="{top}" width="{w}" height="10" fill="{BACKGROUND}"/>"#)?;
    for (x, color) in [(20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840")] {
        writeln!(svg, r#"<circle cx="{x}" cy="17" r="6" fill="{color}"/>"#)?;
    }
    writeln!(svg, r#"<g font-family="{FAMILY}" font-size="{size}">"#)?;
    let title = Escaped(&frame.title);
    writeln!(svg, r#"<text x="{middle}" y="22" text-anchor="middle" fill="{TITLE}">{title}</text>"#)?;
    for (number, row) in frame.rows.iter().enumerate() {
        grounds(row).iter().try_for_each(|ground| ground.draw(svg, number))?;
        pieces(row).iter().try_for_each(|piece| piece.draw(svg, number))?;
    }
    writeln!(svg, "</g>\n</svg>")
}

/// Neighbours with one colour behind them.
struct Ground {
    column: usize,
    cells: usize,
    color: Rgb,
}

fn grounds(row: &[Cell]) -> Vec<Ground> {
    let mut grounds: Vec<Ground> = Vec::new();
    for (column, cell) in row.iter().enumerate() {
        let (_, color) = Rgb::pair(cell.style);
        match grounds.last_mut() {
            Some(ground) if ground.color == color => ground.cells += 1,
            _ => grounds.push(Ground { column, cells: 1, color }),
        }
    }
    grounds.retain(|ground| ground.color != BACKGROUND);
    grounds
}

impl Ground {
    fn draw(&self, svg: &mut String, row: usize) -> fmt::Result {
        let (x, y, color) = (left(self.column), Tenths(above(row)), self.color);
        let (width, height) = (Tenths(self.cells * CELL), Tenths(ROW));
        write!(svg, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}""#)?;
        writeln!(svg, r#" shape-rendering="crispEdges"/>"#)
    }
}

/// Words that look alike, with single spaces between them. Viewers make one space of several, so more are a gap.
struct Piece {
    column: usize,
    cells: usize,
    text: String,
    look: Look,
}

#[derive(Clone, Copy, PartialEq)]
struct Look {
    color: Rgb,
    bold: bool,
    italic: bool,
    underline: bool,
}

fn pieces(row: &[Cell]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !matches!(cell.text.as_str(), "" | " ")) {
        let CellStyle { bold, italic, underline, .. } = cell.style;
        let look = Look { color: Rgb::pair(cell.style).0, bold, italic, underline };
        let cells = if cell.is_wide { 2 } else { 1 };
        match pieces.last_mut() {
            Some(piece) if piece.look == look && column <= piece.end() + 1 => {
                piece.text.push_str(if column > piece.end() { " " } else { "" });
                piece.text.push_str(&cell.text);
                piece.cells = column + cells - piece.column;
            }
            _ => pieces.push(Piece { column, cells, text: cell.text.clone(), look }),
        }
    }
    pieces
}

impl Piece {
    fn end(&self) -> usize {
        self.column + self.cells
    }

    fn draw(&self, svg: &mut String, row: usize) -> fmt::Result {
        let Look { color, bold, italic, underline } = self.look;
        let (x, y, length) = (left(self.column), Tenths(above(row) + RISE), Tenths(self.cells * CELL));
        write!(svg, r#"<text x="{x}" y="{y}" textLength="{length}" lengthAdjust="spacingAndGlyphs""#)?;
        write!(svg, r#" fill="{color}""#)?;
        if bold {
            write!(svg, r#" font-weight="bold""#)?;
        }
        if italic {
            write!(svg, r#" font-style="italic""#)?;
        }
        if underline {
            write!(svg, r#" text-decoration="underline""#)?;
        }
        writeln!(svg, ">{}</text>", Escaped(&self.text))
    }
}

fn left(column: usize) -> Tenths {
    Tenths(MARGIN + column * CELL)
}

fn above(row: usize) -> usize {
    BAR + MARGIN + row * ROW
}

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

/// Text as XML has it. What XML cannot say at all becomes U+FFFD.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(character))?,
                '\0'..=' ' if character != ' ' => f.write_char('\u{fffd}')?,
                '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
