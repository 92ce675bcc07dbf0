//! The sections of a Markdown text, by its headings.
//!
//! A section extends from its heading to the next one of the same or a higher rank. Headings inside quotations and lists
//! are not listed.

use reread_text::LineRange;
use tree_sitter::{Node, Tree};

use crate::drafts::{SymbolDraft, SymbolDrafts};
use crate::grammar::{MAX_NAME, child, one_line};
use crate::line_index::LineIndex;
use crate::walk::trimmed;
use crate::{Symbol, SymbolKind};

struct Heading {
    rank: usize,
    name: String,
    start: usize,
    name_at: usize,
}

/// The sections of a tree, in the order of the text.
pub(crate) fn sections(text: &[u8], tree: &Tree, separator: &'static str) -> SymbolDrafts {
    let headings = headings(text, tree);
    let lines = LineIndex::of(text);
    let mut drafts = SymbolDrafts::new(separator);
    // The open sections: rank and index.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        open.retain(|(rank, _)| *rank < heading.rank);
        if drafts.is_full() {
            break;
        }
        let next = headings[index + 1..].iter().find(|next| next.rank <= heading.rank);
        let bytes = trimmed(text, heading.start..next.map_or(text.len(), |next| next.start));
        let (first, last) = (lines.line_of(bytes.start), lines.line_of(bytes.end - 1));
        let place = drafts.push(SymbolDraft {
            symbol: Symbol {
                kind: SymbolKind::Section,
                name: heading.name.clone(),
                qualified: String::new(),
                id: String::new(),
                signature: format!("{} {}", "#".repeat(heading.rank), heading.name),
                has_body: true,
                doc: None,
                lines: LineRange::new(first, last).expect("a section has at least its heading"),
                name_line: lines.line_of(heading.name_at),
                bytes,
                parent: open.last().map(|(_, place)| *place),
                depth: open.len(),
            },
            owner: None,
            scope: None,
            rival_scope: None,
        });
        open.push((heading.rank, place));
    }
    drafts
}

fn headings(text: &[u8], tree: &Tree) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        headings.extend(heading(node, text));
        if matches!(node.kind(), "document" | "section") && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return headings;
            }
        }
    }
}

fn heading(node: Node<'_>, text: &[u8]) -> Option<Heading> {
    let rank = match node.kind() {
        "atx_heading" => {
            let marks = node.child(0)?;
            marks.kind().strip_prefix("atx_h")?.strip_suffix("_marker")?.parse().ok()?
        }
        "setext_heading" if child(node, &["setext_h1_underline"]).is_some() => 1,
        "setext_heading" => 2,
        _ => return None,
    };
    let content = node.child_by_field_name("heading_content")?;
    let name = one_line(&text[content.byte_range()], MAX_NAME);
    // `#` at the end closes a heading if a space is before it.
    let bare = name.trim_end_matches('#');
    let name = if bare.is_empty() || bare.ends_with(' ') { bare.trim_end() } else { name.as_str() };
    let name = (!name.is_empty()).then(|| name.to_owned())?;
    let start = trimmed(text, node.byte_range()).start;
    Some(Heading { rank, name, start, name_at: content.start_byte().max(start) })
}
