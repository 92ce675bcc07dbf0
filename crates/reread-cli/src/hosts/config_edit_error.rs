//! Why a configuration was not edited.

/// Why a text was not edited.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConfigEditError {
    #[error("line {line}, column {column}: {message}")]
    Syntax { line: usize, column: usize, message: String },
    /// Valid, but there is no safe edit. The text says why.
    #[error("{0}")]
    Shape(String),
}

impl ConfigEditError {
    pub(super) fn shape(message: impl Into<String>) -> Self {
        ConfigEditError::Shape(message.into())
    }

    /// A syntax error at a byte offset.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ConfigEditError::Syntax {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
