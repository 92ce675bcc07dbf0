//! What holds for every text in every language, well formed or not.

use proptest::prelude::*;
use reread_code::{Language, Outline, Sketch, Symbol, SymbolMatch};
use reread_text::{count_lines, estimate_tokens, fit_sections};

use crate::languages::SAMPLES;

/// Pieces that mean something in some language, and some that mean nothing.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "    ",
    "\t",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    ",",
    "=",
    "=>",
    "->",
    "\"",
    "'",
    "`",
    "/*",
    "*/",
    "//",
    "///",
    "#",
    "##",
    "#!",
    "<!--",
    "-->",
    "<",
    ">",
    "</",
    "---\n",
    "===\n",
    "- ",
    "* ",
    "~1",
    ".",
    "::",
    "\\",
    "\0",
    "\u{feff}",
    "é",
    "fn a",
    "fn",
    "impl a for b ",
    "impl",
    "struct A",
    "class A",
    "def a",
    "end",
    "function a",
    "export ",
    "export default ",
    "const a",
    "let ",
    "namespace a",
    "template <typename T> ",
    "@a ",
    "#[a]",
    "mod a",
    "trait A",
    "enum A",
    "interface A",
    "type A",
    "package a",
    "import a",
    "static ",
    "public ",
    "return ",
    "if a",
    "then",
    "do",
    "<<EOF\n",
    "EOF\n",
    "key: ",
    "[a]\n",
    "[[a]]\n",
    "a = 1\n",
    "\"\"\"",
    "'''",
    "?>",
    "<?php ",
    "${",
    "#{",
    "=begin\n",
    "=end\n",
    "--[[",
    "]]",
    "macro_rules! a",
    "extension A",
    "func a",
    "fun a",
    "var a",
];

fn soup() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(PIECES), 0..120)
        .prop_map(|pieces| pieces.concat().into_bytes())
}

/// A sample with stretches removed, repeated or replaced.
fn broken_sample() -> impl Strategy<Value = (Language, Vec<u8>)> {
    let edit = (any::<prop::sample::Index>(), 0..60_usize, prop::option::of(prop::sample::select(PIECES)));
    (prop::sample::select(SAMPLES), prop::collection::vec(edit, 0..6)).prop_map(
        |((language, text), edits)| {
            let mut text = text.as_bytes().to_vec();
            for (at, length, piece) in edits {
                let start = at.index(text.len() + 1);
                let end = (start + length).min(text.len());
                text.splice(start..end, piece.unwrap_or_default().bytes());
            }
            (language, text)
        },
    )
}

fn any_text() -> impl Strategy<Value = (Option<Language>, Vec<u8>)> {
    let language = prop::option::weighted(0.9, prop::sample::select(Language::ALL.to_vec()));
    prop_oneof![
        3 => broken_sample().prop_map(|(language, text)| (Some(language), text)),
        2 => (language.clone(), soup()),
        1 => (language, prop::collection::vec(any::<u8>(), 0..200)),
    ]
}

/// Each symbol lies in the one around it, beside the one before it, and in the text.
fn check_nesting(text: &[u8], symbols: &[Symbol]) {
    for (place, symbol) in symbols.iter().enumerate() {
        assert!(symbol.bytes.start < symbol.bytes.end && symbol.bytes.end <= text.len(), "{symbol:?}");
        let first = count_lines(&text[..symbol.bytes.start + 1]);
        let last = count_lines(&text[..symbol.bytes.end]);
        assert_eq!((symbol.lines.first(), symbol.lines.last()), (first, last), "{symbol:?}");
        assert!(symbol.lines.contains(symbol.name_line), "{symbol:?}");
        if let Some(parent) = symbol.parent {
            let around = &symbols[parent];
            assert!(parent < place && around.depth + 1 == symbol.depth, "{symbol:?} in {around:?}");
            assert!(around.bytes.start <= symbol.bytes.start && symbol.bytes.end <= around.bytes.end);
            assert!(around.lines.covers(symbol.lines));
        } else {
            assert_eq!(symbol.depth, 0);
        }
        let before = symbols[..place].iter().rev().find(|other| other.parent == symbol.parent);
        if let Some(before) = before {
            let is_beside = before.bytes.end <= symbol.bytes.start || before.is_declared_with(symbol);
            assert!(is_beside, "{symbol:?} runs into {before:?}");
        }
    }
}

fn check_names(outline: &Outline) {
    for (place, symbol) in outline.symbols().iter().enumerate() {
        assert_eq!(outline.find(&symbol.id), SymbolMatch::One(place), "{symbol:?}");
        assert_ne!(outline.find(&symbol.qualified), SymbolMatch::None, "{symbol:?}");
        assert!(!symbol.name.is_empty() && !symbol.signature.is_empty(), "{symbol:?}");
        let doc = symbol.doc.as_deref().unwrap_or_default();
        for text in [&symbol.name, &symbol.id, &symbol.signature, doc] {
            assert!(!text.contains(char::is_control), "{symbol:?}");
        }
        assert!(symbol.name.len() <= 320 && symbol.signature.len() <= 170 && doc.len() <= 130, "{symbol:?}");
    }
}

proptest! {
    #[test]
    fn symbols_nest_and_are_found_by_their_ids((language, text) in any_text()) {
        let outline = Outline::of(&text, language);
        check_nesting(&text, outline.symbols());
        check_names(&outline);
        prop_assert_eq!(Outline::of(&text, language), outline);
    }

    #[test]
    fn pages_come_to_the_end(
        (language, text) in any_text(),
        first in 0..40_u64,
        max_lines in 0..30_u64,
    ) {
        let outline = Outline::of(&text, language);
        let end = outline.chunk_end(first, max_lines);
        prop_assert!(end >= first.max(1) && end < first.max(1) + max_lines.max(1));
    }

    #[test]
    fn summaries_fit_and_larger_ones_show_no_less(
        (language, text) in any_text(),
        tokens in 1..120_u64,
        more in 0..120_u64,
    ) {
        let shown = String::from_utf8_lossy(&text);
        let sections = Sketch::of(&text, language).summary(&shown).sections;
        let fitted = |max| fit_sections(&sections, |text| estimate_tokens(text.as_bytes()) <= max);
        let (small, large) = (fitted(tokens), fitted(tokens + more));
        prop_assert!(estimate_tokens(small.text.as_bytes()) <= tokens);
        let count = |left_out: &[(&str, u64)]| left_out.iter().map(|(_, count)| count).sum::<u64>();
        prop_assert!(count(&large.left_out) <= count(&small.left_out));
        for row in sections.iter().flat_map(|section| &section.rows) {
            prop_assert!(!row.text.is_empty() && !row.text.contains(char::is_control), "{row:?}");
        }
        prop_assert_eq!(Sketch::of(&text, language).summary(&shown).sections, sections);
    }
}
