//! What a text declares, in any language.

use reread_code::{Basis, Language, Outline, Role, Sketch, Symbol, SymbolMatch, roles};
use reread_text::{count_lines, estimate_tokens};

use crate::input::numbers;

/// The first byte is a letter for the language, or anything for none; the second a budget; the rest is the text.
///
/// Symbols nest, lie in the text and on the lines they claim, and are found by their ids. An outline in a budget is
/// within it, pages of lines come to an end, and a sketch has the same outline and only passages of the text.
pub fn outline(data: &[u8]) {
    let Some(([letter, budget], text)) = numbers(data) else { return };
    let language = letter.checked_sub(b'A').and_then(|place| Language::ALL.get(usize::from(place))).copied();
    let outline = Outline::of(text, language);
    assert_eq!(outline.basis() == Basis::Nothing, text.is_empty());
    for (place, symbol) in outline.symbols().iter().enumerate() {
        check_place(text, symbol, place, outline.symbols());
        assert_eq!(outline.find(&symbol.id), SymbolMatch::One(place), "{symbol:?}");
    }
    let budget = u64::from(budget) * 4;
    let shown = outline.within(budget, estimate_tokens);
    assert!(estimate_tokens(shown.text.as_bytes()) <= budget, "{budget} is exceeded by {}", shown.text);
    check_pages(&outline, count_lines(text), budget % 16 + 1);
    check_sketch(text, language, &outline);
    check_roles(text, language, &outline);
}

/// What is said of places rests on the same outline, and what is defined somewhere has its name in that line.
fn check_roles(text: &[u8], language: Option<Language>, outline: &Outline) {
    let places: Vec<_> = (0..text.len()).step_by(7).map(|start| start..start + 3).collect();
    let Some((same, found)) = language.and_then(|language| roles(text, language, &places)) else { return };
    assert_eq!(&same, outline);
    for (place, role) in places.iter().zip(found) {
        if let Role::Defines(symbol) | Role::DefinesPart(symbol) = role {
            assert_eq!(outline.symbols()[symbol].name_line, count_lines(&text[..=place.start]));
        }
    }
}

fn check_place(text: &[u8], symbol: &Symbol, place: usize, symbols: &[Symbol]) {
    assert!(symbol.bytes.start < symbol.bytes.end && symbol.bytes.end <= text.len(), "{symbol:?}");
    assert_eq!(symbol.lines.first(), count_lines(&text[..=symbol.bytes.start]), "{symbol:?}");
    assert_eq!(symbol.lines.last(), count_lines(&text[..symbol.bytes.end]), "{symbol:?}");
    assert!(symbol.lines.contains(symbol.name_line), "{symbol:?}");
    match symbol.parent {
        Some(parent) => {
            let around = &symbols[parent];
            assert!(parent < place && around.depth + 1 == symbol.depth, "{symbol:?} in {around:?}");
            let lies_in = around.bytes.start <= symbol.bytes.start && symbol.bytes.end <= around.bytes.end;
            assert!(lies_in, "{symbol:?} sticks out of {around:?}");
        }
        None => assert_eq!(symbol.depth, 0),
    }
    let before = symbols[..place].iter().rev().find(|other| other.parent == symbol.parent);
    // Several names of one statement share its place.
    let follows = |before: &Symbol| before.bytes.end <= symbol.bytes.start || before.bytes == symbol.bytes;
    assert!(before.is_none_or(follows), "{symbol:?} runs into {before:?}");
}

fn check_pages(outline: &Outline, lines: u64, max_lines: u64) {
    let mut first = 1;
    while first <= lines {
        let last = outline.chunk_end(first, max_lines);
        assert!(last >= first && last < first + max_lines);
        first = last + 1;
    }
}

fn check_sketch(text: &[u8], language: Option<Language>, outline: &Outline) {
    let sketch = Sketch::of(text, language);
    assert_eq!(sketch.outline, *outline);
    for passage in sketch.head.iter().chain(&sketch.imports).chain(&sketch.todos) {
        assert!(passage.bytes.start < passage.bytes.end && passage.bytes.end <= text.len(), "{passage:?}");
        assert_eq!(passage.lines.first(), count_lines(&text[..=passage.bytes.start]), "{passage:?}");
        assert_eq!(passage.lines.last(), count_lines(&text[..passage.bytes.end]), "{passage:?}");
    }
}
