//! Interprets a name as an agent wrote it.
//!
//! Models copy names from prose, prompts, screenshots and terminals: with a leading `@`, with typographic spaces, as a
//! URL, with a line number at the end. Each habit has a [`NameRewrite`] that turns the text into another name. This
//! module handles text only; [`candidates()`](crate::candidates()) maps names to paths.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use reread_text::{BadRange, LineRange};
use unicode_normalization::UnicodeNormalization;

use crate::rooted_path::os_bytes;
use crate::unspell;

/// One rewriting step from the text that the agent wrote to the name that was used.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum NameRewrite {
    /// One leading `@` was dropped.
    WithoutAt,
    /// Typographic spaces became ordinary ones.
    PlainSpaces,
    /// A leading `~` became the home folder.
    Home,
    /// A `file://` URL became a path.
    FileUrl,
    /// The space before AM or PM became a narrow no-break space, as macOS writes it.
    NarrowSpace,
    /// Accents were decomposed (NFD), as older macOS file systems store them.
    Decomposed,
    /// Straight apostrophes became curly ones.
    CurlyApostrophe,
    /// Escapes as in listings were decoded.
    Unescaped,
    /// A trailing `:7` or `:7-9` was taken as a line range.
    LineSuffix,
}

impl fmt::Display for NameRewrite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            NameRewrite::WithoutAt => "leading @ dropped",
            NameRewrite::PlainSpaces => "plain spaces",
            NameRewrite::Home => "home folder",
            NameRewrite::FileUrl => "file URL",
            NameRewrite::NarrowSpace => "narrow space before AM/PM",
            NameRewrite::Decomposed => "decomposed accents",
            NameRewrite::CurlyApostrophe => "curly apostrophe",
            NameRewrite::Unescaped => "escapes read",
            NameRewrite::LineSuffix => "line suffix",
        })
    }
}

/// A name, with the rewriting steps that led to it.
#[derive(Clone, Debug)]
pub(crate) struct InterpretedName {
    pub(crate) name: Vec<u8>,
    pub(crate) readings: Vec<NameRewrite>,
}

impl InterpretedName {
    pub(crate) fn literal(name: &[u8]) -> InterpretedName {
        InterpretedName { name: name.to_vec(), readings: Vec::new() }
    }
}

/// The names that `text` may mean: its unescaped form if it is a spelling, the text itself, and the form that the host
/// would normalise it to. Some may be equal.
///
/// The unescaped form comes first, because listings print escaped names. It cannot hide another file: a file whose name is
/// literally `text` is listed with another spelling, because spellings are unique.
pub(crate) fn names(text: &str, home: Option<&Path>) -> Vec<InterpretedName> {
    let unescaped = unspell(text).filter(|name| name != text.as_bytes());
    let unescaped = unescaped.map(|name| InterpretedName { name, readings: vec![NameRewrite::Unescaped] });
    unescaped
        .into_iter()
        .chain([InterpretedName::literal(text.as_bytes())])
        .chain(normalised(text, home))
        .collect()
}

/// The variants under which macOS may have stored `name`, in the host's order; `name` itself is not among them.
pub(crate) fn stored_variants(name: &[u8]) -> Vec<InterpretedName> {
    let Ok(text) = std::str::from_utf8(name) else { return Vec::new() };
    let decomposed: String = text.nfd().collect();
    let variants = [
        (narrow_space(text), vec![NameRewrite::NarrowSpace]),
        (decomposed.clone(), vec![NameRewrite::Decomposed]),
        (curly(text), vec![NameRewrite::CurlyApostrophe]),
        (curly(&decomposed), vec![NameRewrite::Decomposed, NameRewrite::CurlyApostrophe]),
    ];
    variants
        .into_iter()
        .filter(|(variant, _)| variant != text)
        .map(|(variant, readings)| InterpretedName { name: variant.into_bytes(), readings })
        .collect()
}

/// Splits off a trailing `:7` or `:7-9`. Digits and hyphens that are not a valid range, such as `:9-7` and `:7-`, come as the
/// error with the name, so that it can be reported once the file is known to exist.
pub fn split_lines(text: &str) -> Option<(&str, Result<LineRange, BadRange>)> {
    let (name, lines) = text.rsplit_once(':')?;
    let has_shape = !lines.is_empty() && lines.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    (has_shape && !name.is_empty()).then(|| (name, lines.parse()))
}

/// The name as the host would normalise it; `None` if that gives no valid name.
fn normalised(text: &str, home: Option<&Path>) -> Option<InterpretedName> {
    let mut readings = Vec::new();
    let mut text = Cow::Borrowed(text);
    if text.contains(is_typographic_space) {
        readings.push(NameRewrite::PlainSpaces);
        text = Cow::Owned(text.replace(is_typographic_space, " "));
    }
    let mut rest = text.as_ref();
    if let Some(without) = rest.strip_prefix('@') {
        readings.push(NameRewrite::WithoutAt);
        rest = without;
    }
    let name = if let Some(beneath) = beneath_home(rest) {
        readings.push(NameRewrite::Home);
        let mut name = os_bytes(home?).ok()?.into_owned();
        name.extend_from_slice(beneath.as_bytes());
        name
    } else if let Some(url) = behind_scheme(rest) {
        readings.push(NameRewrite::FileUrl);
        path_of_url(url)?
    } else {
        rest.as_bytes().to_vec()
    };
    (!name.is_empty() && !name.contains(&0)).then_some(InterpretedName { name, readings })
}

/// Whether a name is written as a `file:` URL. As such it cannot become a new file of that name.
pub fn is_file_url(text: &str) -> bool {
    behind_scheme(text.strip_prefix('@').unwrap_or(text)).is_some()
}

/// What follows `file:` in a URL with an absolute path: the host, if one is named, and the path.
fn behind_scheme(name: &str) -> Option<&str> {
    let (scheme, rest) = name.split_at_checked("file:".len())?;
    let rest = rest.starts_with('/').then_some(rest).filter(|_| scheme.eq_ignore_ascii_case("file:"))?;
    Some(rest.strip_prefix("//").unwrap_or(rest))
}

fn is_typographic_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The rest after `~`, with its slash. The home of another user (`~root/x`) is never looked up.
fn beneath_home(name: &str) -> Option<&str> {
    name.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The path of a URL without its scheme: local host only, without query and fragment, percent-decoded. A URL with an
/// encoded slash is rejected, because decoding it would change the components.
fn path_of_url(url: &str) -> Option<Vec<u8>> {
    let url = url.split(['?', '#']).next().unwrap_or(url);
    let path = &url[url.find('/')?..];
    let host = &url[..url.len() - path.len()];
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return None;
    }
    let decoded = percent_decoded(path)?;
    let has_drive = matches!(decoded.as_slice(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    Some(if cfg!(windows) && has_drive { decoded[1..].to_vec() } else { decoded })
}

fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let byte = u8::try_from(digit()? * 16 + digit()?).ok()?;
        if byte == b'/' {
            return None;
        }
        decoded.push(byte);
    }
    Some(decoded)
}

fn narrow_space(text: &str) -> String {
    let is_half_of_day =
        |after: &str| matches!(after.as_bytes(), [b'a' | b'A' | b'p' | b'P', b'm' | b'M', b'.', ..]);
    let mut parts = text.split_inclusive(' ').peekable();
    let mut narrowed = String::with_capacity(text.len() + 2);
    while let Some(part) = parts.next() {
        match part.strip_suffix(' ') {
            Some(before) if parts.peek().is_some_and(|after| is_half_of_day(after)) => {
                narrowed.push_str(before);
                narrowed.push('\u{202f}');
            }
            _ => narrowed.push_str(part),
        }
    }
    narrowed
}

fn curly(text: &str) -> String {
    text.replace('\'', "\u{2019}")
}

#[cfg(test)]
mod tests;
