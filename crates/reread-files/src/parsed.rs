//! What an outline rests on.

use reread_code::{Basis, Language, Outline};

/// What an outline rests on, as replies report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The language, if it is known.
    pub language: Option<&'static str>,
    /// `syntax`, or `indentation` where there is no grammar or it cannot be used.
    pub by: &'static str,
    /// Whether there are parts that the grammar cannot read.
    pub has_errors: bool,
    /// Whether there are more symbols than an outline lists.
    pub is_cut: bool,
}

impl Parsed {
    pub(crate) fn of(outline: &Outline, language: Option<Language>) -> Self {
        Self {
            language: language.map(Language::word),
            by: if let Basis::Blocks(_) = outline.basis() { "indentation" } else { SYNTAX },
            has_errors: outline.has_errors(),
            is_cut: outline.is_cut(),
        }
    }

    /// Whether indentation had to do.
    pub fn is_guessed(&self) -> bool {
        self.by != SYNTAX
    }
}

const SYNTAX: &str = "syntax";
