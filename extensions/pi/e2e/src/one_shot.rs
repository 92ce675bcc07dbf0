//! Runs that end by themselves: print mode and JSON mode.

use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::process::{Next, PATIENCE, Process};
use crate::request::Request;
use crate::world::World;

/// What a run left behind.
#[derive(Debug)]
pub struct OneShot {
    /// The exit code; nothing if a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
    /// What the model was sent.
    pub requests: Vec<Request>,
}

impl OneShot {
    /// Runs the command to its end.
    #[track_caller]
    pub(crate) fn run(command: &mut Command, world: &World, key: &str) -> Self {
        let seen = world.model().count();
        let deadline = Instant::now() + PATIENCE;
        let mut process = Process::start(command, false);
        let mut stdout = String::new();
        loop {
            match process.next(deadline) {
                Next::Line(line) => stdout.push_str(&line),
                Next::Closed => break,
                Next::Silence => panic!("pi did not end\nstdout: {stdout}\nstderr: {}", process.complaints()),
            }
        }
        let status = process.status(deadline).expect("a process that closed its pipes ends");
        let requests = world.model().requests_since(seen, key);
        Self { code: status.code(), stdout, stderr: process.complaints().to_owned(), requests }
    }

    /// The output as JSON, line by line: a header and then the events.
    #[track_caller]
    pub fn events(&self) -> Vec<Value> {
        let lines = self.stdout.split_terminator('\n');
        lines
            .map(|line| {
                serde_json::from_str(line)
                    .unwrap_or_else(|error| panic!("pi printed {line:?}, not JSON: {error}"))
            })
            .collect()
    }
}
