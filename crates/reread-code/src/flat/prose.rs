//! Prose, and text of no known shape.

use reread_text::{Section, SectionLayout, SectionRow};

use super::excerpt::{FlatLine, shortened};
use super::log::{Level, level};
use super::{Shape, counted};

/// Words in a line of prose, on average.
const WORDS: usize = 5;
/// Bytes of a heading.
const MAX_HEADING: usize = 80;
/// Lines that are listed as notable, and headings.
const MAX_LISTED: usize = 200;

/// Words in capitals that make a line of any text notable.
const SHOUTS: &[&str] = &["IMPORTANT", "NOTE", "DEPRECATED", "DANGER", "CAUTION", "ATTENTION"];

/// The shape of prose, if the lines are some: many words in a line.
pub(super) fn shape(lines: &[FlatLine<'_>]) -> Option<Shape> {
    let words: usize = lines.iter().map(|line| line.text.split_whitespace().count()).sum();
    let is_indented = lines.windows(2).any(|two| indent(two[1].text) > indent(two[0].text));
    (!lines.is_empty() && !is_indented && words >= lines.len() * WORDS)
        .then(|| described("prose", words, lines))
}

/// The shape of a text that is nothing else.
pub(super) fn shapeless(lines: &[FlatLine<'_>]) -> Shape {
    let words: usize = lines.iter().map(|line| line.text.split_whitespace().count()).sum();
    described("text", words, lines)
}

fn described(kind: &str, words: usize, lines: &[FlatLine<'_>]) -> Shape {
    let paragraphs = lines.iter().filter(|line| line.opens).count();
    let longest = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let counts = [
        counted(paragraphs, "paragraph", "paragraphs"),
        counted(words, "word", "words"),
        format!("longest line {}", counted(longest, "character", "characters")),
    ];
    let rows: Vec<SectionRow> = headings(lines).map(|text| SectionRow { text, weight: 0 }).collect();
    let nouns = ("section", "sections");
    let parts = Section { title: "sections", nouns, layout: SectionLayout::Lines, rows };
    let notable = lines.iter().filter(|line| is_notable(line.text)).take(MAX_LISTED).map(FlatLine::shown);
    let notable = notable.collect();
    Shape { parts: Some(parts), notable, ..Shape::of(format!("{kind}, {}", counts.join(", ")), lines) }
}

/// Lines that are underlined, in capitals, or numbered, at the beginning of a paragraph.
fn headings<'a>(lines: &'a [FlatLine<'a>]) -> impl Iterator<Item = String> + 'a {
    let next = lines.iter().skip(1).map(Some).chain(std::iter::once(None));
    let is_heading = |line: &FlatLine<'_>, next: Option<&FlatLine<'_>>| {
        let text = line.text.trim();
        let is_underlined = next.is_some_and(|next| !next.opens && is_rule(next.text));
        let is_alone = next.is_none_or(|next| next.opens);
        let is_short = text.len() <= MAX_HEADING && !text.ends_with(['.', ',', ';']);
        line.opens
            && is_short
            && !is_rule(text)
            && (is_underlined || is_alone && (is_capital(text) || is_numbered(text)))
    };
    let found = lines.iter().zip(next).filter(move |(line, next)| is_heading(line, *next));
    found.take(MAX_LISTED).map(|(line, _)| format!("{} {}", line.number, shortened(line.text)))
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && ["=", "-", "~", "*", "#"].iter().any(|sign| line.replace(sign, "").is_empty())
}

fn is_capital(line: &str) -> bool {
    line.chars().filter(|character| character.is_alphabetic()).count() >= 3
        && line.chars().all(|character| !character.is_lowercase())
}

/// `1. Title`, `2.3 Title`.
fn is_numbered(line: &str) -> bool {
    let number = line.split(' ').next().unwrap_or_default();
    let has_words = line.len() > number.len() + 1;
    has_words && number.starts_with(|first: char| first.is_ascii_digit()) && number.contains('.')
}

/// Whether a line calls for attention in capitals, or begins with an error or a warning.
fn is_notable(line: &str) -> bool {
    let first = line.split(|character: char| !character.is_alphanumeric()).find(|word| !word.is_empty());
    let states = |word: &str| matches!(level(word), Some(Level::Error | Level::Warning));
    let is_stated = first.is_some_and(|word| states(word) && line.contains(&format!("{word}:")));
    let mut words = line.split(|character: char| !character.is_alphanumeric());
    is_stated
        || words.any(|word| SHOUTS.contains(&word) || (word.len() > 3 && is_capital(word) && states(word)))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
