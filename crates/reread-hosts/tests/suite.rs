//! Sessions of pi: read, audited, and held against what its model can see.
#![expect(clippy::disallowed_methods, reason = "histories come from the repository itself")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]
#![expect(clippy::print_stdout, reason = "a proof says how often it was asked")]

mod audit;
mod claude_code;
mod matrix;
mod sessions;
mod trust;
