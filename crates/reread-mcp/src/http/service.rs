//! One request, from its head to its answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Sleep;

use super::batch_answers::answer_batch;
use super::connections::{AdmittedRequest, ConnectionPlace};
use super::gate::Gate;
use super::limits::HttpLimits;
use super::rejection::{Body, HttpRejection, bad_request};
use super::sessions::Sessions;
use crate::batch::{Batch, has_batches, is_batch};
use crate::caller::SESSION;
use crate::message::{self, Flaw};
use crate::{Principal, Server};

/// The protocol behind the gate.
pub(super) type Protocol = StreamableHttpService<Server, LocalSessionManager>;

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// The first version without sessions.
const WITHOUT_SESSIONS: &[u8] = b"2026-07-28";

/// For how long a session may be idle. Their number is bounded; a user may pause for hours between two requests.
const SESSION_IDLE: Duration = Duration::from_secs(12 * 60 * 60);

/// What all connections share.
pub(crate) struct HttpService {
    pub(crate) gate: Gate,
    pub(crate) limits: HttpLimits,
    sessions: Sessions,
    managed: Arc<LocalSessionManager>,
    protocol: Protocol,
    /// One place for each request that is worked on.
    places: Arc<Semaphore>,
    /// Becomes true when no more requests are taken.
    closing: watch::Sender<bool>,
}

/// A place among the requests that are worked on: taken until the call has ended and its answer was sent.
type Place = Arc<OwnedSemaphorePermit>;

impl HttpService {
    pub(crate) fn new(server: Server, gate: Gate, limits: HttpLimits) -> Self {
        let mut managed = LocalSessionManager::default();
        managed.session_config.keep_alive = Some(SESSION_IDLE);
        // A client that loses an answer asks again. Kept answers would let clients decide how much memory is used.
        managed.session_config.completed_cache_ttl = Duration::ZERO;
        managed.session_config.sse_retry = None;
        let managed = Arc::new(managed);
        // Host and Origin are the gate's business, which is stricter.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_json_response(true)
            .with_sse_retry(None)
            .with_max_request_body_bytes(limits.body_bytes);
        let protocol = StreamableHttpService::new(move || Ok(server.clone()), managed.clone(), config);
        Self {
            sessions: Sessions::new(limits.sessions),
            places: Arc::new(Semaphore::new(limits.requests)),
            closing: watch::Sender::new(false),
            gate,
            limits,
            managed,
            protocol,
        }
    }

    /// Answers a request, whatever it is.
    pub(crate) async fn answer(
        &self,
        request: Request<Incoming>,
        hosts: &[String],
        connection: &Arc<ConnectionPlace>,
    ) -> Response<Body> {
        let mut response = self.serve(request, hosts, connection).await.unwrap_or_else(|rejection| {
            tracing::info!(code = rejection.word(), "turned away");
            rejection.response()
        });
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }

    async fn serve(
        &self,
        request: Request<Incoming>,
        hosts: &[String],
        connection: &Arc<ConnectionPlace>,
    ) -> Result<Response<Body>, HttpRejection> {
        let (mut parts, body) = request.into_parts();
        let principal = self.gate.admit(&parts, hosts)?;
        let admitted = connection.admit();
        let place: Place =
            Arc::new(self.places.clone().try_acquire_owned().map_err(|_| HttpRejection::Busy)?);
        let session = self.session(&mut parts.headers, &principal)?;
        let is_message = parts.method == Method::POST;
        let message = if is_message { self.read(body).await? } else { Bytes::new() };
        if is_message && let Err(flaw) = message::check(&message) {
            return Ok(bad_request(&flaw.answer(&message)));
        }
        let is_end = parts.method == Method::DELETE;
        accept_both(&mut parts.headers);
        // The call carries its principal and its place. It holds the place until it ends, even if the client is gone.
        parts.extensions.insert(principal.clone());
        parts.extensions.insert(place.clone());
        let is_batch =
            is_batch(&message) && session.as_ref().is_some_and(|id| self.sessions.takes_batches(id));
        let answer = async {
            if is_batch {
                return match Batch::parse(&message) {
                    Ok(batch) => answer_batch(&self.protocol, parts, batch).await,
                    Err(error) => bad_request(&error),
                };
            }
            self.protocol.handle(Request::from_parts(parts, Full::new(message.clone()))).await
        };
        let answer = tokio::time::timeout(self.limits.answer_within, answer);
        let mut response = answer.await.map_err(|_| HttpRejection::Unanswered)?;
        if response.status().is_client_error() {
            tracing::info!(code = response.status().as_u16(), "turned away");
        }
        if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            // The gate has checked the media type: what is left is JSON that is not a message.
            return Ok(bad_request(&Flaw::NoMessage.answer(&message)));
        }
        if let Some(begun) = response.headers().get(SESSION).and_then(|id| id.to_str().ok()) {
            self.begin(begun, &principal, wants_batches(&message)).await;
        }
        if let Some(ended) = session.filter(|_| is_end && response.status().is_success()) {
            self.sessions.end(&ended);
            // The library answers that the end was accepted. It is done.
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        if !is_message {
            // An idle stream for later messages of the server occupies no place.
            return Ok(
                response.map(|body| Occupying { body, end: None, _place: None, _admitted: admitted }.boxed())
            );
        }
        let end = Some(Box::pin(tokio::time::sleep(self.limits.answer_within)));
        Ok(response.map(|body| Occupying { body, end, _place: Some(place), _admitted: admitted }.boxed()))
    }

    /// The session of a request, which must be the principal's own. The newer era has none, whatever a header says.
    fn session(
        &self,
        headers: &mut HeaderMap,
        principal: &Principal,
    ) -> Result<Option<String>, HttpRejection> {
        if headers.get(VERSION).is_some_and(|version| version.as_bytes() >= WITHOUT_SESSIONS) {
            headers.remove(SESSION);
            return Ok(None);
        }
        let mut given = headers.get_all(SESSION).iter();
        let (Some(id), None) = (given.next(), given.next()) else {
            return if headers.contains_key(SESSION) { Err(HttpRejection::Session) } else { Ok(None) };
        };
        let id = id.to_str().map_err(|_| HttpRejection::Session)?;
        let is_own = self.sessions.is_owned(id, principal);
        is_own.then(|| Some(id.to_owned())).ok_or(HttpRejection::Session)
    }

    async fn begin(&self, id: &str, principal: &Principal, takes_batches: bool) {
        for ended in self.sessions.begin(id, principal, takes_batches) {
            // A session that has ended already is fine.
            let _ = self.managed.close_session(&ended.into()).await;
        }
    }

    /// The body, bounded in length and time. It is copied as it comes: chunks of a byte would each hold a buffer.
    async fn read(&self, body: Incoming) -> Result<Bytes, HttpRejection> {
        let most = self.limits.body_bytes;
        if body.size_hint().lower() > most as u64 {
            return Err(HttpRejection::TooLong);
        }
        let reading = async {
            let mut body = std::pin::pin!(body);
            let mut bytes = BytesMut::new();
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|_| HttpRejection::Broken)?;
                let data = frame.data_ref().map_or(&[][..], |data| data);
                if bytes.len() + data.len() > most {
                    return Err(HttpRejection::TooLong);
                }
                bytes.extend_from_slice(data);
            }
            Ok(bytes.freeze())
        };
        tokio::select! {
            read = tokio::time::timeout(self.limits.body_within, reading) => read.map_err(|_| HttpRejection::TooSlow)?,
            // What has not come by now has not begun.
            () = self.closing() => Err(HttpRejection::Busy),
        }
    }

    /// Waits until no more requests are taken.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + use<> {
        let mut closing = self.closing.subscribe();
        async move {
            let _ = closing.wait_for(|is_closing| *is_closing).await;
        }
    }

    /// Takes no more requests, and waits until everything that was begun is answered.
    pub(crate) async fn finish(&self) {
        self.closing.send_replace(true);
        let all = u32::try_from(self.limits.requests).unwrap_or(u32::MAX);
        let _ = self.places.acquire_many(all).await;
    }

    /// Ends all sessions and streams.
    pub(crate) fn end(&self) {
        self.protocol.config.cancellation_token.cancel();
    }
}

/// Whether a handshake asks for a revision that has batches. The server speaks all of them, so it is the one agreed on.
fn wants_batches(message: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Initialize {
        params: Params,
    }
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params {
        protocol_version: ProtocolVersion,
    }
    serde_json::from_slice::<Initialize>(message).is_ok_and(|said| has_batches(&said.params.protocol_version))
}

/// A client that accepts anything, or does not say what, accepts both kinds of answers. The library wants both by name.
fn accept_both(headers: &mut HeaderMap) {
    let takes_anything = |value: &HeaderValue| value.as_bytes().windows(3).any(|kind| kind == b"*/*");
    if !headers.contains_key(ACCEPT) || headers.get_all(ACCEPT).iter().any(takes_anything) {
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    }
}

/// A body that takes a place until it was sent or given up, and keeps its connection in use. It ends when its time is over,
/// whatever is missing: a session that hears the same id twice at once answers one of them and leaves the other waiting.
struct Occupying {
    body: Body,
    /// None for a stream that stays open.
    end: Option<Pin<Box<Sleep>>>,
    _place: Option<Place>,
    _admitted: AdmittedRequest,
}

impl http_body::Body for Occupying {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Pending => match &mut self.end {
                Some(end) => end.as_mut().poll(context).map(|()| None),
                None => Poll::Pending,
            },
            ready => ready,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
