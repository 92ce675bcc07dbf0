//! One process of an official client library, and the tasks that it is given.

use std::path::Path;
use std::time::{Duration, Instant};

use reread_testkit::{HttpServerProcess, LineProcess, NextLine, TOKEN, World, program_under_test};
use serde_json::{Value, json};

use crate::foreign::{command, tool};

/// How long anything may take before it counts as stuck.
const TIME_LIMIT: Duration = Duration::from_secs(120);

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

    /// Starts the script that drives the library, with the module that the script loads.
    fn start(self, world: &World, server: Value) -> LineProcess {
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
        let mut command = command(world, &tool(runner));
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)).arg(setup.to_string());
        LineProcess::start(&mut command, true)
    }
}

/// A client that is connected to a server.
#[derive(Debug)]
pub struct LibraryClient {
    process: LineProcess,
    /// Ends after the client.
    server: Option<HttpServerProcess>,
}

impl LibraryClient {
    /// Starts a server, or lets the library start it, and connects to it.
    pub fn connect(library: Library, over: Over, world: &World) -> Self {
        match over {
            Over::Stdio => {
                let environment = json!({ "HOME": world.home(), "XDG_CONFIG_HOME": world.config() });
                let (program, project) = (program_under_test(), world.root());
                let server =
                    json!({ "command": program, "args": ["mcp"], "env": environment, "cwd": project });
                Self { process: library.start(world, server), server: None }
            }
            Over::Http => {
                let server = HttpServerProcess::start(world, &[]);
                let setup = json!({ "url": server.url(), "token": TOKEN });
                Self { process: library.start(world, setup), server: Some(server) }
            }
        }
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
    pub fn call(&mut self, tool: &str, arguments: &Value) -> LibraryAnswer {
        LibraryAnswer(self.ask(&json!({ "do": "call", "tool": tool, "arguments": arguments })))
    }

    /// Calls a tool many times, all at once; the answers in the order of the calls.
    pub fn together(&mut self, tool: &str, arguments: &[Value]) -> Vec<LibraryAnswer> {
        let call = |arguments: &Value| json!({ "tool": tool, "arguments": arguments });
        let calls: Vec<Value> = arguments.iter().map(call).collect();
        let answers = self.ask(&json!({ "do": "together", "calls": calls }))["answers"].clone();
        answers.as_array().expect("the answers are a list").iter().cloned().map(LibraryAnswer).collect()
    }

    /// Calls a tool and cancels the call as soon as it is sent.
    pub fn cancelled(&mut self, tool: &str, arguments: &Value) -> LibraryAnswer {
        LibraryAnswer(self.ask(&json!({ "do": "cancelled", "tool": tool, "arguments": arguments })))
    }

    fn ask(&mut self, task: &Value) -> Value {
        self.process.send_line(&task.to_string());
        match self.process.next_line(Instant::now() + TIME_LIMIT) {
            NextLine::Line(answer) => {
                serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
            }
            other => panic!("no answer to {task}: {other:?}\n{}", self.process.stderr()),
        }
    }

    /// Disconnects as the library does it, and waits for its end.
    pub fn close(mut self) {
        self.process.close_input();
        let deadline = Instant::now() + TIME_LIMIT;
        let more = self.process.next_line(deadline);
        assert_eq!(more, NextLine::Closed, "{}", self.process.stderr());
        let status = self.process.status(deadline).expect("a client that closed its pipes ends");
        assert!(status.success(), "the client ended with {status}: {}", self.process.stderr());
        drop(self.server);
    }
}

/// The result of a call, or its error.
#[derive(Clone, Debug)]
pub struct LibraryAnswer(Value);

impl LibraryAnswer {
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

    /// The error that the client raised instead of a result: its number, if it has one, and its message.
    #[track_caller]
    pub fn error(&self) -> (Option<i64>, &str) {
        let message = self.0["error"]["message"].as_str();
        (self.0["error"]["code"].as_i64(), message.unwrap_or_else(|| panic!("no error: {}", self.0)))
    }

    /// The progress notifications of the call.
    pub fn progress(&self) -> &[Value] {
        self.0["progress"].as_array().map(Vec::as_slice).unwrap_or_default()
    }
}
