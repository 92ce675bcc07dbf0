//! Claude Code: its transcript, the ledger of its requests, the form in which it shows lines, and its hook.
//!
//! A call of a tool names the request that made it, and the ledger names every message of that request by its hash. A
//! result that is not in that request counts for nothing. What was shown is proven by its text alone: it must be, line by
//! line, what Claude Code makes of a snapshot of the file. Everything that cannot be read, or may be another file, speaks
//! against the file.
//!
//! Claude Code shows the empty string behind a final newline as one more line, and hides the CR before an LF. Both are
//! settled in `shown_text`, and nowhere else. Everywhere else lines are counted as `reread-text` counts them.

mod answer;
mod held_evidence;
mod hook_call;
mod host_text;
mod ledger;
mod message_hash;
mod shell_read;
mod shown_text;
mod tool_call;
mod transcript;

pub use answer::{ShortForm, answer};
pub use held_evidence::{HeldEvidence, ReadVersion};
pub use hook_call::HookCall;
pub use transcript::{NoEvidence, TranscriptReader};
