//! Why a marker or a diff was not right.

/// What was wrong. The first reason that applies, from the plainest to the most involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unjustified {
    /// A script was given it in place of the text that it is owed, whatever the model sees.
    InAScript,
    /// Its metadata says something else than its words: another file, other lines, another kind of reply.
    MetadataContradictsWords,
    /// The lines were never shown on the way to it.
    NeverShown,
    /// They were shown before the latest compaction, and not since.
    BeforeCompaction,
    /// They were shown, and taken out of the context or replaced there.
    EditedAway,
    /// They were asked for, and the reply was cut before it showed them.
    Truncated,
    /// A later reply showed other text in their place.
    Superseded,
    /// A later reply about the file cannot be understood, so what it showed is unknown.
    Altered,
    /// The diff, or one that it rests on, does not turn what is visible into the file.
    DiffDoesNotApply,
    /// What is visible is not the version that is meant.
    NotTheVersion,
}

impl Unjustified {
    /// The stable word for reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::InAScript => "in_a_script",
            Self::MetadataContradictsWords => "metadata_contradicts_words",
            Self::NeverShown => "never_shown",
            Self::BeforeCompaction => "before_compaction",
            Self::EditedAway => "edited_away",
            Self::Truncated => "truncated",
            Self::Superseded => "superseded",
            Self::Altered => "altered",
            Self::DiffDoesNotApply => "diff_does_not_apply",
            Self::NotTheVersion => "not_the_version",
        }
    }

    /// The word, explained.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::InAScript => "a script was given it in place of the text",
            Self::MetadataContradictsWords => "its metadata said something else than its words or its call",
            Self::NeverShown => "not all of the lines had been shown on that branch",
            Self::BeforeCompaction => "the lines had been shown before the latest compaction only",
            Self::EditedAway => "the lines had been taken out of the context",
            Self::Truncated => "the reply that was to show the lines had been cut before them",
            Self::Superseded => "other text had been shown in place of the lines since",
            Self::Altered => "a reply about the file was not what had been made",
            Self::DiffDoesNotApply => "a diff did not turn the visible text into the file",
            Self::NotTheVersion => "the visible text was not the version that was meant",
        }
    }
}
