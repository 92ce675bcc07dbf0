//! JavaScript, and the part that TypeScript shares.

use tree_sitter::Node;

use super::{DeclaredSymbol, LanguageTable, Rule, Site, bound_names, one_line};
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
    ("class", Rule::Ask(|site| expression(site, SymbolKind::Class))),
    ("function_declaration", Rule::Define(SymbolKind::Function, "name")),
    ("generator_function_declaration", Rule::Define(SymbolKind::Function, "name")),
    ("function_expression", Rule::AskOrLocal(|site| expression(site, SymbolKind::Function))),
    ("generator_function", Rule::AskOrLocal(|site| expression(site, SymbolKind::Function))),
    ("arrow_function", Rule::AskOrLocal(|site| default_export(site, SymbolKind::Function))),
    ("method_definition", Rule::Define(SymbolKind::Method, "name")),
    ("field_definition", Rule::Ask(field)),
    ("variable_declarator", Rule::Ask(variable)),
    ("assignment_expression", Rule::Ask(assignment)),
    ("call_expression", Rule::Ask(test_block)),
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

/// A function or class with a name of its own, such as an argument of a call. One that is a value goes by the name of its
/// variable or member.
fn expression(site: Site<'_, '_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
    let is_value = matches!(
        site.parent.kind(),
        "variable_declarator"
            | "assignment_expression"
            | "pair"
            | "field_definition"
            | "public_field_definition"
    );
    match site.field("name") {
        Some(name) if !is_value => site.declare(kind, name),
        _ => default_export(site, kind),
    }
}

/// Calls that name a part of a test file by their first argument.
const TEST_WORDS: [&[u8]; 6] = [b"describe", b"context", b"suite", b"it", b"test", b"specify"];

/// `describe("a cart", () => …)`, `it.only(…)`, `test.each(table)(…)`.
fn test_block(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let mut word = site.field("function")?;
    while let "member_expression" | "call_expression" = word.kind() {
        word = word.child_by_field_name("object").or_else(|| word.child_by_field_name("function"))?;
    }
    let arguments =
        site.field("arguments").filter(|_| TEST_WORDS.contains(&&site.text[word.byte_range()]))?;
    let title =
        arguments.named_child(0).filter(|title| matches!(title.kind(), "string" | "template_string"))?;
    let mut cursor = arguments.walk();
    let body = arguments.named_children(&mut cursor).find(|argument| is_function(*argument))?;
    let quoted = site.text_of(title);
    let name = quoted.trim_matches(['"', '\'', '`']).to_owned();
    let declared = DeclaredSymbol::new(SymbolKind::Function, name, title.start_byte())?;
    Some(DeclaredSymbol { hidden: Some(body.byte_range()), ..declared })
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
    let is_constant = site.parent.child(0).is_some_and(|keyword| keyword.kind() == "const");
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    Some(valued(site.declare_all(kind, &names_in(name))?, value, SymbolKind::Function))
}

/// The names that a pattern binds: `a`, `c` and `rest` of `{ a, b: c = 1, ...rest }`.
fn names_in(pattern: Node<'_>) -> Vec<Node<'_>> {
    let is_default = |node: Node<'_>| {
        node.parent()
            .and_then(|around| around.child_by_field_name("right"))
            .is_some_and(|right| right == node)
    };
    let is_other = |node: Node<'_>| {
        is_default(node)
            || matches!(node.kind(), "member_expression" | "subscript_expression" | "computed_property_name")
    };
    bound_names(pattern, &["identifier", "shorthand_property_identifier_pattern"], is_other)
}

/// `parse = function …`, `exports.parse = exports.read = function …`, `Cart.prototype.add = …`: functions and classes that
/// are assigned to names and members. The inner one of a chain is declared with the outer one, and so is the function's own name.
fn assignment(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    if site.parent.kind() == "assignment_expression" {
        return None;
    }
    let mut targets = Vec::new();
    let mut value = site.node;
    while value.kind() == "assignment_expression" {
        targets.push(value.child_by_field_name("left")?);
        value = value.child_by_field_name("right")?;
    }
    if !is_function(value) && value.kind() != "class" {
        return None;
    }
    let mut declared: Vec<_> = targets.into_iter().filter_map(|target| assigned(site, target)).collect();
    let own = value.child_by_field_name("name").and_then(|name| site.declare(SymbolKind::Function, name));
    declared.extend(own.filter(|own| declared.iter().all(|other| other.name != own.name)));
    let mut declared = declared.into_iter();
    let first = declared.next()?.and(declared);
    Some(valued(first, Some(value), SymbolKind::Function))
}

fn assigned(site: Site<'_, '_>, target: Node<'_>) -> Option<DeclaredSymbol> {
    match target.kind() {
        "identifier" => return site.declare(SymbolKind::Function, target),
        "member_expression" => {}
        _ => return None,
    }
    let declared = site.declare(SymbolKind::Function, target.child_by_field_name("property")?)?;
    let object = target.child_by_field_name("object")?;
    let object = one_line(&site.text[object.byte_range()], super::MAX_NAME);
    let object = object.strip_suffix(".prototype").unwrap_or(&object);
    let is_module = matches!(object, "exports" | "module.exports" | "module" | "this");
    let owner = (!is_module).then(|| object.to_owned());
    Some(DeclaredSymbol { owner, ..declared })
}

fn pair(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let value = site.field("value").filter(|value| is_function(*value))?;
    let key = site.field("key").filter(|key| key.kind() == "property_identifier")?;
    Some(valued(site.declare(SymbolKind::Method, key)?, Some(value), SymbolKind::Method))
}
