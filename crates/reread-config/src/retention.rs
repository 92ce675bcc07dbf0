//! How long the history is kept.

use std::time::Duration;

/// How long the past is kept. Nothing limits what is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// How old a version may become.
    pub max_age: Option<Duration>,
    /// How many bytes all of them may take, as they are packed.
    pub max_bytes: Option<u64>,
}

impl Retention {
    /// Whether anything is ever let go.
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }
}
