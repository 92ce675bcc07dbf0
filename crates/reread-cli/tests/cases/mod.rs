//! What hostile names, files, neighbours and repositories do to the reading side, through the real binary.
//!
//! The numbers in the names are those of the catalogue of adversarial cases. Every refusal is asked of every
//! command that opens a file, and is followed by the same questions: did the secret come out anywhere, is the
//! outside untouched, is there exactly one record, does an ordinary read still work.

mod citation;
mod damaged_history;
mod doctor;
mod eyes;
mod foreign_reader;
mod foreign_state;
mod forged_history;
mod frozen_state;
mod hook;
mod hostile_output;
mod init;
mod kinds;
mod large;
mod links;
mod open;
mod outside;
mod outside_writes;
mod patch_result;
mod peak_memory;
mod proposals;
mod refusal;
mod repository;
mod rules;
mod session;
mod spellings;
mod starts;
mod terminal;
