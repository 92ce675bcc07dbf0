//! Foreign programs that run by themselves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use reread_testkit::{
    HttpServerProcess, RunOutput, TOKEN, World, installed_tool, program_under_test, run_within,
};

/// The conformance suite takes a minute on a quiet machine.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Runs the inspector on a server over standard input and output that is started with these options.
pub fn inspector(world: &World, options: &[&str], arguments: &[&str]) -> RunOutput {
    let mut command = node(world, "inspector");
    command.arg("--cli").arg(program_under_test()).arg("mcp").args(options).args(arguments);
    run_within(command, TIME_LIMIT)
}

/// Runs the inspector on a server over HTTP.
pub fn inspector_over_http(world: &World, server: &HttpServerProcess, arguments: &[&str]) -> RunOutput {
    let mut command = node(world, "inspector");
    command.args(["--cli", &server.url(), "--transport", "http"]).args(arguments);
    command.arg("--header").arg(format!("Authorization: Bearer {TOKEN}"));
    run_within(command, TIME_LIMIT)
}

/// Runs every scenario of the conformance suite that a revision of the specification requires; those that the file
/// lists are expected to fail.
pub fn conformance(
    world: &World,
    server: &HttpServerProcess,
    revision: &str,
    expected_failures: &Path,
) -> RunOutput {
    let mut command = node(world, "conformance");
    command.args(["server", "--url", &server.url(), "--requirements", revision]);
    command.arg("--expected-failures").arg(expected_failures);
    run_within(command, TIME_LIMIT)
}

fn node(world: &World, script: &str) -> Command {
    let mut command = command(world, &tool("node"));
    command.arg(tool(script));
    command
}

/// A client or Node, by its name in `cargo xtask mcp-tools`.
pub(crate) fn tool(name: &str) -> PathBuf {
    installed_tool("mcp-tools", &[name])
}

/// A program in the project that finds other programs.
pub(crate) fn command(world: &World, program: &Path) -> Command {
    let mut command = world.command_of(program);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}
