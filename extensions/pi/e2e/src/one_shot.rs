//! Runs that end by themselves: print mode and JSON mode.

use std::process::Command;
use std::time::Instant;

use reread_testkit::{LineProcess, NextLine, TIME_LIMIT};
use serde_json::Value;

use crate::model::ScriptedModel;
use crate::request::ModelRequest;

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
    pub requests: Vec<ModelRequest>,
}

impl OneShot {
    /// Runs the command to its end.
    #[track_caller]
    pub(crate) fn run(command: &mut Command, model: &ScriptedModel, key: &str) -> Self {
        let seen = model.count();
        let deadline = Instant::now() + TIME_LIMIT;
        let mut process = LineProcess::start(command, false);
        let mut stdout = String::new();
        loop {
            match process.next_line(deadline) {
                NextLine::Line(line) => stdout.push_str(&line),
                NextLine::Closed => break,
                NextLine::TimedOut => {
                    panic!("pi did not end\nstdout: {stdout}\nstderr: {}", process.stderr())
                }
            }
        }
        let status = process.status(deadline).expect("a process that closed its pipes ends");
        let requests = model.requests_since(seen, key);
        Self { code: status.code(), stdout, stderr: process.stderr().to_owned(), requests }
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
