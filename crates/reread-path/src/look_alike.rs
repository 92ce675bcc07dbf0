//! One form for all texts that look alike or that some file system takes for the same name.
//!
//! Default-ignorable characters are dropped, compatibility characters (full-width dots and slashes, ligatures) become
//! ordinary ones, accents are decomposed, and case is folded. Decomposed rather than composed, so that a rule such as
//! `secre*` covers `secrét` in either form. The result may contain slashes that the text did not; what they separate
//! is for the caller to see. Letters of different scripts stay different: `а` is not `a`.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::unseen::is_ignorable;

/// The common form of `text`; applying it twice changes nothing more.
pub(crate) fn look_alike(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    // Ignorables go first: they keep accents from being put in order. No decomposition yields new ones.
    let decomposed = text.chars().filter(|&character| !is_ignorable(character)).nfkd();
    let folded: String = decomposed.flat_map(folded_case).collect();
    Cow::Owned(folded.nfkd().collect())
}

/// The text in lower case, one character for each: where `ß` looks like `ss`, a `?` still takes it as the one character
/// that it is.
pub(crate) fn letter_for_letter(text: &str) -> Cow<'_, str> {
    let lower = |character: char| character.to_lowercase().next().unwrap_or(character);
    Cow::Owned(text.chars().filter(|&character| !is_ignorable(character)).map(lower).collect())
}

/// By way of the upper case, so that `ß` meets `SS`, `ſ` meets `s` and both sigmas meet; the lower case before it is for
/// `ẞ`, whose upper case is itself.
fn folded_case(character: char) -> impl Iterator<Item = char> {
    character.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests;
