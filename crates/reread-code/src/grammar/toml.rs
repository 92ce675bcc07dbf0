//! TOML. A table is named by its whole path and contains its keys.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("table", Rule::Ask(table)),
        ("table_array_element", Rule::Ask(table)),
        ("pair", Rule::Ask(pair)),
        ("array", Rule::Skip),
        ("inline_table", Rule::Skip),
    ]],
    identifiers: &["bare_key", "quoted_key"],
    max_depth: 4,
    ..LanguageTable::PLAIN
};

const KEYS: &[&str] = &["bare_key", "dotted_key", "quoted_key"];

fn table(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.child(KEYS)?;
    let head_end = site.child(&["]", "]]"]).map(|bracket| bracket.end_byte());
    Some(DeclaredSymbol { head_end, ..site.declare(SymbolKind::Table, name)? })
}

fn pair(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = site.declare(SymbolKind::Key, site.child(KEYS)?)?;
    let value = site.child(&["array", "inline_table"]);
    let is_long = |value: &tree_sitter::Node<'_>| value.end_byte() - value.start_byte() > 40;
    Some(DeclaredSymbol { head_end: value.filter(is_long).map(|value| value.start_byte()), ..declared })
}
