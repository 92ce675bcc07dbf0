//! The first step of the decision: what the digests alone can say.

use reread_text::Digest;

use crate::held_lines::covers;
use crate::{Fallback, HeldLines, ReadScope};

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadPlan {
    /// Send the text: nothing is held, or what is held does not bear on the request, for this reason.
    Text(Option<Fallback>),
    /// Send the marker: all that was asked for is held, and the digest is the same.
    Unchanged,
    /// Load this snapshot and [`decide`](crate::decide()).
    NeedsBase(Digest),
}

/// Says what to do, given what is held, what is asked, and the file's digest and length now.
///
/// Held lines of another snapshot are only ever a reason to look at that snapshot.
pub fn plan(held: &HeldLines, asked: ReadScope, now: &Digest, total_lines: u64) -> ReadPlan {
    if held.is_empty() {
        return ReadPlan::Text(None);
    }
    let base = match asked {
        ReadScope::Lines(range) if held.is_refreshed(range) => {
            return ReadPlan::Text(Some(Fallback::Refreshed));
        }
        ReadScope::Lines(range) => held.freshest(range),
        // A line that a later version had more says that the whole is another by now.
        ReadScope::Whole => held.latest().and_then(|latest| {
            let total_lines = if latest.digest == *now { total_lines } else { latest.total_lines };
            let lines = held.lines_of(&latest.digest)?;
            covers(&lines, asked, total_lines).then_some(latest.digest)
        }),
    };
    match base {
        None => ReadPlan::Text(Some(Fallback::NotCovered)),
        Some(base) if base != *now && asked == ReadScope::Whole => ReadPlan::NeedsBase(base),
        Some(base) if !held.covers_since_written(&base, asked, total_lines) => {
            ReadPlan::Text(Some(Fallback::WrittenSince))
        }
        Some(base) if base == *now => ReadPlan::Unchanged,
        Some(base) => ReadPlan::NeedsBase(base),
    }
}
