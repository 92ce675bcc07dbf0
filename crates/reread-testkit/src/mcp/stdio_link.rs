//! A server process, and the lines to and from it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal};
use serde_json::Value;

use super::ServerExit;
use crate::watchdog::Watchdog;

#[derive(Debug)]
pub(super) struct StdioLink {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    watchdog: Watchdog,
}

impl StdioLink {
    pub(super) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { watchdog: Watchdog::over(&child), child, input, output }
    }

    pub(super) fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next message; none at the end.
    pub(super) fn next_message(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        if line.is_empty() {
            return None;
        }
        self.watchdog.answered();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        Some(message)
    }

    /// The next line of standard error. It is read byte by byte, so that nothing after it is lost.
    pub(super) fn next_log_line(&mut self) -> String {
        let mut line = Vec::new();
        let mut byte = [0];
        while !line.ends_with(b"\n") {
            self.child.stderr.as_mut().unwrap().read_exact(&mut byte).unwrap();
            line.extend(byte);
        }
        String::from_utf8(line).unwrap()
    }

    pub(super) fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("the input is open")
    }

    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    pub(super) fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the server ends; its output must have been read.
    pub(super) fn wait(&mut self) -> ServerExit {
        let mut stderr = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut stderr).unwrap();
        ServerExit { code: self.child.wait().unwrap().code(), stderr }
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}
