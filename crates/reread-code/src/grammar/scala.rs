//! Scala.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
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

fn value(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.field("pattern").filter(|pattern| pattern.kind() == "identifier")?;
    site.declare(SymbolKind::Field, name)
}
