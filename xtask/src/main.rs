//! Every chore of the repository, by name: `cargo xtask CHORE`.
//!
//! A chore is a file here. It runs the same commands on every system, needs nothing but cargo and git unless it says
//! so, and leaves with 0 only if everything it looked at was in order. It links no crate of the product, so that it
//! still runs when they do not compile. Its tests are unit tests: for an integration test cargo would write the binary
//! anew, which Windows refuses while `cargo xtask test` is running it.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a chore runner prints, takes the time and touches the repository"
)]

mod test;
mod test_counts;

mod arrows;
mod bans;
mod check;
mod check_result;
mod extension;
mod large_files;
mod licences;
mod manifests;
mod package_graph;
mod spdx;
mod traces;

mod cycles;
mod documented;
mod empty_docs;
mod names;
mod real_lines;
mod repeated_code;
mod rust_sources;
mod size;
mod words;

mod frozen;
mod mentions;
mod requirements;
mod rust_tests;

mod bench;
mod claude_tools;
mod fuzz;
mod mcp_peers;
mod mcp_tools;
mod mutants;
mod pi_package;
mod pi_tools;
mod prove;
mod sources;
mod tools;

mod checkout;
mod chore_error;

use std::process::ExitCode;

use checkout::Checkout;
use chore_error::ChoreError;

const USAGE: &str = "\
cargo xtask test [--skip-hosts] [FILTER]
                                       every test, or those whose name contains FILTER; `--skip-hosts` leaves out those on
                                       the real Claude Code, for machines that cannot install it
cargo xtask check [NAME]...            every check, or those named: lints, docs, dependencies, names, sizes
cargo xtask requirements               docs/requirements.md against the tests and scenarios it names (or `coverage`)
cargo xtask frozen                     the replies before and after the restructuring of 0.1
cargo xtask bench NAME [ARGUMENT]...   one benchmark
cargo xtask prove NAME [ARGUMENT]...   one long proof
cargo xtask types                      the extension for pi against pi's types
cargo xtask pi-package                 the extension for pi and its program, as npm packs them
cargo xtask pi-tools                   Node, pi and TypeScript, for tests on the real pi
cargo xtask claude-tools               Claude Code, for tests on the real program
cargo xtask mcp-tools                  the MCP clients of others, for tests with them
cargo xtask mcp-peers                  the file servers of others, for `bench mcp`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error @ ChoreError::Usage(_)) => {
            eprintln!("xtask: {error}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), ChoreError> {
    let Some((chore, arguments)) = arguments.split_first() else {
        return Err(ChoreError::Usage("no chore was named".to_owned()));
    };
    if matches!(chore.as_str(), "help" | "--help" | "-h") {
        println!("{USAGE}");
        return Ok(());
    }
    let checkout = Checkout::find()?;
    match (chore.as_str(), arguments) {
        ("test", arguments) => test::run(&checkout, &test::TestOptions::of(arguments)?),
        ("check", wanted) => check::run(&checkout, wanted),
        ("requirements" | "coverage", []) => requirements::run(&checkout),
        ("frozen", []) => frozen::run(&checkout),
        ("types", []) => extension::types(&checkout),
        ("pi-package", []) => pi_package::run(&checkout),
        ("pi-tools", []) => pi_tools::run(&checkout),
        ("claude-tools", []) => claude_tools::run(&checkout),
        ("mcp-tools", []) => mcp_tools::run(&checkout),
        ("mcp-peers", []) => mcp_peers::run(&checkout),
        ("bench", arguments) => bench::run(&checkout, arguments),
        ("prove", arguments) => prove::run(&checkout, arguments),
        (
            "requirements" | "coverage" | "frozen" | "types" | "pi-package" | "pi-tools" | "claude-tools"
            | "mcp-tools" | "mcp-peers",
            _,
        ) => Err(ChoreError::Usage(format!("`{chore}` was given too many arguments"))),
        _ => Err(ChoreError::Usage(format!("`{chore}` is not a chore"))),
    }
}
