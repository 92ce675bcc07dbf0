//! How much a matching line, and a file that has one, is worth to the caller.
//!
//! A line that defines the name that was asked for is worth more than one that mentions it. Here no language is parsed
//! ([`super::study`] does that for the best): a line defines a name if the word before it is one that most languages define
//! with, such as `fn`, `def`, `class` or `const`, or if the match itself begins with such a word. Only the first match of a
//! line is looked at.

use reread_access::PathClass;
use reread_path::RootedPath;

use crate::line_matcher::LineMatcher;

reread_codes::words! {
    /// How well a file matches, the best kind first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum MatchKind {
        /// A line of it defines exactly what matched.
        Defines = "defines",
        /// Its own name matches.
        Named = "named",
        /// A line of it defines a name of which the match is a part.
        DefinesPart = "defines_part",
        /// A line of it uses what matched as a name, as its grammar says.
        Refers = "refers",
        /// It mentions what matched.
        Mentions = "mentions",
        /// It has some of the words that were asked for, in any place.
        HasWords = "has_words",
    }
}

impl MatchKind {
    /// What a file is worth by its name and the best of its lines.
    pub(super) fn of_file(matcher: &LineMatcher, path: &RootedPath, best: Option<Self>) -> Option<Self> {
        let name = path.file_name().unwrap_or_default();
        let named = matcher.is_match(name).then_some(Self::Named);
        best.into_iter().chain(named).min()
    }

    /// What a line is worth, with the place of its first match.
    pub(super) fn of_line(line: &[u8], start: usize, end: usize) -> MatchKind {
        let is_definition = begins_with_defining_word(&line[start..end]) || {
            let name_start = line[..start].iter().rposition(|byte| !is_word(*byte)).map_or(0, |at| at + 1);
            follows_defining_word(&line[..name_start])
        };
        // A match that is no part of a word on either side is the whole of what is defined.
        let goes_on_before =
            start > 0 && is_word(line[start - 1]) && line.get(start).copied().is_some_and(is_word);
        let goes_on_behind =
            end > start && is_word(line[end - 1]) && line.get(end).copied().is_some_and(is_word);
        match (is_definition, goes_on_before || goes_on_behind) {
            (true, false) => MatchKind::Defines,
            (true, true) => MatchKind::DefinesPart,
            (false, _) => MatchKind::Mentions,
        }
    }
}

/// Whether a line that has no defining word may define what matched all the same, as C and Java define functions:
/// `int total(void) {`. It is a guess that decides which files are worth taking apart.
pub(super) fn may_define(line: &[u8], start: usize, end: usize) -> bool {
    let is_called = line[end..].trim_ascii_start().first() == Some(&b'(');
    let is_at_the_margin = line.first().is_some_and(|first| is_word(*first)) && start > 0;
    is_called && (is_at_the_margin || line.trim_ascii_end().ends_with(b"{"))
}

/// Words that a name is defined with.
const DEFINING: &[&[u8]] = &[
    b"fn",
    b"def",
    b"class",
    b"struct",
    b"enum",
    b"union",
    b"trait",
    b"interface",
    b"protocol",
    b"type",
    b"typedef",
    b"typealias",
    b"func",
    b"fun",
    b"function",
    b"sub",
    b"proc",
    b"const",
    b"constexpr",
    b"static",
    b"let",
    b"var",
    b"val",
    b"mut",
    b"impl",
    b"mod",
    b"module",
    b"namespace",
    b"package",
    b"object",
    b"record",
    b"extension",
    b"macro",
    b"macro_rules",
    b"define",
    b"defmodule",
    b"defmacro",
    b"table",
    b"view",
];

/// Whether a query has a word that names are defined with: who asks for `pub fn open` means the text.
pub(super) fn has_defining_word(query: &str) -> bool {
    let defines = |word: &str| DEFINING.iter().any(|defining| word.as_bytes().eq_ignore_ascii_case(defining));
    query.split(' ').any(defines)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether what stands before a name ends with a defining word and some space: `pub fn `, `#define `, `macro_rules! `.
/// Go puts the receiver of a method in between: `func (s *Server) `.
fn follows_defining_word(before: &[u8]) -> bool {
    let without_space = before.trim_ascii_end();
    if without_space.len() == before.len() {
        return false;
    }
    if without_space.ends_with(b")") && before.trim_ascii_start().starts_with(b"func (") {
        return true;
    }
    let without_mark = without_space.strip_suffix(b"!").unwrap_or(without_space);
    let word = without_mark.iter().rposition(|byte| !is_word(*byte)).map_or(0, |at| at + 1);
    DEFINING.contains(&&without_mark[word..])
}

fn begins_with_defining_word(found: &[u8]) -> bool {
    let word = found.iter().position(|byte| !is_word(*byte)).unwrap_or(found.len());
    let is_followed = found[word..].first().is_some_and(u8::is_ascii_whitespace)
        && found[word..].trim_ascii_start().first().copied().is_some_and(is_word);
    is_followed && DEFINING.contains(&&found[..word])
}

/// The place of a file in a reply: by standing, then source before tests before docs before what is vendored, then by
/// root and path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) standing: MatchKind,
    /// Whether nothing looks as if a grammar would find a definition.
    pub(super) is_unlikely: bool,
    pub(super) class: PathClass,
    pub(super) root: usize,
    pub(super) path: RootedPath,
    /// How many of its lines match.
    pub(super) lines: u64,
    /// Its length when it was looked at.
    pub(super) size: u64,
}

#[cfg(test)]
mod tests;
