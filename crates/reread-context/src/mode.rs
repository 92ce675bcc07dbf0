//! The kinds of answer, by their names.

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
        /// The lines that are not held, of a request of which others are.
        Rest = "rest",
    }
}

impl Mode {
    /// The modes that a session of pi can hold. pi's reads leave out no lines.
    pub const OF_SESSIONS: [Self; 5] =
        [Self::Full, Self::Unchanged, Self::UnchangedRange, Self::Diff, Self::FullFallback];

    /// The mode that a session names. `baseline_fallback` is what the original extension later wrote for the fallback.
    pub fn of_session(word: &str) -> Option<Self> {
        let word = if word == "baseline_fallback" { Mode::FullFallback.word() } else { word };
        Self::OF_SESSIONS.into_iter().find(|mode| mode.word() == word)
    }
}
