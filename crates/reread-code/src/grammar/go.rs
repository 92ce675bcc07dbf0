//! Go. Methods stand beside their type and are qualified by it.

use super::{DeclaredSymbol, LanguageTable, Rule, Site, child};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("package_clause", Rule::Skip),
        ("import_declaration", Rule::Import),
        ("const_declaration", Rule::Wrap),
        ("const_spec", Rule::Ask(|site| site.declare_all(SymbolKind::Constant, &site.fields("name")))),
        ("var_declaration", Rule::Wrap),
        ("var_spec", Rule::Ask(|site| site.declare_all(SymbolKind::Variable, &site.fields("name")))),
        ("type_declaration", Rule::Wrap),
        ("type_alias", Rule::Define(SymbolKind::Type, "name")),
        ("type_spec", Rule::Ask(type_spec)),
        ("field_declaration", Rule::Ask(field)),
        ("method_elem", Rule::Define(SymbolKind::Method, "name")),
        ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
        ("method_declaration", Rule::Ask(method)),
        ("func_literal", Rule::Local),
    ]],
    identifiers: &["identifier", "type_identifier", "field_identifier", "package_identifier", "label_name"],
    is_exported: |symbol| symbol.depth == 0 && symbol.name.starts_with(char::is_uppercase),
    ..LanguageTable::PLAIN
};

fn type_spec(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let of_type = site.field("type")?;
    let kind = match of_type.kind() {
        "struct_type" => SymbolKind::Struct,
        "interface_type" => SymbolKind::Interface,
        _ => SymbolKind::Type,
    };
    let opening = child(of_type, &["field_declaration_list", "{"]);
    let head_end = opening.filter(|_| kind != SymbolKind::Type).map(|opening| opening.start_byte());
    Some(DeclaredSymbol { head_end, ..site.declare(kind, site.field("name")?)? })
}

/// An embedded type is a field of the same name.
fn field(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let names = site.fields("name");
    if !names.is_empty() {
        return site.declare_all(SymbolKind::Field, &names);
    }
    let mut embedded = site.field("type")?;
    loop {
        embedded = match embedded.kind() {
            "generic_type" => embedded.child_by_field_name("type")?,
            "qualified_type" => embedded.child_by_field_name("name")?,
            "pointer_type" | "parenthesized_type" => embedded.named_child(0)?,
            _ => return site.declare(SymbolKind::Field, embedded),
        };
    }
}

fn method(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = site.declare(SymbolKind::Method, site.field("name")?)?;
    let receiver = site.field("receiver").and_then(|list| child(list, &["parameter_declaration"]));
    let mut of_type = receiver.and_then(|receiver| receiver.child_by_field_name("type"));
    while let Some(node) = of_type.filter(|node| node.kind() != "type_identifier") {
        of_type = match node.kind() {
            "generic_type" => node.child_by_field_name("type"),
            "pointer_type" | "parenthesized_type" => node.named_child(0),
            _ => None,
        };
    }
    Some(DeclaredSymbol { owner: of_type.map(|node| site.text_of(node)), ..declared })
}
