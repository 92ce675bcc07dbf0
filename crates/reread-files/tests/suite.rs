//! The promises of a workspace by the public interface: reading, searching, and writing.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests set up and disturb a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

mod workspace;
mod writing;
