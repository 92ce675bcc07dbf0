//! What every reply to a call that writes has, whatever came of the call.

use reread_files::EditReply;
use reread_store::{VersionId, VersionOrigin};
use reread_text::Diff;

use super::Contract;
use crate::excerpt::cut_text;

/// The result of a call that writes. A contract of such a call begins with one, so that none of its members can be left out:
/// of a refused call some of them are empty.
#[derive(Debug)]
pub(super) struct PatchResult {
    /// Whether everything was done that was asked for.
    pub(super) success: bool,
    /// What was done, or why nothing was.
    pub(super) message: String,
    /// Whether an external change is at the same place, so that nothing was written.
    pub(super) conflict: bool,
    /// From what the files held to what they hold now, or would hold.
    pub(super) diff: String,
    /// The version that the one file of the call is now; of a moved file, under its new name.
    pub(super) version_id: Option<VersionId>,
}

impl PatchResult {
    pub(super) fn of(reply: &EditReply, message: String) -> Self {
        let is_move = reply.files.iter().all(|file| matches!(file.change, VersionOrigin::Rename { .. }));
        let version_id = match &reply.files[..] {
            [only] => only.version,
            [_, _] if is_move => {
                reply.files.iter().find(|file| file.after.is_some()).and_then(|file| file.version)
            }
            _ => None,
        };
        let diff = reply.files.iter().map(|file| diff_text(&file.diff)).collect();
        let conflict = reply.has_conflict();
        Self { success: !conflict, message, conflict, diff, version_id }
    }

    /// Of a call that was refused or failed: nothing was written.
    pub(super) fn refused(message: &str) -> Self {
        let (message, diff) = (message.to_owned(), String::new());
        Self { success: false, message, conflict: false, diff, version_id: None }
    }

    /// The beginning of the contract. Metadata has as much of the diff as a reader needs to decide.
    pub(super) fn contract(self, tool: &str) -> Contract {
        let Self { success, message, conflict, diff, version_id } = self;
        Contract::default()
            .fact("ok", success)
            .fact("success", success)
            .fact("operation", tool)
            .fact("message", message)
            .fact("conflict", conflict)
            .excerpted("diff", cut_text(&diff), diff)
            .fact("version_id", version_id.map(|version| version.to_string()))
    }
}

pub(super) fn diff_text(diff: &Diff) -> String {
    String::from_utf8_lossy(&diff.text).into_owned()
}
