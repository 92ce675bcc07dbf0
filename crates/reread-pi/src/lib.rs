//! pi: what the coding agent pi means by its own words, turned into ours.
//!
//! pi counts lines differently from this product; the difference is settled here, at pi's edge, and nowhere
//! else.

mod line_counting;
mod notice;

mod metadata;
mod recovered_name;

mod session_json;

mod session_calls;
mod session_delivery;
mod session_entry;
mod session_invalidation;
mod session_lines;
mod session_message;
mod session_reader;

mod answer;

mod audit;

pub use answer::{PiAnswer, PiRead, Promise, answer};
pub use audit::{Audit, AuditReport, Cost, Finding, Said, Unjustified};
pub use line_counting::{slice_as_pi_does, total_lines};
pub use metadata::{Metadata, UnusableMetadata, content_digest};
pub use notice::{Truncation, shown_lines, text_of_lines};
pub use session_delivery::Contents;
pub use session_entry::{EntryKind, Header, SessionEntry};
pub use session_invalidation::{CUSTOM_TYPE, Invalidation};
pub use session_message::{ContextEdit, Details, ToolCall, ToolResult, UnreadableTruncation};
pub use session_reader::{LastLine, Place, SessionReader, Skipped};
