//! Why a marker or a diff can be neither proven nor refuted.

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
