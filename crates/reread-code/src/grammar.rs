//! What the nodes of each grammar mean to an outline: one table of node kinds per language.
//!
//! A table and one walk instead of tree-sitter's queries, because compiling a query costs a one-shot command up to a
//! third of a second (Swift), while a table is resolved to the numbers of a grammar in a quarter of a millisecond at most; and because
//! documentation, decorators and wrappers such as `export` come along on the way, where a query would have to be
//! stitched together afterwards.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use tree_sitter::Node;

use crate::{Language, SymbolKind};

mod bash;
mod c;
mod cpp;
mod csharp;
mod css;
mod ecmascript;
mod go;
mod html;
mod java;
mod json;
mod kotlin;
mod lua;
mod markdown;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod swift;
mod toml;
mod typescript;

/// A grammar with its table, resolved to numbers.
pub(crate) struct Grammar {
    pub(crate) language: tree_sitter::Language,
    pub(crate) table: &'static LanguageTable,
    rules: Vec<Option<Rule>>,
    identifiers: Vec<bool>,
}

impl Grammar {
    /// The grammar of a language; resolved once and kept, at a few kilobytes each.
    ///
    /// YAML has none: see [`crate::yaml`].
    pub(crate) fn of(language: Language) -> Option<&'static Self> {
        static GRAMMARS: [OnceLock<Option<Grammar>>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        let resolve = || linked(language).map(|(language, table)| Self::resolve(language, table));
        GRAMMARS[language as usize].get_or_init(resolve).as_ref()
    }

    fn resolve(language: tree_sitter::Language, table: &'static LanguageTable) -> Self {
        let count = language.node_kind_count();
        let mut rules = vec![None; count];
        let mut identifiers = vec![false; count];
        for (place, (rule, identifier)) in rules.iter_mut().zip(&mut identifiers).enumerate() {
            let id = u16::try_from(place).expect("tree-sitter numbers kinds with 16 bits");
            if !language.node_kind_is_named(id) {
                continue;
            }
            let Some(kind) = language.node_kind_for_id(id) else { continue };
            let found = table.rules.iter().flat_map(|rules| rules.iter()).find(|(name, _)| *name == kind);
            *rule = found.map(|(_, rule)| *rule);
            *identifier = table.identifiers.contains(&kind);
        }
        Self { language, table, rules, identifiers }
    }

    pub(crate) fn rule(&self, node: Node<'_>) -> Option<Rule> {
        // Errors have a number beyond the table.
        self.rules.get(usize::from(node.kind_id())).copied().flatten()
    }

    /// Whether the node is a name, and not a part of a comment or a string.
    pub(crate) fn is_identifier(&self, node: Node<'_>) -> bool {
        self.identifiers.get(usize::from(node.kind_id())).copied().unwrap_or(false)
    }
}

fn linked(language: Language) -> Option<(tree_sitter::Language, &'static LanguageTable)> {
    Some(match language {
        Language::Yaml => return None,
        Language::Rust => (tree_sitter_rust::LANGUAGE.into(), &rust::TABLE),
        Language::Python => (tree_sitter_python::LANGUAGE.into(), &python::TABLE),
        Language::TypeScript => (tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), &typescript::TABLE),
        Language::Tsx => (tree_sitter_typescript::LANGUAGE_TSX.into(), &typescript::TABLE),
        Language::JavaScript => (tree_sitter_javascript::LANGUAGE.into(), &ecmascript::TABLE),
        Language::Go => (tree_sitter_go::LANGUAGE.into(), &go::TABLE),
        Language::C => (tree_sitter_c::LANGUAGE.into(), &c::TABLE),
        Language::Cpp => (tree_sitter_cpp::LANGUAGE.into(), &cpp::TABLE),
        Language::Java => (tree_sitter_java::LANGUAGE.into(), &java::TABLE),
        Language::CSharp => (tree_sitter_c_sharp::LANGUAGE.into(), &csharp::TABLE),
        Language::Ruby => (tree_sitter_ruby::LANGUAGE.into(), &ruby::TABLE),
        Language::Php => (tree_sitter_php::LANGUAGE_PHP.into(), &php::TABLE),
        Language::Kotlin => (tree_sitter_kotlin_ng::LANGUAGE.into(), &kotlin::TABLE),
        Language::Swift => (tree_sitter_swift::LANGUAGE.into(), &swift::TABLE),
        Language::Scala => (tree_sitter_scala::LANGUAGE.into(), &scala::TABLE),
        Language::Bash => (tree_sitter_bash::LANGUAGE.into(), &bash::TABLE),
        Language::Lua => (tree_sitter_lua::LANGUAGE.into(), &lua::TABLE),
        Language::Json => (tree_sitter_json::LANGUAGE.into(), &json::TABLE),
        Language::Toml => (tree_sitter_toml_ng::LANGUAGE.into(), &toml::TABLE),
        Language::Markdown => (tree_sitter_md::LANGUAGE.into(), &markdown::TABLE),
        Language::Html => (tree_sitter_html::LANGUAGE.into(), &html::TABLE),
        Language::Css => (tree_sitter_css::LANGUAGE.into(), &css::TABLE),
    })
}

/// What an outline has to know about a grammar.
pub(crate) struct LanguageTable {
    /// What nodes of a kind mean; kinds that are not listed are walked through. The first that fits counts.
    pub(crate) rules: &'static [&'static [(&'static str, Rule)]],
    /// What stands between the parts of a qualified name.
    pub(crate) separator: &'static str,
    /// Kinds of children that are bodies, where the grammar has no field `body` for them.
    pub(crate) bodies: &'static [&'static str],
    /// Kinds of leaves that are names.
    pub(crate) identifiers: &'static [&'static str],
    /// How many symbols may stand in one another; deeper ones belong to the one they stand in.
    pub(crate) max_depth: usize,
    /// Whether a body that begins with a string documents with it.
    pub(crate) docstrings: bool,
    /// Whether the grammar's scanner can read the text. Some keep a state that grows with the text in a buffer that
    /// does not, and end the process when it overflows.
    pub(crate) is_readable: fn(&[u8]) -> bool,
    /// The text as the scanner may see it: of the same length, with the same line ends.
    pub(crate) prepare: fn(&[u8]) -> Cow<'_, [u8]>,
    /// Whether what is declared can be seen from other files.
    pub(crate) is_exported: fn(&crate::Symbol) -> bool,
}

impl LanguageTable {
    /// What tables differ from.
    pub(crate) const PLAIN: Self = Self {
        rules: &[],
        separator: ".",
        bodies: &[],
        identifiers: &["identifier"],
        max_depth: 16,
        docstrings: false,
        is_readable: |_| true,
        prepare: |text| Cow::Borrowed(text),
        is_exported: |_| false,
    };
}

/// What a node means to an outline.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Declares something of that kind, whose name is in that field; without a name it is walked through.
    Define(SymbolKind, &'static str),
    /// A function reads what it declares, if anything.
    Ask(fn(Site<'_, '_>) -> Option<DeclaredSymbol>),
    /// The same, and opens a scope of its own if it declares nothing.
    AskOrLocal(fn(Site<'_, '_>) -> Option<DeclaredSymbol>),
    /// Stands around one declaration and belongs to it, such as `export` or a decorated definition. Around several it
    /// belongs to none.
    Wrap,
    /// Documents what follows it.
    Comment,
    /// Is part of what follows it, or of what it stands in, but not of the signature.
    Attribute,
    /// Opens a scope of its own, so that values in it are nobody else's business.
    Local,
    /// Brings in names from elsewhere.
    Import,
    /// Nothing in it is listed.
    Skip,
}

/// A node that may declare something, where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Site<'tree, 'text> {
    pub(crate) node: Node<'tree>,
    pub(crate) parent: Node<'tree>,
    /// Whether it is a step of something that is run.
    pub(crate) local: bool,
    pub(crate) text: &'text [u8],
}

impl<'tree> Site<'tree, '_> {
    pub(crate) fn field(&self, name: &str) -> Option<Node<'tree>> {
        self.node.child_by_field_name(name)
    }

    /// The first child of one of the kinds.
    pub(crate) fn child(&self, kinds: &[&str]) -> Option<Node<'tree>> {
        child(self.node, kinds)
    }

    /// The text of a node on one line, bytes that are not UTF-8 replaced, cut if it is long.
    pub(crate) fn text_of(&self, node: Node<'_>) -> String {
        one_line(&self.text[node.byte_range()], MAX_NAME)
    }

    /// Declares the node under the name that another node holds; nothing if that is empty.
    pub(crate) fn declare(&self, kind: SymbolKind, name: Node<'_>) -> Option<DeclaredSymbol> {
        DeclaredSymbol::new(kind, self.text_of(name), name.start_byte())
    }
}

/// The first child of one of the kinds.
pub(crate) fn child<'tree>(node: Node<'tree>, kinds: &[&str]) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| kinds.contains(&child.kind()))
}

/// Longer names are cut, so that a qualified name has a bound.
pub(crate) const MAX_NAME: usize = 100;

/// What a node declares.
pub(crate) struct DeclaredSymbol {
    pub(crate) kind: SymbolKind,
    pub(crate) name: String,
    /// Where the name begins.
    pub(crate) at: usize,
    /// A qualification beyond the symbols around it: the receiver's type of a method.
    pub(crate) owner: Option<String>,
    /// What stands in the qualified names of its members, if not its name.
    pub(crate) scope: Option<String>,
    /// What stands there instead where members of several such symbols have the same name.
    pub(crate) rival_scope: Option<String>,
    /// Where the signature ends, if not where the body begins.
    pub(crate) head_end: Option<usize>,
    /// A body that has more of the signature behind it.
    pub(crate) hidden: Option<Range<usize>>,
    /// Whether it only gives a name to something from elsewhere, which is then no symbol of this text.
    pub(crate) is_import: bool,
}

impl DeclaredSymbol {
    /// Nothing without a name.
    pub(crate) fn new(kind: SymbolKind, name: String, at: usize) -> Option<Self> {
        let plain = Self {
            kind,
            name,
            at,
            owner: None,
            scope: None,
            rival_scope: None,
            head_end: None,
            hidden: None,
            is_import: false,
        };
        (!plain.name.is_empty()).then_some(plain)
    }

    /// Something from elsewhere, by a call or an assignment.
    pub(crate) fn import(at: usize) -> Self {
        Self {
            is_import: true,
            ..Self::new(SymbolKind::Module, "import".to_owned(), at).expect("it has a name")
        }
    }
}

/// The text with each run of white space as one space, cut after so many bytes with `…`.
pub(crate) fn one_line(text: &[u8], max: usize) -> String {
    // White space costs nothing in the end, so more than the bound is looked at, but not all of a huge text.
    let beginning = &text[..reread_text::char_floor(text, max.saturating_mul(4))];
    let mut line = String::new();
    for word in String::from_utf8_lossy(beginning).split(|at: char| at.is_whitespace() || at.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let whole = beginning.len() == text.len();
    if line.len() > max || !whole {
        line.truncate(reread_text::char_floor(line.as_bytes(), max));
        line.push('…');
    }
    line
}
