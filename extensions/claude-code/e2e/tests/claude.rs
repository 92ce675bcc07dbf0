//! The real Claude Code: driven alone, and with the hook.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "worlds are scratch folders of the tests")]
#![expect(clippy::unwrap_used, reason = "scenes are functions beside their tests")]

mod harness;
mod hook;
