//! The first step of the decision: what the digests alone can say.

use reread_text::{Digest, LineRange};

use crate::held::covers;
use crate::{Fallback, Held};

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
pub fn plan(held: &Held, asked: Asked, now: &Digest, total_lines: u64) -> Plan {
    if held.is_empty() {
        return Plan::Text(None);
    }
    let base = match asked {
        Asked::Lines(range) if held.is_refreshed(range) => return Plan::Text(Some(Fallback::Refreshed)),
        Asked::Lines(range) => held.freshest(range),
        // A line that a later version had more says that the whole is another by now.
        Asked::Whole => held.latest().and_then(|latest| {
            let total_lines = if latest.digest == *now { total_lines } else { latest.total_lines };
            let lines = held.lines_of(&latest.digest)?;
            covers(&lines, asked, total_lines).then_some(latest.digest)
        }),
    };
    match base {
        None => Plan::Text(Some(Fallback::NotCovered)),
        Some(base) if base != *now && asked == Asked::Whole => Plan::NeedsBase(base),
        Some(base) if !held.covers_since_written(&base, asked, total_lines) => {
            Plan::Text(Some(Fallback::WrittenSince))
        }
        Some(base) if base == *now => Plan::Unchanged,
        Some(base) => Plan::NeedsBase(base),
    }
}
