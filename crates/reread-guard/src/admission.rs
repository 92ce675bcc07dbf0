//! Whether a read is served, and how much of it.

use reread_codes::Code;
use reread_text::Bounds;

use crate::path::any_of;
use crate::{BudgetUse, READS_PER_SEARCH, ReplyKind};

/// A read of one file that is about to be served. A call with several targets has one per file, after merging.
#[derive(Clone, Copy, Debug)]
pub struct PlannedRead<'a> {
    /// The same name that search returns for the file. Empty if it is not known before the read.
    pub path: &'a str,
    /// The bounds that the caller requested.
    pub bounds: Bounds,
    /// Whether the caller cites tags, so that a marker or a diff may be enough.
    pub cites: bool,
    /// Whether the reply is a diff against git or the disk. Such a preview is never refused.
    pub is_preview: bool,
}

/// The decision about a [`PlannedRead`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Serve the read within these bounds.
    Serve(Bounds),
    /// Serve the read within these bounds. The budget is used up, so text uses up a part of what a search granted.
    Granted(Bounds),
    /// The budget has no text left, but the caller may hold the lines. A marker may be sent, or a diff within these
    /// bounds. Text is refused.
    IfHeld {
        /// The bounds of a diff.
        diff: Bounds,
        /// The error to send instead of text.
        otherwise: BudgetExceeded,
    },
    /// Refuse the read without looking at the file.
    Refuse(BudgetExceeded),
}

impl Admission {
    /// The bounds to read with, or the error if the read is refused in any case.
    pub fn bounds(&self) -> Result<Bounds, &BudgetExceeded> {
        match self {
            Self::Serve(bounds) | Self::Granted(bounds) | Self::IfHeld { diff: bounds, .. } => Ok(*bounds),
            Self::Refuse(exceeded) => Err(exceeded),
        }
    }

    /// Whether a finished reply may be sent; otherwise the error to send instead.
    pub fn permits(&self, kind: ReplyKind) -> Result<(), &BudgetExceeded> {
        match (self, kind) {
            (Self::Serve(_) | Self::Granted(_), _) => Ok(()),
            (Self::IfHeld { .. }, ReplyKind::Marker | ReplyKind::Diff) => Ok(()),
            (Self::IfHeld { otherwise: exceeded, .. }, ReplyKind::Text) | (Self::Refuse(exceeded), _) => {
                Err(exceeded)
            }
        }
    }
}

/// A read was refused because reads or lines are used up. Each search grants some reads of the files that it returns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Read budget exceeded. Use search to narrow scope: {spent} are used; each search allows {READS_PER_SEARCH} more reads \
     of the files that it returns"
)]
pub struct BudgetExceeded {
    /// What was used at that moment, with the limits.
    pub spent: BudgetUse,
    /// Files of the latest search that can still be read. Best first, at most three.
    pub found: Vec<String>,
}

impl BudgetExceeded {
    /// Always `BUDGET_EXCEEDED`.
    pub fn code(&self) -> Code {
        Code::BudgetExceeded
    }

    /// The next step for the caller, as a clause.
    pub fn hint(&self) -> String {
        if self.found.is_empty() {
            return "search for a name or a phrase, then read a file that it returns".to_owned();
        }
        format!("read {}, which search returned, or search for something else", any_of(&self.found))
    }
}

#[cfg(test)]
mod tests;
