//! The raw material for a summary of a text.

use std::ops::Range;

use memchr::memmem;
use reread_text::LineRange;
use tree_sitter::{Node, Tree};

use crate::doc_line::doc_line;
use crate::grammar::{Grammar, Rule, one_line};
use crate::line_index::LineIndex;
use crate::outline::ParsedText;
use crate::walk::trimmed;
use crate::{Language, Outline, SymbolKind};

/// The parts of a summary, all of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// All symbols of the text; `exports` and `constants` are indices into it.
    pub outline: Outline,
    /// The first comment or docstring about the file, except licences.
    pub head: Option<SketchExcerpt>,
    /// In the order of the text.
    pub imports: Vec<SketchExcerpt>,
    /// Symbols that are visible to other files, as indices into the outline.
    pub exports: Vec<usize>,
    /// Constants at the top level or in a type, as indices into the outline.
    pub constants: Vec<usize>,
    /// Lines with `TODO`, `FIXME`, `XXX` or `HACK`, in order.
    pub todos: Vec<SketchExcerpt>,
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchExcerpt {
    /// Counted from 1.
    pub lines: LineRange,
    /// The same range as byte offsets.
    pub bytes: Range<usize>,
    /// The text on one line, shortened; of the head, its first line that contains words.
    pub text: String,
}

/// Bytes. Longer excerpts are cut.
const MAX_PASSAGE: usize = 160;
/// The largest number of excerpts of one kind.
const MAX_PASSAGES: usize = 1000;

impl Sketch {
    /// Makes the sketch of a text; any bytes have one. Without a grammar it has only the outline and the marked lines.
    pub fn of(text: &[u8], language: Option<Language>) -> Self {
        let ParsedText { outline, imports, syntax } = ParsedText::of(text, language);
        let lines = LineIndex::of(if outline.basis() == crate::Basis::Nothing { &[] } else { text });
        let passage = |bytes: Range<usize>| SketchExcerpt::of(text, &lines, bytes);
        let imports = imports.into_iter().take(MAX_PASSAGES).filter_map(passage).collect();
        let head = syntax.as_ref().and_then(|(tree, grammar)| head(text, tree, grammar, &outline));
        let head = head.and_then(|bytes| {
            let said = doc_line(&text[bytes.clone()])?;
            Some(SketchExcerpt { text: said, ..passage(bytes)? })
        });
        let is_exported = syntax.map(|(_, grammar)| grammar.table.is_exported);
        let symbols = outline.symbols().iter().enumerate();
        let exports = symbols
            .clone()
            .filter(|(_, symbol)| {
                symbol.depth <= 1 && is_exported.is_some_and(|is_exported| is_exported(symbol))
            })
            .map(|(place, _)| place)
            .collect();
        let constants = symbols
            .filter(|(_, symbol)| symbol.kind == SymbolKind::Constant && symbol.depth <= 1)
            .map(|(place, _)| place)
            .collect();
        let todos = match outline.basis() {
            crate::Basis::Nothing => Vec::new(),
            _ => todos(text).take(MAX_PASSAGES).filter_map(passage).collect(),
        };
        Self { outline, head, imports, exports, constants, todos }
    }
}

impl SketchExcerpt {
    fn of(text: &[u8], lines: &LineIndex, bytes: Range<usize>) -> Option<Self> {
        let bytes = trimmed(text, bytes);
        let last = bytes.end.checked_sub(1).filter(|last| *last >= bytes.start)?;
        let range = LineRange::new(lines.line_of(bytes.start), lines.line_of(last)).ok()?;
        Some(Self { lines: range, text: one_line(&text[bytes.clone()], MAX_PASSAGE), bytes })
    }
}

/// The comment or docstring about the file: the first one that is not a licence and does not belong to a symbol. In
/// Markdown, the first paragraph.
fn head(text: &[u8], tree: &Tree, grammar: &Grammar, outline: &Outline) -> Option<Range<usize>> {
    let root = tree.root_node();
    let mut cursor = root.walk();
    let mut run: Option<(Range<usize>, usize)> = None;
    for node in root.named_children(&mut cursor) {
        let is_comment = matches!(grammar.rule(node), Some(Rule::Comment));
        let (first, last) = (node.start_position().row, node.end_position().row);
        run = match run {
            Some((bytes, end)) if is_comment && first <= end + 1 => {
                Some((bytes.start..node.end_byte(), last))
            }
            Some((bytes, _)) if is_head(text, &bytes, outline) => return Some(bytes),
            _ if is_comment && !text[node.byte_range()].starts_with(b"#!") => Some((node.byte_range(), last)),
            _ if is_comment || is_passed_over(node) => None,
            _ => return said_by(node, grammar),
        };
    }
    run.map(|(bytes, _)| bytes).filter(|bytes| is_head(text, bytes, outline))
}

fn is_head(text: &[u8], bytes: &Range<usize>, outline: &Outline) -> bool {
    let beginning = &text[bytes.clone()][..bytes.len().min(2048)];
    let beginning = String::from_utf8_lossy(beginning).to_lowercase();
    let is_licence =
        ["copyright", "licensed under", "spdx-license"].iter().any(|mark| beginning.contains(mark));
    let is_of_symbol = outline.symbols().iter().any(|symbol| symbol.bytes.start == bytes.start);
    !is_licence && !is_of_symbol && doc_line(&text[bytes.clone()]).is_some()
}

/// Nodes that may come before the head.
fn is_passed_over(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "php_tag" | "doctype" | "hash_bang_line" | "minus_metadata" | "plus_metadata" | "preproc_ifdef"
    )
}

/// The text about the file in a node that is not a comment.
fn said_by(node: Node<'_>, grammar: &Grammar) -> Option<Range<usize>> {
    if grammar.table.docstrings {
        let string = node.named_child(0).filter(|child| child.kind() == "string")?;
        return Some(string.byte_range());
    }
    let mut cursor = node.walk();
    let paragraph = node.named_children(&mut cursor).find(|child| child.kind() == "paragraph");
    paragraph.filter(|_| node.kind() == "section").map(|paragraph| paragraph.byte_range())
}

/// The lines with a mark that something is left to do.
fn todos(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    reread_text::lines(text).filter_map(move |line| {
        let bytes = start..start + line.len();
        start = bytes.end;
        ["TODO", "FIXME", "XXX", "HACK"].iter().any(|mark| has_word(line, mark.as_bytes())).then_some(bytes)
    })
}

fn has_word(line: &[u8], word: &[u8]) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memmem::find_iter(line, word).any(|at| {
        !is_part(at.checked_sub(1).and_then(|before| line.get(before))) && !is_part(line.get(at + word.len()))
    })
}
