//! PHP.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("attribute_list", Rule::Attribute),
        ("namespace_use_declaration", Rule::Import),
        ("namespace_definition", Rule::Ask(namespace)),
        ("class_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("interface_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("trait_declaration", Rule::Define(SymbolKind::Trait, "name")),
        ("enum_declaration", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_case", Rule::Define(SymbolKind::Variant, "name")),
        ("method_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("const_declaration", Rule::Wrap),
        ("const_element", Rule::Ask(constant)),
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

/// A namespace with braces is a symbol. Without braces it applies to the whole file and is not listed.
fn namespace(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    site.field("body")?;
    site.declare(SymbolKind::Module, site.field("name")?)
}

fn constant(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    site.declare(SymbolKind::Constant, site.child(&["name"])?)
}

fn property(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let variable = site.field("name")?;
    site.declare(SymbolKind::Field, variable.named_child(0).unwrap_or(variable))
}
