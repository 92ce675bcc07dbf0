//! Messages as lines: one JSON object each, or a batch of them if the revision of the protocol has batches.
//!
//! A line that is not a message is answered with an error and has no other effect. Before a session has begun, only requests
//! are passed on. A line without an end takes no more memory than the longest message. What is read, and what is on its way out, stays in the struct, because the library may drop a
//! pending read at any point and read again.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleServer;
use rmcp::ServerHandler as _;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetMeta as _, JsonRpcError, JsonRpcMessage,
    ProtocolVersion, RequestId, ServerJsonRpcMessage, ServerResult,
};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader};

use super::in_flight::InFlight;
use super::line_writer::{LineWriter, WriteProgress};
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
    /// Whether the library has been given the request that begins a session. It takes anything else for a reason to end.
    has_begun: bool,
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
            has_begun: false,
            server,
        }
    }

    /// How far the writing of answers got.
    pub(crate) fn progress(&self) -> WriteProgress {
        self.output.progress()
    }

    /// Whether a message means something now. An answer or a notification before the session means nothing, and JSON-RPC has
    /// no reply to either.
    fn is_in_order(&mut self, message: &ClientJsonRpcMessage) -> bool {
        if let JsonRpcMessage::Request(request) = message {
            self.has_begun = self.has_begun || begins_session(&request.request, &self.server);
            return true;
        }
        if !self.has_begun {
            tracing::debug!("ignored a message that came before the session");
        }
        self.has_begun
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

/// Whether a request begins a session: the handshake of the older era, or the first complete request of the newer one. The
/// library answers any other request before a session by itself and goes on waiting.
fn begins_session(request: &ClientRequest, server: &Server) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        request => {
            let meta = request.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta
                    .protocol_version()
                    .is_some_and(|version| server.supported_protocol_versions().contains(&version))
        }
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
                if self.is_in_order(&message) {
                    self.note(&message);
                    return Some(message);
                }
                continue;
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
