//! `reread mcp` as a client sees it: lines of JSON to the real binary and back, or HTTP written by hand.
//!
//! The clients know nothing of the library that the server is built on. Every line that the server prints is checked
//! to be a message of the protocol, in every test.

mod write_budget;
mod writing;

mod approvals;
mod arguments;
mod backends;
mod batches;
mod citation;
mod concurrent;
mod conversations;
mod counters;
mod descriptors;
mod disorder;
mod editors;
mod guard;
mod hostile;
mod hostile_load;
mod http_bounds;
mod http_clients;
mod http_gate;
mod http_isolation;
mod http_lifecycle;
mod http_protocol;
mod identity;
mod indexing;
mod lifecycle;
mod listing;
mod overview;
mod previews;
mod pruning;
mod replay;
mod replay_mixed;
mod resources;
mod results;
mod several;
mod stack;
mod symbols;
mod unread;

/// A reply without the digits of the tag in its first line: `#@1-3/3`, or `a.txt #@1-3/3` with a name.
fn without_digits(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.split_once('#') {
        Some((name, tag)) => format!("{name}#{}\n{rest}", tag.get(12..).unwrap_or_default()),
        None => text.to_owned(),
    }
}
