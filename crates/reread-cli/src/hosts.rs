//! The hosts that `reread init` configures, and their configuration files.
//!
//! A [`HostProgram`] knows where a host keeps its configuration. A [`ConfigEntry`] is our part of it, and a
//! [`ConfigFormat`](config_format::ConfigFormat) writes it into a text and removes it. Nothing here opens a file.

mod config_edit_error;
mod config_entry;
mod config_format;
mod cut_member;
mod host_program;
mod server_command;

mod json;
mod toml;
mod yaml;

pub(crate) use config_edit_error::ConfigEditError;
pub(crate) use config_entry::{ConfigEntry, EntryContent};
pub(crate) use host_program::{ConfigFolders, HostProgram, RootFrom};
pub(crate) use server_command::{
    LONGEST_NAME, ServerCommand, ServerEntry, guard_mode, is_plain_name, server_entries,
};
