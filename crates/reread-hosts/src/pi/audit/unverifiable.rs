//! Why a marker or a diff can be neither proven nor refuted.

/// What is missing to tell. Nothing speaks against the marker or the diff, and nothing proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unverifiable {
    /// It has no metadata that could be used, so the version it means is unknown.
    NoMetadata,
    /// The version that it means is nowhere to be found: in no text of the session, and in no snapshot.
    NoSnapshot,
    /// A later reply with unknown content may have shown other text.
    UnknownRead,
    /// A reply about the file was replaced, and what stands there now may be other text.
    Replaced,
    /// A later entry cannot be read, and may have shown other text.
    UnreadableEntry,
    /// Two entries on the way go by one name, so the entries before them are unknown.
    AmbiguousEntry,
}

impl Unverifiable {
    /// The stable word for reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoMetadata => "no_metadata",
            Self::NoSnapshot => "no_snapshot",
            Self::UnknownRead => "unknown_read",
            Self::Replaced => "replaced",
            Self::UnreadableEntry => "unreadable_entry",
            Self::AmbiguousEntry => "ambiguous_entry",
        }
    }

    /// The word, explained.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoMetadata => "it has no metadata that says which version is meant",
            Self::NoSnapshot => "the version that is meant is in no text of the session and no snapshot",
            Self::UnknownRead => {
                "a read of unknown lines or of an unknown file may have shown other text since"
            }
            Self::Replaced => "a reply about the file was replaced, perhaps by other text of it",
            Self::UnreadableEntry => "an entry that cannot be read may have shown other text since",
            Self::AmbiguousEntry => "two entries before it go by one name",
        }
    }
}
