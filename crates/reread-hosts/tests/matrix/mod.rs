//! The matrix of the seeds, from the text of a session file to the metadata of a result.
//!
//! Each suite can be run alone by its name: `cargo test -p reread-hosts compaction_boundary`.

pub(crate) mod session;

mod altered;
mod compaction_boundary;
mod core;
mod plain;
mod refresh_invalidation;
mod replay;
mod restart_resume;
mod selective_range;
mod tree_navigation;
