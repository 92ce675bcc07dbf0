//! Compiled search patterns, kept because building one can cost more than searching with it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use grep_regex::RegexMatcherBuilder;

use crate::byte_automaton::weight;
use crate::line_matcher::LineMatcher;

/// How many are kept; each is bounded by the size limits below.
const MOST: usize = 32;

/// The longest pattern that is compiled at all.
pub(crate) const LONGEST_QUERY: usize = 4 * 1024;

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Literal text, or a regular expression.
    pub query: String,
    /// Whether `query` is a regular expression.
    pub is_regex: bool,
    /// Whether upper and lower case differ.
    pub case_sensitive: bool,
}

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BadPattern {
    #[error("the query is empty")]
    Empty,
    #[error("the query has {bytes} bytes; at most {LONGEST_QUERY} are searched for")]
    TooLong { bytes: usize },
    #[error("the query contains a line break, and lines are searched one by one")]
    LineBreak,
    /// Not a regular expression, or one that exceeds the size limits.
    #[error("the regular expression is not usable: {reason}")]
    Regex { reason: String },
}

/// The most recently used patterns.
#[derive(Debug, Default)]
pub(crate) struct Matchers {
    recent: Mutex<VecDeque<(Pattern, Arc<LineMatcher>)>>,
}

impl Matchers {
    /// The compiled form of a pattern, built if it is not kept.
    pub(crate) fn get(&self, pattern: &Pattern) -> Result<Arc<LineMatcher>, BadPattern> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = recent.iter().position(|(kept, _)| kept == pattern) {
            let entry = recent.remove(at).expect("the position was just found");
            let matcher = Arc::clone(&entry.1);
            recent.push_front(entry);
            return Ok(matcher);
        }
        drop(recent);
        let matcher = Arc::new(compile(pattern)?);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_front((pattern.clone(), Arc::clone(&matcher)));
        recent.truncate(MOST);
        Ok(matcher)
    }
}

/// How deep the groups of a pattern may be within one another.
pub(crate) const NEST_LIMIT: u32 = 50;

/// Whether a search is for a CR, which is a part of the line end otherwise.
pub(crate) fn asks_for_cr(pattern: &Pattern) -> bool {
    pattern.query.contains('\r') || (pattern.is_regex && pattern.query.contains("\\r"))
}

fn compile(pattern: &Pattern) -> Result<LineMatcher, BadPattern> {
    let query = &pattern.query;
    match query.len() {
        0 => return Err(BadPattern::Empty),
        bytes if bytes > LONGEST_QUERY => return Err(BadPattern::TooLong { bytes }),
        _ if !pattern.is_regex && query.contains('\n') => return Err(BadPattern::LineBreak),
        _ => {}
    }
    // Linear time whatever the pattern; the limits bound memory and build time. `^` and `$` see lines, whether
    // they end in LF or CR LF, and a match never crosses a line end. A search for a CR finds it as a character.
    let mut builder = RegexMatcherBuilder::new();
    if asks_for_cr(pattern) {
        builder.line_terminator(Some(b'\n'));
    } else {
        builder.crlf(true);
    }
    builder
        .fixed_strings(!pattern.is_regex)
        .case_insensitive(!pattern.case_sensitive)
        .multi_line(true)
        .size_limit(4 * 1024 * 1024)
        .dfa_size_limit(1024 * 1024)
        .nest_limit(NEST_LIMIT)
        .build(query)
        .map(|matcher| LineMatcher::new(matcher, weight(pattern), pattern.clone()))
        .map_err(|error| BadPattern::Regex { reason: last_line(&error.to_string()) })
}

/// Parser messages show the pattern and then, last, what is wrong.
fn last_line(message: &str) -> String {
    message.trim().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
