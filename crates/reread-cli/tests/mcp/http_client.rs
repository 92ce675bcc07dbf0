//! A client that speaks HTTP by hand, so that it can also speak it badly.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};

use crate::client::{Ended, Era, add_era, watch};
use crate::world::World;

/// The token of servers that are not told another one.
pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server over HTTP.
pub(crate) struct HttpServer {
    child: Child,
    /// As it says itself: `127.0.0.1:41893`, or `unix:` and a path.
    pub(crate) place: String,
    /// What it told before it said where it is.
    pub(crate) told_first: String,
    /// Reads to the end what else it tells.
    told: Option<JoinHandle<String>>,
    /// Told of every answer.
    watch: Sender<()>,
}

impl HttpServer {
    /// Starts a server on a free port, with the usual token in its environment.
    pub(crate) fn start(world: &World, options: &[&str]) -> Self {
        Self::start_as(world, &[("REREAD_TOKEN", TOKEN)], &[&["--http", "0"], options].concat())
    }

    /// Starts one in a folder of the project.
    pub(crate) fn start_from(world: &World, folder: &Path) -> Self {
        let mut command = world.command();
        command.current_dir(folder).env("REREAD_TOKEN", TOKEN);
        Self::run(command, &["--http", "0"])
    }

    /// Starts a server with this environment and these options.
    pub(crate) fn start_as(world: &World, environment: &[(&str, &str)], options: &[&str]) -> Self {
        let mut command = world.command();
        command.envs(environment.iter().copied());
        Self::run(command, options)
    }

    fn run(mut command: Command, options: &[&str]) -> Self {
        command.arg("mcp").args(options).stdin(Stdio::null());
        let mut child = command.spawn().unwrap();
        let watch = watch(Pid::from_child(&child));
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut told_first = String::new();
        let place = loop {
            let mut line = String::new();
            assert_ne!(errors.read_line(&mut line).unwrap(), 0, "no server: {told_first}");
            if let Some(place) = line.trim_end().strip_prefix("reread mcp: listening on ") {
                let address = place.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp"));
                break address.unwrap_or(place).to_owned();
            }
            told_first.push_str(&line);
        };
        let told = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Self { child, place, told_first, told: Some(told), watch }
    }

    /// The bytes to and from it.
    pub(crate) fn connect(&self) -> Box<dyn Stream> {
        if let Some(path) = self.place.strip_prefix("unix:") {
            return Box::new(UnixStream::connect(path).unwrap());
        }
        let stream = TcpStream::connect(&self.place).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        Box::new(stream)
    }

    /// Sends a request by a connection of its own.
    pub(crate) fn send(&self, request: &HttpRequest) -> Response {
        self.send_bytes(&request.bytes(&self.place))
    }

    /// Sends bytes by a connection of their own. A server that refuses a client need not listen to the end.
    pub(crate) fn send_bytes(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let response = Response::read(&mut BufReader::new(stream)).expect("an answer");
        let _ = self.watch.send(());
        response
    }

    /// A request of the newer era and the message that answers it.
    pub(crate) fn ask(&self, token: &str, method: &str, params: Value) -> Value {
        self.send(&HttpRequest::call(token, method, params)).message()
    }

    /// Calls a tool in the newer era; its result.
    pub(crate) fn call(&self, token: &str, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(token, "tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn end_by(self, signal: Signal) -> Ended {
        self.signal(signal);
        self.wait()
    }

    pub(crate) fn end(self) -> Ended {
        self.end_by(Signal::TERM)
    }

    pub(crate) fn wait(mut self) -> Ended {
        let code = self.child.wait().unwrap().code();
        let mut printed = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut printed).unwrap();
        assert!(printed.is_empty(), "standard output is the protocol's, and it is not used here");
        Ended { code, told: self.told.take().unwrap().join().unwrap() }
    }
}

/// A test that fails leaves no server behind.
impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) trait Stream: Read + Write + Send {}

impl<S: Read + Write + Send> Stream for S {}

/// A request as it is written.
#[derive(Clone, Debug)]
pub(crate) struct HttpRequest {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl HttpRequest {
    /// A message by POST, with the headers that every message has. The host is filled in when it is sent.
    pub(crate) fn post(token: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = [
            ("host", "{place}"),
            ("authorization", &format!("Bearer {token}")),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Self { method: "POST".to_owned(), target: "/mcp".to_owned(), headers, body: body.into() }
    }

    /// A request of the newer era, which says everything in its headers too.
    pub(crate) fn call(token: &str, method: &str, mut params: Value) -> Self {
        add_era(Era::Stateless, &mut params);
        let name = params["name"].as_str().or(params["uri"].as_str()).map(str::to_owned);
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let request = Self::post(token, message.to_string());
        let request = request.with("mcp-protocol-version", "2026-07-28").with("mcp-method", method);
        match name {
            Some(name) => request.with("mcp-name", &name),
            None => request,
        }
    }

    /// A plain read of the newer era.
    pub(crate) fn read() -> Self {
        let arguments = json!({ "mode": "file", "target": "a.txt" });
        Self::call(TOKEN, "tools/call", json!({ "name": "read", "arguments": arguments }))
    }

    /// A request of a session.
    pub(crate) fn in_session(token: &str, session: &str, message: &Value) -> Self {
        Self::post(token, message.to_string())
            .with("mcp-session-id", session)
            .with("mcp-protocol-version", "2025-11-25")
    }

    pub(crate) fn method(mut self, method: &str) -> Self {
        self.method = method.to_owned();
        self
    }

    pub(crate) fn target(mut self, target: &str) -> Self {
        self.target = target.to_owned();
        self
    }

    /// One more header, or one more of the same name.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    /// A header in place of what it was.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.without(name).with(name, value)
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// The request with its length and without its body.
    pub(crate) fn head(&self, place: &str, length: Option<usize>) -> Vec<u8> {
        let host = if place.starts_with("unix:") { "localhost" } else { place };
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {}\r\n", value.replace("{place}", host)));
        }
        if let Some(length) = length {
            head.push_str(&format!("content-length: {length}\r\n"));
        }
        (head + "\r\n").into_bytes()
    }

    pub(crate) fn bytes(&self, place: &str) -> Vec<u8> {
        let length = (self.method == "POST").then_some(self.body.len());
        [self.head(place, length), self.body.clone()].concat()
    }
}

/// A response as it was read.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    /// Reads a response to its end; none if the connection ended before it.
    pub(crate) fn read(stream: &mut impl std::io::BufRead) -> Option<Self> {
        let mut line = || {
            let mut line = String::new();
            stream.read_line(&mut line).ok()?;
            line.strip_suffix("\r\n").map(str::to_owned)
        };
        let status = line()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        let mut headers = Vec::new();
        while let Some((name, value)) = line()?.split_once(": ") {
            headers.push((name.to_owned(), value.to_owned()));
        }
        let mut response = Self { status, headers, body: String::new() };
        let mut body = Vec::new();
        if response.header("transfer-encoding") == Some("chunked") {
            while read_chunk(stream, &mut body)? {}
        } else if let Some(length) = response.header("content-length") {
            body.resize(length.parse().ok()?, 0);
            stream.read_exact(&mut body).ok()?;
        }
        response.body = String::from_utf8(body).unwrap();
        Some(response)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} stands twice");
        value
    }

    /// The message that it carries, as JSON or as the last event of a stream.
    pub(crate) fn message(&self) -> Value {
        let is_stream = self.header("content-type") == Some("text/event-stream");
        let text = if is_stream {
            let mut data = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
            data.next_back().unwrap_or_else(|| panic!("no event: {self:?}"))
        } else {
            &self.body
        };
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Reads a chunk; `false` at the last one.
fn read_chunk(stream: &mut impl std::io::BufRead, body: &mut Vec<u8>) -> Option<bool> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim_end(), 16).ok()?;
    let begin = body.len();
    body.resize(begin + length, 0);
    stream.read_exact(&mut body[begin..]).ok()?;
    stream.read_exact(&mut [0; 2]).ok()?;
    Some(length > 0)
}

/// A session of the older era; its id.
pub(crate) fn handshake(server: &HttpServer, token: &str) -> String {
    let client = json!({ "name": "by hand", "version": "0" });
    handshake_of(server, token, &client)
}

/// A session of a client that calls itself so.
pub(crate) fn handshake_of(server: &HttpServer, token: &str, client: &Value) -> String {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let response = server.send(&HttpRequest::post(token, message.to_string()));
    assert_eq!(response.message()["result"]["protocolVersion"], "2025-11-25", "{response:?}");
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let response = server.send(&HttpRequest::in_session(token, &session, &initialized));
    assert_eq!(response.status, 202, "{response:?}");
    session
}

/// Calls a tool in a session; its result.
pub(crate) fn call_in_session(
    server: &HttpServer,
    token: &str,
    session: &str,
    tool: &str,
    arguments: Value,
) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let answer = server.send(&HttpRequest::in_session(token, session, &message)).message();
    assert!(answer["result"].is_object(), "{answer}");
    answer["result"].clone()
}
