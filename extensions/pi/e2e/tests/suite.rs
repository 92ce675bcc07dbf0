//! The real pi: driven alone, and with the extension.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "worlds are scratch folders of the tests, and a program that hangs shows on the clock"
)]
#![expect(clippy::unwrap_used, reason = "scenes are functions beside their tests")]

mod extension;
mod harness;
