//! Messages as lines: one JSON object each.
//!
//! A line that is not a message is answered with an error and has no other effect. A line without an end takes no more memory
//! than the longest message. What is read, and what is on its way out, stays in the struct, because the library may drop a
//! pending read at any point and read again.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcError, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader, Empty};

use super::in_flight::InFlight;
use crate::Server;
use crate::message::{self, Flaw, LONGEST};

/// Lines in and lines out.
pub(crate) struct LineTransport<R, W: AsyncWrite> {
    input: BufReader<R>,
    /// The line as far as it was read.
    line: Vec<u8>,
    /// Whether the line is too long already; its rest is dropped as it comes.
    is_overlong: bool,
    /// The half of the library's transport that writes. It is given nothing to read.
    output: AsyncRwTransport<RoleServer, Empty, W>,
    in_flight: Arc<InFlight>,
    /// An error that was given here and is not written yet.
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
            output: AsyncRwTransport::new_server(tokio::io::empty(), output),
            in_flight: Arc::default(),
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
                cancelled.params.request_id.iter().for_each(|id| self.in_flight.end(id));
            }
            ClientNotification::InitializedNotification(_) if !self.is_prepared => {
                self.is_prepared = true;
                self.server.prepare();
            }
            _ => {}
        }
    }

    /// The message in the line that was read; `None` for an empty line.
    fn take_message(&mut self) -> Result<Option<ClientJsonRpcMessage>, Box<JsonRpcError>> {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_overlong) {
            return Err(Flaw::TooLong.answer(b""));
        }
        let bytes = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
        if bytes.is_empty() {
            return Ok(None);
        }
        message::check(bytes).map_err(|flaw| flaw.answer(bytes))?;
        serde_json::from_slice(bytes).map(Some).map_err(|_| Flaw::NoMessage.answer(bytes))
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
        let (sending, in_flight) = (self.output.send(message), self.in_flight.clone());
        async move {
            let sent = sending.await;
            answered.iter().for_each(|id| in_flight.end(id));
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            self.finish_sending().await.ok()?;
            self.in_flight.room().await;
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
            match self.take_message() {
                Ok(Some(message)) => {
                    self.note(&message);
                    return Some(message);
                }
                Ok(None) => {}
                Err(error) => {
                    let error = ServerJsonRpcMessage::Error(*error);
                    self.sending = Some(Box::pin(self.output.send(error)));
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.close().await
    }
}
