//! Whom a transport knows.

use std::fmt;
use std::sync::Arc;

/// Who is at the other end, as the transport proves it: `pid:7`, `token:laptop`, `uid:1000`. Never what a client says
/// of itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Principal(Arc<str>);

impl Principal {
    /// A principal of this name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
