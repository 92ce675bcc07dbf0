//! The tests of requests and replies by the public interface.

mod costs;
mod replay;
