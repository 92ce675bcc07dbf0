//! Programs that start reread by themselves, and how they are told to.
//!
//! A [`Client`] says where a program keeps its configuration and what our entry in it looks like; a format puts the
//! entry into a text and takes it out again without touching anything else. Nothing here opens a file.

mod client;
mod launch;
mod slot;

mod format;
mod json;
mod toml;
mod yaml;

pub(crate) use client::{Client, Folders, RootFrom};
pub(crate) use format::EditError;
pub(crate) use launch::{LONGEST_NAME, Launch, Started, found_in, is_plain_name};
pub(crate) use slot::{Entry, Slot};
