//! Clients that do not read what they asked for. A signal, or the end of the client, ends their server all the same.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reread_testkit::World;
use rustix::process::{Pid, Signal};
use serde_json::{Value, json};

/// Far more than the few seconds that a server gives its last calls.
const END_WITHIN: Duration = Duration::from_secs(30);

/// How long a client is given to fill the pipe. The test does not depend on it: a pipe that is not full yet is an easier end.
const FILL_WITHIN: Duration = Duration::from_millis(700);

/// A server whose output is never read. It is killed when dropped.
struct Unread(Child);

impl Unread {
    /// Starts a server and asks for more than a pipe holds.
    fn fill(world: &World, messages: &[Value], times: usize) -> Self {
        let mut command: Command = world.command();
        command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
        let mut input = child.stdin.take().unwrap();
        // A server that waits for its client reads no more, so that the input fills up, too.
        let (sender, filled) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let _ = (0..times).try_for_each(|_| input.write_all(lines.as_bytes()));
            let _ = sender.send(input);
        });
        let mut unread = Self(child);
        if let Ok(input) = filled.recv_timeout(FILL_WITHIN) {
            unread.0.stdin = Some(input);
            std::thread::sleep(FILL_WITHIN);
        }
        unread
    }

    fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// The exit code, within the bound. The output stays open and unread meanwhile.
    fn ends(mut self, case: &str) -> Option<i32> {
        let deadline = Instant::now() + END_WITHIN;
        while Instant::now() < deadline {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{case}: it does not end");
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn initialize() -> Value {
    let client = json!({ "name": "t", "version": "0" });
    request(
        0,
        "initialize",
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client }),
    )
}

/// What fills the pipe: before the handshake, with plain answers, with calls, and with answers to what is no message.
fn floods() -> Vec<(&'static str, Vec<Value>)> {
    let call = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } });
    let numbered = |make: &dyn Fn(u64) -> Value| -> Vec<Value> { (1..60).map(make).collect() };
    vec![
        ("pings before the handshake", numbered(&|id| request(id, "ping", json!({})))),
        ("lists", [vec![initialize()], numbered(&|id| request(id, "tools/list", json!({})))].concat()),
        ("calls", [vec![initialize()], numbered(&|id| request(id, "tools/call", call.clone()))].concat()),
        ("nonsense", [vec![initialize()], numbered(&|id| json!({ "id": id }))].concat()),
    ]
}

#[test]
fn a_signal_ends_a_server_whose_client_does_not_read() {
    for (case, messages) in floods() {
        let world = World::project();
        let unread = Unread::fill(&world, &messages, 100);
        unread.signal(Signal::TERM);
        assert_eq!(unread.ends(case), Some(0), "{case}");
    }
}

/// Another process may still hold the output of a client that has ended.
#[test]
fn an_input_that_ends_ends_a_server_whose_output_is_not_read() {
    for (case, messages) in floods() {
        let world = World::project();
        // Few enough for the input pipe to take in all of it.
        let times = if case.contains("pings") || case == "nonsense" { 24 } else { 8 };
        let mut unread = Unread::fill(&world, &messages, times);
        assert!(unread.0.stdin.take().is_some(), "{case}: the input was taken in");
        assert_eq!(unread.ends(case), Some(0), "{case}");
    }
}

#[test]
fn an_output_that_is_closed_ends_a_server_whose_input_is_open() {
    for (case, messages) in floods() {
        let world = World::project();
        let mut unread = Unread::fill(&world, &messages, 4);
        let input = unread.0.stdin.take();
        drop(unread.0.stdout.take());
        assert_eq!(unread.ends(case), Some(0), "{case}");
        drop(input);
    }
}
