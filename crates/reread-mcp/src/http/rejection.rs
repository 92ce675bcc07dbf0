//! Why an HTTP request is rejected before the protocol handles it.

use std::convert::Infallible;

use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use rmcp::model::JsonRpcError;

/// What is sent back.
pub(crate) type Body = BoxBody<Bytes, Infallible>;

/// Why a request is not served; the bodies of the responses say the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HttpRejection {
    /// It is meant for a host that is not us, or for none, or for two.
    Host,
    /// A page of another origin sent it.
    Origin,
    Path,
    /// The address carries no parameters, least of all a token.
    Query,
    /// It proves no principal, whether or not a token was given.
    Token {
        given: bool,
    },
    Method,
    Media,
    TooLong,
    TooSlow,
    /// The connection broke before the end of its body.
    Broken,
    /// Its session does not exist, or belongs to another principal.
    Session,
    Busy,
    Unanswered,
}

impl HttpRejection {
    /// A stable word for logs.
    pub(crate) fn word(self) -> &'static str {
        self.parts().0
    }

    /// The word for logs, the status, and the body of the response.
    fn parts(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::Host => ("host", StatusCode::FORBIDDEN, "this server is not that host"),
            Self::Origin => ("origin", StatusCode::FORBIDDEN, "pages of that origin are not served"),
            Self::Path => ("path", StatusCode::NOT_FOUND, "there is only /mcp"),
            Self::Query => ("query", StatusCode::BAD_REQUEST, "nothing may stand behind ? in the address"),
            Self::Token { given: false } => {
                ("token", StatusCode::UNAUTHORIZED, "a bearer token is needed in the Authorization header")
            }
            Self::Token { given: true } => ("token", StatusCode::UNAUTHORIZED, "the token is not known"),
            Self::Method => {
                ("method", StatusCode::METHOD_NOT_ALLOWED, "the methods are POST, GET and DELETE")
            }
            Self::Media => {
                let message = "the body must be application/json, in UTF-8, not encoded";
                ("media", StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
            }
            Self::TooLong => ("too_long", StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"),
            Self::TooSlow => ("too_slow", StatusCode::REQUEST_TIMEOUT, "the body took too long"),
            Self::Broken => ("broken", StatusCode::BAD_REQUEST, "the body broke off"),
            Self::Session => ("session", StatusCode::NOT_FOUND, "there is no such session"),
            Self::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE, "too many requests at a time"),
            Self::Unanswered => ("unanswered", StatusCode::GATEWAY_TIMEOUT, "the answer took too long"),
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
        let (_, status, message) = self.parts();
        let mut response = plain(status, "text/plain; charset=utf-8", format!("{message}\n"));
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        response.headers_mut().extend(self.header());
        response
    }
}

/// The response to a body that is not a valid MCP message.
pub(crate) fn bad_request(error: &JsonRpcError) -> Response<Body> {
    let body = serde_json::to_vec(error).unwrap_or_default();
    plain(StatusCode::BAD_REQUEST, "application/json", body)
}

/// A response with a body.
pub(super) fn plain(status: StatusCode, media: &'static str, body: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Full::new(body.into()).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
