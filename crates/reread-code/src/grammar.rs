//! One table per language that maps the node kinds of its grammar to symbols.
//!
//! Tables instead of tree-sitter's queries: compiling a query takes up to a third of a second (Swift), resolving a table at
//! most a quarter of a millisecond. And the walk collects documentation, decorators and wrappers such as `export` in the
//! same pass, while query results would have to be combined afterwards.

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
    /// The grammar of a language; resolved once and kept, a few kilobytes each.
    ///
    /// `None` for YAML (see [`crate::yaml`]), and for languages whose feature is off.
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
        // Error nodes have a number beyond the table.
        self.rules.get(usize::from(node.kind_id())).copied().flatten()
    }

    /// Whether the node is a name, and not a part of a comment or a string.
    pub(crate) fn is_identifier(&self, node: Node<'_>) -> bool {
        self.identifiers.get(usize::from(node.kind_id())).copied().unwrap_or(false)
    }
}

/// Links the grammars of the features that are on. YAML has none.
macro_rules! linked {
    ($($feature:literal $language:ident: $grammar:path, $table:ident;)*) => {
        fn linked(language: Language) -> Option<(tree_sitter::Language, &'static LanguageTable)> {
            match language {
                $(#[cfg(feature = $feature)] Language::$language => Some(($grammar.into(), &$table::TABLE)),)*
                _ => None,
            }
        }
    };
}

linked! {
    "systems" Rust: tree_sitter_rust::LANGUAGE, rust;
    "scripting" Python: tree_sitter_python::LANGUAGE, python;
    "web" TypeScript: tree_sitter_typescript::LANGUAGE_TYPESCRIPT, typescript;
    "web" Tsx: tree_sitter_typescript::LANGUAGE_TSX, typescript;
    "web" JavaScript: tree_sitter_javascript::LANGUAGE, ecmascript;
    "systems" Go: tree_sitter_go::LANGUAGE, go;
    "systems" C: tree_sitter_c::LANGUAGE, c;
    "systems" Cpp: tree_sitter_cpp::LANGUAGE, cpp;
    "jvm" Java: tree_sitter_java::LANGUAGE, java;
    "dotnet" CSharp: tree_sitter_c_sharp::LANGUAGE, csharp;
    "scripting" Ruby: tree_sitter_ruby::LANGUAGE, ruby;
    "scripting" Php: tree_sitter_php::LANGUAGE_PHP, php;
    "jvm" Kotlin: tree_sitter_kotlin_ng::LANGUAGE, kotlin;
    "systems" Swift: tree_sitter_swift::LANGUAGE, swift;
    "jvm" Scala: tree_sitter_scala::LANGUAGE, scala;
    "scripting" Bash: tree_sitter_bash::LANGUAGE, bash;
    "scripting" Lua: tree_sitter_lua::LANGUAGE, lua;
    "data" Json: tree_sitter_json::LANGUAGE, json;
    "data" Toml: tree_sitter_toml_ng::LANGUAGE, toml;
    "data" Markdown: tree_sitter_md::LANGUAGE, markdown;
    "web" Html: tree_sitter_html::LANGUAGE, html;
    "web" Css: tree_sitter_css::LANGUAGE, css;
}

/// The effort for a language with macros, which a grammar takes for errors. Real headers have up to 43,503, and squares of 9
/// million.
pub(crate) const EFFORT_WITH_MACROS: u64 = 50_000;
pub(crate) const SQUARES_WITH_MACROS: u64 = 12_000_000;

/// The mapping from the nodes of a grammar to symbols.
pub(crate) struct LanguageTable {
    /// The rule for each node kind; the first match counts. The walk descends into kinds that are not listed.
    pub(crate) rules: &'static [&'static [(&'static str, Rule)]],
    /// Separates the parts of a qualified name.
    pub(crate) separator: &'static str,
    /// Kinds of children that are bodies, where the grammar has no field `body` for them.
    pub(crate) bodies: &'static [&'static str],
    /// Kinds of leaves that are names.
    pub(crate) identifiers: &'static [&'static str],
    /// The largest depth of symbols. Deeper ones belong to the symbol around them.
    pub(crate) max_depth: usize,
    /// Whether a string at the start of a body is documentation.
    pub(crate) docstrings: bool,
    /// Whether the grammar's scanner can handle the text. Some scanners have a buffer of fixed size and abort the process
    /// when it overflows.
    pub(crate) is_readable: fn(&[u8]) -> bool,
    /// The text for the scanner, with the same length and the same line ends.
    pub(crate) prepare: fn(&[u8]) -> Cow<'_, [u8]>,
    /// How many reports of the parser one tree may cost. The tree and the stack grow by 4 to 8 KB per report.
    pub(crate) most_reports: usize,
    /// Bytes that the scanner may read again, beyond those of every language.
    pub(crate) further_reread: usize,
    /// What recovery from errors may cost in one parse: the sum of the heights of the stack at all errors.
    pub(crate) most_effort: u64,
    /// The same for the sum of their squares, as the time of some grammars grows.
    pub(crate) most_squares: u64,
    /// Whether a symbol is visible to other files.
    pub(crate) is_exported: fn(&crate::Symbol) -> bool,
    /// Whether parts of a text depend on `#if` and its relatives.
    pub(crate) is_preprocessed: bool,
}

impl LanguageTable {
    /// The defaults of a table.
    pub(crate) const PLAIN: Self = Self {
        rules: &[],
        separator: ".",
        bodies: &[],
        identifiers: &["identifier"],
        max_depth: 16,
        docstrings: false,
        is_readable: |_| true,
        prepare: |text| Cow::Borrowed(text),
        // Real programs of a megabyte have at most 9,227.
        most_reports: 9_800,
        further_reread: 0,
        // Real texts with errors have at most 5,101 and 90,103.
        most_effort: 8_000,
        most_squares: 150_000,
        is_exported: |_| false,
        is_preprocessed: false,
    };
}

/// The meaning of a node kind.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Declares a symbol of that kind, with its name in that field. Without a name, the walk descends.
    Define(SymbolKind, &'static str),
    /// A function determines the declared symbol, if there is one.
    Ask(fn(Site<'_, '_>) -> Option<DeclaredSymbol>),
    /// The same, but opens a local scope if it declares nothing.
    AskOrLocal(fn(Site<'_, '_>) -> Option<DeclaredSymbol>),
    /// A wrapper that belongs to the declaration inside, such as `export` or a decorated definition. Around several
    /// declarations, it belongs to none.
    Wrap,
    /// Documents the next node.
    Comment,
    /// Part of the next node or of the node around it, but not of the signature.
    Attribute,
    /// Opens a local scope, whose values are not listed.
    Local,
    /// An import statement.
    Import,
    /// Skipped with everything in it.
    Skip,
}

/// A node that may declare a symbol, with its surroundings.
#[derive(Clone, Copy)]
pub(crate) struct Site<'tree, 'text> {
    pub(crate) node: Node<'tree>,
    pub(crate) parent: Node<'tree>,
    /// Whether it is a statement of executable code.
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

    /// Declares the node with the name in its field `name`, if it has a body.
    pub(crate) fn declare_with_body(&self, kind: SymbolKind) -> Option<DeclaredSymbol> {
        self.field("body")?;
        self.declare(kind, self.field("name")?)
    }

    /// Declares the node with the name in its field `name`, or with that name.
    pub(crate) fn declare_or(&self, kind: SymbolKind, unnamed: &str) -> Option<DeclaredSymbol> {
        match self.field("name") {
            Some(name) => self.declare(kind, name),
            None => DeclaredSymbol::new(kind, unnamed.to_owned(), self.node.start_byte()),
        }
    }

    /// Declares the node with all names in other nodes; `None` if there is none. `_` declares nothing.
    pub(crate) fn declare_all(&self, kind: SymbolKind, names: &[Node<'_>]) -> Option<DeclaredSymbol> {
        let mut declared = names.iter().filter_map(|name| self.declare(kind, *name));
        let mut declared = declared.by_ref().filter(|declared| declared.name != "_");
        let first = declared.next()?;
        Some(first.and(declared))
    }

    /// The children in a field that may occur several times, without commas between them.
    pub(crate) fn fields(&self, name: &str) -> Vec<Node<'tree>> {
        let mut cursor = self.node.walk();
        self.node.children_by_field_name(name, &mut cursor).filter(Node::is_named).collect()
    }

    /// Declares the node with the name in another node; `None` if the name is empty.
    pub(crate) fn declare(&self, kind: SymbolKind, name: Node<'_>) -> Option<DeclaredSymbol> {
        DeclaredSymbol::new(kind, self.text_of(name), name.start_byte())
    }
}

/// The first child of one of the kinds.
pub(crate) fn child<'tree>(node: Node<'tree>, kinds: &[&str]) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| kinds.contains(&child.kind()))
}

/// The names that a pattern binds, in order: the leaves of these kinds, without those that `is_passed_over`.
pub(crate) fn bound_names<'tree>(
    pattern: Node<'tree>,
    kinds: &[&str],
    is_passed_over: impl Fn(Node<'tree>) -> bool,
) -> Vec<Node<'tree>> {
    let mut names = Vec::new();
    let mut left = vec![pattern];
    while let Some(node) = left.pop() {
        if kinds.contains(&node.kind()) {
            names.push(node);
            continue;
        }
        let mut cursor = node.walk();
        let children = node.named_children(&mut cursor).filter(|child| !is_passed_over(*child));
        left.extend(children.collect::<Vec<_>>().into_iter().rev());
    }
    names
}

/// Bytes. Longer names are cut, so that qualified names are bounded.
pub(crate) const MAX_NAME: usize = 100;

/// A name that a statement declares besides its first one.
pub(crate) struct FurtherName {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) owner: Option<String>,
}

/// The symbol that a node declares.
pub(crate) struct DeclaredSymbol {
    pub(crate) kind: SymbolKind,
    pub(crate) name: String,
    /// The offset of the name.
    pub(crate) at: usize,
    /// Further names that the same statement declares: `b` of `a, b = 1, 2`.
    pub(crate) more: Vec<FurtherName>,
    /// A qualification beyond the symbols around it: the receiver's type of a method.
    pub(crate) owner: Option<String>,
    /// Its name in the qualified names of its members, if it differs.
    pub(crate) scope: Option<String>,
    /// Its name there if members of several such symbols have the same name.
    pub(crate) rival_scope: Option<String>,
    /// Where the signature ends, if not where the body begins.
    pub(crate) head_end: Option<usize>,
    /// A body in the middle of the signature.
    pub(crate) hidden: Option<Range<usize>>,
    /// Whether it only names an import, which is not a symbol of this text.
    pub(crate) is_import: bool,
}

impl DeclaredSymbol {
    /// `None` without a name.
    pub(crate) fn new(kind: SymbolKind, name: String, at: usize) -> Option<Self> {
        let plain = Self {
            kind,
            name,
            at,
            more: Vec::new(),
            owner: None,
            scope: None,
            rival_scope: None,
            head_end: None,
            hidden: None,
            is_import: false,
        };
        (!plain.name.is_empty()).then_some(plain)
    }

    /// The same, with the names of others that the same statement declares.
    pub(crate) fn and(self, others: impl Iterator<Item = Self>) -> Self {
        let more = others.map(|Self { name, at, owner, .. }| FurtherName { name, at, owner }).collect();
        Self { more, ..self }
    }

    /// An import by a call or an assignment.
    pub(crate) fn import(at: usize) -> Self {
        Self {
            is_import: true,
            ..Self::new(SymbolKind::Module, "import".to_owned(), at).expect("it has a name")
        }
    }
}

/// `LIMIT`, `MAX_SIZE`: a constant by its spelling.
fn is_shouted(name: &str) -> bool {
    name.contains(|character: char| character.is_ascii_uppercase())
        && name.chars().all(|character| !character.is_lowercase())
}

/// The text with each run of white space as one space, cut after `max` bytes with `…`.
pub(crate) fn one_line(text: &[u8], max: usize) -> String {
    // White space is removed, so more than `max` bytes are examined, but not all of a huge text.
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
