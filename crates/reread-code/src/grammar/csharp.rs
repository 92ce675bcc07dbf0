//! C#.

use super::{DeclaredSymbol, LanguageTable, Rule, SQUARES_WITH_MACROS, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("attribute_list", Rule::Attribute),
        ("using_directive", Rule::Import),
        ("namespace_declaration", Rule::Define(SymbolKind::Module, "name")),
        ("class_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("record_declaration", Rule::Define(SymbolKind::Class, "name")),
        ("struct_declaration", Rule::Define(SymbolKind::Struct, "name")),
        ("interface_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("enum_declaration", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_member_declaration", Rule::Define(SymbolKind::Variant, "name")),
        ("delegate_declaration", Rule::Define(SymbolKind::Type, "name")),
        ("method_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("constructor_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("destructor_declaration", Rule::Ask(destructor)),
        ("operator_declaration", Rule::Ask(operator)),
        ("indexer_declaration", Rule::Ask(indexer)),
        ("local_function_statement", Rule::Define(SymbolKind::Function, "name")),
        ("property_declaration", Rule::Define(SymbolKind::Property, "name")),
        ("event_declaration", Rule::Define(SymbolKind::Property, "name")),
        ("field_declaration", Rule::Wrap),
        ("event_field_declaration", Rule::Wrap),
        ("variable_declaration", Rule::Wrap),
        ("variable_declarator", Rule::Define(SymbolKind::Field, "name")),
        ("lambda_expression", Rule::Local),
        ("anonymous_method_expression", Rule::Local),
    ]],
    bodies: &["accessor_list", "arrow_expression_clause"],
    is_exported: |symbol| symbol.signature.starts_with("public "),
    is_preprocessed: true,
    // Its grammar takes longer for each error.
    most_effort: 40_000,
    most_squares: SQUARES_WITH_MACROS,
    ..LanguageTable::PLAIN
};

fn destructor(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = site.declare(SymbolKind::Method, site.field("name")?)?;
    Some(DeclaredSymbol { name: format!("~{}", declared.name), ..declared })
}

fn operator(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let operator = site.field("operator")?;
    let declared = site.declare(SymbolKind::Method, operator)?;
    Some(DeclaredSymbol { name: format!("operator {}", declared.name), ..declared })
}

fn indexer(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let at = site.field("parameters")?.start_byte();
    DeclaredSymbol::new(SymbolKind::Property, "this[]".to_owned(), at)
}
