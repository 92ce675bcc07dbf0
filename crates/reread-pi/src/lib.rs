//! pi: what the coding agent pi means by its own words, turned into ours.
//!
//! pi counts lines differently from this product; the difference is settled here, at pi's edge, and nowhere
//! else.

mod line_counting;
mod notice;

mod json;
mod metadata;
mod recovered_name;

mod session;

mod answer;
mod companion;

mod audit;

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
