//! C++: C with classes, namespaces and templates.

use super::{EFFORT_WITH_MACROS, LanguageTable, Rule, SQUARES_WITH_MACROS, c};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[RULES, c::RULES],
    separator: "::",
    bodies: &["field_initializer_list", "default_method_clause", "delete_method_clause"],
    identifiers: c::IDENTIFIERS,
    is_exported: c::is_exported,
    is_preprocessed: true,
    most_effort: EFFORT_WITH_MACROS,
    most_squares: SQUARES_WITH_MACROS,
    ..LanguageTable::PLAIN
};

const RULES: &[(&str, Rule)] = &[
    ("namespace_definition", Rule::Define(SymbolKind::Module, "name")),
    ("class_specifier", Rule::Ask(|site| site.declare_with_body(SymbolKind::Class))),
    ("template_declaration", Rule::Wrap),
    ("alias_declaration", Rule::Define(SymbolKind::Type, "name")),
    ("concept_definition", Rule::Define(SymbolKind::Type, "name")),
    ("friend_declaration", Rule::Skip),
    ("lambda_expression", Rule::Local),
];
