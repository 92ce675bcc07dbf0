//! What went out in answer to a read.

use reread_text::{Digest, LineSet};

use crate::ReplyCost;

/// What stands in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplyKind {
    /// Text of the file, also if there is none to send: an empty file was read all the same.
    Text,
    /// A line that says nothing changed.
    Marker,
    /// The changes from what the caller holds.
    Diff,
}

/// A reply to a read, as the guard sees it.
#[derive(Clone, Copy, Debug)]
pub struct ReplySummary<'a> {
    /// What it is.
    pub kind: ReplyKind,
    /// What it costs: the text, the marker or the diff, without a frame around it.
    pub cost: ReplyCost,
    /// Whether a limit left something out that was asked for. Lines that nobody asked for are not left out.
    pub is_degraded: bool,
    /// The version it shows, if it is known.
    pub version: Option<Digest>,
    /// The lines it shows.
    pub lines: &'a LineSet,
    /// The tag by which it can be cited, if there is one.
    pub receipt: Option<&'a str>,
}
