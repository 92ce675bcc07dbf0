//! pi's session file: its lines, its entries, what each of them shows the model, and the history they add up to.

mod calls;
mod delivery;
mod entry;
mod invalidation;
mod lines;
mod message;
mod reader;

use reread_context::{Event, ReadResult, Refusal};

pub(crate) use calls::FileTool;
pub(crate) use delivery::{Content, delivered};
pub use delivery::{Contents, Snapshots};
pub use entry::{EntryKind, Header, SessionEntry};
pub use invalidation::{CUSTOM_TYPE, Invalidation};
pub use message::{ContextEdit, Details, ToolCall, ToolResult, UnreadableTruncation};
pub use reader::{LastLine, Place, SessionReader, Skipped};

/// What cannot be understood may have been the reading of any file.
fn anything() -> Event {
    Event::Read(ReadResult { file: None, testimony: Err(Refusal::UnusableMetadata) })
}
