//! The reply to a read, as far as the guard needs it.

use reread_text::{Digest, LineSet};

use crate::ReplyCost;

/// The content of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplyKind {
    /// Text of the file. Also for an empty file, which costs a read although no text is sent.
    Text,
    /// The "unchanged" reply.
    Marker,
    /// The changes since the text that the caller cited.
    Diff,
}

/// A reply to a read.
#[derive(Clone, Copy, Debug)]
pub struct ReplySummary<'a> {
    /// Decides whether the reply costs a read: only text does.
    pub kind: ReplyKind,
    /// The text, the marker or the diff, without the frame around it.
    pub cost: ReplyCost,
    /// Whether any limit left out lines: the caller's, the configuration's or the budget's.
    pub is_degraded: bool,
    /// Whether the budget itself left out lines.
    pub is_reduced: bool,
    /// The snapshot that the reply shows; `None` if it is not known.
    pub version: Option<Digest>,
    /// The lines that the reply shows, counted from 1.
    pub lines: &'a LineSet,
    /// The tag for citing the reply; `None` if it has none.
    pub receipt: Option<&'a str>,
}
