//! The tests of the server by the public interface.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test measures time")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

mod http_limits;
