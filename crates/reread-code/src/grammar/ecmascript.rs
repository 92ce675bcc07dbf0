//! JavaScript, and the part that TypeScript shares.

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, one_line};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable =
    LanguageTable { rules: &[RULES], identifiers: IDENTIFIERS, is_exported, ..LanguageTable::PLAIN };

pub(super) const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("decorator", Rule::Attribute),
    ("import_statement", Rule::Import),
    ("export_statement", Rule::Wrap),
    ("expression_statement", Rule::Wrap),
    ("lexical_declaration", Rule::Wrap),
    ("variable_declaration", Rule::Wrap),
    ("class_declaration", Rule::Define(SymbolKind::Class, "name")),
    ("class", Rule::Ask(|site| default_export(site, SymbolKind::Class))),
    ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
    ("generator_function_declaration", Rule::Define(SymbolKind::Function, "name")),
    ("function_expression", Rule::AskOrLocal(|site| default_export(site, SymbolKind::Function))),
    ("generator_function", Rule::AskOrLocal(|site| default_export(site, SymbolKind::Function))),
    ("arrow_function", Rule::AskOrLocal(|site| default_export(site, SymbolKind::Function))),
    ("method_definition", Rule::Define(SymbolKind::Method, "name")),
    ("field_definition", Rule::Ask(field)),
    ("variable_declarator", Rule::Ask(variable)),
    ("assignment_expression", Rule::Ask(assignment)),
    ("pair", Rule::Ask(pair)),
    ("class_static_block", Rule::Local),
];

pub(super) const IDENTIFIERS: &[&str] = &[
    "identifier",
    "property_identifier",
    "private_property_identifier",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
    "statement_identifier",
    "type_identifier",
];

pub(super) fn is_exported(symbol: &crate::Symbol) -> bool {
    symbol.depth == 0 && symbol.signature.starts_with("export ")
}

fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// `export default`, possibly without a name.
fn default_export(site: Site<'_, '_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
    if site.parent.kind() != "export_statement" {
        return None;
    }
    site.declare_or(kind, "default")
}

/// A variable with a function as its value counts as a function. The signature ends before the function's body.
fn valued(declared: DeclaredSymbol, value: Option<Node<'_>>, function: SymbolKind) -> DeclaredSymbol {
    let Some(value) = value else { return declared };
    let head_end = value.child_by_field_name("body").map(|body| body.start_byte());
    match value.kind() {
        "class" => DeclaredSymbol { kind: SymbolKind::Class, head_end, ..declared },
        _ if is_function(value) => DeclaredSymbol { kind: function, head_end, ..declared },
        _ => declared,
    }
}

pub(super) fn field(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.field("name").or_else(|| site.field("property"))?;
    Some(valued(site.declare(SymbolKind::Field, name)?, site.field("value"), SymbolKind::Method))
}

fn variable(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.field("name")?;
    let value = site.field("value");
    let is_import = |value: Node<'_>| site.text[value.byte_range()].starts_with(b"require(");
    if value.is_some_and(is_import) {
        return Some(DeclaredSymbol::import(name.start_byte()));
    }
    if name.kind() != "identifier" {
        return None;
    }
    let is_constant = site.parent.child(0).is_some_and(|keyword| keyword.kind() == "const");
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    Some(valued(site.declare(kind, name)?, value, SymbolKind::Function))
}

/// `exports.parse = function …`, `Cart.prototype.add = …`: functions and classes that are assigned to members.
fn assignment(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let left = site.field("left").filter(|left| left.kind() == "member_expression")?;
    let value = site.field("right").filter(|value| is_function(*value) || value.kind() == "class")?;
    let declared = site.declare(SymbolKind::Function, left.child_by_field_name("property")?)?;
    let object = left.child_by_field_name("object")?;
    let object = one_line(&site.text[object.byte_range()], super::MAX_NAME);
    let object = object.strip_suffix(".prototype").unwrap_or(&object);
    let is_module = matches!(object, "exports" | "module.exports" | "module" | "this");
    let owner = (!is_module).then(|| object.to_owned());
    Some(DeclaredSymbol { owner, ..valued(declared, Some(value), SymbolKind::Function) })
}

fn pair(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let value = site.field("value").filter(|value| is_function(*value))?;
    let key = site.field("key").filter(|key| key.kind() == "property_identifier")?;
    Some(valued(site.declare(SymbolKind::Method, key)?, Some(value), SymbolKind::Method))
}
