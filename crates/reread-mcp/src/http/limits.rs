//! How much a client may ask of the server at a time.

use std::time::Duration;

/// Bounds of an HTTP server. A request beyond one of them is rejected at once and never queued.
#[derive(Clone, Copy, Debug)]
pub struct HttpLimits {
    /// Connections at a time.
    pub connections: usize,
    /// Requests that are worked on at a time.
    pub requests: usize,
    /// Sessions of the older era, for each principal.
    pub sessions: usize,
    /// The longest head of a request, in bytes.
    pub head_bytes: usize,
    /// The longest body of a request, in bytes.
    pub body_bytes: usize,
    /// For how long the head of a request may be waited for, and a connection be idle.
    pub head_within: Duration,
    /// For how long the body of a request may take.
    pub body_within: Duration,
    /// For how long an answer may take, to its beginning and again to its end.
    pub answer_within: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            requests: 64,
            sessions: 64,
            head_bytes: 16 * 1024,
            body_bytes: crate::message::LONGEST,
            head_within: Duration::from_secs(15),
            body_within: Duration::from_secs(15),
            // The user may be asked meanwhile.
            answer_within: crate::approval::ANSWER_TIMEOUT + Duration::from_secs(60),
        }
    }
}
