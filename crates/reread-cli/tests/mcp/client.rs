//! A client that speaks lines.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};

use crate::world::World;

/// An era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2025-11-25: a handshake, then calls.
    Handshake,
    /// 2026-07-28: every call says for itself what it speaks.
    Stateless,
}

/// Both of them.
pub(crate) const ERAS: [Era; 2] = [Era::Handshake, Era::Stateless];

/// A server, and the lines to and from it.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last_id: u64,
    /// Answers that came before they were waited for.
    early: HashMap<u64, Value>,
    /// Whether something was sent that a server may complain of without knowing whose it was.
    sent_nonsense: bool,
    /// Told of every answer; dropped with the client, which calls off the watch.
    watch: Sender<()>,
}

/// How a server ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    /// What it told on standard error.
    pub(crate) told: String,
}

impl Client {
    /// Starts a server and says nothing yet.
    pub(crate) fn start(world: &World, options: &[&str]) -> Self {
        let mut command = world.command();
        command.arg("mcp").args(options);
        Self::spawn(command)
    }

    /// The same with a command that was made ready.
    pub(crate) fn spawn(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let watch = watch(Pid::from_child(&child));
        Self { child, input, output, last_id: 0, early: HashMap::new(), sent_nonsense: false, watch }
    }

    /// Starts a server in the era: with the handshake, if it has one.
    pub(crate) fn of(era: Era, world: &World, options: &[&str]) -> Self {
        let mut client = Self::start(world, options);
        if era == Era::Handshake {
            client.handshake();
        }
        client
    }

    /// The handshake of the older era; what the server says of itself.
    pub(crate) fn handshake(&mut self) -> Value {
        self.handshake_with(json!({}))
    }

    /// The same of a client that can do more than be answered.
    pub(crate) fn handshake_with(&mut self, capabilities: Value) -> Value {
        let client = json!({ "name": "lines", "version": "0" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client });
        let answer = self.ask("initialize", params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    /// Sends a line that is no message.
    pub(crate) fn send_nonsense(&mut self, line: &str) {
        self.sent_nonsense = true;
        self.send_line(line);
    }

    /// Sends a line, whatever it is; the next thing that the server says.
    pub(crate) fn ask_line(&mut self, line: &str) -> Value {
        self.send_line(line);
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits until the calls so far are recorded: that is done right behind a reply, before anything else is answered.
    pub(crate) fn settle(&mut self) {
        self.ask_line(r#"{"jsonrpc":"2.0","id":"settle","method":"ping"}"#);
    }

    /// Sends a request; its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        self.last_id
    }

    /// The next line, which is a request of the server.
    pub(crate) fn asked(&mut self, method: &str) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let request: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(request["method"], method, "{line}");
        request
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        self.answer_before_it_ends(id).expect("the server answers before it ends")
    }

    /// The same; none if the server ends instead.
    pub(crate) fn answer_before_it_ends(&mut self, id: u64) -> Option<Value> {
        while !self.early.contains_key(&id) {
            let (id, answer) = self.receive()?;
            assert!(self.early.insert(id, answer).is_none(), "{id} is answered twice");
        }
        self.early.remove(&id)
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// A request of an era.
    pub(crate) fn ask_in(&mut self, era: Era, method: &str, mut params: Value) -> Value {
        add_era(era, &mut params);
        self.ask(method, params)
    }

    /// Calls a tool; its result.
    pub(crate) fn call_in(&mut self, era: Era, tool: &str, arguments: Value) -> Value {
        let answer = self.ask_in(era, "tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["result"].is_object(), "{tool} {arguments}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool in the older era; its result.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.call_in(Era::Handshake, tool, arguments)
    }

    /// Calls a tool in the older era; the one text of its result.
    pub(crate) fn text(&mut self, tool: &str, arguments: Value) -> String {
        text_of(&self.call(tool, arguments))
    }

    /// The next answer; none at the end. Anything else on standard output is a defect.
    fn receive(&mut self) -> Option<(u64, Value)> {
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            if line.is_empty() {
                return None;
            }
            let _ = self.watch.send(());
            let message: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            match message["id"].as_u64() {
                Some(id) => return Some((id, message)),
                None => assert!(self.sent_nonsense && message["error"].is_object(), "unasked: {line}"),
            }
        }
    }

    /// Hands over the end that is written to.
    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.input.take().unwrap()
    }

    /// Says that nothing more will come.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the input and waits for the end; nothing may be left unread but answers.
    pub(crate) fn end(mut self) -> Ended {
        self.close_input();
        self.wait()
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn end_by(mut self, signal: Signal) -> Ended {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
        self.wait()
    }

    fn wait(&mut self) -> Ended {
        while let Some((id, answer)) = self.receive() {
            self.early.insert(id, answer);
        }
        let mut told = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut told).unwrap();
        Ended { code: self.child.wait().unwrap().code(), told }
    }

    /// Waits until the server tells that it is serving; it must run with `--log`.
    pub(crate) fn wait_until_it_serves(&mut self) {
        let mut told = Vec::new();
        let mut byte = [0];
        while !told.ends_with(b"\n") {
            self.child.stderr.as_mut().unwrap().read_exact(&mut byte).unwrap();
            told.extend(byte);
        }
        assert_eq!(
            String::from_utf8(told).unwrap(),
            "reread mcp: info: serving on standard input and output\n"
        );
    }

    /// The process at the other end.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

/// Ends a server that was silent for a minute, so that a defect fails instead of hanging. It is told of what is
/// heard.
pub(crate) fn watch(server: Pid) -> Sender<()> {
    let (heard, wait) = channel();
    std::thread::spawn(move || {
        loop {
            match wait.recv_timeout(Duration::from_secs(60)) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = rustix::process::kill_process(server, Signal::KILL);
                    break;
                }
            }
        }
    });
    heard
}

/// What a request of the newer era says for itself.
pub(crate) fn add_era(era: Era, params: &mut Value) {
    if era == Era::Stateless {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
}

/// The one text of a result.
pub(crate) fn text_of(result: &Value) -> String {
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{result}");
    content[0]["text"].as_str().unwrap().to_owned()
}

/// The contract in the metadata of a result.
pub(crate) fn contract_of(result: &Value) -> &Value {
    &result["_meta"]["reread/reply"]
}

/// The tag of a result.
pub(crate) fn tag_of(result: &Value) -> String {
    contract_of(result)["meta"]["tag"].as_str().unwrap_or_else(|| panic!("no tag: {result}")).to_owned()
}
