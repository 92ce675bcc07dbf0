//! One thing that a text declares.

use std::ops::Range;

use reread_text::LineRange;

/// Something a text declares, with the lines that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its bare name, such as `total`. Bytes that are not UTF-8 are replaced, and a long name is cut.
    pub name: String,
    /// The name with those it stands in, such as `Cart::total`; several symbols may share it.
    pub qualified: String,
    /// What this symbol and no other in the text is called: the qualified name, or that and `~1`, `~2` where several
    /// share it.
    pub id: String,
    /// Its declaration on one line, without body, attributes and comments; cut if it is long.
    pub signature: String,
    /// Whether its body is here. Without one it may only be announced: a prototype, an overload, a trait's method.
    pub has_body: bool,
    /// The first line of its documentation that says something.
    pub doc: Option<String>,
    /// All its lines, with the comments, attributes and decorators above it.
    pub lines: LineRange,
    /// The line its name stands in.
    pub name_line: u64,
    /// The same as `lines`, to the byte: from its documentation to its end, without the line end.
    pub bytes: Range<usize>,
    /// The symbol around it, by its place in the outline; always an earlier place.
    pub parent: Option<usize>,
    /// How many symbols are around it.
    pub depth: usize,
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the words say it")]
pub enum SymbolKind {
    Module,
    Class,
    Struct,
    Union,
    Enum,
    Interface,
    Trait,
    /// A Rust `impl`, a Swift or Scala `extension`: members of a type that is declared elsewhere.
    Extension,
    Object,
    Type,
    Function,
    Method,
    Macro,
    Constant,
    Variable,
    Property,
    Field,
    Variant,
    /// A rule of a style sheet.
    Rule,
    /// A key of a data file.
    Key,
    /// A table of a TOML file.
    Table,
    /// A heading with the text below it.
    Section,
    /// An element of a page.
    Element,
    /// Lines set off by their indentation, in a text without grammar.
    Block,
}

impl SymbolKind {
    /// The stable word for it.
    pub fn word(self) -> &'static str {
        self.words().0
    }

    /// The word for so many of them.
    pub fn counted(self, count: u64) -> &'static str {
        let (one, many) = self.words();
        if count == 1 { one } else { many }
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Module => ("module", "modules"),
            Self::Class => ("class", "classes"),
            Self::Struct => ("struct", "structs"),
            Self::Union => ("union", "unions"),
            Self::Enum => ("enum", "enums"),
            Self::Interface => ("interface", "interfaces"),
            Self::Trait => ("trait", "traits"),
            Self::Extension => ("extension", "extensions"),
            Self::Object => ("object", "objects"),
            Self::Type => ("type", "types"),
            Self::Function => ("function", "functions"),
            Self::Method => ("method", "methods"),
            Self::Macro => ("macro", "macros"),
            Self::Constant => ("constant", "constants"),
            Self::Variable => ("variable", "variables"),
            Self::Property => ("property", "properties"),
            Self::Field => ("field", "fields"),
            Self::Variant => ("variant", "variants"),
            Self::Rule => ("rule", "rules"),
            Self::Key => ("key", "keys"),
            Self::Table => ("table", "tables"),
            Self::Section => ("section", "sections"),
            Self::Element => ("element", "elements"),
            Self::Block => ("block", "blocks"),
        }
    }

    /// Whether functions inside it are its methods.
    pub(crate) fn has_methods(self) -> bool {
        matches!(
            self,
            Self::Class
                | Self::Struct
                | Self::Union
                | Self::Enum
                | Self::Interface
                | Self::Trait
                | Self::Extension
                | Self::Object
        )
    }

    /// Whether what it holds is run, so that values inside it are nobody else's business.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro | Self::Property)
    }

    /// Whether it is a value: worth listing in a module or a type, and not among the steps of a function.
    pub(crate) fn is_value(self) -> bool {
        matches!(self, Self::Constant | Self::Variable | Self::Property | Self::Field)
    }

    /// Whether it is one of the small parts of a type or a file, where no page should begin.
    pub(crate) fn is_small(self) -> bool {
        self.is_value() || matches!(self, Self::Variant | Self::Key)
    }
}
