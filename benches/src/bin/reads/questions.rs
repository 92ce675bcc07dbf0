//! What is searched for, the same for the product, its floor and its peer.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use reread_files::Pattern;

/// A search and how it is judged.
pub(crate) struct ReadQuestion {
    pub(crate) what: &'static str,
    pub(crate) program: &'static str,
    pub(crate) query: &'static str,
    pub(crate) is_regex: bool,
    /// The largest ratio to the same regex over the same bytes that is good enough.
    pub(crate) at_most: f64,
}

/// A literal that a few lines hold, and an alternative that many do.
pub(crate) const QUESTIONS: [ReadQuestion; 2] = [
    ReadQuestion {
        what: "search, few matches",
        program: "reread search, few",
        query: "unsafe impl",
        is_regex: false,
        at_most: 1.5,
    },
    ReadQuestion {
        what: "search, many matches",
        program: "reread search, many",
        query: "TODO|FIXME|XXX",
        is_regex: true,
        at_most: 2.0,
    },
];

impl ReadQuestion {
    pub(crate) fn pattern(&self) -> Pattern {
        Pattern { query: self.query.to_owned(), is_regex: self.is_regex, case_sensitive: true }
    }

    /// The same regex on the same engine.
    pub(crate) fn matcher(&self) -> Result<RegexMatcher, grep_regex::Error> {
        let mut builder = RegexMatcherBuilder::new();
        builder.multi_line(true).crlf(true).fixed_strings(!self.is_regex).build(self.query)
    }
}
