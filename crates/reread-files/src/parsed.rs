//! What an outline rests on.

use reread_code::{Basis, Language, Outline};

/// What an outline rests on, as replies report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The language, if it is known.
    pub language: Option<&'static str>,
    /// `syntax`; `indentation` where there is no grammar or it cannot be used; `shape` for a summary of flat text.
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
            by: if let Basis::Blocks(_) = outline.basis() { INDENTATION } else { SYNTAX },
            has_errors: outline.has_errors(),
            is_cut: outline.is_cut(),
        }
    }

    /// The same for a summary that rests on the shape of the text alone.
    pub(crate) fn by_shape(self) -> Self {
        Self { by: SHAPE, ..self }
    }

    /// Whether indentation had to do.
    pub fn is_guessed(&self) -> bool {
        self.by == INDENTATION
    }
}

const SYNTAX: &str = "syntax";
const INDENTATION: &str = "indentation";
const SHAPE: &str = "shape";
