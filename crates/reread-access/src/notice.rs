//! What a caller should know of a reply besides its text.

use reread_text::Hazards;

/// Something about a reply that is true, and not in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Another process wrote while the file was read, however often it was tried.
    ChangedDuringRead,
    /// The file has several names: so many.
    SeveralNames(u64),
    /// The bytes are not UTF-8: so many replacement characters stand where they do not decode.
    InvalidUtf8(u64),
    /// Characters that a terminal would interpret or an eye would miss.
    Hazards(Hazards),
    /// The reply carries no tag, and this is why.
    Untagged(Untagged),
}

/// Why a reply carries no tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untagged {
    /// Longer than the caller is known to keep whole.
    TooLong,
    /// The file was not read to its end.
    NotHashed,
    /// The file changed while it was read.
    Changed,
    /// What was shown is not exactly what is in the file.
    NotUtf8,
    /// Not even one line was shown whole.
    NoWholeLine,
    /// The file is one whose text is never kept.
    NotCached,
    /// There is no state directory, so no key.
    NoState,
}

impl Untagged {
    /// The stable word for replies.
    pub fn word(self) -> &'static str {
        match self {
            Untagged::TooLong => "too_long",
            Untagged::NotHashed => "not_hashed",
            Untagged::Changed => "changed_during_read",
            Untagged::NotUtf8 => "not_utf8",
            Untagged::NoWholeLine => "no_whole_line",
            Untagged::NotCached => "not_cached",
            Untagged::NoState => "no_state",
        }
    }
}
