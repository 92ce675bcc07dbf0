//! The tests of the binary that are functions. The scenarios, which are files, are a binary of their own.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests set up and inspect a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]
#![expect(clippy::needless_pass_by_value, reason = "a call reads best with its arguments in place")]

#[cfg(target_os = "linux")]
mod cases;
#[cfg(target_os = "linux")]
mod crash;
#[cfg(target_os = "linux")]
mod front_ends;
mod mcp;
mod review;
