//! The first step of the decision: what the digests alone can say.

use reread_text::{Digest, LineRange};

use crate::Citation;

/// What the caller asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The whole file.
    Whole,
    /// These lines, clamped to the file as it is now.
    Lines(LineRange),
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Send the text: nothing that is held bears on the request, or something that was cited is in doubt.
    Text,
    /// Send the marker: all that was asked for is held, and the digest is the same.
    Unchanged,
    /// Load this snapshot and [`decide`](crate::decide()).
    NeedsBase(Digest),
}

/// Says what to do, given what was cited, what is asked, and the file's digest and length now.
///
/// Held lines of another snapshot are only ever a reason to look at that snapshot. A tag that could not be recognised
/// may stand for the version that the caller saw last, so one doubt is enough to send the text.
pub fn plan(citation: &Citation, asked: Asked, now: &Digest, total_lines: u64) -> Plan {
    if !citation.doubts.is_empty() {
        return Plan::Text;
    }
    let held = &citation.held;
    let covered = match asked {
        Asked::Whole => held.covers_whole(now, total_lines),
        Asked::Lines(range) => held.lines_of(now).is_some_and(|lines| lines.covers(range)),
    };
    if covered {
        return Plan::Unchanged;
    }
    match held.base_for(asked, now) {
        Some(base) => Plan::NeedsBase(base),
        None => Plan::Text,
    }
}
