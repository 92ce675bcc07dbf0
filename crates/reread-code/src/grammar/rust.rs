//! Rust. Members of an `impl` are qualified by the type it is for.

use super::{DeclaredSymbol, LanguageTable, Rule, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("line_comment", Rule::Comment),
        ("block_comment", Rule::Comment),
        ("attribute_item", Rule::Attribute),
        ("inner_attribute_item", Rule::Skip),
        ("use_declaration", Rule::Import),
        ("extern_crate_declaration", Rule::Import),
        ("mod_item", Rule::Define(SymbolKind::Module, "name")),
        ("struct_item", Rule::Ask(|site| with_tuple(site, SymbolKind::Struct))),
        ("union_item", Rule::Define(SymbolKind::Union, "name")),
        ("enum_item", Rule::Define(SymbolKind::Enum, "name")),
        ("enum_variant", Rule::Ask(|site| with_tuple(site, SymbolKind::Variant))),
        ("field_declaration", Rule::Define(SymbolKind::Field, "name")),
        ("trait_item", Rule::Define(SymbolKind::Trait, "name")),
        ("impl_item", Rule::Ask(implementation)),
        ("type_item", Rule::Define(SymbolKind::Type, "name")),
        ("associated_type", Rule::Define(SymbolKind::Type, "name")),
        ("const_item", Rule::Define(SymbolKind::Constant, "name")),
        ("static_item", Rule::Define(SymbolKind::Constant, "name")),
        ("function_item", Rule::Define(SymbolKind::Function, "name")),
        ("function_signature_item", Rule::Define(SymbolKind::Function, "name")),
        ("macro_definition", Rule::Define(SymbolKind::Macro, "name")),
        ("closure_expression", Rule::Local),
        ("token_tree", Rule::Skip),
    ]],
    separator: "::",
    bodies: &["macro_rule"],
    identifiers: &["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"],
    is_exported: |symbol| symbol.signature.starts_with("pub "),
    ..LanguageTable::PLAIN
};

/// The fields of a tuple have no names, so they stay in the signature.
fn with_tuple(site: Site<'_, '_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
    let declared = site.declare(kind, site.field("name")?)?;
    let is_tuple = site.field("body").is_some_and(|body| body.kind() == "ordered_field_declaration_list");
    Some(DeclaredSymbol { head_end: is_tuple.then(|| site.node.end_byte()), ..declared })
}

fn implementation(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let node = site.field("type")?;
    let bare = match node.kind() {
        "generic_type" => node.child_by_field_name("type").unwrap_or(node),
        _ => node,
    };
    let of_type = site.text_of(bare);
    let of_trait = site.field("trait").map(|node| site.text_of(node));
    let name = match &of_trait {
        Some(of_trait) => format!("impl {of_trait} for {of_type}"),
        None => format!("impl {of_type}"),
    };
    let declared = DeclaredSymbol::new(SymbolKind::Extension, name, node.start_byte())?;
    let rival_scope = of_trait.map(|of_trait| format!("<{of_type} as {of_trait}>"));
    Some(DeclaredSymbol { scope: Some(of_type), rival_scope, ..declared })
}
