//! CLI: the `reread` command.
//!
//! Each command parses its arguments, asks `reread-wire`, and shows what came of it. What a person sees on a
//! terminal is escaped and numbered; what goes into a pipe is exact. Nothing is decided here.

mod arguments;
mod chain;
mod config_file;
mod editor;
mod exit;
mod given;
mod log;
mod program;
mod quantity;
mod setup;
mod shown;
mod terminal;
mod waiting;
mod width;

mod clients;

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::of_command_line();
    let exit = commands::run(&arguments).unwrap_or_else(|failure| failure.tell(&arguments.global));
    ExitCode::from(exit.code())
}
