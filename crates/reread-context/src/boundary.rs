//! Where trust begins: after the latest compaction on the branch, whatever the compaction says it kept.

use crate::{EntryIndex, Event, SessionHistory};

/// The place on a branch from which on entries count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boundary {
    /// The first entry of the branch that counts, by its place on the branch; may lie just behind its end.
    pub start: usize,
    /// The compaction before it; `None` at the root.
    pub compaction: Option<EntryIndex>,
}

impl Boundary {
    /// No compaction: everything counts.
    pub const ROOT: Self = Self { start: 0, compaction: None };

    /// The boundary of a branch.
    ///
    /// What a compaction kept is still in the context, and is not trusted all the same: the caller reads anew after a
    /// compaction because it wants to, and one text too many costs less than one too few.
    pub fn of(history: &SessionHistory, branch: &[EntryIndex]) -> Self {
        let compacts = |entry: &EntryIndex| matches!(history.event(*entry), Event::Compaction);
        match branch.iter().rposition(compacts) {
            Some(place) => Self { start: (place + 1).min(branch.len()), compaction: Some(branch[place]) },
            None => Self::ROOT,
        }
    }

    /// `compaction:<entry>`, or `root`.
    pub fn key(&self, history: &SessionHistory) -> String {
        match self.compaction {
            Some(entry) => format!("compaction:{}", history.id(entry)),
            None => "root".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
