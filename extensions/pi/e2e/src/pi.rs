//! One process of pi, driven over RPC.
//!
//! Commands and events are JSON, one per line. Every event is kept, so none is missed between two waits. A command
//! that fails, a wait that takes too long and a process that ends are panics that tell what happened last.

mod commands;
mod levers;

use std::process::Command;
use std::time::Instant;

use reread_testkit::{LineProcess, NextLine, TIME_LIMIT};
use serde_json::{Value, json};

use crate::model::ScriptedModel;
use crate::request::ModelRequest;
use crate::script::Script;
use crate::session::{PiEntry, PiToolResult};

pub use commands::DialogAnswer;
pub use levers::BranchEdit;

/// A running pi. It is killed when dropped; [`PiProcess::close`] lets it end.
#[derive(Debug)]
pub struct PiProcess<'w> {
    model: &'w ScriptedModel,
    key: String,
    process: LineProcess,
    events: Vec<Value>,
    asked: u64,
}

/// A run that has begun, and how things stood before.
#[derive(Debug)]
#[must_use = "a run has to settle before the next one"]
pub struct StartedRun {
    events: usize,
    requests: usize,
    entries: usize,
}

/// A run from the prompt until pi was at rest again.
#[derive(Clone, Debug)]
pub struct PiRun {
    /// What the model was sent, in order.
    pub requests: Vec<ModelRequest>,
    /// The tool results that the session gained, in its order.
    pub results: Vec<PiToolResult>,
}

/// A command that was sent, and how many events there were before.
struct Asked {
    id: String,
    what: String,
    since: usize,
}

/// A note of an extension to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    /// What it says.
    pub message: String,
    /// `info`, `warning` or `error`; pi takes no kind for `info`.
    pub kind: String,
}

impl<'w> PiProcess<'w> {
    /// Starts the process and waits until it answers.
    #[track_caller]
    pub(crate) fn start(model: &'w ScriptedModel, key: String, mut command: Command) -> Self {
        let process = LineProcess::start(&mut command, true);
        let mut pi = Self { model, key, process, events: Vec::new(), asked: 0 };
        pi.ask(json!({ "type": "get_state" }));
        pi
    }

    /// Prompts with a script and waits until pi is at rest.
    #[track_caller]
    pub fn play(&mut self, script: &Script) -> PiRun {
        let begun = self.begin(script);
        self.settle(&begun)
    }

    /// Prompts with a script and waits only until pi has taken it.
    #[track_caller]
    pub fn begin(&mut self, script: &Script) -> StartedRun {
        let entries = self.session().entries.len();
        let begun = StartedRun { events: self.events.len(), requests: self.model.count(), entries };
        self.ask(json!({ "type": "prompt", "message": script.prompt() }));
        begun
    }

    /// Waits for an event of the run: the first of that type, even if it came before the wait.
    #[track_caller]
    pub fn wait_for(&mut self, begun: &StartedRun, kind: &str) -> Value {
        self.first_since(begun.events, kind, |event| event["type"] == kind)
    }

    /// Waits until pi is at rest: no retry, no compaction and no queued message is left.
    #[track_caller]
    pub fn settle(&mut self, begun: &StartedRun) -> PiRun {
        self.wait_for(begun, "agent_settled");
        let requests = self.model.requests_since(begun.requests, &self.key);
        let session = self.session();
        let results = session.entries.iter().skip(begun.entries).filter_map(PiEntry::tool_result);
        PiRun { requests, results: results.collect() }
    }

    /// Sends a command and returns the `data` of its reply, null if it has none.
    #[track_caller]
    pub fn ask(&mut self, command: Value) -> Value {
        let shown = command.to_string();
        match self.try_ask(command) {
            Ok(data) => data,
            Err(error) => self.fail(&format!("refused {shown}: {error}")),
        }
    }

    /// Sends a command and returns the `data` of its reply, or the error in it.
    #[track_caller]
    pub fn try_ask(&mut self, command: Value) -> Result<Value, String> {
        let asked = self.send(command);
        self.reply_to(&asked)
    }

    /// Sends a command and waits for nothing.
    fn send(&mut self, mut command: Value) -> Asked {
        self.asked += 1;
        let (id, what) = (format!("{}", self.asked), format!("a reply to {command}"));
        command["id"] = json!(id);
        let since = self.events.len();
        self.process.send_line(&command.to_string());
        Asked { id, what, since }
    }

    /// Waits for the reply to a command: the `data` in it, or the error.
    #[track_caller]
    fn reply_to(&mut self, asked: &Asked) -> Result<Value, String> {
        let is_reply = |event: &Value| event["type"] == "response" && event["id"] == *asked.id;
        let mut reply = self.first_since(asked.since, &asked.what, is_reply);
        match reply["success"].as_bool() {
            Some(true) => Ok(reply["data"].take()),
            _ => Err(reply["error"].as_str().unwrap_or("no reason given").to_owned()),
        }
    }

    /// Everything that pi has said so far: events and replies, in order.
    pub fn events(&self) -> &[Value] {
        &self.events
    }

    /// What extensions have told the user so far.
    pub fn notifications(&self) -> Vec<Notification> {
        notifications(&self.events)
    }

    /// The errors of extensions that pi has reported so far.
    pub fn extension_errors(&self) -> Vec<String> {
        extension_errors(&self.events)
    }

    /// What pi has written to standard error, as of the last event.
    pub fn stderr(&self) -> &str {
        self.process.stderr()
    }

    /// The process id, by which a test finds the children of pi.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends the input, waits for the end of pi and of all that hold its pipes, and returns what it wrote to standard
    /// error. Ending with anything but success is a failure.
    #[track_caller]
    pub fn close(mut self) -> String {
        self.process.close_input();
        let deadline = Instant::now() + TIME_LIMIT;
        loop {
            match self.process.next_line(deadline) {
                NextLine::Line(line) => self.keep(&line),
                NextLine::Closed => break,
                NextLine::TimedOut => self.fail("does not end, or a child of it does not"),
            }
        }
        match self.process.status(deadline) {
            Some(status) if status.success() => self.process.stderr().to_owned(),
            Some(status) => self.fail(&format!("ended with {status}")),
            None => self.fail("closed its pipes and does not end"),
        }
    }

    /// The first event after the first `since` that is the one; waits for it if need be.
    #[track_caller]
    fn first_since(&mut self, since: usize, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + TIME_LIMIT;
        let mut next = since;
        loop {
            if let Some(event) = self.events[next..].iter().find(|event| is_it(event)) {
                return event.clone();
            }
            next = self.events.len();
            match self.process.next_line(deadline) {
                NextLine::Line(line) => self.keep(&line),
                NextLine::Closed => self.fail(&format!("ended before {what}")),
                NextLine::TimedOut => self.fail(&format!("is silent, without {what}")),
            }
        }
    }

    #[track_caller]
    fn keep(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(event) => self.events.push(event),
            Err(error) => self.fail(&format!("printed {line:?}, which is not JSON: {error}")),
        }
    }

    /// Panics and tells what happened last.
    #[track_caller]
    fn fail(&self, clause: &str) -> ! {
        const LAST: usize = 20;
        let recent = &self.events[self.events.len().saturating_sub(LAST)..];
        let recent: String =
            recent.iter().map(|event| format!("  {}\n", shortened(&event.to_string()))).collect();
        panic!("pi {clause}\nlast events:\n{recent}stderr:\n{}", self.process.stderr());
    }
}

fn notifications(events: &[Value]) -> Vec<Notification> {
    let notes =
        events.iter().filter(|event| event["type"] == "extension_ui_request" && event["method"] == "notify");
    let note = |event: &Value| Notification {
        message: event["message"].as_str().unwrap_or_default().to_owned(),
        kind: event["notifyType"].as_str().unwrap_or("info").to_owned(),
    };
    notes.map(note).collect()
}

fn extension_errors(events: &[Value]) -> Vec<String> {
    let errors = events.iter().filter(|event| event["type"] == "extension_error");
    errors.map(|event| event["error"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Enough of an event to recognise it.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 400;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
