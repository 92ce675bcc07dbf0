//! Why a marker or a diff was not right.

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
