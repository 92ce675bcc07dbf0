//! Scala.

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, bound_names};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("block_comment", Rule::Comment),
        ("annotation", Rule::Attribute),
        // Without a body a package applies to the whole file and is not listed.
        ("package_clause", Rule::Ask(|site| site.declare_with_body(SymbolKind::Module))),
        ("import_declaration", Rule::Import),
        ("package_object", Rule::Define(SymbolKind::Object, "name")),
        ("class_definition", Rule::Define(SymbolKind::Class, "name")),
        ("object_definition", Rule::Define(SymbolKind::Object, "name")),
        ("trait_definition", Rule::Define(SymbolKind::Trait, "name")),
        ("enum_definition", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_case_definitions", Rule::Wrap),
        ("simple_enum_case", Rule::Define(SymbolKind::Variant, "name")),
        ("full_enum_case", Rule::Define(SymbolKind::Variant, "name")),
        ("type_definition", Rule::Define(SymbolKind::Type, "name")),
        ("given_definition", Rule::Ask(given)),
        ("extension_definition", Rule::Ask(extension)),
        ("function_definition", Rule::Define(SymbolKind::Function, "name")),
        ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
        ("val_definition", Rule::Ask(value)),
        ("val_declaration", Rule::Define(SymbolKind::Field, "name")),
        ("var_definition", Rule::Ask(value)),
        ("var_declaration", Rule::Define(SymbolKind::Field, "name")),
        ("lambda_expression", Rule::Local),
        ("block", Rule::Local),
    ]],
    identifiers: &["identifier", "type_identifier", "operator_identifier"],
    is_exported: |symbol| {
        !symbol.signature.starts_with("private") && !symbol.signature.starts_with("protected")
    },
    ..LanguageTable::PLAIN
};

fn given(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    match site.field("name") {
        Some(name) => site.declare(SymbolKind::Object, name),
        None => {
            let of_type = site.field("return_type")?;
            let declared = site.declare(SymbolKind::Object, of_type)?;
            Some(DeclaredSymbol { name: format!("given {}", declared.name), ..declared })
        }
    }
}

fn extension(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let parameter = site.field("parameters")?.named_child(0)?;
    let of_type = parameter.child_by_field_name("type")?;
    let declared = site.declare(SymbolKind::Extension, of_type)?;
    let of_type = declared.name.clone();
    Some(DeclaredSymbol { name: format!("extension {of_type}"), scope: Some(of_type), ..declared })
}

/// `val a = 1`, `val a, b = 1` and `val (a, b) = pair`.
fn value(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let pattern = site.field("pattern")?;
    let is_other = |node: Node<'_>| node.kind().ends_with("type") || node.kind() == "stable_identifier";
    if !matches!(pattern.kind(), "identifier" | "identifiers" | "tuple_pattern") {
        return None;
    }
    site.declare_all(SymbolKind::Field, &bound_names(pattern, &["identifier"], is_other))
}
