//! How a table of token formats is matched: a fixed prefix, then runs of known alphabets and lengths.
//!
//! A format is tried only where two bytes of the text may begin one, and each run is looked at once. So a text is read
//! in time proportional to its length.

use super::alphabet::Alphabet;
use super::format_table::{ANCHORED, FORMATS};
use super::{REDACTION_MARK, Secret, is_word};

/// Version of all redaction rules. It increases whenever a rule changes, so a record can state by which rules it was
/// redacted.
pub const REDACTION_RULES: u32 = 4;

/// One token format. No word character stands before it or after it.
pub(super) struct Format {
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    pub(super) parts: &'static [Part],
    /// Whether it must not follow `+`, `/`, `-` or `.` either. For prefixes that are common in encoded data.
    pub(super) is_apart: bool,
}

/// A format that is known by a text in its middle.
pub(super) struct Anchored {
    /// What stands before the anchor: the fewest and the most characters, and their alphabet.
    pub(super) lead: (usize, usize, Alphabet),
    /// The anchor, with what follows it.
    pub(super) format: Format,
}

/// What follows a prefix.
pub(super) enum Part {
    Text(&'static str),
    /// Characters of an alphabet: the fewest, the most. Only the last part has no bound.
    Run(usize, usize, Alphabet),
}

impl Format {
    pub(super) const fn new(kind: &'static str, prefix: &'static str, parts: &'static [Part]) -> Self {
        Self { kind, prefix, parts, is_apart: false }
    }

    /// The same format where it stands apart from encoded data.
    pub(super) const fn apart(self) -> Self {
        Self { is_apart: true, ..self }
    }

    /// The end of the token whose prefix begins at this position.
    fn end(&self, bytes: &[u8], position: usize) -> Option<usize> {
        let rest = bytes[position..].strip_prefix(self.prefix.as_bytes())?;
        let before = position.checked_sub(1).map(|before| bytes[before]);
        if self.is_apart && matches!(before, Some(b'+' | b'/' | b'-' | b'.')) {
            return None;
        }
        // Most beginnings lack the text after the first run; a search for it is faster than the run.
        if let [Part::Run(_, most, _), Part::Text(next), ..] = self.parts {
            let near = &rest[..rest.len().min(most + 1)];
            memchr::memchr(next.as_bytes()[0], near)?;
        }
        let mut length = 0;
        for part in self.parts {
            length += part.length(&rest[length..])?;
        }
        let after = &rest[length..];
        // A mark stands for characters that went on where it stands.
        let goes_on =
            after.first().is_some_and(|byte| is_word(*byte)) || after.starts_with(REDACTION_MARK.as_bytes());
        (!goes_on).then_some(position + self.prefix.len() + length)
    }
}

impl Part {
    /// The length of this part at the start of the text, if it is there and ends there.
    fn length(&self, text: &[u8]) -> Option<usize> {
        match *self {
            Self::Text(fixed) => text.starts_with(fixed.as_bytes()).then_some(fixed.len()),
            Self::Run(fewest, most, alphabet) => {
                let length = alphabet.run(text, most)?;
                (fewest..=most).contains(&length).then_some(length)
            }
        }
    }
}

/// The token whose prefix begins at this position, which is not inside a word.
pub(super) fn token(bytes: &[u8], position: usize) -> Option<Secret> {
    BY_FIRST[usize::from(bytes[position])].iter().find_map(|format| {
        let end = format.end(bytes, position)?;
        Some(Secret { span: position..end, kind: format.kind })
    })
}

/// The token whose anchor begins at this position, and which begins not before `from`.
pub(super) fn anchored(bytes: &[u8], from: usize, position: usize) -> Option<Secret> {
    ANCHORED.iter().find_map(|Anchored { lead: (fewest, most, alphabet), format }| {
        let end = format.end(bytes, position)?;
        let lead = alphabet.run_before(&bytes[from..position], *most)?;
        let start = position - lead;
        let is_whole = start == from || !is_word(bytes[start - 1]);
        (lead >= *fewest && is_whole).then_some(Secret { span: start..end, kind: format.kind })
    })
}

/// The first position, from this one on, at which a credential may begin or have its anchor.
pub(super) fn next_beginning(bytes: &[u8], from: usize) -> usize {
    let mut is_inside = from > 0 && is_word(bytes[from - 1]);
    for position in from..bytes.len() {
        let Beginnings(begun) = Beginnings::at(bytes, position);
        if begun & !TOKEN != 0 || begun != 0 && !is_inside {
            return position;
        }
        is_inside = is_word(bytes[position]);
    }
    bytes.len()
}

/// What two bytes of a text may begin.
#[derive(Clone, Copy)]
pub(super) struct Beginnings(u8);

const TOKEN: u8 = 1;
const ANCHOR: u8 = 2;
const PLACE: u8 = 4;

/// Texts that begin a credential which is known by its place, in small letters.
const PLACES: &[&[u8]] = &[b":/", b"--", b"au", b"pr", b"be"];

impl Beginnings {
    /// Of the text at this position.
    pub(super) fn at(bytes: &[u8], position: usize) -> Self {
        let second = bytes.get(position + 1).copied().unwrap_or(0);
        Self(if (bytes[position] | second).is_ascii() {
            BEGINNINGS[pair(bytes[position], second)]
        } else {
            0
        })
    }

    pub(super) fn has_token(self) -> bool {
        self.0 & TOKEN != 0
    }

    pub(super) fn has_anchor(self) -> bool {
        self.0 & ANCHOR != 0
    }

    pub(super) fn has_place(self) -> bool {
        self.0 & PLACE != 0
    }
}

const fn pair(first: u8, second: u8) -> usize {
    (first as usize) << 7 | second as usize
}

/// For each pair of ASCII bytes, what begins with it.
static BEGINNINGS: [u8; 1 << 14] = {
    let mut table = [0; 1 << 14];
    let mut index = 0;
    while index < FORMATS.len() {
        let prefix = FORMATS[index].prefix.as_bytes();
        table[pair(prefix[0], prefix[1])] |= TOKEN;
        index += 1;
    }
    index = 0;
    while index < ANCHORED.len() {
        let anchor = ANCHORED[index].format.prefix.as_bytes();
        table[pair(anchor[0], anchor[1])] |= ANCHOR;
        index += 1;
    }
    index = 0;
    while index < PLACES.len() {
        let (first, second) = (PLACES[index][0], PLACES[index][1]);
        table[pair(first, second)] |= PLACE;
        table[pair(first.to_ascii_uppercase(), second)] |= PLACE;
        table[pair(first, second.to_ascii_uppercase())] |= PLACE;
        table[pair(first.to_ascii_uppercase(), second.to_ascii_uppercase())] |= PLACE;
        index += 1;
    }
    table
};

/// For each byte, the formats that begin with it.
static BY_FIRST: [&[Format]; 256] = {
    let mut by_first: [&[Format]; 256] = [&[]; 256];
    let mut rest = FORMATS;
    while let [format, ..] = rest {
        let first = format.prefix.as_bytes()[0];
        let mut count = 0;
        while count < rest.len() && rest[count].prefix.as_bytes()[0] == first {
            count += 1;
        }
        let (same, others) = rest.split_at(count);
        assert!(by_first[first as usize].is_empty(), "formats with one first byte stand together");
        by_first[first as usize] = same;
        rest = others;
    }
    by_first
};
