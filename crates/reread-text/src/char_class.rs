//! Characters that control a terminal or are invisible.
//!
//! The only place that classifies them: [`hazards`](crate::hazards()) counts them, [`visible`](crate::visible()) escapes
//! them.

/// Why a character must not be shown unescaped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hazard {
    /// A terminal acts on it: C0 except tab and LF, DEL, C1. A CR directly before LF is part of a line end.
    Control,
    /// It reorders the characters around it.
    Bidi,
    /// It has no width: joiners, fillers, selectors, separators.
    Invisible,
    /// A Unicode tag character: invisible ASCII.
    Tag,
}

/// A hazardous character with its byte offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HazardousChar {
    pub(crate) offset: usize,
    pub(crate) char: char,
    pub(crate) hazard: Hazard,
}

/// The hazardous characters of a text, in order.
///
/// Legitimate uses are not reported: a BOM at the very start; a variation selector after a symbol or an ideograph that it
/// can select for; a joiner inside an emoji, or between letters of a script that is written with joiners. Each needs a
/// neighbour that is not hazardous itself, so hazards cannot hide in sequences.
pub(crate) fn hazardous(text: &str) -> HazardousChars<'_> {
    HazardousChars { text, position: 0, last_end: 0 }
}

pub(crate) struct HazardousChars<'a> {
    text: &'a str,
    position: usize,
    /// Where the latest hazard ended. A character directly after it has no legitimate neighbour.
    last_end: usize,
}

/// Bytes: long enough for a vector loop, short enough that one accent does not slow down a page.
const BLOCK: usize = 64;

impl Iterator for HazardousChars<'_> {
    type Item = HazardousChar;

    fn next(&mut self) -> Option<HazardousChar> {
        loop {
            let rest = &self.text.as_bytes()[self.position..];
            let plain = rest.chunks_exact(BLOCK).take_while(|block| is_plain_ascii(block)).count();
            self.position += plain * BLOCK;
            let rest = &self.text[self.position..];
            if rest.is_empty() {
                return None;
            }
            for (index, char) in rest.char_indices().take_while(|(index, _)| *index < BLOCK) {
                let Some(suspect) = suspect(char) else { continue };
                let offset = self.position + index;
                if self.is_innocent(offset, char) {
                    continue;
                }
                self.position = offset + char.len_utf8();
                self.last_end = self.position;
                return Some(HazardousChar { offset, char, hazard: suspect });
            }
            self.position += ceil_char_boundary(rest, BLOCK);
        }
    }
}

impl HazardousChars<'_> {
    fn is_innocent(&self, offset: usize, char: char) -> bool {
        let after = self.text[offset + char.len_utf8()..].chars().next();
        let before = if offset == self.last_end { None } else { self.text[..offset].chars().next_back() };
        match char {
            '\r' => after == Some('\n'),
            '\u{feff}' => offset == 0,
            '\u{fe0e}' | '\u{fe0f}' => before
                .is_some_and(|before| is_symbol(before) || (is_keycap(before) && after == Some('\u{20e3}'))),
            '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => before.is_some_and(is_ideograph),
            '\u{200c}' | '\u{200d}' => {
                let (Some(before), Some(after)) = (before, after) else { return false };
                (joins_letters(before) && joins_letters(after))
                    || (char == '\u{200d}' && (is_symbol(before) || before == '\u{fe0f}') && is_symbol(after))
            }
            _ => false,
        }
    }
}

/// The class of the character, unless its neighbours make it legitimate.
fn suspect(char: char) -> Option<Hazard> {
    match char {
        '\t' | '\n' | ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{34e}' => None,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some(Hazard::Control),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(Hazard::Bidi)
        }
        '\u{e0000}'..='\u{e007f}' => Some(Hazard::Tag),
        // Default_Ignorable_Code_Point of Unicode without the above, plus the two separators and the interlinear marks,
        // which have no width either.
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2028}'..='\u{2029}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0080}'..='\u{e0fff}' => Some(Hazard::Invisible),
        _ => None,
    }
}

/// Blocks whose characters occur in emoji. Coarse, because symbols that never do are visible anyway.
fn is_symbol(char: char) -> bool {
    matches!(char,
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙'
        | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{23ff}'
        | '\u{24c2}'
        | '\u{25a0}'..='\u{27bf}'
        | '\u{2900}'..='\u{297f}'
        | '\u{2b00}'..='\u{2bff}'
        | '\u{1f000}'..='\u{1faff}')
}

fn is_keycap(char: char) -> bool {
    matches!(char, '0'..='9' | '#' | '*')
}

fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Scripts of Arabic and of India, where a joiner or its absence is a matter of spelling.
fn joins_letters(char: char) -> bool {
    matches!(char, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{dff}')
}

/// Whether the block holds nothing but printable ASCII, tabs and LF.
fn is_plain_ascii(block: &[u8]) -> bool {
    // Without an early exit the compiler turns this into vector code.
    block.iter().fold(true, |plain, byte| {
        plain & ((byte.wrapping_sub(b' ') < 0x5f) | (*byte == b'\n') | (*byte == b'\t'))
    })
}

/// The smallest character boundary at or after the index, or the end.
fn ceil_char_boundary(text: &str, index: usize) -> usize {
    (index..text.len()).find(|index| text.is_char_boundary(*index)).unwrap_or(text.len())
}
