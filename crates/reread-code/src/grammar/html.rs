//! HTML. Elements with an `id`, landmarks and headings are listed; the walk descends into all other elements.

mod open_tags;

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, MAX_NAME, Rule, Site, child, one_line};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("element", Rule::Ask(element)),
        ("script_element", Rule::Ask(element)),
        ("style_element", Rule::Ask(element)),
    ]],
    separator: " > ",
    identifiers: &["tag_name", "attribute_name", "attribute_value"],
    is_readable: open_tags::are_few,
    ..LanguageTable::PLAIN
};

const LANDMARKS: &[&str] = &[
    "html", "head", "title", "body", "header", "nav", "main", "section", "article", "aside", "footer",
    "form", "dialog", "template", "script", "style",
];

fn element(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let tag = site.child(&["start_tag", "self_closing_tag"])?;
    let tag_name = child(tag, &["tag_name"])?;
    let word = site.text_of(tag_name).to_ascii_lowercase();
    let id = id(tag, site.text);
    let is_heading = matches!(word.as_bytes(), [b'h', b'1'..=b'6']);
    let (name, head_end) = match id {
        Some(id) => (format!("{word}#{id}"), tag.end_byte()),
        None if is_heading => (format!("{word} {}", inner_text(site)), site.node.end_byte()),
        None if LANDMARKS.contains(&word.as_str()) => (word, tag.end_byte()),
        None => return None,
    };
    let declared = DeclaredSymbol::new(SymbolKind::Element, name, tag_name.start_byte())?;
    Some(DeclaredSymbol { head_end: Some(head_end), ..declared })
}

fn id(tag: Node<'_>, text: &[u8]) -> Option<String> {
    let mut cursor = tag.walk();
    tag.children(&mut cursor).filter(|child| child.kind() == "attribute").find_map(|attribute| {
        let name = attribute.named_child(0)?;
        if !text[name.byte_range()].eq_ignore_ascii_case(b"id") {
            return None;
        }
        let value = attribute.named_child(1)?;
        let value = value.named_child(0).unwrap_or(value);
        let id = one_line(&text[value.byte_range()], MAX_NAME);
        (!id.is_empty()).then_some(id)
    })
}

/// The text of a heading without its tags.
fn inner_text(site: Site<'_, '_>) -> String {
    let mut words = Vec::new();
    let mut in_tag = false;
    for byte in &site.text[site.node.byte_range()][..site.node.byte_range().len().min(4 * MAX_NAME)] {
        match byte {
            b'<' => in_tag = true,
            b'>' => {
                in_tag = false;
                words.push(b' ');
            }
            _ if !in_tag => words.push(*byte),
            _ => {}
        }
    }
    one_line(&words, MAX_NAME)
}
