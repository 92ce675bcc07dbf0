//! How much a client may ask of the server at a time.

use std::time::Duration;

/// Bounds of an HTTP server. A request beyond one of them is rejected at once and never queued.
#[derive(Clone, Copy, Debug)]
pub struct HttpLimits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time on which no request was admitted yet. One more makes the oldest of them end.
    pub unadmitted: usize,
    /// Requests that are worked on at a time.
    pub requests: usize,
    /// Sessions of the older era, for each principal.
    pub sessions: usize,
    /// The longest head of a request, in bytes.
    pub head_bytes: usize,
    /// The longest body of a request, in bytes.
    pub body_bytes: usize,
    /// For how long the head of the first request may be waited for.
    pub first_head_within: Duration,
    /// For how long the head of a further request may be waited for, and a connection be idle.
    pub head_within: Duration,
    /// For how long the body of a request may take.
    pub body_within: Duration,
    /// For how long an answer may take, to its beginning and again to its end.
    pub answer_within: Duration,
}

impl HttpLimits {
    /// The same, with no more connections than a process of so many descriptors can have beside its files.
    pub(crate) fn within(self, descriptors: u64) -> Self {
        let spare = descriptors.saturating_sub(FOR_FILES) / 2;
        let connections = usize::try_from(spare).unwrap_or(usize::MAX).clamp(FEWEST, self.connections);
        Self { connections, unadmitted: self.unadmitted.min(connections / 2).max(1), ..self }
    }
}

/// Descriptors that a server needs for itself and the files of one call.
const FOR_FILES: u64 = 28;

/// However few descriptors there are, so many connections are taken, so that a client is answered.
const FEWEST: usize = 3;

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            unadmitted: 128,
            requests: 64,
            sessions: 64,
            head_bytes: 16 * 1024,
            body_bytes: crate::message::LONGEST,
            first_head_within: Duration::from_secs(5),
            head_within: Duration::from_secs(15),
            body_within: Duration::from_secs(15),
            // The user may be asked meanwhile.
            answer_within: crate::approval::ANSWER_TIMEOUT + Duration::from_secs(60),
        }
    }
}
