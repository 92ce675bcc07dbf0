//! TOML. A table is called by its whole path; keys stand in their table.

use super::{Declared, Rule, Site, Table};
use crate::SymbolKind;

pub(super) const TABLE: Table = Table {
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
    ..Table::PLAIN
};

const KEYS: &[&str] = &["bare_key", "dotted_key", "quoted_key"];

fn table(site: Site<'_, '_>) -> Option<Declared> {
    let name = site.child(KEYS)?;
    let head_end = site.child(&["]", "]]"]).map(|bracket| bracket.end_byte());
    Some(Declared { head_end, ..site.declare(SymbolKind::Table, name)? })
}

fn pair(site: Site<'_, '_>) -> Option<Declared> {
    let declared = site.declare(SymbolKind::Key, site.child(KEYS)?)?;
    let value = site.child(&["array", "inline_table"]);
    let is_long = |value: &tree_sitter::Node<'_>| value.end_byte() - value.start_byte() > 40;
    Some(Declared { head_end: value.filter(is_long).map(|value| value.start_byte()), ..declared })
}
