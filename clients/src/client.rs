//! One process of an official client library, and what it is told.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::server::TOKEN;
use crate::tools::{program, script, tool};
use crate::{Server, World};

/// How long anything may take before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a client and its server talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Standard input and output: the client starts the server.
    Stdio,
    /// Streamable HTTP, with a bearer token.
    Http,
}

/// A client library in one era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    kind: Kind,
    newer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Python,
    /// The first generation of the TypeScript packages, which knows the older era only.
    Sdk,
    /// The second one.
    Client,
}

impl Library {
    /// Python's `mcp` with the handshake.
    pub const PYTHON_OLDER: Self = Self { kind: Kind::Python, newer: false };
    /// Python's `mcp` without one.
    pub const PYTHON_NEWER: Self = Self { kind: Kind::Python, newer: true };
    /// `@modelcontextprotocol/sdk`.
    pub const SDK_OLDER: Self = Self { kind: Kind::Sdk, newer: false };
    /// `@modelcontextprotocol/client` with the handshake.
    pub const CLIENT_OLDER: Self = Self { kind: Kind::Client, newer: false };
    /// `@modelcontextprotocol/client` without one.
    pub const CLIENT_NEWER: Self = Self { kind: Kind::Client, newer: true };

    /// The version of the protocol that it speaks.
    pub fn version(self) -> &'static str {
        if self.newer { "2026-07-28" } else { "2025-11-25" }
    }

    /// Who runs which script, and the module of the library that the script loads.
    fn start(self, world: &World, server: Value) -> Child {
        let mut setup = server;
        setup["newer"] = json!(self.newer);
        let (runner, name) = match self.kind {
            Kind::Python => ("python", "python.py"),
            Kind::Sdk | Kind::Client => ("node", "typescript.mjs"),
        };
        if let Kind::Sdk | Kind::Client = self.kind {
            let is_first = self.kind == Kind::Sdk;
            setup["generation"] = json!(if is_first { 1 } else { 2 });
            setup["module"] = json!(tool(if is_first { "sdk" } else { "client" }));
        }
        let mut command = world.in_it(&tool(runner));
        command.arg(script(name)).arg(setup.to_string());
        command.stdin(Stdio::piped()).stderr(Stdio::inherit());
        command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"))
    }
}

/// A client that is connected to a server.
#[derive(Debug)]
pub struct Client {
    child: Child,
    tasks: Option<ChildStdin>,
    answers: Receiver<String>,
    /// Ends behind the client.
    server: Option<Server>,
}

impl Client {
    /// Starts a server, or has the library start it, and connects to it.
    pub fn connect(library: Library, over: Over, world: &World) -> Self {
        match over {
            Over::Stdio => {
                let environment: Value = world.environment().into_iter().collect();
                let (program, project) = (program(), world.project());
                let server =
                    json!({ "command": program, "args": ["mcp"], "env": environment, "cwd": project });
                Self::start(library, world, server)
            }
            Over::Http => {
                let server = Server::start(world);
                let mut client = Self::to(library, &server, world);
                client.server = Some(server);
                client
            }
        }
    }

    /// Connects to a server over HTTP.
    pub fn to(library: Library, server: &Server, world: &World) -> Self {
        Self::start(library, world, json!({ "url": server.url, "token": TOKEN }))
    }

    fn start(library: Library, world: &World, server: Value) -> Self {
        let mut child = library.start(world, server);
        let output = child.stdout.take().expect("the output was asked for as a pipe");
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { tasks: child.stdin.take(), child, answers, server: None }
    }

    /// What the client learnt about the server: `version`, `server`, `instructions`.
    pub fn about(&mut self) -> Value {
        self.ask(&json!({ "do": "about" }))
    }

    /// The tools that are listed.
    pub fn list(&mut self) -> Value {
        self.ask(&json!({ "do": "list" }))["tools"].clone()
    }

    /// Calls a tool.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Answer {
        Answer(self.ask(&json!({ "do": "call", "tool": tool, "arguments": arguments })))
    }

    /// Calls a tool many times, all at once; the answers in the order of the calls.
    pub fn together(&mut self, tool: &str, arguments: &[Value]) -> Vec<Answer> {
        let call = |arguments: &Value| json!({ "tool": tool, "arguments": arguments });
        let calls: Vec<Value> = arguments.iter().map(call).collect();
        let answers = self.ask(&json!({ "do": "together", "calls": calls }))["answers"].clone();
        answers.as_array().expect("the answers are a list").iter().cloned().map(Answer).collect()
    }

    /// Calls a tool and takes the call back as soon as it is sent.
    pub fn cancelled(&mut self, tool: &str, arguments: &Value) -> Answer {
        Answer(self.ask(&json!({ "do": "cancelled", "tool": tool, "arguments": arguments })))
    }

    fn ask(&mut self, task: &Value) -> Value {
        let tasks = self.tasks.as_mut().expect("the client has not been closed");
        let sent = tasks.write_all(format!("{task}\n").as_bytes()).and_then(|()| tasks.flush());
        sent.unwrap_or_else(|error| panic!("the client has ended before {task}: {error}"));
        let answer = self.answers.recv_timeout(PATIENCE);
        let answer = answer.unwrap_or_else(|error| panic!("no answer to {task}: {error}"));
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Disconnects as the library does it, and waits for its end.
    pub fn close(mut self) {
        self.tasks = None;
        let more = self.answers.recv_timeout(PATIENCE);
        assert!(more.is_err(), "unasked: {more:?}");
        let status = self.child.wait().expect("a child can be waited for");
        assert!(status.success(), "the client ended with {status}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What became of a call.
#[derive(Clone, Debug)]
pub struct Answer(Value);

impl Answer {
    /// The result that the client handed over.
    #[track_caller]
    pub fn result(&self) -> &Value {
        assert!(self.0["result"].is_object(), "no result: {}", self.0);
        &self.0["result"]
    }

    /// The one text of the result.
    #[track_caller]
    pub fn text(&self) -> &str {
        let content = self.result()["content"].as_array().map(Vec::as_slice);
        let text =
            content.filter(|content| content.len() == 1).and_then(|content| content[0]["text"].as_str());
        text.unwrap_or_else(|| panic!("not one text: {}", self.0))
    }

    /// Whether the result says that something went wrong.
    #[track_caller]
    pub fn is_error(&self) -> bool {
        self.result()["isError"].as_bool().unwrap_or(false)
    }

    /// The tag of what was shown.
    #[track_caller]
    pub fn tag(&self) -> String {
        let tag = self.result()["_meta"]["reread/reply"]["meta"]["tag"].as_str();
        tag.unwrap_or_else(|| panic!("no tag: {}", self.0)).to_owned()
    }

    /// The error that the client raised instead of a result: its number, if it has one, and its words.
    #[track_caller]
    pub fn error(&self) -> (Option<i64>, &str) {
        let message = self.0["error"]["message"].as_str();
        (self.0["error"]["code"].as_i64(), message.unwrap_or_else(|| panic!("no error: {}", self.0)))
    }

    /// What was told about the progress of the call.
    pub fn progress(&self) -> &[Value] {
        self.0["progress"].as_array().map(Vec::as_slice).unwrap_or_default()
    }
}
