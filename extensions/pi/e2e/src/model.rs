//! A model that does as it is told.
//!
//! A server on the loopback interface that speaks chat completions with server-sent events. It plays the script in
//! the last prompt of the user, gives [`SUMMARY`] when it is asked for one, and numbers its tool calls. The script and
//! its place in it are in the request; it remembers them only for the moment when pi compacts the prompt away in the
//! middle of a run.

mod reply;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reread_testkit::{LoopbackRequest, LoopbackResponse, LoopbackServer};

use crate::request::{MadeCall, ModelRequest};
use crate::script::{Script, Step};

/// The model's answer to a request for a summary.
pub const SUMMARY: &str = "SUMMARY (scripted)";

/// A running model. It is gone when this is dropped.
#[derive(Debug)]
pub struct ScriptedModel {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    requests: Mutex<Vec<ModelRequest>>,
    /// What each process is playing, and the answer that comes next.
    playing: Mutex<HashMap<String, (Script, usize)>>,
    calls: AtomicU64,
}

impl ScriptedModel {
    /// Starts a model on a free port.
    pub fn start() -> Self {
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        Self { server: LoopbackServer::start(move |request| shared.respond(&request)), state }
    }

    /// Where pi finds it.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.server.address())
    }

    /// Every request so far, in the order in which they came.
    pub fn requests(&self) -> Vec<ModelRequest> {
        self.state.requests().clone()
    }

    /// The requests of one process after the first `seen` of all.
    pub(crate) fn requests_since(&self, seen: usize, sender: &str) -> Vec<ModelRequest> {
        self.state.requests()[seen..].iter().filter(|request| request.sender() == sender).cloned().collect()
    }

    /// How many requests came so far, from all processes.
    pub(crate) fn count(&self) -> usize {
        self.state.requests().len()
    }
}

impl State {
    fn requests(&self) -> MutexGuard<'_, Vec<ModelRequest>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_step(&self, request: &ModelRequest) -> Step {
        if request.asks_for_summary() {
            return Step::text(SUMMARY);
        }
        let mut playing = self.playing.lock().unwrap_or_else(PoisonError::into_inner);
        let (script, place) = playing.entry(request.sender().to_owned()).or_default();
        if let Some(here) = request.place() {
            (*script, *place) = here;
        }
        let step = script.step(*place);
        *place += 1;
        step
    }

    /// Answers one request. What is no question to the model gets a list of the models.
    fn respond(&self, received: &LoopbackRequest) -> Option<LoopbackResponse> {
        if received.method != "POST" {
            return Some(LoopbackResponse::json(r#"{"data":[{"id":"scripted"}]}"#));
        }
        let bearer = received.header("authorization").trim_start_matches("Bearer ").to_owned();
        let request = ModelRequest::new(serde_json::from_slice(&received.body).ok()?, bearer);
        let step = self.next_step(&request);
        let number = || self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        let calls: Vec<MadeCall> = step.calls().iter().map(|call| MadeCall::new(number(), call)).collect();
        let events = reply::events(&step, &calls);
        // Recorded before it is answered: a test that sees an effect of the answer also finds the request.
        self.requests().push(request.answered_with(calls));
        Some(LoopbackResponse::events(events))
    }
}

#[cfg(test)]
mod tests;
