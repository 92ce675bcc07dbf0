//! pi's session file: its lines, its entries, what each of them shows the model, and the history they add up to.

mod calls;
mod delivery;
mod entry;
mod invalidation;
mod message;
mod reader;

use reread_context::{Event, ReadResult, RejectedEvidence};

pub(crate) use calls::FileTool;
pub use delivery::{ContentCheck, SnapshotLookup};
pub(crate) use delivery::{DeliveredContent, delivered};
pub use entry::{SessionEntry, SessionEntryKind, SessionHeader};
pub use invalidation::{CUSTOM_TYPE, Invalidation};
pub use message::{ContextEdit, ResultDetails, SessionToolResult, ToolCall, UnreadableTruncation};
pub use reader::{LastLine, SessionPosition, SessionReader, SkippedLines};

/// What cannot be understood may have been the reading of any file.
fn anything() -> Event {
    Event::Read(ReadResult { file: None, unchecked: Err(RejectedEvidence::UnusableMetadata) })
}
