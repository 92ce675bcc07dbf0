//! Wire: requests and replies as plain data.
//!
//! A [`Request`] names a tool and its arguments; [`serve`] asks the workspace, writes one record into the
//! journal whatever comes of it, and returns a [`Reply`] or a [`Trouble`]. Both can be shown as JSON, which is
//! the contract, and as text for a model. Every face of the product goes through here, so that a call means
//! the same at each of them.

mod request;
mod serve;
mod trouble;

mod contract;
mod frame;

mod stack;

pub use contract::{json, json_of_trouble};
pub use frame::{around, text_for_models, utc};
pub use request::{
    Against, ApplyPatchArgs, ExcerptArgs, FileHistoryArgs, GetDiffArgs, HeadArgs, ListFilesArgs, Loose,
    PreviewMode, RangeArgs, ReadArgs, ReadFileArgs, ReadMode, Request, RollbackArgs, SearchArgs,
    SearchInFileArgs, StatArgs, SummaryArgs, TailArgs, UndoArgs, WriteFileArgs, WriteMode,
};
pub use reread_codes::Code;
pub use serve::{
    Caller, Copied, Desk, Difference, Guard, Guarded, Hindrance, Matter, Part, PartOutcome, Petition,
    Replayed, Replayer, Reply, Served, ServedProposal, SeveralReply, ShownChange, approve_proposal,
    open_if_brief, phrase, record_decision, record_opened, record_rotation, record_served, record_trouble,
    serve, serve_bytes, serve_unrecorded, serve_version,
};
pub use stack::stack_json;
pub use trouble::{Trouble, hint_text};
