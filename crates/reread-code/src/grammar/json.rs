//! JSON. What stands in arrays has no name, and so no line.

use super::{Declared, Rule, Site, Table};
use crate::SymbolKind;

pub(super) const TABLE: Table = Table {
    rules: &[&[("comment", Rule::Comment), ("pair", Rule::Ask(pair)), ("array", Rule::Skip)]],
    identifiers: &["string_content"],
    max_depth: 4,
    ..Table::PLAIN
};

fn pair(site: Site<'_, '_>) -> Option<Declared> {
    let key = site.field("key")?;
    let declared = site.declare(SymbolKind::Key, key.named_child(0).unwrap_or(key))?;
    let value = site.field("value").filter(|value| matches!(value.kind(), "object" | "array"));
    let head_end =
        value.filter(|value| value.end_byte() - value.start_byte() > 40).map(|value| value.start_byte());
    Some(Declared { head_end, ..declared })
}
