//! What hostile names, files, neighbours and repositories do to the reading side, through the real binary.
//!
//! The numbers in the names are those of the catalogue of adversarial cases. Every refusal is asked of every
//! command that opens a file, and is followed by the same questions: did the secret come out anywhere, is the
//! outside untouched, is there exactly one record, does an ordinary read still work.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests set up and inspect a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "cases/citation.rs"]
mod citation;
#[path = "cases/damaged_history.rs"]
mod damaged_history;
#[path = "cases/doctor.rs"]
mod doctor;
#[path = "cases/eyes.rs"]
mod eyes;
#[path = "cases/frozen_state.rs"]
mod frozen_state;
#[path = "cases/init.rs"]
mod init;
#[path = "cases/kinds.rs"]
mod kinds;
#[path = "cases/large.rs"]
mod large;
#[path = "cases/open.rs"]
mod open;
#[path = "cases/outside.rs"]
mod outside;
#[path = "cases/peak_memory.rs"]
mod peak_memory;
#[path = "cases/proposals.rs"]
mod proposals;
#[path = "cases/pty.rs"]
mod pty;
#[path = "cases/refusal.rs"]
mod refusal;
#[path = "cases/repository.rs"]
mod repository;
#[path = "cases/rules.rs"]
mod rules;
#[path = "cases/session.rs"]
mod session;
#[path = "cases/spellings.rs"]
mod spellings;
#[path = "cases/terminal.rs"]
mod terminal;
#[path = "cases/world.rs"]
mod world;
