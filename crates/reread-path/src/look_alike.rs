//! A common form for texts that look alike, or that some file system treats as the same name.
//!
//! Default-ignorable characters are dropped, compatibility characters (full-width dots and slashes, ligatures) become
//! ordinary ones, accents are decomposed, and case is folded. Decomposed rather than composed, so that a rule such as
//! `secre*` covers `secrét` in either form. The result may contain slashes that the text did not; the caller splits it
//! again. Letters of different scripts stay different: `а` is not `a`.

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

/// Lower case, character by character: `look_alike` turns `ß` into `ss`, but `?` should still match it as one character.
pub(crate) fn letter_for_letter(text: &str) -> Cow<'_, str> {
    let lower = |character: char| character.to_lowercase().next().unwrap_or(character);
    Cow::Owned(text.chars().filter(|&character| !is_ignorable(character)).map(lower).collect())
}

/// Folds via upper case, so that `ß` equals `SS`, `ſ` equals `s`, and both sigmas are equal. The first lower case handles
/// `ẞ`, whose upper case is itself.
fn folded_case(character: char) -> impl Iterator<Item = char> {
    character.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests;
