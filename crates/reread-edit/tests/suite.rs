//! The tests of edits, patches and merges by the public interface.

mod laws;
mod merge;
