//! Outlines by indentation, for texts without a grammar.
//!
//! A line is the head of a block if the next line that is not blank is indented more. The block continues while lines are
//! indented more, and includes a closing bracket or `end` below it. This is a heuristic, and the outline says so.

use reread_text::{LineRange, lines};

use crate::drafts::{SymbolDraft, SymbolDrafts};
use crate::grammar::one_line;
use crate::{Symbol, SymbolKind};

pub(crate) const SEPARATOR: &str = " > ";
const MAX_DEPTH: usize = 16;
const MAX_HEAD: usize = 60;
/// Columns of a tab.
const TAB: usize = 4;

/// A line that is not blank.
struct Line<'a> {
    number: u64,
    indent: usize,
    start: usize,
    text: &'a [u8],
}

/// A block whose end is not known yet.
struct Open {
    indent: usize,
    place: usize,
}

/// The blocks of a text, in order.
pub(crate) fn blocks(text: &[u8]) -> SymbolDrafts {
    let mut drafts = SymbolDrafts::new(SEPARATOR);
    let mut open: Vec<Open> = Vec::new();
    let mut before: Option<Line<'_>> = None;
    let mut all = filled_lines(text).peekable();
    while let Some(line) = all.next() {
        let is_head = all.peek().is_some_and(|next| next.indent > line.indent);
        let closes = !is_head && is_closer(line.text);
        while let Some(block) = open.pop_if(|block| block.indent >= line.indent) {
            let last = if closes && block.indent == line.indent { Some(&line) } else { before.as_ref() };
            if let Some(last) = last {
                drafts.end(block.place, last.start + last.text.len(), last.number);
            }
        }
        if is_head && open.len() < MAX_DEPTH && !drafts.is_full() {
            let parent = open.last().map(|block| block.place);
            let place = drafts.push(draft(&line, parent, open.len()));
            open.push(Open { indent: line.indent, place });
        }
        before = Some(line);
    }
    for block in open {
        if let Some(last) = &before {
            drafts.end(block.place, last.start + last.text.len(), last.number);
        }
    }
    drafts
}

fn draft(line: &Line<'_>, parent: Option<usize>, depth: usize) -> SymbolDraft {
    let whole = one_line(line.text, MAX_HEAD);
    let head = whole.trim_end_matches(['{', '(', '[', ':', ' ']);
    let name = if head.is_empty() { whole.clone() } else { head.to_owned() };
    SymbolDraft {
        symbol: Symbol {
            kind: SymbolKind::Block,
            name,
            qualified: String::new(),
            id: String::new(),
            signature: whole,
            has_body: true,
            doc: None,
            lines: LineRange::new(line.number, line.number).expect("lines are counted from 1"),
            name_line: line.number,
            bytes: line.start..line.start + line.text.len(),
            parent,
            depth,
        },
        owner: None,
        scope: None,
        rival_scope: None,
    }
}

fn filled_lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let numbered = lines(text).zip(1..).map(move |(line, number)| {
        let indented = line.trim_ascii_start();
        let white = &line[..line.len() - indented.len()];
        let indent = white.iter().map(|byte| if *byte == b'\t' { TAB } else { 1 }).sum();
        let found = Line { number, indent, start: start + white.len(), text: indented.trim_ascii_end() };
        start += line.len();
        found
    });
    numbered.filter(|line| !line.text.is_empty())
}

fn is_closer(line: &[u8]) -> bool {
    matches!(line[0], b'}' | b')' | b']')
        || line.starts_with(b"</")
        || line == b"end"
        || line.starts_with(b"end ")
}
