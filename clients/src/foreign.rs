//! Programs of others that talk to a server on their own account.

use std::path::Path;
use std::process::Command;

use crate::server::TOKEN;
use crate::tools::{program, tool};
use crate::{Server, World};

/// What a program said before it ended.
#[derive(Debug)]
pub struct Said {
    /// How it ended.
    pub code: Option<i32>,
    /// Its standard output.
    pub output: String,
    /// Its standard error.
    pub complaints: String,
}

/// Runs the inspector on a server over standard input and output that is started with these options.
pub fn inspector(world: &World, options: &[&str], arguments: &[&str]) -> Said {
    let mut command = node(world, "inspector");
    command.arg("--cli").arg(program()).arg("mcp").args(options).args(arguments);
    run(&mut command)
}

/// Runs the inspector on a server over HTTP.
pub fn inspector_over_http(world: &World, server: &Server, arguments: &[&str]) -> Said {
    let mut command = node(world, "inspector");
    command.args(["--cli", server.url.as_str(), "--transport", "http"]).args(arguments);
    command.arg("--header").arg(format!("Authorization: Bearer {TOKEN}"));
    run(&mut command)
}

/// Runs every scenario of the conformance suite that a revision of the specification requires; those that the file
/// lists are expected to fail.
pub fn conformance(world: &World, server: &Server, revision: &str, expected_failures: &Path) -> Said {
    let mut command = node(world, "conformance");
    command.args(["server", "--url", server.url.as_str(), "--requirements", revision]);
    command.arg("--expected-failures").arg(expected_failures);
    run(&mut command)
}

fn node(world: &World, script: &str) -> Command {
    let mut command = world.in_it(&tool("node"));
    command.arg(tool(script));
    command
}

fn run(command: &mut Command) -> Said {
    let output = command.output().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    Said {
        code: output.status.code(),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        complaints: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
