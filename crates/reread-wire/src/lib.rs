//! Wire: calls and replies as plain data, and the one pipeline that serves a call.
//!
//! A [`Request`] is a call that makes sense: [`Request::parse`] makes it of a tool and its arguments, or says why not. [`serve`]
//! asks the workspace, writes one journal record whatever the outcome, and returns a [`Served`] with a [`Reply`] or an
//! [`ErrorReply`]. [`refuse`] records a call that did not become a request, [`record`] what happened outside of any call.
//! [`Served::text`] is the text for a model and [`Contract`] the JSON. Every front end goes through here, so that a call
//! means the same at each of them.
//!
//! ```no_run
//! use reread_wire::{CallContext, Contract, Request, serve};
//!
//! fn answer(context: &CallContext<'_>, tool: &str, arguments: serde_json::Value) -> String {
//!     match Request::parse(tool, arguments) {
//!         Ok(request) => {
//!             let served = serve(context, &request);
//!             keep(&Contract::of(&request, &served).metadata());
//!             served.text()
//!         }
//!         Err(rejected) => rejected.error.text(),
//!     }
//! }
//! # fn keep(_: &serde_json::Value) {}
//! ```

mod request;
mod serve;

mod error_reply;

mod contract;
mod frame;

mod stack;

pub use contract::Contract;
pub use error_reply::{ErrorReply, hint_text};
pub use frame::{around, utc};
pub use request::{
    Against, ApplyPatchArgs, DiffPreview, ExcerptArgs, FileHistoryArgs, FilePart, FileRead, FilesRead,
    GetDiffArgs, HeadArgs, LinePage, ListFilesArgs, Loose, OutlineRead, PreviewMode, ProposalArgs, RangeArgs,
    Read, ReadArgs, ReadFileArgs, ReadMode, Rejected, ReplyBounds, Request, RollbackArgs, SearchArgs,
    SearchInFileArgs, SnippetRead, StatArgs, SummaryArgs, SymbolRead, TailArgs, UndoArgs, VersionArgs, Write,
    WriteFileArgs, WriteMode,
};
pub use reread_codes::Code;
pub use serve::{
    ApprovalRequest, ApprovalSubject, CallContext, Caller, Event, FilesPart, FilesReply, Guard, Guarded,
    NotReplayable, PartOutcome, ReplayDifference, Replayed, Replayer, Reply, Served, ShownChange, phrase,
    record, refuse, serve,
};
pub use stack::stack_json;
