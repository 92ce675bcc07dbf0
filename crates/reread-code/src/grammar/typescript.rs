//! TypeScript and TSX: JavaScript with types.

use super::{DeclaredSymbol, LanguageTable, Rule, Site, ecmascript};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[RULES, ecmascript::RULES],
    identifiers: ecmascript::IDENTIFIERS,
    is_exported: ecmascript::is_exported,
    ..LanguageTable::PLAIN
};

const RULES: &[(&str, Rule)] = &[
    ("ambient_declaration", Rule::Wrap),
    ("internal_module", Rule::Define(SymbolKind::Module, "name")),
    ("module", Rule::Define(SymbolKind::Module, "name")),
    ("abstract_class_declaration", Rule::Define(SymbolKind::Class, "name")),
    ("interface_declaration", Rule::Define(SymbolKind::Interface, "name")),
    ("type_alias_declaration", Rule::Define(SymbolKind::Type, "name")),
    ("enum_declaration", Rule::Define(SymbolKind::Enum, "name")),
    ("enum_assignment", Rule::Define(SymbolKind::Variant, "name")),
    ("property_identifier", Rule::Ask(variant)),
    ("function_signature", Rule::Define(SymbolKind::Function, "name")),
    ("method_signature", Rule::Define(SymbolKind::Method, "name")),
    ("abstract_method_signature", Rule::Define(SymbolKind::Method, "name")),
    ("property_signature", Rule::Define(SymbolKind::Field, "name")),
    ("public_field_definition", Rule::Ask(ecmascript::field)),
];

/// A member of an enumeration without a value consists of a name only.
fn variant(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    if site.parent.kind() != "enum_body" {
        return None;
    }
    site.declare(SymbolKind::Variant, site.node)
}
