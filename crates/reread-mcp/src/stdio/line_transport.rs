//! Messages as lines: one JSON object each, or a batch of them if the revision of the protocol has batches.
//!
//! A line that is not a message is answered with an error and has no other effect. A line without an end takes no more memory
//! than the longest message. What is read, and what is on its way out, stays in the struct, because the library may drop a
//! pending read at any point and read again.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcError, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader};

use super::in_flight::InFlight;
use super::line_writer::LineWriter;
use super::open_batches::{OpenBatches, Outgoing};
use crate::Server;
use crate::batch::{Batch, has_batches, is_batch};
use crate::message::{self, Flaw, LONGEST};

/// Lines in and lines out.
pub(crate) struct LineTransport<R, W> {
    input: BufReader<R>,
    /// The line as far as it was read.
    line: Vec<u8>,
    /// Whether the line is too long already; its rest is dropped as it comes.
    is_overlong: bool,
    output: LineWriter<W>,
    in_flight: Arc<InFlight>,
    /// Whether a revision was agreed on that has batches.
    takes_batches: Arc<AtomicBool>,
    batches: Arc<OpenBatches>,
    /// Messages of a batch that the server was not given yet.
    queued: VecDeque<ClientJsonRpcMessage>,
    /// What was answered here and is not written yet.
    sending: Option<Sending>,
    is_prepared: bool,
    server: Server,
}

type Sending = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;

impl<R, W> LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W, server: Server) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            is_overlong: false,
            output: LineWriter::new(output),
            in_flight: Arc::default(),
            takes_batches: Arc::default(),
            batches: Arc::default(),
            queued: VecDeque::new(),
            sending: None,
            is_prepared: false,
            server,
        }
    }

    /// Reads on to the end of a line; `false` at the end of the input, where a line without an end counts as nothing.
    async fn read_line(&mut self) -> io::Result<bool> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(false);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            if self.line.len() + taken > LONGEST {
                self.is_overlong = true;
                self.line = Vec::new();
            } else if !self.is_overlong {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Counts what has to be answered. A cancelled call is not. After the handshake the server prepares for the first call.
    fn note(&mut self, message: &ClientJsonRpcMessage) {
        let notification = match message {
            JsonRpcMessage::Request(request) => return self.in_flight.begin(request.id.clone()),
            JsonRpcMessage::Notification(notification) => &notification.notification,
            _ => return,
        };
        match notification {
            ClientNotification::CancelledNotification(cancelled) => {
                if let Some(id) = &cancelled.params.request_id {
                    self.in_flight.end(id);
                    let answers = self.batches.cancel(id);
                    self.put(answers);
                }
            }
            ClientNotification::InitializedNotification(_) if !self.is_prepared => {
                self.is_prepared = true;
                self.server.prepare();
            }
            _ => {}
        }
    }

    /// Queues the messages in the line that was read.
    fn take_messages(&mut self) -> Result<(), Box<JsonRpcError>> {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_overlong) {
            return Err(Flaw::TooLong.answer(b""));
        }
        let bytes = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
        if bytes.is_empty() {
            return Ok(());
        }
        message::check(bytes).map_err(|flaw| flaw.answer(bytes))?;
        if is_batch(bytes) && self.takes_batches.load(Ordering::Relaxed) {
            return Batch::parse(bytes).map(|batch| self.queue(batch));
        }
        let message = serde_json::from_slice(bytes).map_err(|_| Flaw::NoMessage.answer(bytes))?;
        self.queued.push_back(message);
        Ok(())
    }

    fn queue(&mut self, batch: Batch) {
        let waiting = batch.requests().cloned().collect();
        let answers = batch.errors.into_iter().map(ServerJsonRpcMessage::Error).collect();
        self.queued.extend(batch.messages.into_iter().map(|message| message.message));
        let answered = self.batches.begin(waiting, answers);
        self.put(answered);
    }

    /// Makes ready to write what was answered here.
    fn put(&mut self, outgoing: Outgoing) {
        let before = self.sending.take();
        let writing: Sending = match outgoing {
            Outgoing::Nothing => {
                self.sending = before;
                return;
            }
            Outgoing::Message(message) => Box::pin(self.output.write(&*message)),
            Outgoing::Batch(answers) => Box::pin(self.output.write(&answers)),
        };
        self.sending = Some(Box::pin(async move {
            if let Some(before) = before {
                before.await?;
            }
            writing.await
        }));
    }

    /// Notes which revision the handshake agreed on.
    fn note_revision(&self, message: &ServerJsonRpcMessage) {
        if let JsonRpcMessage::Response(response) = message
            && let ServerResult::InitializeResult(agreed) = &response.result
        {
            self.takes_batches.store(has_batches(&agreed.protocol_version), Ordering::Relaxed);
        }
    }

    /// Writes what is still to be written, from where it was left.
    async fn finish_sending(&mut self) -> io::Result<()> {
        if let Some(sending) = &mut self.sending {
            let sent = sending.await;
            self.sending = None;
            sent?;
        }
        Ok(())
    }
}

/// The request that a message answers.
fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let answered = answered(&message).cloned();
        self.note_revision(&message);
        let sending: Option<Sending> = match self.batches.collect(answered.as_ref(), message) {
            Outgoing::Nothing => None,
            Outgoing::Message(message) => Some(Box::pin(self.output.write(&*message))),
            Outgoing::Batch(answers) => Some(Box::pin(self.output.write(&answers))),
        };
        let in_flight = self.in_flight.clone();
        async move {
            let sent = match sending {
                Some(sending) => sending.await,
                None => Ok(()),
            };
            answered.iter().for_each(|id| in_flight.end(id));
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            self.finish_sending().await.ok()?;
            self.in_flight.room().await;
            if let Some(message) = self.queued.pop_front() {
                self.note(&message);
                return Some(message);
            }
            match self.read_line().await {
                Ok(true) => {}
                Ok(false) => {
                    self.server.close();
                    return None;
                }
                Err(error) => {
                    tracing::error!(%error, "standard input cannot be read");
                    self.server.close();
                    return None;
                }
            }
            if let Err(error) = self.take_messages() {
                self.put(Outgoing::Message(Box::new(ServerJsonRpcMessage::Error(*error))));
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.close().await;
        Ok(())
    }
}
