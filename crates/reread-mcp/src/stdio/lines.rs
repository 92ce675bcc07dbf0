//! Messages as lines: one JSON object each.
//!
//! A line that is no message is answered and disturbs nothing; a line without an end takes no more memory than the
//! longest message. What is read, and what is on its way out, stays in the struct, because the server may stop waiting at
//! any point and ask again.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, ProtocolVersion, RequestId,
    ServerJsonRpcMessage, ServerResult,
};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader, Empty};

use super::in_flight::InFlight;
use super::plain_call::{Params, PlainCall, Standing};
use crate::Server;
use crate::afterwards::Afterwards;
use crate::message::{self, Complaint, Flaw, LONGEST};

/// Lines in and lines out.
pub(crate) struct Lines<R, W: AsyncWrite> {
    input: BufReader<R>,
    /// The line as far as it was read.
    line: Vec<u8>,
    /// Whether the line is too long already; its rest is dropped as it comes.
    is_overlong: bool,
    /// The half of the library's transport that writes. It is given nothing to read.
    output: AsyncRwTransport<RoleServer, Empty, W>,
    in_flight: Arc<InFlight>,
    /// An answer that was given here and is not written yet.
    sending: Option<Sending>,
    /// What is to be done once it is.
    afterwards: Option<Afterwards>,
    session: Session,
    server: Server,
}

type Sending = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;

/// How far the client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Session {
    /// It was answered nothing yet.
    Unknown,
    /// It has been told what the server is.
    Offered,
    /// It has taken note of that.
    Begun,
    /// It says with every request what there is to say.
    Needless,
}

impl Session {
    /// Whether a call that is understood in this way needs nothing of the library.
    fn knows(self, standing: Standing) -> bool {
        match standing {
            Standing::InSession => self == Session::Begun,
            Standing::Alone => self != Session::Unknown,
        }
    }
}

/// What a line amounts to.
enum Incoming {
    /// A message for the server.
    Message(Box<ClientJsonRpcMessage>),
    /// A call, what is answered, and what is to be done then.
    Answered(Box<ServerJsonRpcMessage>, Afterwards),
    /// Nothing of interest.
    Nothing,
}

impl<R, W> Lines<R, W>
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
            afterwards: None,
            session: Session::Unknown,
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

    /// Counts what has to be answered. A call that is taken back is not.
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
            ClientNotification::InitializedNotification(_) if self.session == Session::Offered => {
                self.session = Session::Begun;
                self.server.prepare();
            }
            _ => {}
        }
    }

    /// What the line that was read amounts to.
    fn take_in(&mut self) -> Result<Incoming, Complaint> {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_overlong) {
            return Err(Complaint::about(Flaw::TooLong, b""));
        }
        let bytes = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
        if bytes.is_empty() {
            return Ok(Incoming::Nothing);
        }
        message::check(bytes).map_err(|flaw| Complaint::about(flaw, bytes))?;
        if let Some((answer, afterwards)) = self.answer_at_once(bytes) {
            return Ok(Incoming::Answered(Box::new(answer), afterwards));
        }
        message::parse_checked(bytes).map(Box::new).map(Incoming::Message)
    }

    /// The answer to a call that needs nothing of the library.
    fn answer_at_once(&self, bytes: &[u8]) -> Option<(ServerJsonRpcMessage, Afterwards)> {
        let (PlainCall { id, params, .. }, standing) = PlainCall::parse(bytes)?;
        if !self.session.knows(standing) || self.in_flight.contains(&id) {
            return None;
        }
        let Params { name, arguments, meta } = params;
        let (mut result, afterwards) = self.server.answer_at_once(&name, arguments, &meta)?;
        // Clients of the earlier protocol do not know the word.
        result.result_type = result.result_type.filter(|_| standing == Standing::Alone);
        Some((ServerJsonRpcMessage::response(ServerResult::CallToolResult(result), id), afterwards))
    }

    /// Writes what is still to be written, from where it was left.
    async fn finish_sending(&mut self) -> io::Result<()> {
        if let Some(sending) = &mut self.sending {
            let sent = sending.await;
            (self.sending, self.afterwards) = (None, None);
            sent?;
        }
        Ok(())
    }

    fn start_sending(&mut self, message: ServerJsonRpcMessage) {
        self.sending = Some(Box::pin(self.output.send(message)));
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

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        if let (Session::Unknown, JsonRpcMessage::Response(response)) = (self.session, &message) {
            self.session = match &response.result {
                ServerResult::InitializeResult(said)
                    if said.protocol_version < ProtocolVersion::V_2026_07_28 =>
                {
                    Session::Offered
                }
                _ => Session::Needless,
            };
        }
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
            match self.take_in() {
                Ok(Incoming::Message(message)) => {
                    self.note(&message);
                    return Some(*message);
                }
                Ok(Incoming::Answered(answer, afterwards)) => {
                    self.afterwards = Some(afterwards);
                    self.start_sending(*answer);
                }
                Ok(Incoming::Nothing) => {}
                Err(complaint) => self.start_sending(ServerJsonRpcMessage::Error(complaint.answer())),
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.close().await
    }
}
