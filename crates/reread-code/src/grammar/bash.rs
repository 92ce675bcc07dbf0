//! Bash and its relatives.

use super::{Declared, Rule, Site, Table};
use crate::SymbolKind;

pub(super) const TABLE: Table = Table {
    rules: &[&[
        ("comment", Rule::Comment),
        ("declaration_command", Rule::Wrap),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("variable_assignment", Rule::Ask(variable)),
        ("command", Rule::Ask(source)),
    ]],
    identifiers: &["word", "variable_name"],
    is_exported: |symbol| symbol.depth == 0,
    ..Table::PLAIN
};

/// A variable set for a single command is not declared.
fn variable(site: Site<'_, '_>) -> Option<Declared> {
    if site.parent.kind() == "command" {
        return None;
    }
    site.declare(SymbolKind::Variable, site.field("name")?)
}

fn source(site: Site<'_, '_>) -> Option<Declared> {
    let word = &site.text[site.field("name")?.byte_range()];
    [b"source".as_slice(), b"."].contains(&word).then(|| Declared::import(site.node.start_byte()))
}
