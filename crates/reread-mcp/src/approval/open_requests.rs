//! Questions that calls ended with, until the calls come again with the answer.
//!
//! The state that a client brings back is sealed and names one question, and each can be answered once: an old yes must not
//! override a later decision. After a restart the server asks again.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::{RequestStateCodec, SealOptions};
use tokio::sync::watch;

use super::elicit::ANSWER_TIMEOUT;

/// More questions than a user answers. The oldest is forgotten, and asked again if its answer comes.
const MOST: usize = 1_024;

/// The questions, and the key that seals what stands for them.
pub(crate) struct OpenRequests {
    codec: RequestStateCodec,
    /// The numbers of the questions that are open, oldest first.
    numbers: Mutex<VecDeque<u64>>,
    next: AtomicU64,
    is_closed: watch::Sender<bool>,
}

impl OpenRequests {
    /// The secret seals the state; it must be random.
    pub(crate) fn new(secret: [u8; 32]) -> Self {
        let codec = RequestStateCodec::try_new(secret).expect("32 bytes are a key");
        Self {
            codec,
            numbers: Mutex::default(),
            next: AtomicU64::new(0),
            is_closed: watch::Sender::new(false),
        }
    }

    /// Opens a question about this; what a client has to bring back.
    pub(crate) fn put(&self, about: &[u8]) -> String {
        let mut numbers = self.numbers();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        numbers.push_back(number);
        if numbers.len() > MOST {
            numbers.pop_front();
        }
        let options = SealOptions::new().associated_data(about).ttl(ANSWER_TIMEOUT);
        self.codec.seal_with(&number.to_be_bytes(), &options)
    }

    /// Closes the question about this that a client brings back; `None` if there is no such question.
    pub(crate) fn take(&self, brought: &str, about: &[u8]) -> Option<()> {
        let number = self.codec.open_with(brought, about).ok()?;
        let mut open = self.numbers();
        let place = open.iter().position(|open| open.to_be_bytes()[..] == number[..])?;
        open.remove(place).map(drop)
    }

    /// The client has closed the connection.
    pub(crate) fn close(&self) {
        self.is_closed.send_replace(true);
    }

    /// Completes when the client has closed the connection.
    pub(crate) async fn closed(&self) {
        // The sender lives as long as this does, so that there is no other end of the wait.
        let _ = self.is_closed.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    fn numbers(&self) -> MutexGuard<'_, VecDeque<u64>> {
        // Nothing in between can panic, and a number too many would only be asked about again.
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
