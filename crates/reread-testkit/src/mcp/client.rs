//! One client of one server, over standard input and output or over HTTP.

use std::collections::HashMap;
use std::process::{ChildStdin, Command};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::http_link::HttpLink;
use super::http_server::HttpServerProcess;
use super::stdio_link::StdioLink;
use super::{Era, ServerExit, text_of};
use crate::World;

/// A client. Every line that a server prints is checked to be a message of the protocol.
#[derive(Debug)]
pub struct McpClient {
    link: Link,
    era: Era,
    last_id: u64,
    /// Answers that came before a test waited for them.
    early: HashMap<u64, Value>,
    /// Whether something was sent that a server may complain of without knowing which request it was.
    sent_nonsense: bool,
}

#[derive(Debug)]
enum Link {
    Stdio(StdioLink),
    Http(HttpLink),
}

impl McpClient {
    /// Starts a server on standard input and output, and sends nothing yet.
    pub fn start(world: &World, options: &[&str]) -> Self {
        let mut command = world.command();
        command.arg("mcp").args(options);
        Self::spawn(command)
    }

    /// The same with a command that was made ready.
    pub fn spawn(command: Command) -> Self {
        Self::new(Link::Stdio(StdioLink::start(command)), Era::Handshake)
    }

    /// Starts a server on standard input and output; with the handshake, if the era has one.
    pub fn of(era: Era, world: &World, options: &[&str]) -> Self {
        Self::start(world, options).begin(era)
    }

    /// A client of a server over HTTP; with the handshake, if the era has one. The server outlives the client.
    pub fn over_http(era: Era, server: &HttpServerProcess, token: &str) -> Self {
        Self::to_http(server, token).begin(era)
    }

    /// The same without the handshake.
    pub fn to_http(server: &HttpServerProcess, token: &str) -> Self {
        Self::new(Link::Http(HttpLink::to(server, token)), Era::Handshake)
    }

    /// The session that the server named in the handshake over HTTP.
    pub fn session(&self) -> &str {
        match &self.link {
            Link::Http(link) => link.session().expect("a session of the older era"),
            Link::Stdio(_) => panic!("a server on standard input and output has one session, without a name"),
        }
    }

    fn new(link: Link, era: Era) -> Self {
        Self { link, era, last_id: 0, early: HashMap::new(), sent_nonsense: false }
    }

    fn begin(mut self, era: Era) -> Self {
        self.era = era;
        if era == Era::Handshake {
            self.handshake();
        }
        self
    }

    /// The handshake of the older era; what the server says of itself.
    pub fn handshake(&mut self) -> Value {
        self.handshake_with(json!({}))
    }

    /// The same of a client with capabilities.
    pub fn handshake_with(&mut self, capabilities: Value) -> Value {
        self.handshake_as(json!({ "name": "lines", "version": "0" }), capabilities)
    }

    /// The same of a client with a name and capabilities.
    pub fn handshake_as(&mut self, client: Value, capabilities: Value) -> Value {
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client });
        let answer = self.ask("initialize", params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    /// Sends a message that has no answer, or one that is [waited for](McpClient::answer) later.
    pub fn send(&mut self, message: &Value) {
        match &mut self.link {
            Link::Stdio(link) => link.send_line(&message.to_string()),
            Link::Http(link) => link.notify(message),
        }
    }

    /// Sends a line that is not a valid message; on standard input and output only.
    pub fn send_nonsense(&mut self, line: &str) {
        self.sent_nonsense = true;
        self.lines().send_line(line);
    }

    /// Sends a text, whatever it is; the next message of the server.
    pub fn ask_line(&mut self, line: &str) -> Value {
        match &mut self.link {
            Link::Stdio(link) => {
                link.send_line(line);
                link.next_message().expect("the server answers before it ends")
            }
            Link::Http(link) => link.post(line).message(),
        }
    }

    /// Waits until the calls so far are recorded: the server does that right after a reply, before its next answer.
    pub fn settle(&mut self) {
        self.ask_line(r#"{"jsonrpc":"2.0","id":"settle","method":"ping"}"#);
    }

    /// Sends a request; its number. Over HTTP the answer is there already, and kept.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        match &mut self.link {
            Link::Stdio(link) => {
                let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
                link.send_line(&message.to_string());
            }
            Link::Http(link) => {
                let answer = link.ask(self.era, id, method, params);
                self.early.insert(id, answer);
            }
        }
        id
    }

    /// The next message, which is a request of the server; on standard input and output only.
    pub fn asked(&mut self, method: &str) -> Value {
        let request = self.lines().next_message().expect("the server asks before it ends");
        assert_eq!(request["method"], method, "{request}");
        request
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        self.answer_before_it_ends(id).expect("the server answers before it ends")
    }

    /// The same; none if the server ends instead.
    pub fn answer_before_it_ends(&mut self, id: u64) -> Option<Value> {
        while !self.early.contains_key(&id) {
            let (id, answer) = self.receive()?;
            assert!(self.early.insert(id, answer).is_none(), "{id} is answered twice");
        }
        self.early.remove(&id)
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// A request of an era.
    pub fn ask_in(&mut self, era: Era, method: &str, mut params: Value) -> Value {
        self.era = era;
        era.complete(&mut params);
        self.ask(method, params)
    }

    /// Calls a tool in an era; its result.
    pub fn call_in(&mut self, era: Era, tool: &str, arguments: Value) -> Value {
        let answer = self.ask_in(era, "tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["result"].is_object(), "{tool} {arguments}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool; its result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.call_in(self.era, tool, arguments)
    }

    /// Calls a tool; the one text of its result.
    pub fn text(&mut self, tool: &str, arguments: Value) -> String {
        text_of(&self.call(tool, arguments))
    }

    /// The next answer; none at the end. Any other message is a defect.
    fn receive(&mut self) -> Option<(u64, Value)> {
        let Link::Stdio(link) = &mut self.link else { return None };
        loop {
            let message = link.next_message()?;
            match message["id"].as_u64() {
                Some(id) => return Some((id, message)),
                None => assert!(self.sent_nonsense && message["error"].is_object(), "unasked: {message}"),
            }
        }
    }

    /// Hands over the server's standard input.
    pub fn take_input(&mut self) -> ChildStdin {
        self.lines().take_input()
    }

    /// Closes the server's standard input.
    pub fn close_input(&mut self) {
        self.lines().close_input();
    }

    /// Closes the input and waits until the server ends; only answers may be left unread.
    pub fn end(mut self) -> ServerExit {
        self.close_input();
        self.wait()
    }

    /// Sends a signal to the server and waits until it ends.
    pub fn end_by(mut self, signal: Signal) -> ServerExit {
        self.lines().signal(signal);
        self.wait()
    }

    fn wait(mut self) -> ServerExit {
        while self.receive().is_some() {}
        self.lines().wait()
    }

    /// Waits until the server logs that it is serving; it must run with `--log`.
    pub fn wait_until_it_serves(&mut self) {
        let line = self.lines().next_log_line();
        assert_eq!(line, "reread mcp: info: serving on standard input and output\n");
    }

    /// The process id of the server.
    pub fn pid(&mut self) -> u32 {
        self.lines().pid()
    }

    fn lines(&mut self) -> &mut StdioLink {
        match &mut self.link {
            Link::Stdio(link) => link,
            Link::Http(_) => panic!("this is a client over HTTP: its server is a value of its own"),
        }
    }
}
