//! Batches whose answers are being collected.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::{RequestId, ServerJsonRpcMessage};

/// Batches that are not answered yet. Each is answered as a whole, when its last request is.
#[derive(Debug, Default)]
pub(super) struct OpenBatches {
    open: Mutex<Vec<OpenBatch>>,
}

#[derive(Debug)]
struct OpenBatch {
    waiting: Vec<RequestId>,
    answers: Vec<ServerJsonRpcMessage>,
}

/// What is to be written now.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// Nothing: other requests of the batch are not answered yet.
    Nothing,
    Message(Box<ServerJsonRpcMessage>),
    /// The answers to a batch.
    Batch(Vec<ServerJsonRpcMessage>),
}

impl OpenBatches {
    /// Begins to wait for the answers to these requests; `answers` are there already.
    pub(super) fn begin(&self, waiting: Vec<RequestId>, answers: Vec<ServerJsonRpcMessage>) -> Outgoing {
        if !waiting.is_empty() {
            self.open().push(OpenBatch { waiting, answers });
            return Outgoing::Nothing;
        }
        if answers.is_empty() { Outgoing::Nothing } else { Outgoing::Batch(answers) }
    }

    /// Takes an answer to the request of that id.
    pub(super) fn collect(&self, id: Option<&RequestId>, message: ServerJsonRpcMessage) -> Outgoing {
        let mut open = self.open();
        let place = id.and_then(|id| open.iter().position(|batch| batch.waiting.contains(id)));
        let Some(place) = place else { return Outgoing::Message(Box::new(message)) };
        open[place].answers.push(message);
        close(&mut open, place, id)
    }

    /// A cancelled request is not answered.
    pub(super) fn cancel(&self, id: &RequestId) -> Outgoing {
        let mut open = self.open();
        match open.iter().position(|batch| batch.waiting.contains(id)) {
            Some(place) => close(&mut open, place, Some(id)),
            None => Outgoing::Nothing,
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<OpenBatch>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for one answer less; the answers, if it was the last.
fn close(open: &mut Vec<OpenBatch>, place: usize, id: Option<&RequestId>) -> Outgoing {
    open[place].waiting.retain(|waiting| Some(waiting) != id);
    if !open[place].waiting.is_empty() {
        return Outgoing::Nothing;
    }
    let answers = open.swap_remove(place).answers;
    if answers.is_empty() { Outgoing::Nothing } else { Outgoing::Batch(answers) }
}
