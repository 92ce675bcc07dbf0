//! Differences that are ignored when lines are compared.

use std::borrow::Cow;

use crate::patch::Hint;

reread_codes::words! {
    /// How exactly lines are compared. Matched lines of the file keep their bytes in any case.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub enum MatchTolerance {
        /// Byte for byte.
        #[default]
        Exact = "exact",
        /// Ignores whitespace at the end.
        WsEnd = "ws-end",
        /// Accepts one uniform shift of the indentation, which the added lines get too.
        Indent = "indent",
        /// Ignores whitespace at both ends.
        Ws = "ws",
        /// Ignores whitespace at both ends, and treats typographic dashes, quotes and spaces as ASCII.
        Unicode = "unicode",
    }
}

impl MatchTolerance {
    /// All tolerances from exact to `loosest`.
    pub(super) fn up_to(loosest: Self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |pass| *pass <= loosest)
    }

    /// All tolerances to try for a hunk. Only lines that a diff program counted must have their exact indentation.
    pub(super) fn tried(loosest: Self, hint: &Hint) -> impl Iterator<Item = Self> {
        let shifts = !matches!(hint, Hint::AfterLines(_));
        Self::ALL.into_iter().filter(move |pass| *pass <= loosest || *pass == Self::Indent && shifts)
    }

    /// The part of a line that is compared.
    pub(super) fn key(self, line: &[u8]) -> Cow<'_, [u8]> {
        match self {
            MatchTolerance::Exact => Cow::Borrowed(line),
            MatchTolerance::WsEnd => Cow::Borrowed(line.trim_ascii_end()),
            MatchTolerance::Indent => Cow::Borrowed(line.trim_ascii_start()),
            MatchTolerance::Ws => Cow::Borrowed(line.trim_ascii()),
            MatchTolerance::Unicode => folded(line),
        }
    }
}

fn folded(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line.trim_ascii());
    }
    let mut folded = Vec::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        for char in chunk.valid().chars() {
            folded.extend_from_slice(ascii(char).encode_utf8(&mut [0; 4]).as_bytes());
        }
        folded.extend_from_slice(chunk.invalid());
    }
    Cow::Owned(folded.trim_ascii().to_vec())
}

/// The ASCII character that looks the same, if there is one.
fn ascii(char: char) -> char {
    match char {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}'..='\u{201b}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        other => other,
    }
}
