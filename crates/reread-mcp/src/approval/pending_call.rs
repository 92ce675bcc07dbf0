//! A call that needs approval, and the question that it waits for.

use reread_files::{ApprovalRequest, ShownPart};
use reread_store::{ApprovalRequests, ApprovalSubject};
use reread_text::{redact_formats, visible_line};
use reread_wire::{ErrorReply, Request};

use super::approvals::VALID_FOR;
use crate::caller::CallerKey;

/// A call that the user has to approve.
pub(crate) struct PendingCall {
    pub(crate) caller: CallerKey,
    pub(crate) request: Request,
    pub(crate) approval: ApprovalRequest,
    /// What the decision is bound to.
    pub(crate) subject: ApprovalSubject,
    pub(crate) error: ErrorReply,
    /// What the user approved for it already.
    pub(crate) approved: Vec<ApprovalSubject>,
}

impl PendingCall {
    /// The question that the user sees.
    pub(super) fn question(&self) -> String {
        let minutes = VALID_FOR.as_secs() / 60;
        // Whether there is such a file, and what it holds, is not shown before the user approves the read.
        let (what, shown) = match &self.approval.why {
            None => (self.approval.file.path.to_string(), String::new()),
            Some(_) => (self.approval.phrase(), format!("\n\n{}", self.approval.shown)),
        };
        format!(
            "{} ({}). Allow it for {minutes} minutes, as long as the file does not change?{shown}",
            visible_line(self.reason()),
            visible_line(&what),
        )
    }

    /// Whether the question shows the whole change.
    pub(crate) fn fits_a_question(&self) -> bool {
        ShownPart::of(&self.approval.shown).is_whole()
    }

    /// Whether `reread approvals show` can show the whole change: it is kept as it is.
    pub(crate) fn fits_the_queue(&self) -> bool {
        let why = self.why();
        why.len() <= ApprovalRequests::LONGEST_WHY && redact_formats(&self.approval.shown).count == 0
    }

    /// The subject in bytes: an answer to a question about another subject does not count.
    pub(super) fn binding(&self) -> Vec<u8> {
        let ApprovalSubject { principal, operation, root, path, before, after } = &self.subject;
        let [before, after] =
            [before, after].map(|digest| digest.map(|digest| digest.to_string()).unwrap_or_default());
        let texts = [principal, operation, &before, &after].map(String::as_bytes);
        // None of them contains NUL, so that no two subjects share a binding.
        [&texts[..], &[root, path]].concat().join(&0)
    }

    /// What is kept with the request: the reason, and below it what would change.
    pub(crate) fn why(&self) -> String {
        match &self.approval.why {
            None => self.error.message.clone(),
            Some(why) => format!("{why}\n{}", self.approval.shown),
        }
    }

    fn reason(&self) -> &str {
        self.approval.why.as_ref().unwrap_or(&self.error.message)
    }
}
