//! Lua. A function may be declared into a table, which then qualifies it.

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, child};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("variable_declaration", Rule::Wrap),
        ("assignment_statement", Rule::Ask(assignment)),
        ("function_declaration", Rule::Ask(function)),
        ("function_definition", Rule::Local),
        ("field", Rule::Ask(field)),
    ]],
    is_exported: |symbol| symbol.depth == 0 && !symbol.signature.starts_with("local "),
    ..LanguageTable::PLAIN
};

fn function(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = into_table(site, site.field("name")?, SymbolKind::Function)?;
    Some(DeclaredSymbol { head_end: site.field("parameters").map(|list| list.end_byte()), ..declared })
}

/// Declares `deep` of `M.sub.deep`, owned by `M.sub`.
fn into_table(site: Site<'_, '_>, name: Node<'_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
    let Some(table) = name.child_by_field_name("table") else { return site.declare(kind, name) };
    let last = name.child_by_field_name("field").or_else(|| name.child_by_field_name("method"))?;
    Some(DeclaredSymbol { owner: Some(site.text_of(table)), ..site.declare(kind, last)? })
}

fn assignment(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let names = names(child(site.node, &["variable_list"])?);
    let name = *names.first()?;
    let value = child(site.node, &["expression_list"])?.child_by_field_name("value");
    let parameters = value
        .filter(|value| value.kind() == "function_definition")
        .and_then(|function| function.child_by_field_name("parameters"));
    match parameters {
        Some(parameters) => {
            let declared = into_table(site, name, SymbolKind::Function)?;
            Some(DeclaredSymbol { head_end: Some(parameters.end_byte()), ..declared })
        }
        None if value.is_some_and(|value| site.text[value.byte_range()].starts_with(b"require")) => {
            Some(DeclaredSymbol::import(name.start_byte()))
        }
        None => {
            let mut declared = names
                .iter()
                .filter_map(|name| into_table(site, *name, SymbolKind::Variable))
                .filter(is_named);
            Some(declared.next()?.and(declared))
        }
    }
}

fn names(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    list.children_by_field_name("name", &mut cursor).collect()
}

/// `_` stands for a value that is not used.
fn is_named(declared: &DeclaredSymbol) -> bool {
    declared.name != "_"
}

fn field(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let value = site.field("value").filter(|value| value.kind() == "function_definition")?;
    let declared = site.declare(SymbolKind::Method, site.field("name")?)?;
    Some(DeclaredSymbol {
        head_end: value.child_by_field_name("parameters").map(|list| list.end_byte()),
        ..declared
    })
}
