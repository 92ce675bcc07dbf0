//! Writing files of a workspace, and their past: patches, whole files, undo, versions, proposals.
//!
//! ```no_run
//! use reread_access::{Access, State, WorkspaceOptions};
//! use reread_write::History;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let options: WorkspaceOptions = todo!();
//! # let state: State = todo!();
//! let access = Access::open(options)?.with_state(state);
//! for version in History::new(&access).file_history("src/main.rs", None, 20)?.versions {
//!     println!("{}", version.id);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`Writer`] plans a change under the locks of its files and carries it out for all of them or for none. [`History`]
//! has the versions that files had, [`Proposals`] the conflicts that wait for the user, [`Recovery`] what a crash
//! interrupted. [`Handover`] records what an editor of the user changed.
//!
//! Limits: nothing is written without a state directory. Nothing here decides what a caller is shown.

mod write_error;

mod history_name;

mod planner;
mod write_target;
mod writing;

mod handed_out;
mod history;
mod retention;

pub use handed_out::{HandedOut, Handover, Returned};
pub use history::{History, HistoryError, HistoryReply, ON_DISK, VersionDiffReply, VersionReply};
pub use history_name::name_in_history;
pub use write_error::WriteError;
pub use writing::{
    Adoption, ApprovalReasons, ApprovalRequest, ApprovedProposal, ConflictNotKept, ConflictReview,
    ConflictTexts, EditOutcome, EditReply, Edited, FileWriteMode, HiddenTarget, PatchInput, PatchRequest,
    PatchSize, PlacedText, ProposalError, ProposalReply, ProposalSides, Proposals, Recovered, Recovery,
    ReviewState, ShownPart, WriteContext, WriteRequest, Writer, phrase,
};
