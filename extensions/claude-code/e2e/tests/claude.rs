//! The real Claude Code: driven alone, and with the hook.

#![cfg(unix)]

mod harness;
mod hook;
