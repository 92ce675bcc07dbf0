//! The host alone: the facts that the hook and the replay of transcripts rely on.

mod formats;
pub(crate) mod ledgers;
mod terminals;
