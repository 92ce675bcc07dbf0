//! Whether a read is served, and how much of it.

use reread_codes::Code;
use reread_text::Bounds;

use crate::path::any_of;
use crate::{BudgetUse, ReplyCost, ReplyKind};

/// A read that is about to be done: one file. Several targets in one call are several of these, once they are merged.
#[derive(Clone, Copy, Debug)]
pub struct PlannedRead<'a> {
    /// The file, by the name that search gives it, too. Empty if it is not known before the read.
    pub path: &'a str,
    /// How much is asked for at most.
    pub bounds: Bounds,
    /// Whether the caller cites receipts, so that a marker or a diff may do.
    pub cites: bool,
}

/// The answer to an [`PlannedRead`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Serve it, within these bounds.
    Serve(Bounds),
    /// The budget has no text left, but the caller may hold what it asks for: see what the answer would be. A marker may
    /// be sent, and a diff within these bounds. Anything else is refused.
    IfHeld {
        /// How long a diff may be.
        diff: Bounds,
        /// The refusal in place of text.
        otherwise: BudgetExceeded,
    },
    /// Refuse it.
    Refuse(BudgetExceeded),
}

impl Admission {
    /// The bounds to read with, or the refusal if there is no need to read at all.
    pub fn bounds(&self) -> Result<Bounds, &BudgetExceeded> {
        match self {
            Self::Serve(bounds) | Self::IfHeld { diff: bounds, .. } => Ok(*bounds),
            Self::Refuse(exceeded) => Err(exceeded),
        }
    }

    /// Whether an answer that was made may be sent, or the refusal to send in its place.
    pub fn permits(&self, kind: ReplyKind, cost: ReplyCost) -> Result<(), &BudgetExceeded> {
        match self {
            Self::Serve(_) => Ok(()),
            Self::IfHeld { diff, otherwise } => match kind {
                ReplyKind::Marker => Ok(()),
                ReplyKind::Diff if fits(cost, diff) => Ok(()),
                ReplyKind::Diff | ReplyKind::Text => Err(otherwise),
            },
            Self::Refuse(exceeded) => Err(exceeded),
        }
    }
}

fn fits(cost: ReplyCost, bounds: &Bounds) -> bool {
    bounds.max_lines.is_none_or(|max| cost.lines <= max)
        && bounds.max_chars.is_none_or(|max| cost.chars <= max)
}

/// A read was refused, because reads or lines are used up. What search returns is still served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Read budget exceeded. Use search to narrow scope: {spent} are used, and files that search returns are still served"
)]
pub struct BudgetExceeded {
    /// What was used.
    pub spent: BudgetUse,
    /// Files that the latest search returned and that can be read now, best first, at most three.
    pub found: Vec<String>,
}

impl BudgetExceeded {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        Code::BudgetExceeded
    }

    /// What to do next, as a clause.
    pub fn hint(&self) -> String {
        if self.found.is_empty() {
            return "search for a name or a phrase, then read a file that it returns".to_owned();
        }
        format!("read {}, which search returned, or search for something else", any_of(&self.found))
    }
}

#[cfg(test)]
mod tests;
