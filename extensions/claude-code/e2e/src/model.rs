//! A model that does as it is told.
//!
//! A server on the loopback interface that speaks the Messages protocol, streamed and not. It plays the script that the last
//! prompt of the user names, gives [`SUMMARY`] when it is asked for text alone, and numbers its answers and calls. The word of
//! the script and the place in it are in the request, so it remembers nothing of a conversation.

mod reply;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reread_testkit::{LoopbackRequest, LoopbackResponse, LoopbackServer};
use serde_json::{Value, json};

use crate::api_request::{ApiRequest, ToolUse, blocks};
use crate::script::{Answer, ClaudeScript};

/// The model's answer to a request for a summary or a title.
pub const SUMMARY: &str = "<analysis>none</analysis>\n<summary>SUMMARY (scripted)</summary>";

/// What the host writes into a request that must not be answered with calls, tools or not.
const TEXT_ONLY: &str = "Respond with TEXT ONLY";

/// A running model. It is gone when this is dropped.
#[derive(Debug)]
pub struct ClaudeModel {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    project: PathBuf,
    scripts: Mutex<HashMap<String, ClaudeScript>>,
    requests: Mutex<Vec<ApiRequest>>,
}

impl ClaudeModel {
    /// Starts a model on a free port, for hosts that work in that project.
    pub(crate) fn start(project: PathBuf) -> Self {
        let (scripts, requests) = Default::default();
        let state = Arc::new(State { project, scripts, requests });
        let shared = Arc::clone(&state);
        Self { server: LoopbackServer::start(move |request| shared.respond(&request)), state }
    }

    /// What `ANTHROPIC_BASE_URL` has to be.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.server.address())
    }

    /// Takes a script in and gives the prompt that plays it.
    pub(crate) fn prompt(&self, script: &ClaudeScript) -> String {
        let mut scripts = locked(&self.state.scripts);
        let word = format!("play-{}", scripts.len() + 1);
        scripts.insert(word.clone(), script.clone());
        word
    }

    /// Every request for an answer so far, in the order in which they came.
    pub fn requests(&self) -> Vec<ApiRequest> {
        locked(&self.state.requests).clone()
    }

    /// How many answers ended a turn of the main thread.
    pub(crate) fn ended_turns(&self) -> usize {
        let requests = locked(&self.state.requests);
        requests.iter().filter(|request| request.agent.is_empty() && request.answer.is_empty()).count()
    }
}

impl State {
    fn respond(&self, request: &LoopbackRequest) -> Option<LoopbackResponse> {
        if request.method != "POST" {
            return Some(LoopbackResponse::json(if request.method == "HEAD" { "" } else { "{}" }));
        }
        let body: Value = serde_json::from_slice(&request.body).ok()?;
        if request.path.contains("/count_tokens") {
            // A quarter of the characters: the host cuts long files by this.
            let tokens = body["messages"].to_string().len() / 4;
            return Some(LoopbackResponse::json(json!({ "input_tokens": tokens }).to_string()));
        }
        let answer = self.next_answer(&body);
        let is_streamed = body["stream"] == true;
        let mut requests = locked(&self.requests);
        let number = requests.len() + 1;
        let message = format!("msg_{number:04}");
        let uses = uses(number, &answer, &self.project);
        let reply = reply::message(&message, &body["model"], &answer, &uses);
        // Recorded before it is answered: a test that sees an effect of the answer also finds the request.
        requests.push(ApiRequest {
            session: request.header("x-claude-code-session-id").to_owned(),
            agent: request.header("x-claude-code-agent-id").to_owned(),
            body,
            message,
            answer: uses,
        });
        Some(match is_streamed {
            true => LoopbackResponse::events(reply::events(&reply)),
            false => LoopbackResponse::json(reply.to_string()),
        })
    }

    fn next_answer(&self, body: &Value) -> Answer {
        let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
        let has_tools = body["tools"].as_array().is_some_and(|tools| !tools.is_empty());
        let is_text_only = |block: Value| block["text"].as_str().is_some_and(|text| text.contains(TEXT_ONLY));
        if !has_tools || messages.last().is_some_and(|last| blocks(last).any(is_text_only)) {
            return Answer::Text(SUMMARY.to_owned());
        }
        let scripts = locked(&self.scripts);
        let prompts = messages.iter().enumerate().rev().filter(|(_, message)| message["role"] == "user");
        let played = prompts.filter_map(|(index, message)| Some((index, scripts.get(&word_in(message)?)?)));
        let Some((index, script)) = played.into_iter().next() else {
            return Answer::Text("nothing to play".to_owned());
        };
        script.answer(messages[index..].iter().filter(|message| message["role"] == "assistant").count())
    }
}

/// The word of a script, at the beginning of a block of text.
fn word_in(message: &Value) -> Option<String> {
    let texts = blocks(message).filter_map(|block| Some(block["text"].as_str()?.trim_start().to_owned()));
    let text = texts.filter(|text| text.starts_with("play-")).last()?;
    text.split_whitespace().next().map(str::to_owned)
}

/// The calls of an answer under their numbers.
fn uses(number: usize, answer: &Answer, project: &Path) -> Vec<ToolUse> {
    let Answer::Calls(calls) = answer else { return Vec::new() };
    let named = calls.iter().enumerate().map(|(index, call)| ToolUse {
        id: format!("toolu_{number:04}_{index}"),
        tool: call.tool.clone(),
        input: call.input.clone(),
        disk: ToolUse::file(&call.input, project).and_then(|file| fs::read(file).ok()),
    });
    named.collect()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
