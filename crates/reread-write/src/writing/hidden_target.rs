//! A file about which nothing may be revealed before the user approves, and what was wrong with the call about it.
//!
//! A call about such a file is answered the same way whether it is there or not, whatever it holds, and whether the
//! call makes sense or not. The user is asked about what the call wants; its errors are reported afterwards, and then
//! without a line of the file: to write it is not to read it.

use reread_access::{ExactFile, FileName};
use reread_edit::PlaceError;
use reread_text::Digest;

use super::approval::{ApprovalReasons, ApprovalRequest, operation};
use super::base::stale;
use super::plan::{FilePlan, WritePlan};
use super::shown_lines::HIDDEN;
use super::{EditOutcome, WriteContext};
use crate::write_error::WriteError;

/// What a call wants of a file that may not be read without approval, and why it cannot be done.
#[derive(Debug)]
pub struct HiddenTarget {
    /// What the user has to approve before the error is reported.
    request: ApprovalRequest,
    /// The file, as the caller named it.
    name: String,
    /// Why the user has to approve it.
    pub(crate) reasons: ApprovalReasons,
    /// Why it cannot be done.
    pub(crate) error: WriteError,
    /// How many files of the plan come before it.
    pub(super) position: usize,
}

/// What stands for the outcome of an edit that has none. No text begins like this, so that none has the same digest.
pub(super) fn attempt(edit: &[u8]) -> Digest {
    Digest::of(&[b"\xff", edit].concat())
}

impl HiddenTarget {
    /// Puts an error behind what the user has to approve first.
    pub(crate) fn hide(
        name: &FileName,
        current: Option<Digest>,
        reasons: ApprovalReasons,
        error: WriteError,
    ) -> WriteError {
        if let WriteError::HiddenTarget(_) = error {
            return error;
        }
        let after = Some(attempt(&[]));
        let request = ApprovalRequest {
            operation: operation(None, after, None),
            file: ExactFile { root: name.root, path: name.path.clone(), digest: current },
            outside: reasons.outside.then(|| name.requested.clone()),
            after,
            why: Some(reasons.refusal(&name.requested).to_string()),
            shown: HIDDEN.to_owned(),
        };
        let name = name.requested.clone();
        WriteError::HiddenTarget(Box::new(Self { request, name, reasons, error, position: 0 }))
    }

    /// The same with what the call wants: what the file would hold, and the other name of a move.
    pub(super) fn wanting(mut self: Box<Self>, after: Option<Digest>, other: Option<&[u8]>) -> Box<Self> {
        (self.request.after, self.request.operation) = (after, operation(other, after, None));
        self
    }

    /// What is said in place of anything else.
    pub(crate) fn refusal(&self) -> WriteError {
        self.reasons.refusal(&self.name)
    }
}

impl WritePlan {
    /// Makes a plan of an error about a hidden file: approval comes first.
    pub(super) fn or_hidden(planned: Result<Self, WriteError>) -> Result<Self, WriteError> {
        match planned {
            Err(WriteError::HiddenTarget(hidden)) => {
                Ok(Self { hidden: vec![*hidden], ..Self::of(Vec::new()) })
            }
            planned => planned,
        }
    }

    /// Refuses a call until the user approved what it wants of files that need approval to be read; then
    /// says what is wrong with it.
    pub(super) fn approve_hidden(
        &mut self,
        context: &WriteContext<'_>,
        approved: &mut Vec<ApprovalRequest>,
    ) -> Result<(), WriteError> {
        for index in 0..=self.files.len() {
            for hidden in self.hidden.iter().filter(|hidden| hidden.position == index) {
                if !context.approves(hidden.request.clone(), approved) {
                    return Err(hidden.refusal());
                }
            }
            let Some(file) = self.files.get(index) else { break };
            let Some(refusal) = file.target.refusal() else { continue };
            let attempt = Some(self.attempt).filter(|_| !file.edited.outcome.changes());
            let request = file.approval_request(&file.reasons().unwrap_or_default(), attempt);
            if !context.approves(request, approved) {
                return Err(refusal);
            }
        }
        if !self.hidden.is_empty() {
            return Err(self.hidden.swap_remove(0).error.without_lines());
        }
        let has_conflict =
            |file: &&FilePlan| file.target.hides.is_some() && file.edited.outcome == EditOutcome::Conflict;
        if let Some(file) = self.files.iter().find(has_conflict) {
            return Err(stale(&file.target, true));
        }
        self.trouble.take().map_or(Ok(()), Err)
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
