//! Ruby. Here documents are masked, because the scanner stores their names in a fixed buffer and aborts the process when
//! it overflows.

use std::borrow::Cow;

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, bound_names};
use crate::SymbolKind;
use crate::heredocs::without_heredocs;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("module", Rule::Ask(|site| headed(site, SymbolKind::Module, "name"))),
        ("class", Rule::Ask(|site| headed(site, SymbolKind::Class, "superclass"))),
        ("method", Rule::Ask(|site| headed(site, SymbolKind::Function, "parameters"))),
        ("singleton_method", Rule::Ask(|site| headed(site, SymbolKind::Function, "parameters"))),
        ("assignment", Rule::Ask(constants)),
        ("call", Rule::Ask(require)),
        ("block", Rule::Local),
        ("do_block", Rule::Local),
        ("lambda", Rule::Local),
    ]],
    separator: "::",
    identifiers: &["identifier", "constant", "instance_variable", "class_variable", "global_variable"],
    prepare: |text| Cow::Owned(without_heredocs(text)),
    is_exported: |symbol| symbol.depth == 0,
    ..LanguageTable::PLAIN
};

/// The head ends with that field if it exists, because an empty body has no node in the tree.
fn headed(site: Site<'_, '_>, kind: SymbolKind, last: &str) -> Option<DeclaredSymbol> {
    let name = site.field("name")?;
    let head_end = site.field(last).unwrap_or(name).end_byte();
    Some(DeclaredSymbol { head_end: Some(head_end), ..site.declare(kind, name)? })
}

/// `A = 1`, `A, B = 1, 2` and `A = B = 1`. The inner one of a chain is declared with the outer one.
fn constants(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    if site.parent.kind() == "assignment" {
        return None;
    }
    let mut names = Vec::new();
    let mut link = Some(site.node);
    while let Some(assignment) = link.filter(|link| link.kind() == "assignment") {
        let left = assignment.child_by_field_name("left");
        let is_other = |node: Node<'_>| {
            !matches!(node.kind(), "constant" | "rest_assignment" | "destructured_left_assignment")
        };
        let left = left.filter(|left| left.kind() == "left_assignment_list" || !is_other(*left));
        names.extend(left.into_iter().flat_map(|left| bound_names(left, &["constant"], is_other)));
        link = assignment.child_by_field_name("right");
    }
    site.declare_all(SymbolKind::Constant, &names)
}

fn require(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let method = site.field("method").filter(|_| site.field("receiver").is_none())?;
    let word = &site.text[method.byte_range()];
    let is_import = [b"require".as_slice(), b"require_relative", b"load", b"autoload"].contains(&word);
    is_import.then(|| DeclaredSymbol::import(site.node.start_byte()))
}
