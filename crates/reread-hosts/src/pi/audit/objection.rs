//! What an audit has to say against a marker or a diff.

/// Why a marker or a diff is not justified: it was wrong, or it cannot be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AuditObjection {
    /// It was wrong.
    Unjustified(Unjustified),
    /// It can be neither proven nor refuted.
    Unverifiable(Unverifiable),
}

impl AuditObjection {
    /// The stable word for the verdict.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Unjustified(_) => "unjustified",
            Self::Unverifiable(_) => "unverifiable",
        }
    }

    /// The stable word for the reason.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unjustified(why) => why.word(),
            Self::Unverifiable(why) => why.word(),
        }
    }

    /// The word, explained.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unjustified(why) => why.sentence(),
            Self::Unverifiable(why) => why.sentence(),
        }
    }
}

reread_codes::words! {
    /// What was wrong. The first reason that applies, from the plainest to the most involved.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Unjustified {
        InAScript = "in_a_script": "a script was given it in place of the text",
        MetadataContradictsWords = "metadata_contradicts_words":
            "its metadata said something else than its words or its call",
        NeverShown = "never_shown": "not all of the lines had been shown on that branch",
        BeforeCompaction = "before_compaction": "the lines had been shown before the latest compaction only",
        EditedAway = "edited_away": "the lines had been taken out of the context",
        Truncated = "truncated": "the reply that was to show the lines had been cut before them",
        Superseded = "superseded": "other text had been shown in place of the lines since",
        Altered = "altered": "a reply about the file was not what had been made",
        DiffDoesNotApply = "diff_does_not_apply": "a diff did not turn the visible text into the file",
        NotTheVersion = "not_the_version": "the visible text was not the version that was meant",
    }
}

reread_codes::words! {
    /// What is missing to tell. Nothing speaks against the marker or the diff, and nothing proves it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Unverifiable {
        NoMetadata = "no_metadata": "it has no metadata that says which version is meant",
        NoSnapshot = "no_snapshot": "the version that is meant is in no text of the session and no snapshot",
        UnknownRead = "unknown_read": "a read of unknown lines or of an unknown file may have shown other text since",
        Replaced = "replaced": "a reply about the file was replaced, perhaps by other text of it",
        UnreadableEntry = "unreadable_entry": "an entry that cannot be read may have shown other text since",
        AmbiguousEntry = "ambiguous_entry": "two entries before it go by one name",
    }
}
