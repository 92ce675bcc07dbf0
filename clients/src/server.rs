//! A server over HTTP, which the caller has to start.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStderr, Command};

use crate::World;
use crate::tools::program;

/// The bearer token of every server that asks for one.
pub(crate) const TOKEN: &str = "a-token-for-tests-and-nothing-else-0123456789";

const LISTEN: [&str; 3] = ["mcp", "--http", "127.0.0.1:0"];

/// A running server. It is ended when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it listens.
    pub url: String,
    // A server that cannot complain any more might end.
    _complaints: BufReader<ChildStderr>,
}

impl Server {
    /// Serves the world at a port of the loopback interface that is free, for clients that have the token.
    pub fn start(world: &World) -> Self {
        Self::listening(world.in_it(&program()).env("REREAD_TOKEN", TOKEN).args(LISTEN))
    }

    /// The same for everybody on this machine: some checks have no way to show a token.
    pub fn open_to_all(world: &World) -> Self {
        Self::listening(world.in_it(&program()).args(LISTEN).arg("--no-token"))
    }

    fn listening(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let mut complaints =
            BufReader::new(child.stderr.take().expect("the complaints were asked for as a pipe"));
        let mut line = String::new();
        complaints.read_line(&mut line).expect("the server says where it listens");
        let url = line.trim_end().strip_prefix("reread mcp: listening on ");
        let url = url.unwrap_or_else(|| panic!("the server says {line:?}")).to_owned();
        Self { child, url, _complaints: complaints }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
