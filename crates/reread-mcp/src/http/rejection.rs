//! Why an HTTP request is rejected before the protocol handles it.

use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};

use super::service::Body;
use crate::message::Complaint;

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HttpRejection {
    /// It is meant for a host that is not us, or for none, or for two.
    Host,
    /// A page from elsewhere makes it.
    Origin,
    /// There is only one path.
    Path,
    /// Nothing is asked for in the address; least of all with a token in it.
    Query,
    /// It proves no principal.
    Token {
        /// Whether it tried.
        given: bool,
    },
    /// The transport has no such method.
    Method,
    /// Its body is not JSON, or is encoded.
    Media,
    /// Its body is longer than any message.
    TooLong,
    /// Its body did not arrive in time.
    TooSlow,
    /// The connection broke before the end of its body.
    Broken,
    /// Its session does not exist, or belongs to another principal.
    Session,
    /// Too much is being worked on.
    Busy,
    /// The answer did not come in time.
    Unanswered,
}

impl HttpRejection {
    /// A stable word for logs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Origin => "origin",
            Self::Path => "path",
            Self::Query => "query",
            Self::Token { .. } => "token",
            Self::Method => "method",
            Self::Media => "media",
            Self::TooLong => "too_long",
            Self::TooSlow => "too_slow",
            Self::Broken => "broken",
            Self::Session => "session",
            Self::Busy => "busy",
            Self::Unanswered => "unanswered",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Self::Host | Self::Origin => StatusCode::FORBIDDEN,
            Self::Path | Self::Session => StatusCode::NOT_FOUND,
            Self::Query | Self::Broken => StatusCode::BAD_REQUEST,
            Self::Token { .. } => StatusCode::UNAUTHORIZED,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Media => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unanswered => StatusCode::GATEWAY_TIMEOUT,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Host => "this server is not that host",
            Self::Origin => "pages of that origin are not served",
            Self::Path => "there is only /mcp",
            Self::Query => "nothing may stand behind ? in the address",
            Self::Token { given: false } => "a bearer token is needed in the Authorization header",
            Self::Token { given: true } => "the token is not known",
            Self::Method => "the methods are POST, GET and DELETE",
            Self::Media => "the body must be application/json, in UTF-8, not encoded",
            Self::TooLong => "the body is too long",
            Self::TooSlow => "the body took too long",
            Self::Broken => "the body broke off",
            Self::Session => "there is no such session",
            Self::Busy => "too many requests at a time",
            Self::Unanswered => "the answer took too long",
        }
    }

    /// A header that goes along with the status.
    fn header(self) -> Option<(HeaderName, HeaderValue)> {
        Some(match self {
            Self::Token { given: false } => {
                (WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"reread\""))
            }
            Self::Token { given: true } => (
                WWW_AUTHENTICATE,
                HeaderValue::from_static("Bearer realm=\"reread\", error=\"invalid_token\""),
            ),
            Self::Method => (ALLOW, HeaderValue::from_static("POST, GET, DELETE")),
            Self::Busy => (RETRY_AFTER, HeaderValue::from_static("1")),
            _ => return None,
        })
    }

    /// The response, after which the connection ends: what is still on its way need not be read.
    pub(crate) fn response(self) -> Response<Body> {
        let mut response = plain(self.status(), "text/plain; charset=utf-8", format!("{}\n", self.words()));
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        response.headers_mut().extend(self.header());
        response
    }
}

/// A message of the protocol as the whole response to a request that was none.
pub(crate) fn bad_request(complaint: Complaint) -> Response<Body> {
    let body = serde_json::to_vec(&complaint.answer()).unwrap_or_default();
    plain(StatusCode::BAD_REQUEST, "application/json", body)
}

fn plain(status: StatusCode, media: &'static str, body: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Full::new(body.into()).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
