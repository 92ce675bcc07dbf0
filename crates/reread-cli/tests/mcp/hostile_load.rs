//! A server under everything hostile at once stays small, and goes on answering: a share of `cargo xtask prove hostile`.
//!
//! An attacker and an ordinary client speak to one server. What the ordinary client waits for its plain reads is measured,
//! and what memory the server had at its peak. Memory is bounded in every run; times are bounded in the proof alone, since
//! they say something only of a machine that does nothing else.

mod inputs;

use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reread_testkit::{HttpRequest, HttpServerProcess, LineProcess, NextLine, TIME_LIMIT, TOKEN};
use serde_json::{Value, json};

use self::inputs::{HostileWorld, Input, inputs};

/// The peak of a server's memory, in bytes, in the proof, which runs a release build.
const MOST_MEMORY: u64 = 120_000_000;

/// The same in an ordinary run. A build without optimisation has 12 MB more when it starts, and reached 151 MB.
const MOST_MEMORY_UNOPTIMISED: u64 = 200_000_000;

/// How long 99 of 100 plain reads take at the most.
const MOST_TIME: Duration = Duration::from_millis(100);

/// Hostile calls that wait for their answers at a time, and connections that wait for the rest of their request.
const AT_A_TIME: usize = 8;
const HALF_OPEN: usize = 100;

/// In an ordinary run, few calls of each kind are made.
const CALLS: usize = 120;

/// How many calls the proof was asked for; `None` in an ordinary run.
fn proof() -> Option<usize> {
    std::env::var("HOSTILE_CALLS").ok().map(|calls| calls.parse().expect("HOSTILE_CALLS is a number"))
}

/// What an ordinary client was served with meanwhile, and what the server held.
struct Load {
    waited: Vec<Duration>,
    peak: u64,
}

impl Load {
    fn check(mut self, front_end: &str, calls: usize) {
        self.waited.sort();
        let at = |share: usize| self.waited[(self.waited.len() * share / 1000).min(self.waited.len() - 1)];
        println!(
            "{front_end}: {calls} hostile messages, {} plain reads; median {:?}, p99 {:?}, slowest {:?}; peak {} MB",
            self.waited.len(),
            at(500),
            at(990),
            at(1000),
            self.peak / 1_000_000
        );
        let most_memory = if proof().is_some() { MOST_MEMORY } else { MOST_MEMORY_UNOPTIMISED };
        assert!(self.peak < most_memory, "{front_end}: {} bytes", self.peak);
        assert!(proof().is_none() || at(990) <= MOST_TIME, "{front_end}: {:?}", at(990));
    }
}

/// The peak of the memory that a process held, in bytes.
fn peak(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a process has memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn plain_read() -> Value {
    json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } })
}

fn check_plain(answer: &str) {
    assert!(answer.contains("one\\ntwo\\nthree\\n"), "{answer}");
}

/// Both clients speak through one pipe: the answer to a plain read is waited for while hostile calls are still served.
struct Pipe {
    process: LineProcess,
    secret: String,
    open: usize,
    plain: usize,
}

impl Pipe {
    fn start(hostile: &HostileWorld) -> Self {
        let mut command = hostile.world.command();
        command.args(["mcp", "--guard", "off"]);
        let mut pipe = Self {
            process: LineProcess::start(&mut command, true),
            secret: hostile.world.secret().to_owned(),
            open: 0,
            plain: 0,
        };
        let client = json!({ "name": "t", "version": "0" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        pipe.request("hello", "initialize", &params);
        pipe.wait_for("hello");
        let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        pipe.process.send_line(&begun.to_string());
        pipe
    }

    fn request(&mut self, id: &str, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.process.send_line(&message.to_string());
    }

    /// The next message with a text for its id; answers to strays have none.
    fn next_answer(&mut self) -> (String, String) {
        loop {
            match self.process.next_line(Instant::now() + TIME_LIMIT) {
                NextLine::Line(line) => {
                    assert!(!line.contains(&self.secret), "a secret came out: {line}");
                    let message: Value = serde_json::from_str(&line).unwrap();
                    if let Some(id) = message["id"].as_str() {
                        return (id.to_owned(), line);
                    }
                }
                other => panic!("{other:?}: {}", self.process.stderr()),
            }
        }
    }

    fn wait_for(&mut self, wanted: &str) -> String {
        loop {
            let (id, line) = self.next_answer();
            if id == wanted {
                return line;
            }
            self.settle(&id);
        }
    }

    fn attack(&mut self, number: usize, input: &Input) {
        match input {
            Input::Stray(text) => self.process.send_line(text),
            Input::Call { tool, arguments } => {
                self.open += 1;
                let params = json!({ "name": tool, "arguments": arguments });
                self.request(&format!("hostile{number}"), "tools/call", &params);
            }
        }
        // A long search that is given up.
        if number % 17 == 3 {
            let params = json!({ "requestId": format!("hostile{number}") });
            let message = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            self.process.send_line(&message.to_string());
            // Whether it is answered is up to the moment.
            if let Input::Call { .. } = input {
                self.settle(&format!("hostile{number}"));
            }
        }
    }

    /// Counts a hostile call as answered. One that was cancelled may count twice.
    fn settle(&mut self, id: &str) {
        self.open = self.open.saturating_sub(usize::from(id.starts_with("hostile")));
    }

    fn read(&mut self) -> Duration {
        self.plain += 1;
        let id = format!("plain{}", self.plain);
        let began = Instant::now();
        self.request(&id, "tools/call", &plain_read());
        let answer = self.wait_for(&id);
        let took = began.elapsed();
        check_plain(&answer);
        took
    }
}

#[test]
fn hostile_calls_leave_a_server_on_pipes_small_and_quick() {
    let hostile = HostileWorld::new();
    let inputs = inputs();
    let calls = proof().unwrap_or(CALLS);
    let mut pipe = Pipe::start(&hostile);
    let mut waited = Vec::new();
    for number in 0..calls {
        pipe.attack(number, &inputs[number % inputs.len()]);
        waited.push(pipe.read());
        while pipe.open >= AT_A_TIME {
            let (id, _) = pipe.next_answer();
            pipe.settle(&id);
        }
    }
    let load = Load { waited, peak: peak(pipe.process.id()) };
    pipe.process.close_input();
    let status = pipe.process.status(Instant::now() + TIME_LIMIT).expect("it ends");
    assert_eq!(status.code(), Some(0), "{}", pipe.process.stderr());
    load.check("stdio", calls);
    hostile.world.check_unharmed();
}

/// One hostile message over HTTP, by a connection of its own.
fn attack(server: &HttpServerProcess, input: &Input, secret: &str) {
    let request = match input {
        Input::Stray(text) => HttpRequest::post(TOKEN, text.as_str()),
        Input::Call { tool, arguments } => {
            let params = json!({ "name": tool, "arguments": arguments });
            HttpRequest::call(TOKEN, 7, "tools/call", params)
        }
    };
    let response = format!("{:?}", server.send(&request));
    assert!(!response.contains(secret), "a secret came out: {response}");
}

/// Opens a connection and leaves it: the beginning of a request of a stranger, or of a client with a token.
fn leave_half_open(
    server: &HttpServerProcess,
    number: usize,
    held: &mut VecDeque<Box<dyn std::any::Any + Send>>,
) {
    let head = HttpRequest::read().head(&server.address, Some(10));
    let beginnings: [&[u8]; 4] = [b"", b"POST /mcp HTTP/1.1\r\n", &head[..head.len() - 4], &head];
    let mut stream = server.connect();
    // The server may have ended it already.
    let _ = stream.write_all(beginnings[number % beginnings.len()]);
    held.push_back(Box::new(stream));
    if held.len() > HALF_OPEN {
        held.pop_front();
    }
}

#[test]
fn hostile_calls_leave_a_server_over_http_small_and_quick() {
    let hostile = HostileWorld::new();
    let inputs = inputs();
    let calls = proof().unwrap_or(CALLS);
    let server = HttpServerProcess::start(&hostile.world, &["--guard", "off"]);
    let next = AtomicUsize::new(0);
    let half_open = Mutex::new(VecDeque::new());
    let mut waited = Vec::new();
    std::thread::scope(|scope| {
        let attack_on = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= calls {
                    break;
                }
                leave_half_open(&server, number, &mut half_open.lock().unwrap());
                attack(&server, &inputs[number % inputs.len()], hostile.world.secret());
            }
        };
        let attackers: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(attack_on)).collect();
        while attackers.iter().any(|attacker| !attacker.is_finished()) {
            let request = HttpRequest::call(TOKEN, 1, "tools/call", plain_read());
            let began = Instant::now();
            let response = server.send(&request);
            waited.push(began.elapsed());
            assert_eq!(response.status, 200, "{response:?}");
            check_plain(&response.message().to_string());
        }
    });
    let load = Load { waited, peak: peak(server.pid()) };
    drop(half_open);
    assert_eq!(server.end().code, Some(0));
    load.check("http", calls);
    hostile.world.check_unharmed();
}
