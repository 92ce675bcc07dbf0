//! A symbol: one declaration of a text.

use std::ops::Range;

use reread_text::LineRange;

/// A declaration, with the lines that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Function, struct, heading and so on.
    pub kind: SymbolKind,
    /// The bare name, such as `total`. Bytes that are not UTF-8 are replaced, and a long name is cut.
    pub name: String,
    /// The name with those of the symbols around it, such as `Cart::total`. Several symbols may share it.
    pub qualified: String,
    /// Unique in the text: the qualified name, with `~1`, `~2` if several symbols share it.
    pub id: String,
    /// The declaration on one line, without body, attributes and comments; cut if it is long.
    pub signature: String,
    /// False for a prototype, an overload or a trait's method without a default.
    pub has_body: bool,
    /// The first line of its documentation that contains words.
    pub doc: Option<String>,
    /// Including the comments, attributes and decorators above it.
    pub lines: LineRange,
    /// The line that contains its name.
    pub name_line: u64,
    /// The same range as byte offsets: from its documentation to its end, without the line end.
    pub bytes: Range<usize>,
    /// The index of the symbol around it, which is always smaller than its own.
    pub parent: Option<usize>,
    /// The number of symbols around it.
    pub depth: usize,
}

impl Symbol {
    /// Whether one statement declares both: `a, b = 1, 2`.
    pub fn is_declared_with(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.parent == other.parent
    }

    /// Whether it declares, without a body, what the other one defines: a prototype, an overload, a type's name.
    pub fn announces(&self, definition: &Self) -> bool {
        !self.has_body && self.qualified == definition.qualified && self.kind.announces(definition.kind)
    }
}

/// The kind of a declaration.
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
    /// The name in replies, such as `function`.
    pub fn word(self) -> &'static str {
        self.words().0
    }

    /// Singular or plural, depending on the count.
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

    /// Whether a declaration of this kind may announce a definition of the other: `typedef struct cart cart` a struct. A
    /// type and a value of one name are two things.
    pub fn announces(self, definition: Self) -> bool {
        let is_record = matches!(definition, Self::Struct | Self::Union | Self::Enum | Self::Class);
        self == definition || (self == Self::Type && is_record)
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

    /// Whether it contains executable code, so that values inside it are local.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro | Self::Property)
    }

    /// Whether it is a value. Values are listed in modules and types, but not inside functions.
    pub(crate) fn is_value(self) -> bool {
        matches!(self, Self::Constant | Self::Variable | Self::Property | Self::Field)
    }

    /// Whether it is a small part of a type or a file, where no page should begin.
    pub(crate) fn is_small(self) -> bool {
        self.is_value() || matches!(self, Self::Variant | Self::Key)
    }
}
