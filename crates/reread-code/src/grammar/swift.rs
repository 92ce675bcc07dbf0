//! Swift. The grammar has one node for classes, structs, enums, actors and extensions.

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, bound_names};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("multiline_comment", Rule::Comment),
        ("attribute", Rule::Attribute),
        ("import_declaration", Rule::Import),
        ("class_declaration", Rule::Ask(class)),
        ("protocol_declaration", Rule::Define(SymbolKind::Interface, "name")),
        ("typealias_declaration", Rule::Define(SymbolKind::Type, "name")),
        ("associatedtype_declaration", Rule::Define(SymbolKind::Type, "name")),
        ("enum_entry", Rule::Define(SymbolKind::Variant, "name")),
        ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
        ("protocol_function_declaration", Rule::Define(SymbolKind::Method, "name")),
        ("init_declaration", Rule::Ask(keyword)),
        ("deinit_declaration", Rule::Ask(keyword)),
        ("subscript_declaration", Rule::Ask(keyword)),
        ("property_declaration", Rule::Ask(property)),
        ("protocol_property_declaration", Rule::Ask(property)),
        ("lambda_literal", Rule::Local),
    ]],
    bodies: &["computed_property"],
    identifiers: &["simple_identifier", "type_identifier"],
    is_exported: |symbol| {
        symbol.depth == 0
            && !symbol.signature.starts_with("private ")
            && !symbol.signature.starts_with("fileprivate ")
    },
    ..LanguageTable::PLAIN
};

fn class(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.field("name")?;
    let keyword = site.field("declaration_kind")?;
    let kind = match keyword.kind() {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "extension" => SymbolKind::Extension,
        _ => SymbolKind::Class,
    };
    let declared = site.declare(kind, name)?;
    if kind != SymbolKind::Extension {
        return Some(declared);
    }
    let of_type = declared.name.clone();
    let conformance = site.child(&["inheritance_specifier"]).map(|specifier| site.text_of(specifier));
    let name = match &conformance {
        Some(conformance) => format!("extension {of_type}: {conformance}"),
        None => format!("extension {of_type}"),
    };
    let rival_scope = conformance.map(|conformance| format!("<{of_type} as {conformance}>"));
    Some(DeclaredSymbol { name, scope: Some(of_type), rival_scope, ..declared })
}

/// `init`, `deinit` and `subscript` are their own names.
fn keyword(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let keyword = site.child(&["init", "deinit", "subscript"])?;
    site.declare(SymbolKind::Method, keyword)
}

fn property(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let patterns = site.fields("name").into_iter();
    let names: Vec<Node<'_>> =
        patterns.flat_map(|pattern| bound_names(pattern, &["simple_identifier"], |_| false)).collect();
    site.declare_all(SymbolKind::Field, &names)
}
