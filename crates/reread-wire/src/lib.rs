//! Calls and replies as plain data, and the one pipeline that serves a call.
//!
//! Every front end (command line, MCP server, host extension) goes through here, so that a call means the same in each of
//! them. [`Request::parse`] turns a tool and its arguments into a [`Request`], which cannot hold contradicting arguments.
//! [`serve`] asks the workspace, appends one journal record whatever the outcome, and returns a [`Served`] with a [`Reply`] or
//! an [`ErrorReply`]. [`refuse`] records a call that did not become a request, [`record`] an event outside of any call.
//! [`Served::text`] is the text for a model, and [`Contract`] the JSON.
//!
//! Limits: a read names at most 64 targets and 256 tags. Text of a file is exact between its header and its closing line, except
//! that bytes that are not UTF-8 are replaced. The journal holds names, digests and sizes, never content. Nothing here reads
//! a clock or asks the user: [`CallContext`] brings both.
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
mod even_time;
mod excerpt;

mod render;

pub use error_reply::ErrorReply;
pub use even_time::wait_to_hide;
pub use render::Contract;
pub use request::{
    Against, ApplyPatchArgs, DiffPreview, EdgeArgs, EditArgs, Effect, ExcerptArgs, FileArgs, FileHistoryArgs,
    FilePart, FileRead, FilesRead, GetDiffArgs, LinePage, ListFilesArgs, OutlineRead, PreviewMode,
    ProposalArgs, RangeArgs, Read, ReadArgs, ReadFileArgs, ReadMode, Rejected, ReplyBounds, Request,
    RollbackArgs, SearchArgs, SearchInFileArgs, SnippetRead, SummaryArgs, SymbolRead, ToolSignature,
    UndoArgs, VersionArgs, Write, WriteFileArgs, WriteMode,
};
pub use reread_codes::Code;
pub use reread_edit::MatchTolerance;
pub use serve::{
    CallContext, Caller, FilesPart, FilesReply, Guard, Guarded, JournalEvent, NotReplayable, PartOutcome,
    ReplayDifference, Replayed, Replayer, Reply, Served, record, refuse, serve,
};
