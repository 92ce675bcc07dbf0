//! The colours of the terminal in the picture: dark, like the one most people see pi in.

use crate::frame::{CellColor, CellStyle};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// What lies behind everything.
pub(crate) const BACKGROUND: Rgb = Rgb(0x1b, 0x1d, 0x23);
/// Text without a colour of its own.
pub(crate) const FOREGROUND: Rgb = Rgb(0xd6, 0xd8, 0xde);
/// What frames the screen.
pub(crate) const FRAME: Rgb = Rgb(0x2a, 0x2d, 0x35);
/// The words above it.
pub(crate) const TITLE: Rgb = Rgb(0x9a, 0x9f, 0xab);

/// The first sixteen of the palette, which every terminal has its own taste about.
const NAMED: [Rgb; 16] = [
    Rgb(0x2a, 0x2d, 0x35),
    Rgb(0xe0, 0x6c, 0x75),
    Rgb(0x98, 0xc3, 0x79),
    Rgb(0xe5, 0xc0, 0x7b),
    Rgb(0x61, 0xaf, 0xef),
    Rgb(0xc6, 0x78, 0xdd),
    Rgb(0x56, 0xb6, 0xc2),
    Rgb(0xd6, 0xd8, 0xde),
    Rgb(0x7f, 0x84, 0x8e),
    Rgb(0xf0, 0x87, 0x8f),
    Rgb(0xb1, 0xd9, 0x96),
    Rgb(0xf2, 0xd3, 0x95),
    Rgb(0x83, 0xc3, 0xf5),
    Rgb(0xd7, 0x97, 0xe8),
    Rgb(0x7c, 0xcd, 0xd6),
    Rgb(0xff, 0xff, 0xff),
];

impl Rgb {
    /// The colours of text and background that a style comes to.
    pub(crate) fn pair(style: CellStyle) -> (Self, Self) {
        let given = (
            Self::of(style.foreground).unwrap_or(FOREGROUND),
            Self::of(style.background).unwrap_or(BACKGROUND),
        );
        let (text, ground) = if style.inverse { (given.1, given.0) } else { given };
        (if style.dim { text.halfway(ground) } else { text }, ground)
    }

    fn of(color: CellColor) -> Option<Self> {
        match color {
            CellColor::Default => None,
            CellColor::Rgb(red, green, blue) => Some(Self(red, green, blue)),
            CellColor::Indexed(index) => Some(Self::indexed(index)),
        }
    }

    /// Sixteen names, a cube of six steps each way, and a ramp of grey.
    fn indexed(index: u8) -> Self {
        let step = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            0..16 => NAMED[usize::from(index)],
            16..232 => {
                let place = index - 16;
                Self(step(place / 36), step(place / 6 % 6), step(place % 6))
            }
            232.. => {
                let grey = 8 + 10 * (index - 232);
                Self(grey, grey, grey)
            }
        }
    }

    fn halfway(self, other: Self) -> Self {
        Self(self.0.midpoint(other.0), self.1.midpoint(other.1), self.2.midpoint(other.2))
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests;
