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

pub use answer::{PendingMetadata, PiAnswer, PiRead, answer};
pub use audit::{
    AuditFinding, AuditObjection, AuditReport, SessionAudit, ShortReply, TokenCost, Unjustified, Unverifiable,
};
pub use companion::{
    BadMessage, Companion, CompanionMessage, CompanionPolicy, CompanionStore, LONGEST_FILE, PROTOCOL,
    ReceivedMessage,
};
pub use line_counting::{slice_as_pi_does, total_lines};
pub use metadata::{ReadMetadata, UnusableMetadata, content_digest};
pub use notice::{Truncation, shown_lines, text_of_lines};
pub use session::{
    CUSTOM_TYPE, ContentCheck, ContextEdit, Invalidation, LastLine, ResultDetails, SessionEntry,
    SessionEntryKind, SessionHeader, SessionPosition, SessionReader, SessionToolResult, SkippedLines,
    SnapshotLookup, ToolCall, UnreadableTruncation,
};
