//! Sections C, E, F and G of the catalogue of adversarial cases, each case through the command line and through the
//! server, with the same assertions.
//!
//! The numbers in the names are those of the catalogue. After every case the secret came out nowhere, the outside is as it
//! was, and an ordinary read is answered. What takes hundreds of runs is proven elsewhere (`tests/crash`, the tests of
//! `reread-store`); here it is seen that both doors lead there.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests set up and inspect a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]
#![expect(clippy::needless_pass_by_value, reason = "a call reads best with its arguments in place")]

mod answer;
mod call;
#[path = "../mcp/client.rs"]
#[expect(dead_code, reason = "the tests of the server ask for more")]
mod client;
mod door;
#[path = "../crash/has_strace.rs"]
mod has_strace;
#[path = "../cases/pty.rs"]
#[expect(dead_code, reason = "the tests of the terminal ask for more")]
mod pty;
mod traced;
#[path = "../cases/world.rs"]
#[expect(dead_code, reason = "the tests of the command line ask for more")]
mod world;

mod approvals;
mod bytes;
mod contradictions;
mod crash;
mod credentials;
mod denied;
mod full;
mod git;
mod headers;
mod journal;
mod kinds;
mod places;
mod rollback;
mod rules;
mod stale;
mod state;
mod two_servers;
