//! Python. Documentation is the string that a body begins with, or the comment above.

use std::collections::HashSet;

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, bound_names, is_shouted};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("import_statement", Rule::Import),
        ("import_from_statement", Rule::Import),
        ("future_import_statement", Rule::Import),
        ("decorated_definition", Rule::Wrap),
        ("decorator", Rule::Attribute),
        ("class_definition", Rule::Define(SymbolKind::Class, "name")),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("type_alias_statement", Rule::Define(SymbolKind::Type, "left")),
        ("expression_statement", Rule::Wrap),
        ("assignment", Rule::Ask(assignment)),
        ("lambda", Rule::Local),
    ]],
    docstrings: true,
    is_readable: has_few_indents,
    is_exported: |symbol| symbol.depth == 0 && !symbol.name.starts_with('_'),
    // At the end of each block, the scanner reads all comments and blank lines below it.
    further_reread: 1_300_000,
    ..LanguageTable::PLAIN
};

/// `a = 1`, `a, b = 1, 2` and `a = b = 1`. The inner one of a chain is declared with the outer one.
fn assignment(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    if site.parent.kind() == "assignment" {
        return None;
    }
    let mut names = Vec::new();
    let mut link = Some(site.node);
    while let Some(assignment) = link.filter(|link| link.kind() == "assignment") {
        let is_other = |node: Node<'_>| matches!(node.kind(), "attribute" | "subscript");
        let left = assignment.child_by_field_name("left").filter(|left| !is_other(*left));
        names.extend(left.into_iter().flat_map(|left| bound_names(left, &["identifier"], is_other)));
        link = assignment.child_by_field_name("right");
    }
    let declared = site.declare_all(SymbolKind::Variable, &names)?;
    let kind = if is_shouted(&declared.name) { SymbolKind::Constant } else { SymbolKind::Variable };
    Some(DeclaredSymbol { kind, ..declared })
}

/// The scanner stores every open indentation with two bytes in a buffer of 1,024 bytes, and up to 257 bytes of strings.
/// Open indentations have different widths, so a limit on the number of widths limits the buffer.
const MAX_INDENTS: usize = 380;

fn has_few_indents(text: &[u8]) -> bool {
    let mut widths: HashSet<u16> = HashSet::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\n' {
            continue;
        }
        let mut width = 0_u16;
        while let Some(byte) = rest.peek() {
            match byte {
                b' ' => width = width.wrapping_add(1),
                b'\t' => width = width.wrapping_add(8),
                b'\n' | b'\r' | b'\x0c' => width = 0,
                // A backslash joins lines, and their indentation.
                b'\\' => {
                    rest.next();
                    rest.next_if_eq(&b'\r');
                    if rest.peek() != Some(&b'\n') {
                        break;
                    }
                }
                _ => break,
            }
            rest.next();
        }
        widths.insert(width);
        if widths.len() > MAX_INDENTS {
            return false;
        }
    }
    true
}
