//! A model that does as it is told.
//!
//! A server on the loopback interface that speaks chat completions with server-sent events. It plays the script in
//! the last prompt of the user, gives [`SUMMARY`] when it is asked for one, and numbers its tool calls. The script and
//! its place in it are in the request; it remembers them only for the moment when pi compacts the prompt away in the
//! middle of a run.

mod http;
mod reply;

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::request::{MadeCall, ModelRequest};
use crate::script::{Script, Step};

/// The model's answer to a request for a summary.
pub const SUMMARY: &str = "SUMMARY (scripted)";

/// A running model. It is gone when this is dropped.
#[derive(Debug)]
pub struct ScriptedModel {
    address: SocketAddr,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct State {
    requests: Mutex<Vec<ModelRequest>>,
    /// What each process is playing, and the answer that comes next.
    playing: Mutex<HashMap<String, (Script, usize)>>,
    calls: AtomicU64,
    ended: AtomicBool,
}

impl ScriptedModel {
    /// Starts a model on a free port.
    pub fn start() -> Self {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("the loopback interface has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        let listening = thread::spawn(move || listen(&listener, &shared));
        Self { address, state, listening: Some(listening) }
    }

    /// Where pi finds it.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
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

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::SeqCst);
        // The listener looks at the flag when a client connects.
        let knocked = TcpStream::connect(self.address);
        if let (Ok(_), Some(listening)) = (knocked, self.listening.take()) {
            // A panic of that thread has been printed already.
            drop(listening.join());
        }
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
}

fn listen(listener: &TcpListener, state: &Arc<State>) {
    for stream in listener.incoming() {
        if state.ended.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let state = Arc::clone(state);
        thread::spawn(move || {
            // A client that goes away, after an abort for instance, has no one to report to.
            drop(serve(&stream, &state));
        });
    }
}

/// Answers one request; the connection carries no second one.
fn serve(stream: &TcpStream, state: &State) -> io::Result<()> {
    let Some(received) = http::receive(stream)? else { return Ok(()) };
    if received.method != "POST" {
        return http::respond(stream, "application/json", r#"{"data":[{"id":"scripted"}]}"#);
    }
    let body = serde_json::from_slice(&received.body).map_err(io::Error::other)?;
    let request = ModelRequest::new(body, received.bearer);
    let step = state.next_step(&request);
    let number = || state.calls.fetch_add(1, Ordering::SeqCst) + 1;
    let calls: Vec<MadeCall> = step.calls().iter().map(|call| MadeCall::new(number(), call)).collect();
    let events = reply::events(&step, &calls);
    // Recorded before it is answered: a test that sees an effect of the answer also finds the request.
    state.requests().push(request.answered_with(calls));
    http::respond(stream, "text/event-stream", &events)
}

#[cfg(test)]
mod tests;
