//! CLI: the `reread` command.
//!
//! Each command parses its arguments, calls `reread-wire` and prints the reply. Output to a terminal is escaped
//! (`safe_stream.rs`) and numbered; output to a pipe is exact. Nothing is decided here.

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
mod review;
mod safe_stream;
mod setup;
mod state_place;
mod terminal;
mod width;
mod word_table;

mod commands;

mod hosts;

use std::process::ExitCode;

use commands::Arguments;

fn main() -> ExitCode {
    output::escape_panics();
    // The time of the process begins here.
    clock::elapsed();
    let (Arguments { global, command }, tool) = match Arguments::of_command_line() {
        Ok(understood) => understood,
        Err(misuse) => return ExitCode::from(misuse.report().code()),
    };
    let exit = commands::run(&global, command).unwrap_or_else(|failure| failure.report(&global, tool));
    ExitCode::from(exit.code())
}
