//! Bash and its relatives.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("declaration_command", Rule::Wrap),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("variable_assignment", Rule::Ask(variable)),
        ("command", Rule::Ask(source)),
    ]],
    identifiers: &["word", "variable_name"],
    is_exported: |symbol| symbol.depth == 0,
    ..LanguageTable::PLAIN
};

/// A variable set for a single command is not declared.
fn variable(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    if site.parent.kind() == "command" {
        return None;
    }
    site.declare(SymbolKind::Variable, site.field("name")?)
}

fn source(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let word = &site.text[site.field("name")?.byte_range()];
    [b"source".as_slice(), b"."].contains(&word).then(|| DeclaredSymbol::import(site.node.start_byte()))
}
