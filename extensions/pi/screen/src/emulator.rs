//! A terminal without a screen: it takes what a program prints and knows what a person would see.
//!
//! Programs that redraw in one go say so ([synchronized output]); in the middle of that nothing would be seen, so
//! there is no frame then. Questions to the terminal are answered like a plain one would, because a program may wait
//! for an answer before it draws.
//!
//! [synchronized output]: https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036

use std::num::NonZeroU16;

use vt100::{Callbacks, Parser};

use crate::frame::{Cell, CellColor, CellStyle, Frame};

/// How large a terminal is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ScreenSize {
    /// Lines.
    pub rows: NonZeroU16,
    /// Cells in each of them.
    pub columns: NonZeroU16,
}

impl ScreenSize {
    /// The size that every terminal begins with: 80 columns, 24 rows.
    pub const CLASSIC: Self = Self::of(80, 24);
    /// As narrow, with room for more: 80 columns, 40 rows.
    pub const TALL: Self = Self::of(80, 40);

    /// A terminal of that size. Nothing counts as one.
    pub const fn of(columns: u16, rows: u16) -> Self {
        const fn at_least_one(number: u16) -> NonZeroU16 {
            match NonZeroU16::new(number) {
                Some(number) => number,
                None => NonZeroU16::MIN,
            }
        }
        Self { rows: at_least_one(rows), columns: at_least_one(columns) }
    }
}

/// The terminal.
pub(crate) struct Emulator {
    parser: Parser<Conversation>,
}

/// What the terminal and the program say to each other besides the text.
#[derive(Default)]
struct Conversation {
    title: String,
    is_redrawing: bool,
    answers: Vec<u8>,
}

impl Emulator {
    pub(crate) fn new(size: ScreenSize) -> Self {
        Self { parser: Parser::new_with_callbacks(size.rows, size.columns, 0, Conversation::default()) }
    }

    /// Takes what the program printed, and gives what the terminal answers.
    pub(crate) fn take(&mut self, output: &[u8]) -> Vec<u8> {
        self.parser.process(output);
        std::mem::take(&mut self.parser.callbacks_mut().answers)
    }

    /// What can be seen now; nothing while the program redraws.
    pub(crate) fn frame(&self) -> Option<Frame> {
        (!self.parser.callbacks().is_redrawing).then(|| self.unfinished_frame())
    }

    /// What would be seen if the program redrew no further.
    pub(crate) fn unfinished_frame(&self) -> Frame {
        Frame { title: self.parser.callbacks().title.clone(), rows: rows(self.parser.screen()) }
    }
}

impl Callbacks for Conversation {
    fn set_window_title(&mut self, _screen: &mut vt100::Screen, title: &[u8]) {
        self.title = String::from_utf8_lossy(title).into_owned();
    }

    fn unhandled_csi(
        &mut self,
        _screen: &mut vt100::Screen,
        first: Option<u8>,
        _second: Option<u8>,
        parameters: &[&[u16]],
        last: char,
    ) {
        match (first, parameters, last) {
            (Some(b'?'), [[2026]], 'h') => self.is_redrawing = true,
            (Some(b'?'), [[2026]], 'l') => self.is_redrawing = false,
            // What kind of terminal are you? A plain one. Programs put this behind questions that few terminals know
            // and wait no longer for those once it is answered.
            (None, [[0]], 'c') => self.answers.extend(b"\x1b[?1;2c"),
            _ => {}
        }
    }
}

fn rows(screen: &vt100::Screen) -> Vec<Vec<Cell>> {
    let (rows, columns) = screen.size();
    let cell = |row, column| {
        let cell = screen.cell(row, column).expect("the place is on the screen");
        Cell { text: cell.contents().to_owned(), is_wide: cell.is_wide(), style: style(cell) }
    };
    let row = |row| (0..columns.get()).map(|column| cell(row, column)).collect();
    (0..rows.get()).map(row).collect()
}

fn style(cell: &vt100::Cell) -> CellStyle {
    CellStyle {
        foreground: color(cell.fgcolor()),
        background: color(cell.bgcolor()),
        bold: cell.bold(),
        dim: cell.dim(),
        italic: cell.italic(),
        underline: cell.underline(),
        inverse: cell.inverse(),
    }
}

fn color(color: vt100::Color) -> CellColor {
    match color {
        vt100::Color::Default => CellColor::Default,
        vt100::Color::Idx(index) => CellColor::Indexed(index),
        vt100::Color::Rgb(red, green, blue) => CellColor::Rgb(red, green, blue),
    }
}

#[cfg(test)]
mod tests;
