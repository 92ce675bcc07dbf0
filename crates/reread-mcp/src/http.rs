//! The server over HTTP: on this machine's own address, or on a socket in the file system.
//!
//! [`HttpServer::bind`] takes the address or says why not; [`HttpServer::serve`] serves there until a signal ends the
//! process. In front of the protocol stands a gate (host, origin, token, media type) and
//! bounds on everything that a client decides about. The protocol itself, with sessions in its older era and without in
//! the newer, is the library's.

mod address;
mod batch_answers;
mod connections;
mod gate;
mod limits;
mod listener;
mod rejection;
mod service;
mod sessions;
mod tokens;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use reread_wire::Code;
use tokio::io::AsyncWriteExt as _;
use tokio::task::JoinSet;

pub use address::{Address, NoAddress};
pub use limits::HttpLimits;
pub use listener::BindError;
pub use tokens::{Tokens, TokensError};

use self::address::is_loopback;
use self::connections::{ConnectionPlace, OpenConnections};
use self::gate::Gate;
use self::listener::{Listener, Stream};
use self::service::HttpService;
use crate::Server;
use crate::runtime::{LAST_CALLS, Shutdown, descriptors, run};

/// How long to wait when the system gives no connection, for example because too many files are open.
const AFTER_A_FAILURE: Duration = Duration::from_millis(50);

/// For how long connections may take to close once everything is answered.
const LAST_BYTES: Duration = Duration::from_millis(500);

/// Sent to a client that connects when there are too many connections.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Where to listen, and which clients may connect.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// Where to listen.
    pub address: Address,
    /// Whether other machines may connect.
    pub allow_remote: bool,
    /// Names by which this machine is called, besides its addresses and `localhost`.
    pub names: Vec<String>,
    /// The clients that may connect. Without tokens, every process of this machine may, and other machines may not.
    pub tokens: Option<Tokens>,
    /// How much may be asked at a time.
    pub limits: HttpLimits,
}

/// A server that has its place and waits to serve.
#[derive(Debug)]
pub struct HttpServer {
    listener: Listener,
    gate: Gate,
    limits: HttpLimits,
}

impl HttpServer {
    /// Takes the place. A place that is taken is an error and no reason to choose another.
    pub fn bind(options: HttpOptions) -> Result<Self, BindError> {
        if let Address::Tcp(address) = options.address
            && !is_loopback(address.ip())
        {
            if !options.allow_remote {
                return Err(BindError::Remote { address });
            }
            if options.tokens.is_none() {
                return Err(BindError::RemoteWithoutToken { address });
            }
        }
        let listener = Listener::bind(&options.address)?;
        let without_token = Some(listener.principal());
        let gate = Gate { without_token, tokens: options.tokens, names: options.names };
        Ok(Self { listener, gate, limits: options.limits })
    }

    /// Serves until SIGTERM or SIGINT comes, which is a clean end: calls that have begun are answered.
    ///
    /// As soon as it does, `announce` gets the address that was really taken: `http://127.0.0.1:8391/mcp` or
    /// `unix:/run/reread.sock`.
    pub fn serve(self, server: Server, announce: impl FnOnce(&str)) -> io::Result<()> {
        let last = server.clone();
        let ended = run(async {
            let mut shutdown = Shutdown::listen()?;
            let _background = server.work_in_background();
            let limits = self.limits.within(descriptors());
            let connections = Connections::new(HttpService::new(server, self.gate, limits));
            let accepting = self.listener.accepting()?;
            announce(&self.listener.place());
            tracing::info!("serving over HTTP");
            let mut running = JoinSet::new();
            loop {
                tokio::select! {
                    accepted = accepting.accept() => match accepted {
                        Ok((stream, local)) => connections.take(&mut running, stream, local),
                        Err(error) => {
                            tracing::warn!(%error, "a connection was lost");
                            connections.after_failure(&error).await;
                        }
                    },
                    Some(_) = running.join_next() => {}
                    () = shutdown.requested() => break,
                }
            }
            drop(accepting);
            connections.finish(running).await;
            tracing::info!("ended");
            Ok(())
        });
        last.settle();
        ended
    }
}

/// What connections are made of.
struct Connections {
    service: Arc<HttpService>,
    protocol: http1::Builder,
    open: Arc<OpenConnections>,
}

impl Connections {
    fn new(service: HttpService) -> Self {
        let limits = &service.limits;
        let mut protocol = http1::Builder::new();
        protocol
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_within)
            .max_buf_size(limits.head_bytes);
        let open = OpenConnections::new(limits.connections, limits.unadmitted);
        Self { open, protocol, service: Arc::new(service) }
    }

    /// Serves a connection by itself, if there is a place for it.
    fn take(&self, running: &mut JoinSet<()>, mut stream: Box<dyn Stream>, local: Option<SocketAddr>) {
        let Some(place) = self.open.take() else {
            tracing::warn!("too many connections");
            running.spawn(async move {
                let _ = tokio::time::timeout(LAST_BYTES, stream.write_all(TOO_MANY)).await;
            });
            return;
        };
        let hosts: Arc<[String]> = self.service.gate.hosts(local).into();
        let service = self.service.clone();
        let place = Arc::new(place);
        let at = place.clone();
        let answer = move |request| {
            let (service, hosts, place) = (service.clone(), hosts.clone(), at.clone());
            async move { Ok::<_, Infallible>(service.answer(request, &hosts, &place).await) }
        };
        let connection = self.protocol.serve_connection(TokioIo::new(stream), service_fn(answer));
        let closing = self.service.closing();
        let first_head = self.service.limits.first_head_within;
        running.spawn(async move {
            tokio::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = dismissed(&place, first_head) => return,
                () = closing => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }

    /// Waits after the system gave no connection. If it had no descriptor left, a connection makes room then: the newest had
    /// time for its request.
    async fn after_failure(&self, error: &io::Error) {
        tokio::time::sleep(AFTER_A_FAILURE).await;
        if Code::of_io(error) == Code::TooManyOpenFiles {
            self.open.dismiss_one();
        }
    }

    /// Answers what was asked, ends the streams, and closes.
    async fn finish(self, mut running: JoinSet<()>) {
        let _ = tokio::time::timeout(LAST_CALLS, self.service.finish()).await;
        self.service.end();
        let closed = async { while running.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LAST_BYTES, closed).await;
    }
}

/// Waits until a connection has to end: another one needs its place, or its first request is not admitted in time.
async fn dismissed(place: &ConnectionPlace, first_head: Duration) {
    let is_late = async {
        tokio::time::sleep(first_head).await;
        if place.is_admitted() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = place.dismissed() => {}
        () = is_late => {}
    }
}
