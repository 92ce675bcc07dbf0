//! What a read is about.

use reread_text::LineRange;

/// What the caller asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadScope {
    /// The whole file.
    Whole,
    /// These lines, clamped to the file as it is now.
    Lines(LineRange),
}
