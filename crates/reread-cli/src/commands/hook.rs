//! `reread hook`: one command for every hook of a host. It fails open: whatever goes wrong, the host's own text stands.

mod claude_code;
mod session_file;

use std::io::{self, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{Args, ValueEnum};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::json_results;

/// Answer a hook of a host. The host's settings name this command
///
/// Reads the hook's JSON from standard input. Prints what takes the place of a result, if the model provably holds it
/// already, and nothing otherwise. Ends with 0 always.
#[derive(Debug, Args)]
pub(crate) struct HookCommand {
    /// The host that calls
    #[arg(value_enum)]
    host: HookHost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HookHost {
    /// Claude Code
    ClaudeCode,
}

/// A longer input is not looked at.
const LONGEST_INPUT: u64 = 64 << 20;

pub(crate) fn run(global: &Global, args: &HookCommand) -> Result<Exit, Failure> {
    let HookHost::ClaudeCode = args.host;
    let mut input = Vec::new();
    let read = io::stdin().lock().take(LONGEST_INPUT).read_to_end(&mut input);
    let answer = || read.ok().and_then(|_| claude_code::answer_hook(global, &input));
    // A code other than 0 is shown to the user by some hosts, and ends the call in others.
    if let Ok(Some(output)) = catch_unwind(AssertUnwindSafe(answer)) {
        let _ = writeln!(json_results(), "{output}");
    }
    Ok(Exit::Done)
}
