//! What a text is, for the question which of its values are literals.

/// Which values without quotes are literals. A quoted value is one in every kind of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// A program: an unquoted value is an expression.
    Code,
    /// INI, YAML, JSON, TOML, properties, environment files: the rest of the line is the value.
    Settings,
    /// A shell script: the value is one word.
    Shell,
    /// Anything else, such as logs, documents and messages: the value is one word that looks like a credential.
    Prose,
}
