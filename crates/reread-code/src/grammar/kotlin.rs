//! Kotlin.

use super::{DeclaredSymbol, LanguageTable, Rule, Site, child};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("line_comment", Rule::Comment),
        ("block_comment", Rule::Comment),
        ("annotation", Rule::Attribute),
        ("package_header", Rule::Skip),
        ("import", Rule::Import),
        ("class_declaration", Rule::Ask(class)),
        ("object_declaration", Rule::Define(SymbolKind::Object, "name")),
        ("companion_object", Rule::Ask(|site| site.declare_or(SymbolKind::Object, "Companion"))),
        ("enum_entry", Rule::Ask(|site| site.declare(SymbolKind::Variant, site.child(&["identifier"])?))),
        ("type_alias", Rule::Ask(alias)),
        ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
        ("secondary_constructor", Rule::Ask(constructor)),
        ("property_declaration", Rule::Ask(property)),
        ("anonymous_initializer", Rule::Local),
        ("anonymous_function", Rule::Local),
        ("lambda_literal", Rule::Local),
    ]],
    bodies: &["function_body", "class_body", "enum_class_body", "block", "getter", "setter"],
    is_exported: |symbol| {
        !symbol.signature.starts_with("private ") && !symbol.signature.starts_with("internal ")
    },
    ..LanguageTable::PLAIN
};

fn class(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let kind = match () {
        () if site.child(&["interface"]).is_some() => SymbolKind::Interface,
        () if site.child(&["enum_class_body"]).is_some() => SymbolKind::Enum,
        () => SymbolKind::Class,
    };
    site.declare(kind, site.field("name")?)
}

fn alias(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.field("type").or_else(|| site.child(&["identifier"]))?;
    site.declare(SymbolKind::Type, name)
}

fn constructor(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    DeclaredSymbol::new(SymbolKind::Method, "constructor".to_owned(), site.node.start_byte())
}

fn property(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let variable = site.child(&["variable_declaration"])?;
    let declared = site.declare(SymbolKind::Field, child(variable, &["identifier"])?)?;
    let is_constant = site
        .child(&["modifiers"])
        .is_some_and(|modifiers| site.text[modifiers.byte_range()].ends_with(b"const"));
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
    Some(DeclaredSymbol { kind, ..declared })
}
