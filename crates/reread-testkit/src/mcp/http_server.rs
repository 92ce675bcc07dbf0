//! A server over HTTP, and the bytes to and from it.

use std::fmt;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};

use super::ServerExit;
use super::http_message::{HttpRequest, HttpResponse};
use crate::World;
use crate::watchdog::Watchdog;

/// The bearer token of servers that are given no other one.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// How long a server may take to send the next bytes of an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// A server over HTTP. It is killed when dropped.
pub struct HttpServerProcess {
    child: Child,
    /// As the server prints it: `127.0.0.1:41893`, or `unix:` and a path.
    pub address: String,
    /// What it logged before it printed its address.
    pub startup_log: String,
    /// Reads the rest of its log to the end.
    log: Option<JoinHandle<String>>,
}

/// Where a server listens, for clients that do not own the server.
#[derive(Clone, Debug)]
pub(super) struct ServerAddress {
    address: String,
}

impl HttpServerProcess {
    /// Starts a server on a free port, with the usual token in its environment.
    pub fn start(world: &World, options: &[&str]) -> Self {
        Self::start_as(world, &[("REREAD_TOKEN", TOKEN)], &[&["--http", "0"], options].concat())
    }

    /// Starts one in a folder of the project.
    pub fn start_from(world: &World, folder: &Path) -> Self {
        let mut command = world.command();
        command.current_dir(folder).env("REREAD_TOKEN", TOKEN);
        command.args(["mcp", "--http", "0"]);
        Self::spawn(command)
    }

    /// Starts a server with this environment and these options.
    pub fn start_as(world: &World, environment: &[(&str, &str)], options: &[&str]) -> Self {
        let mut command = world.command();
        command.envs(environment.iter().copied()).arg("mcp").args(options);
        Self::spawn(command)
    }

    /// Starts a server with a command that was made ready, and waits until it listens.
    pub fn spawn(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let watchdog = Watchdog::over(&child);
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut startup_log = String::new();
        let address = loop {
            let mut line = String::new();
            assert_ne!(errors.read_line(&mut line).unwrap(), 0, "no server: {startup_log}");
            if let Some(place) = line.trim_end().strip_prefix("reread mcp: listening on ") {
                let address = place.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp"));
                break address.unwrap_or(place).to_owned();
            }
            startup_log.push_str(&line);
        };
        drop(watchdog);
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Self { child, address, startup_log, log: Some(log) }
    }

    pub(super) fn server_address(&self) -> ServerAddress {
        ServerAddress { address: self.address.clone() }
    }

    /// The URL that clients are given.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Opens a connection.
    pub fn connect(&self) -> Box<dyn HttpStream> {
        self.server_address().connect()
    }

    /// Sends a request by a connection of its own.
    pub fn send(&self, request: &HttpRequest) -> HttpResponse {
        self.server_address().send(request)
    }

    /// Sends bytes by a connection of their own.
    pub fn send_bytes(&self, bytes: &[u8]) -> HttpResponse {
        self.server_address().send_bytes(bytes)
    }

    /// A request of the newer era and the message that answers it.
    pub fn ask(&self, token: &str, method: &str, params: Value) -> Value {
        self.send(&HttpRequest::call(token, 1, method, params)).message()
    }

    /// Calls a tool in the newer era; its result.
    pub fn call(&self, token: &str, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(token, "tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    /// The process id of the server.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal and does not wait.
    pub fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Sends a signal and waits until the server ends.
    pub fn end_by(self, signal: Signal) -> ServerExit {
        self.signal(signal);
        self.wait()
    }

    /// Asks the server to end, and waits for it.
    pub fn end(self) -> ServerExit {
        self.end_by(Signal::TERM)
    }

    /// Waits until the server ends. It must have left standard output alone.
    pub fn wait(mut self) -> ServerExit {
        let _watchdog = Watchdog::over(&self.child);
        let code = self.child.wait().unwrap().code();
        let mut printed = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut printed).unwrap();
        assert!(printed.is_empty(), "standard output is not used over HTTP");
        ServerExit { code, stderr: self.log.take().unwrap().join().unwrap() }
    }
}

impl Drop for HttpServerProcess {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for HttpServerProcess {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "HttpServerProcess({})", self.address)
    }
}

impl ServerAddress {
    fn connect(&self) -> Box<dyn HttpStream> {
        if let Some(path) = self.address.strip_prefix("unix:") {
            let stream = UnixStream::connect(path).unwrap();
            stream.set_read_timeout(Some(ANSWER_LIMIT)).unwrap();
            return Box::new(stream);
        }
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(ANSWER_LIMIT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Box::new(stream)
    }

    pub(super) fn send(&self, request: &HttpRequest) -> HttpResponse {
        self.send_bytes(&request.bytes(&self.address))
    }

    fn send_bytes(&self, bytes: &[u8]) -> HttpResponse {
        let mut stream = self.connect();
        // A server that refuses a request need not read it to its end.
        let _ = stream.write_all(bytes);
        HttpResponse::read(&mut BufReader::new(stream)).expect("an answer")
    }
}

/// Both directions of a connection.
pub trait HttpStream: Read + Write + Send {}

impl<S: Read + Write + Send> HttpStream for S {}
