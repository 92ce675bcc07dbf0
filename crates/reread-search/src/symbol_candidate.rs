//! A symbol that a name may mean, and the language that its file is written in.

use reread_code::{Language, Symbol, SymbolKind};
use reread_path::RootedPath;
use reread_text::LineRange;

/// How much of a file says which language it is, besides its name.
const BEGINNING: usize = 256;

/// One of several symbols that a name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolCandidate {
    /// What it and no other is called: the file, `#` and the id in it.
    pub id: String,
    /// Its name with those it stands in.
    pub qualified: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Including the comments, attributes and decorators above it.
    pub lines: LineRange,
    /// Whether its body is there, or it is only announced.
    pub has_body: bool,
}

impl SymbolCandidate {
    /// A symbol of the file with this name.
    pub fn of(file: &str, symbol: &Symbol) -> Self {
        Self {
            id: format!("{file}#{}", symbol.id),
            qualified: symbol.qualified.clone(),
            kind: symbol.kind,
            lines: symbol.lines,
            has_body: symbol.has_body,
        }
    }
}

/// The language of a file, by its name and its first line.
pub fn language_of(path: &RootedPath, bytes: &[u8]) -> Option<Language> {
    Language::of_file(&path.to_string(), &bytes[..bytes.len().min(BEGINNING)])
}
