//! The five kinds of answer, by the names the seed gave them.

/// What kind of answer a reply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The text, because nothing was held.
    Full,
    /// Nothing changed in the whole file.
    Unchanged,
    /// Nothing changed in the lines asked for.
    UnchangedRange,
    /// The changes since the snapshot that is held.
    Diff,
    /// The text, although something was held.
    FullFallback,
}

impl Mode {
    /// The word for replies, metadata and records.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Full => "full",
            Mode::Unchanged => "unchanged",
            Mode::UnchangedRange => "unchanged_range",
            Mode::Diff => "diff",
            Mode::FullFallback => "full_fallback",
        }
    }

    /// The mode of that name. `baseline_fallback` is what the original extension later wrote for the fallback.
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [Mode::Full, Mode::Unchanged, Mode::UnchangedRange, Mode::Diff, Mode::FullFallback];
        let word = if word == "baseline_fallback" { Mode::FullFallback.word() } else { word };
        all.into_iter().find(|mode| mode.word() == word)
    }
}
