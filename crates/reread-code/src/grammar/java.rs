//! Java.

use super::{DeclaredSymbol, LanguageTable, Rule, Site, is_shouted};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("line_comment", Rule::Comment),
        ("block_comment", Rule::Comment),
        ("annotation", Rule::Attribute),
        ("marker_annotation", Rule::Attribute),
        ("package_declaration", Rule::Skip),
        ("import_declaration", Rule::Import),
        ("class_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("record_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("interface_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("annotation_type_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("enum_declaration", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_constant", Rule::Define(SymbolKind::Variant, "name")),
        ("method_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("constructor_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("compact_constructor_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("annotation_type_element_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("field_declaration", Rule::Wrap),
        ("constant_declaration", Rule::Wrap),
        ("variable_declarator", Rule::Ask(field)),
        ("static_initializer", Rule::Local),
        ("lambda_expression", Rule::Local),
    ]],
    identifiers: &["identifier", "type_identifier"],
    is_exported: |symbol| symbol.signature.starts_with("public "),
    ..LanguageTable::PLAIN
};

fn field(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = site.declare(SymbolKind::Field, site.field("name")?)?;
    let kind = if is_shouted(&declared.name) { SymbolKind::Constant } else { SymbolKind::Field };
    Some(DeclaredSymbol { kind, ..declared })
}
