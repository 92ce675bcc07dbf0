//! A call that needs approval, and the question that it waits for.

use reread_text::visible_line;
use reread_wire::{ApprovalRequest, ApprovalSubject, ErrorReply, Request};

use super::approvals::VALID_FOR;
use super::elicit::ApprovalQuestion;
use crate::caller::CallerKey;
use crate::service::Service;

/// A call that the user has to approve.
pub(crate) struct PendingCall {
    pub(crate) caller: CallerKey,
    pub(crate) request: Request,
    pub(crate) approval: ApprovalRequest,
    pub(crate) error: ErrorReply,
    /// What the user approved for it already.
    pub(crate) approved: Vec<ApprovalSubject>,
}

impl PendingCall {
    /// The question to the user.
    pub(crate) fn question(&self, service: &Service) -> ApprovalQuestion {
        let ApprovalSubject { operation, file, after } = &self.approval.subject;
        let minutes = VALID_FOR.as_secs() / 60;
        let root =
            service.workspace().roots().get(file.root).map(|root| root.path().as_os_str().as_encoded_bytes());
        let [before, after] = [file.digest, *after].map(|digest| digest.map(|digest| digest.to_string()));
        let [before, after] = [before.unwrap_or_default(), after.unwrap_or_default()];
        let principal = self.caller.principal().to_string();
        let versions = [before.as_bytes(), after.as_bytes()];
        let parts =
            [principal.as_bytes(), operation.as_bytes(), versions[0], versions[1], root.unwrap_or_default()];
        // Whether there is such a file, and what it holds, is not shown before the user approves the read.
        let (what, shown) = match &self.approval.change {
            None => (file.path.to_string(), String::new()),
            Some(change) => (self.approval.subject.phrase(), format!("\n\n{}", change.text)),
        };
        ApprovalQuestion {
            text: format!(
                "{} ({}). Allow it for {minutes} minutes, as long as the file does not change?{shown}",
                visible_line(self.reason()),
                visible_line(&what),
            ),
            // None of them contains NUL, so that no two subjects share a binding.
            binding: [parts.join(&0), file.path.as_bytes().to_vec()].join(&0),
        }
    }

    /// What is kept with the request: the reason, and below it what would change.
    pub(crate) fn why(&self) -> String {
        let shown = self.approval.change.as_ref().map(|change| format!("\n{}", change.text));
        self.reason().to_owned() + &shown.unwrap_or_default()
    }

    fn reason(&self) -> &str {
        self.approval.change.as_ref().map_or(&self.error.message, |change| &change.why)
    }
}
