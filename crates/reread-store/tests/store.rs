//! The promises of the store, by the public door and by what is on disk.
#![expect(clippy::disallowed_methods, reason = "tests look at and damage the store by path")]
#![expect(clippy::disallowed_types, reason = "tests set the age of files by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "store/database.rs"]
mod database;
#[path = "store/database_damage.rs"]
mod database_damage;
#[path = "store/database_turns.rs"]
mod database_turns;
#[path = "store/history.rs"]
mod history;
#[path = "store/history_damage.rs"]
mod history_damage;
#[path = "store/history_model.rs"]
mod history_model;
#[path = "store/history_prune.rs"]
mod history_prune;
#[path = "store/journal.rs"]
mod journal;
#[path = "store/journal_crash.rs"]
mod journal_crash;
#[path = "store/journal_segments.rs"]
mod journal_segments;
#[cfg(unix)]
#[path = "store/ownership.rs"]
mod ownership;
#[cfg(unix)]
#[path = "store/private_socket.rs"]
mod private_socket;
#[path = "store/proposals.rs"]
mod proposals;
#[path = "store/registry.rs"]
mod registry;
#[cfg(unix)]
#[path = "store/secret_file.rs"]
mod secret_file;
#[path = "store/seen_index.rs"]
mod seen_index;
#[path = "store/session_notes.rs"]
mod session_notes;
#[path = "store/snapshot_cache.rs"]
mod snapshot_cache;
#[path = "store/snapshot_folder.rs"]
mod snapshot_folder;
#[path = "store/state_dir.rs"]
mod state_dir;
#[path = "store/world.rs"]
mod world;
