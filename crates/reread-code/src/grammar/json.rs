//! JSON. Elements of arrays have no name and are not listed.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[("comment", Rule::Comment), ("pair", Rule::Ask(pair)), ("array", Rule::Skip)]],
    identifiers: &["string_content"],
    max_depth: 4,
    ..LanguageTable::PLAIN
};

fn pair(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let key = site.field("key")?;
    let declared = site.declare(SymbolKind::Key, key.named_child(0).unwrap_or(key))?;
    let value = site.field("value").filter(|value| matches!(value.kind(), "object" | "array"));
    let head_end =
        value.filter(|value| value.end_byte() - value.start_byte() > 40).map(|value| value.start_byte());
    Some(DeclaredSymbol { head_end, ..declared })
}
