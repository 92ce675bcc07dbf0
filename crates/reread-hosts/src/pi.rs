//! pi: its session file, the metadata in its results, its line protocol and its way of counting lines.
//!
//! pi counts the empty string behind a final newline as one more line. The difference is settled in
//! `line_counting`, and nowhere else.

mod answer;
mod audit;
mod companion;
mod line_counting;
mod metadata;
mod notice;
mod recovered_name;
mod session;

pub use answer::{PiAnswer, PiRead, Promise, answer};
pub use audit::{Audit, AuditReport, Cost, Finding, Objection, Said, Unjustified, Unverifiable};
pub use companion::{BadMessage, Companion, LONGEST_FILE, Message, PROTOCOL, Policy, Received, Store};
pub use line_counting::{slice_as_pi_does, total_lines};
pub use metadata::{Metadata, UnusableMetadata, content_digest};
pub use notice::{Truncation, shown_lines, text_of_lines};
pub use session::{
    CUSTOM_TYPE, Contents, ContextEdit, Details, EntryKind, Header, Invalidation, LastLine, Place,
    SessionEntry, SessionReader, Skipped, Snapshots, ToolCall, ToolResult, UnreadableTruncation,
};
