//! Which lines of a request are left out because they are held.
//!
//! Lines are left out in runs. Each run costs words that name it, so one that is shorter than these words is sent. What is
//! sent must fit into one tag, which names few runs.

use reread_text::{LineRange, LineSet};

use crate::Tag;

/// Bytes of the words about one run that is left out. A shorter run is sent.
const WORDS: usize = 64;

/// The held lines of a request that are worth leaving out, with the lines that are then to be sent; `None` if there are
/// none, or if nothing is left to send. `bytes` is the length of the text of a run.
pub fn rest(
    asked: LineRange,
    held: &LineSet,
    bytes: impl Fn(LineRange) -> usize,
) -> Option<(LineSet, LineSet)> {
    let held = held.intersect(asked);
    let long = held.ranges().iter().map(|run| (bytes(*run), *run)).filter(|(bytes, _)| *bytes > WORDS);
    let mut left_out: Vec<(usize, LineRange)> = long.collect();
    // The longest are left out first.
    left_out.sort_by_key(|(bytes, run)| (std::cmp::Reverse(*bytes), run.first()));
    while !left_out.is_empty() {
        let held: LineSet = left_out.iter().map(|(_, run)| *run).collect();
        let sent = held.missing(asked);
        if sent.ranges().len() <= Tag::MOST_RUNS {
            return (!sent.is_empty()).then_some((held, sent));
        }
        left_out.pop();
    }
    None
}

#[cfg(test)]
mod tests;
