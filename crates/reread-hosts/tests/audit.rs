//! The audit, held against sessions whose verdicts are known.
#![expect(clippy::disallowed_methods, reason = "histories come from the repository itself")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "audit/damaged.rs"]
mod damaged;
#[path = "audit/doubtful.rs"]
mod doubtful;
#[path = "audit/histories.rs"]
mod histories;
#[path = "audit/many_ranges.rs"]
mod many_ranges;
#[path = "audit/own_answers.rs"]
mod own_answers;
#[path = "matrix/session.rs"]
#[expect(dead_code, reason = "the matrix plays more of it")]
mod played;
#[path = "audit/session.rs"]
mod session;
#[path = "audit/verdicts.rs"]
mod verdicts;
