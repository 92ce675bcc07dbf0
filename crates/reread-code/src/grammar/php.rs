//! PHP.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("attribute_list", Rule::Attribute),
        ("namespace_use_declaration", Rule::Import),
        // Without braces a namespace applies to the whole file and is not listed.
        ("namespace_definition", Rule::Ask(|site| site.declare_with_body(SymbolKind::Module))),
        ("class_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("interface_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("trait_declaration", Rule::Define(SymbolKind::Trait, "name")),
        ("enum_declaration", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_case", Rule::Define(SymbolKind::Variant, "name")),
        ("method_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("const_declaration", Rule::Wrap),
        ("const_element", Rule::Ask(|site| site.declare(SymbolKind::Constant, site.child(&["name"])?))),
        ("property_declaration", Rule::Wrap),
        ("property_element", Rule::Ask(property)),
        ("anonymous_function", Rule::Local),
        ("arrow_function", Rule::Local),
    ]],
    separator: "::",
    identifiers: &["name"],
    is_exported: |symbol| symbol.depth == 0,
    ..LanguageTable::PLAIN
};

fn property(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let variable = site.field("name")?;
    site.declare(SymbolKind::Field, variable.named_child(0).unwrap_or(variable))
}
