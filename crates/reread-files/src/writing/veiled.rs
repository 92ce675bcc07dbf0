//! A file about which nothing may be revealed before the user approves, and what was wrong with the call about it.
//!
//! A call about such a file is answered the same way whether it is there or not, whatever it holds, and whether the
//! call makes sense or not. The user is asked about what the call wants; its errors are reported afterwards, and then
//! without a line of the file: to write it is not to read it.

use reread_access::FileName;
use reread_edit::PlaceError;
use reread_store::VersionOrigin;
use reread_text::Digest;

use super::asks::{Asks, ExactChange};
use super::base::stale;
use super::plan::{WritePlan, blank};
use super::{EditOutcome, Edited, WriteContext};
use crate::write_error::WriteError;

/// What a call wants of a file that may not be read without being asked for, and why it cannot be done.
#[derive(Debug)]
pub struct HiddenTarget {
    /// What the user has to approve before the reason is reported.
    pub(crate) edited: Edited,
    /// Why it cannot be done.
    pub(crate) error: WriteError,
    /// What is said until then.
    pub(crate) asks: Asks,
    /// How many files of the plan come before it.
    pub(super) position: usize,
}

/// What stands for the outcome of an edit that has none. No text begins like this, so that none has the same digest.
pub(super) fn attempt(edit: &[u8]) -> Digest {
    Digest::of(&[b"\xff", edit].concat())
}

impl HiddenTarget {
    /// What is wrong with a call, behind what the user has to approve first.
    pub(crate) fn hide(name: FileName, current: Option<Digest>, asks: Asks, error: WriteError) -> WriteError {
        if let WriteError::HiddenTarget(_) = error {
            return error;
        }
        let mut edited = blank(name, current, true, VersionOrigin::Write, EditOutcome::Applied);
        edited.after = Some(attempt(&[]));
        edited.asks = Some(asks.clone());
        WriteError::HiddenTarget(Box::new(Self { edited, error, asks, position: 0 }))
    }

    /// The same with what the call wants: how the file changes, and what it would hold.
    pub(super) fn wanting(mut self: Box<Self>, change: VersionOrigin, after: Option<Digest>) -> Box<Self> {
        (self.edited.change, self.edited.after) = (change, after);
        self
    }

    /// What is said in place of anything else.
    pub(crate) fn refusal(&self) -> WriteError {
        let (name, asks) = (self.edited.name.requested.clone(), self.asks.clone());
        WriteError::NeedsApproval { name, asks }
    }
}

impl WritePlan {
    /// Nothing but a file of which nothing may be told.
    pub(super) fn or_veiled(planned: Result<Self, WriteError>) -> Result<Self, WriteError> {
        match planned {
            Err(WriteError::HiddenTarget(veiled)) => {
                Ok(Self { veiled: vec![*veiled], ..Self::of(Vec::new()) })
            }
            planned => planned,
        }
    }

    /// Refuses a call until the user approved what it wants of files that need approval to be read; then
    /// says what is wrong with it.
    pub(super) fn unveil(
        &mut self,
        writer: &WriteContext<'_>,
        agreed: &mut Vec<ExactChange>,
    ) -> Result<(), WriteError> {
        for index in 0..=self.files.len() {
            for veiled in self.veiled.iter().filter(|veiled| veiled.position == index) {
                if !writer.agrees_to(&veiled.edited, agreed) {
                    return Err(veiled.refusal());
                }
            }
            let Some(file) = self.files.get(index) else { break };
            let Some(refusal) = file.target.refusal() else { continue };
            let mut edited = file.edited.clone();
            if !edited.outcome.changes() {
                edited.after.get_or_insert(self.attempt);
            }
            if !writer.agrees_to(&edited, agreed) {
                return Err(refusal);
            }
        }
        if !self.veiled.is_empty() {
            return Err(self.veiled.swap_remove(0).error.without_lines());
        }
        let has_conflict = |edited: &Edited| edited.is_hidden && edited.outcome == EditOutcome::Conflict;
        if let Some(file) = self.files.iter().find(|file| has_conflict(&file.edited)) {
            return Err(stale(&file.target, true, &file.edited.current.unwrap_or_else(|| Digest::of(&[]))));
        }
        self.trouble.take().map_or(Ok(()), Err)
    }
}

impl WriteContext<'_> {
    /// Whether the user approved a change, before or now. What was approved before is not asked about again.
    pub(super) fn agrees_to(&self, edited: &Edited, agreed: &mut Vec<ExactChange>) -> bool {
        let change = edited.exact_change();
        if agreed.contains(&change) {
            return true;
        }
        let is_agreed = (self.is_agreed)(edited);
        if is_agreed {
            agreed.push(change);
        }
        is_agreed
    }
}

impl WriteError {
    /// The same without a line of the file.
    fn without_lines(self) -> Self {
        match self {
            WriteError::Stale { name, was_named, current, .. } => {
                WriteError::Stale { name, was_named, current, since: None }
            }
            WriteError::Place { name, source, current } => {
                let source = match source {
                    PlaceError::NoMatch { hunk, patch_line, expected, .. } => {
                        PlaceError::NoMatch { hunk, patch_line, expected, closest: None }
                    }
                    source => source,
                };
                WriteError::Place { name, source, current }
            }
            error => error,
        }
    }
}
