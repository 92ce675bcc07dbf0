//! Warnings about characters that mislead: how many, and where the first ones stand.
//!
//! The text itself is never touched; a model gets it exactly, and these beside it.

use crate::char_class::{Hazard, HazardousChar, hazardous};

/// What in a text could mislead its reader, by kind.
///
/// A BOM at the very start, a CR before LF, emoji sequences and joiners between letters that need them are
/// no hazards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hazards {
    /// Characters a terminal acts on: C0 but tab and LF, a CR not before LF, DEL, C1.
    pub control: HazardOccurrences,
    /// Characters that reorder their neighbours.
    pub bidi: HazardOccurrences,
    /// Characters that take no room.
    pub invisible: HazardOccurrences,
    /// Unicode tag characters, U+E0000 to U+E007F: invisible ASCII.
    pub tag: HazardOccurrences,
}

impl Hazards {
    /// Whether there is nothing to warn of.
    pub fn is_empty(&self) -> bool {
        [&self.control, &self.bidi, &self.invisible, &self.tag].iter().all(|kind| kind.count == 0)
    }

    /// Takes in what was found further on.
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
    /// How many there are.
    pub count: u64,
    /// Where the first three stand.
    pub first: Vec<CharPosition>,
}

impl HazardOccurrences {
    fn add(&mut self, later: HazardOccurrences) {
        self.count += later.count;
        self.first.extend(later.first);
        self.first.truncate(PLACES);
    }
}

/// A character's place: both numbers start at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharPosition {
    /// The line.
    pub line: u64,
    /// The character in the line; a BOM counts as one.
    pub column: u64,
}

/// At most so many places are kept of each kind.
const PLACES: usize = 3;

/// Finds what could mislead a reader of the text.
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
