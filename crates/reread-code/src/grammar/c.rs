//! C, and the part that C++ shares. The name is inside nested declarators.

use tree_sitter::Node;

use super::{DeclaredSymbol, EFFORT_WITH_MACROS, LanguageTable, Rule, SQUARES_WITH_MACROS, Site};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[RULES],
    identifiers: IDENTIFIERS,
    is_exported,
    is_preprocessed: true,
    most_effort: EFFORT_WITH_MACROS,
    most_squares: SQUARES_WITH_MACROS,
    ..LanguageTable::PLAIN
};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("attribute_specifier", Rule::Attribute),
    ("attribute_declaration", Rule::Attribute),
    ("preproc_include", Rule::Import),
    ("preproc_def", Rule::Define(SymbolKind::Constant, "name")),
    ("preproc_function_def", Rule::Define(SymbolKind::Macro, "name")),
    // Without a body, a type is only referred to.
    ("struct_specifier", Rule::Ask(|site| site.declare_with_body(SymbolKind::Struct))),
    ("union_specifier", Rule::Ask(|site| site.declare_with_body(SymbolKind::Union))),
    ("enum_specifier", Rule::Ask(|site| site.declare_with_body(SymbolKind::Enum))),
    ("enumerator", Rule::Define(SymbolKind::Variant, "name")),
    ("type_definition", Rule::Ask(type_definition)),
    ("field_declaration", Rule::Ask(field)),
    ("declaration", Rule::Ask(declaration)),
    ("function_definition", Rule::Ask(function)),
    ("compound_statement", Rule::Local),
];

pub(super) const IDENTIFIERS: &[&str] =
    &["identifier", "type_identifier", "field_identifier", "namespace_identifier", "statement_identifier"];

pub(super) fn is_exported(symbol: &crate::Symbol) -> bool {
    symbol.depth == 0 && !symbol.signature.starts_with("static ")
}

/// Limit of nested declarators; real code has fewer.
const MAX_DECLARATORS: usize = 32;

/// The name in a declarator, and whether it is a function's.
pub(super) struct Declarator<'tree> {
    pub(super) name: Node<'tree>,
    pub(super) owner: Option<String>,
    pub(super) is_function: bool,
}

impl<'tree> Declarator<'tree> {
    pub(super) fn of(site: Site<'tree, '_>) -> Option<Self> {
        Self::in_node(site.field("declarator")?, site)
    }

    /// Those of a declaration of several names, except the first one.
    fn further(site: Site<'tree, '_>) -> impl Iterator<Item = Self> {
        site.fields("declarator").into_iter().skip(1).filter_map(move |node| Self::in_node(node, site))
    }

    fn in_node(mut node: Node<'tree>, site: Site<'tree, '_>) -> Option<Self> {
        let mut owner: Option<String> = None;
        let mut is_function = false;
        for _ in 0..MAX_DECLARATORS {
            let inner = node.child_by_field_name("declarator");
            match node.kind() {
                "qualified_identifier" => {
                    let scope = node
                        .child_by_field_name("scope")
                        .map(|scope| site.text_of(scope.child_by_field_name("name").unwrap_or(scope)));
                    owner = match (owner, scope) {
                        (Some(owner), Some(scope)) => Some(owner + "::" + &scope),
                        (owner, scope) => owner.or(scope),
                    };
                    node = node.child_by_field_name("name")?;
                }
                "template_function" | "template_method" => node = node.child_by_field_name("name")?,
                "function_declarator" => {
                    // A pointer to a function is in brackets, and no function.
                    is_function = inner.is_some_and(|inner| inner.kind() != "parenthesized_declarator");
                    node = inner?;
                }
                "operator_cast" => return Some(Self { name: node, owner, is_function: true }),
                "identifier" | "field_identifier" | "type_identifier" | "primitive_type"
                | "destructor_name" | "operator_name" => {
                    return Some(Self { name: node, owner, is_function });
                }
                _ => node = inner.or_else(|| node.named_child(0))?,
            }
        }
        None
    }

    /// The symbol of this declarator, with the names of the others in the same declaration.
    pub(super) fn declare(self, site: Site<'tree, '_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
        let others = Self::further(site).filter_map(|other| other.alone(site, kind));
        Some(self.alone(site, kind)?.and(others))
    }

    fn alone(self, site: Site<'_, '_>, kind: SymbolKind) -> Option<DeclaredSymbol> {
        let declared = site.declare(kind, self.name)?;
        Some(DeclaredSymbol { owner: self.owner, ..declared })
    }
}

fn type_definition(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declared = Declarator::of(site)?.declare(site, SymbolKind::Type)?;
    let body = site.field("type").and_then(|of_type| of_type.child_by_field_name("body"));
    Some(DeclaredSymbol { hidden: body.map(|body| body.byte_range()), ..declared })
}

fn field(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declarator = Declarator::of(site)?;
    let kind = if declarator.is_function { SymbolKind::Method } else { SymbolKind::Field };
    declarator.declare(site, kind)
}

/// A variable, or a function prototype. Inside functions neither is listed, and in C++ an apparent prototype there is
/// mostly a variable.
fn declaration(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declarator = Declarator::of(site).filter(|_| !site.local)?;
    let kind = if declarator.is_function { SymbolKind::Function } else { SymbolKind::Variable };
    let value = site.field("declarator").and_then(|declarator| declarator.child_by_field_name("value"));
    let is_long = |value: &Node<'_>| value.start_position().row != value.end_position().row;
    let head_end = value.filter(is_long).map(|value| value.start_byte());
    Some(DeclaredSymbol { head_end, ..declarator.declare(site, kind)? })
}

fn function(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let declarator = Declarator::of(site)?;
    let kind = if declarator.owner.is_some() { SymbolKind::Method } else { SymbolKind::Function };
    declarator.declare(site, kind)
}
