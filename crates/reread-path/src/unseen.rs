//! Invisible characters and control characters.
//!
//! The spelling of names escapes them; look-alike forms drop them.

/// Whether Unicode calls the character default-ignorable: it takes no room when displayed, and some file systems skip
/// it when they compare names. Bidirectional controls and tag characters are among them.
pub(crate) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether the character must be escaped when a name is shown: it is a control character, ends a line, is invisible, or
/// changes the characters around it.
pub(crate) fn is_hazard(character: char) -> bool {
    character.is_control()
        || is_ignorable(character)
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{fff9}'..='\u{fffb}')
}
