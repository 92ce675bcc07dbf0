//! Reports misleading characters: their number, and the positions of the first ones.
//!
//! The text itself is never changed; a model gets it exactly, together with the report.

use crate::char_class::{Hazard, HazardousChar, hazardous};

/// Misleading characters of a text, by kind.
///
/// A BOM at the very start, a CR before LF, emoji sequences and joiners between letters that need them are not reported.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hazards {
    /// Characters that a terminal acts on: C0 except tab and LF, a CR not before LF, DEL, C1.
    pub control: HazardOccurrences,
    /// Characters that reorder their neighbours.
    pub bidi: HazardOccurrences,
    /// Characters without width.
    pub invisible: HazardOccurrences,
    /// Unicode tag characters, U+E0000 to U+E007F: invisible ASCII.
    pub tag: HazardOccurrences,
}

impl Hazards {
    /// True without any hazard.
    pub fn is_empty(&self) -> bool {
        [&self.control, &self.bidi, &self.invisible, &self.tag].iter().all(|kind| kind.count == 0)
    }

    /// Adds the hazards of a later part of the text.
    pub fn add(&mut self, later: Hazards) {
        self.control.add(later.control);
        self.bidi.add(later.bidi);
        self.invisible.add(later.invisible);
        self.tag.add(later.tag);
    }
}

/// Hazards of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HazardOccurrences {
    /// Of all occurrences, not only the listed ones.
    pub count: u64,
    /// The positions of the first three.
    pub first: Vec<CharPosition>,
}

impl HazardOccurrences {
    fn add(&mut self, later: HazardOccurrences) {
        self.count += later.count;
        self.first.extend(later.first);
        self.first.truncate(PLACES);
    }
}

/// The position of a character. Both numbers start at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharPosition {
    /// As [`lines()`](crate::lines()) counts lines.
    pub line: u64,
    /// Counted in characters; a BOM counts as one.
    pub column: u64,
}

/// Number of positions that are kept for each kind.
const PLACES: usize = 3;

/// Finds the misleading characters of a text.
pub fn hazards(text: &str) -> Hazards {
    let mut hazards = Hazards::default();
    for HazardousChar { offset, hazard, .. } in hazardous(text) {
        let sightings = match hazard {
            Hazard::Control => &mut hazards.control,
            Hazard::Bidi => &mut hazards.bidi,
            Hazard::Invisible => &mut hazards.invisible,
            Hazard::Tag => &mut hazards.tag,
        };
        sightings.count += 1;
        if sightings.first.len() < PLACES {
            sightings.first.push(place(text, offset));
        }
    }
    hazards
}

fn place(text: &str, offset: usize) -> CharPosition {
    let before = &text.as_bytes()[..offset];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    CharPosition {
        line: 1 + bytecount::count(before, b'\n') as u64,
        column: 1 + bytecount::num_chars(&before[line_start..]) as u64,
    }
}

#[cfg(test)]
mod tests;
