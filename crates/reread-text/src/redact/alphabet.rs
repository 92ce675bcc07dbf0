//! The characters that tokens consist of, and what a run of them must have.

use super::is_word;

/// A token has its first digit among this many characters.
const NEAR: usize = 64;

/// An alphabet of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alphabet {
    Digits,
    /// Lowercase hex digits.
    Hex,
    /// Hex digits of either case.
    AnyHex,
    /// Uppercase letters and digits.
    Upper,
    /// The same with `-`.
    UpperDashed,
    /// Lowercase letters and digits, with one of each near the start.
    Lower,
    /// Letters and digits.
    Alnum,
    /// Letters and digits, with an uppercase letter, a lowercase one and a digit near the start.
    Mixed,
    /// Letters, digits, `-` and `_`, with a digit among the first [`NEAR`] characters. Names in prose and code look
    /// similar, but rarely have a digit.
    Name,
    /// Letters, digits, `-` and `_`; a digit is not required.
    Url,
    /// Like [`Self::Name`] with dots; a dot at the end belongs to the sentence.
    Dotted,
    /// Letters, digits, `-`, `_`, `.`, `~`.
    Unreserved,
    /// Base64 with padding.
    Base64,
    /// Base64url with padding, with a digit near the start.
    Padded,
    /// Letters, digits and slashes.
    Path,
    /// Letters, digits, and what paths of web hooks have beside them.
    HookPath,
    /// Letters, digits and `%`, with a `%` somewhere.
    Percent,
    /// Base64 of decimal digits, from its third character on.
    EncodedDigits,
}

impl Alphabet {
    /// The length of the run at the start of the text; `None` if it lacks what the alphabet requires or exceeds `most`.
    pub(super) fn run(self, text: &[u8], most: usize) -> Option<usize> {
        if !self.has_content(text) {
            return None;
        }
        let length = match self {
            Self::EncodedDigits => {
                let is_digit = |(index, byte): &(usize, &u8)| encodes_digit(*index + 2, **byte);
                text.iter().enumerate().take_while(is_digit).count()
            }
            _ => {
                let within = &text[..text.len().min(most.saturating_add(1))];
                within.iter().take_while(|byte| self.has(**byte)).count()
            }
        };
        let length = match self {
            Self::Base64 | Self::Padded => {
                length + text[length..].iter().take(3).take_while(|byte| **byte == b'=').count()
            }
            Self::Dotted => text[..length].iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1),
            _ => length,
        };
        let is_content = self != Self::Percent || text[..length].contains(&b'%');
        (length <= most && is_content).then_some(length)
    }

    /// The length of the run at the end of the text, if it is at most `most`.
    pub(super) fn run_before(self, text: &[u8], most: usize) -> Option<usize> {
        let length = text.iter().rev().take(most + 1).take_while(|byte| self.has(**byte)).count();
        (length <= most).then_some(length)
    }

    fn has(self, byte: u8) -> bool {
        match self {
            Self::Digits => byte.is_ascii_digit(),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::AnyHex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::UpperDashed => byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-',
            Self::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Self::Alnum | Self::Mixed | Self::EncodedDigits => byte.is_ascii_alphanumeric(),
            Self::Name | Self::Url | Self::Padded => is_word(byte) || byte == b'-',
            Self::Dotted => is_word(byte) || matches!(byte, b'-' | b'.'),
            Self::Unreserved => is_word(byte) || matches!(byte, b'-' | b'.' | b'~'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'),
            Self::Path => byte.is_ascii_alphanumeric() || byte == b'/',
            Self::HookPath => byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'@'),
            Self::Percent => byte.is_ascii_alphanumeric() || byte == b'%',
        }
    }

    /// Whether the start of a run has what the alphabet requires. A search through a whole run would take quadratic time
    /// for a text that consists of prefixes.
    fn has_content(self, text: &[u8]) -> bool {
        let near = || text.iter().take(NEAR).take_while(|byte| self.has(**byte));
        let any = |is_it: fn(&u8) -> bool| near().any(is_it);
        match self {
            Self::Name | Self::Dotted | Self::Padded | Self::HookPath => any(u8::is_ascii_digit),
            Self::Lower => any(u8::is_ascii_digit) && any(u8::is_ascii_lowercase),
            Self::Mixed => {
                any(u8::is_ascii_digit) && any(u8::is_ascii_lowercase) && any(u8::is_ascii_uppercase)
            }
            _ => true,
        }
    }
}

/// Whether base64 of decimal digits may have this character at this place: three digits are four characters.
fn encodes_digit(index: usize, byte: u8) -> bool {
    match index % 4 {
        0 => matches!(byte, b'M' | b'N' | b'O'),
        1 => matches!(byte, b'D' | b'T' | b'j' | b'z' | b'Q' | b'g' | b'w' | b'A'),
        2 => matches!(byte, b'A' | b'E' | b'I' | b'M' | b'Q' | b'U' | b'Y' | b'c' | b'g' | b'k'),
        _ => matches!(byte, b'w'..=b'z' | b'0'..=b'5'),
    }
}
