//! The commands of RPC mode that tests use, under their own names.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Notification, PiProcess, extension_errors, notifications};
use crate::session::PiSession;

/// What the user says to a question of an extension.
#[derive(Clone, Debug)]
pub enum DialogAnswer {
    /// Yes or no.
    Confirmed(bool),
    /// The chosen option or the text that was typed.
    Text(String),
}

/// The questions that wait for an answer.
const QUESTIONS: [&str; 4] = ["select", "confirm", "input", "editor"];

impl DialogAnswer {
    fn to(&self, id: &str) -> Value {
        match self {
            DialogAnswer::Confirmed(confirmed) => {
                json!({ "type": "extension_ui_response", "id": id, "confirmed": confirmed })
            }
            DialogAnswer::Text(value) => json!({ "type": "extension_ui_response", "id": id, "value": value }),
        }
    }
}

impl PiProcess<'_> {
    /// Model, session and activity.
    #[track_caller]
    pub fn state(&mut self) -> Value {
        self.ask(json!({ "type": "get_state" }))
    }

    /// The file of the current session. It need not exist before the model has answered once.
    #[track_caller]
    pub fn session_file(&mut self) -> PathBuf {
        let state = self.state();
        match state["sessionFile"].as_str() {
            Some(path) => PathBuf::from(path),
            None => self.fail("has no session file"),
        }
    }

    /// The entries of the current session.
    #[track_caller]
    pub fn session(&mut self) -> PiSession {
        PiSession::of_reply(&self.ask(json!({ "type": "get_entries" })))
    }

    /// The entry that the next one will follow.
    #[track_caller]
    pub fn leaf(&mut self) -> String {
        match self.session().leaf {
            Some(id) => id,
            None => self.fail("has an empty session, which has no leaf"),
        }
    }

    /// Compacts the context and returns the reply: `summary`, `firstKeptEntryId`, `tokensBefore`.
    #[track_caller]
    pub fn compact(&mut self) -> Value {
        self.ask(json!({ "type": "compact" }))
    }

    /// Goes on in a copy of the session that ends before the prompt of the user with that id.
    #[track_caller]
    pub fn fork(&mut self, prompt: &str) {
        let reply = self.ask(json!({ "type": "fork", "entryId": prompt }));
        self.expect_done("fork", &reply);
    }

    /// Goes on in a copy of the active branch.
    #[track_caller]
    pub fn clone_session(&mut self) {
        let reply = self.ask(json!({ "type": "clone" }));
        self.expect_done("clone", &reply);
    }

    /// Goes on in an empty session.
    #[track_caller]
    pub fn new_session(&mut self) {
        let reply = self.ask(json!({ "type": "new_session" }));
        self.expect_done("new_session", &reply);
    }

    /// Goes on in the session of that file.
    #[track_caller]
    pub fn switch_session(&mut self, file: &Path) {
        let reply = self.ask(json!({ "type": "switch_session", "sessionPath": file }));
        self.expect_done("switch_session", &reply);
    }

    /// Stops what is going on and returns when pi is idle.
    #[track_caller]
    pub fn abort(&mut self) {
        self.ask(json!({ "type": "abort" }));
    }

    /// Runs a slash command of an extension to its end and returns what it told the user meanwhile.
    ///
    /// A command that is not registered would reach the model as a prompt; here it is a failure, and so is one
    /// that throws.
    #[track_caller]
    pub fn command(&mut self, line: &str) -> Vec<Notification> {
        self.command_answering(line, &[])
    }

    /// The same for a command that asks the user: its questions get these answers, in turn.
    #[track_caller]
    pub fn command_answering(&mut self, line: &str, answers: &[DialogAnswer]) -> Vec<Notification> {
        let name = line.trim_start_matches('/').split(' ').next().unwrap_or_default();
        let known = self.ask(json!({ "type": "get_commands" }));
        let mut known = known["commands"].as_array().into_iter().flatten();
        if !known.any(|command| command["name"] == *name) {
            self.fail(&format!("has no command /{name}"));
        }
        let since = self.events.len();
        let asked = self.send(json!({ "type": "prompt", "message": line }));
        let mut answered: Vec<String> = Vec::new();
        for answer in answers {
            let is_new = |event: &Value| {
                let is_question = event["type"] == "extension_ui_request"
                    && QUESTIONS.iter().any(|kind| event["method"] == *kind);
                is_question && !answered.iter().any(|id| event["id"] == **id)
            };
            let question = self.first_since(since, "a question", is_new);
            let id = question["id"].as_str().unwrap_or_default().to_owned();
            self.process.send_line(&answer.to(&id).to_string());
            answered.push(id);
        }
        if let Err(error) = self.reply_to(&asked) {
            self.fail(&format!("refused {line}: {error}"));
        }
        let errors = extension_errors(&self.events[since..]);
        if !errors.is_empty() {
            self.fail(&format!("could not run {line}: {}", errors.join("; ")));
        }
        notifications(&self.events[since..])
    }

    #[track_caller]
    fn expect_done(&self, command: &str, reply: &Value) {
        if reply["cancelled"] != false {
            self.fail(&format!("did not do `{command}`: {reply}"));
        }
    }
}
