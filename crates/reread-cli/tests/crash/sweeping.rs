//! A workspace that can be put back to its beginning, and runs in it.

use std::collections::BTreeMap;
use std::fs::File;
use std::process::{Command, Stdio};

use reread_testkit::{RunOutput, World, copy_tree, program_under_test, run as run_command};
use serde_json::Value;

/// Bytes and permissions of files, by their names beneath the root.
pub(crate) type Files = BTreeMap<String, (Vec<u8>, u32)>;

/// The file with everything that a server is sent, beside the workspace.
pub(crate) const INPUT: &str = "input";

/// The number of the server's call that changes something.
pub(crate) const CHANGE: u64 = 2;

/// Writes a file beside the workspace.
pub(crate) fn put_beside(world: &World, name: &str, text: &str) {
    std::fs::write(world.beside(name), text).unwrap();
}

/// A program in the workspace that finds other programs, and reads the input if there is one.
pub(crate) fn command(world: &World, program: &str) -> Command {
    let mut command = world.command_of(program);
    command.stdin(File::open(world.beside(INPUT)).map_or_else(|_| Stdio::null(), Stdio::from));
    command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command
}

/// Runs the binary.
pub(crate) fn run(world: &World, arguments: &[&str]) -> RunOutput {
    let mut command = command(world, program_under_test().to_str().unwrap());
    command.args(arguments);
    run_to_end(command)
}

/// Runs a command. A server that ends well without having made its change counts as failed.
pub(crate) fn run_to_end(command: Command) -> RunOutput {
    let is_server = command.get_args().any(|argument| argument == "mcp");
    let output = run_command(command);
    let code = output.code.map(|code| if is_server && !has_changed(&output.text()) { 1 } else { code });
    RunOutput { code, ..output }
}

/// Whether a server replied that it made its change, which its exit code does not say.
fn has_changed(stdout: &str) -> bool {
    let replies = stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_done = |reply: Value| reply["id"] == CHANGE && reply["result"]["isError"] == false;
    replies.into_iter().any(is_done)
}

/// Runs the binary, which must succeed.
pub(crate) fn succeed(world: &World, arguments: &[&str]) {
    let output = run(world, arguments);
    assert_eq!(output.code, Some(0), "{arguments:?}: {output:?}");
}

/// Makes the workspace as it is now its beginning.
pub(crate) fn keep_as_beginning(world: &World) {
    copy_tree(&world.root(), &world.beside("beginning"));
}

/// Puts the workspace back to its beginning.
pub(crate) fn restore(world: &World) {
    // The root itself stays: the history knows files by its name, and a run holds it open.
    for entry in std::fs::read_dir(world.root()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }.unwrap();
    }
    copy_tree(&world.beside("beginning"), &world.root());
}

/// Whether a file holds the new bytes of another one that a write has not put in place yet.
pub(crate) fn is_temp(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|leaf| leaf.starts_with(".reread-"))
}
