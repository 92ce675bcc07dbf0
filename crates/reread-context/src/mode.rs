//! The five kinds of answer, by the names the seed gave them.

reread_codes::words! {
    /// What kind of answer a reply is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Mode {
        /// The text, because nothing was held.
        Full = "full",
        /// Nothing changed in the whole file.
        Unchanged = "unchanged",
        /// Nothing changed in the lines asked for.
        UnchangedRange = "unchanged_range",
        /// The changes since the snapshot that is held.
        Diff = "diff",
        /// The text, although something was held.
        FullFallback = "full_fallback",
    }
}

impl Mode {
    /// The mode of that name. `baseline_fallback` is what the original extension later wrote for the fallback.
    pub fn from_word(word: &str) -> Option<Self> {
        let word = if word == "baseline_fallback" { Mode::FullFallback.word() } else { word };
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }
}
