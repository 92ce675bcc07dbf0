//! CLI: the `reread` command.
//!
//! Each command parses its arguments, calls `reread-wire` and prints the reply. Output to a terminal is escaped and
//! numbered; output to a pipe is exact. Nothing is decided here.

mod arguments;
mod chain;
mod clock;
mod config_file;
mod editor;
mod exit;
mod input_file;
mod log;
mod output;
mod program;
mod progress_line;
mod quantity;
mod reply_output;
mod setup;
mod terminal;
mod width;
mod word_table;

mod commands;

mod hosts;

use std::process::ExitCode;

use commands::Arguments;

fn main() -> ExitCode {
    let Arguments { global, command } = Arguments::of_command_line();
    let exit = commands::run(&global, command).unwrap_or_else(|failure| failure.report(&global));
    ExitCode::from(exit.code())
}
