//! Something a caller should know, and what to do about it.

use reread_codes::Code;

/// What a warning is about. What weighs most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concern {
    /// A limit over all calls is reached.
    HardLimit,
    /// The same text was sent over and over.
    RepeatedRead,
    /// The target has nothing to do with the latest search, or lies in an excluded folder.
    LowRelevance,
    /// A reply was made shorter, or a limit over all calls is near.
    SoftLimit,
}

impl Concern {
    /// The stable word that callers branch on.
    pub fn code(self) -> Code {
        match self {
            Self::HardLimit => Code::HardLimit,
            Self::RepeatedRead => Code::RepeatedRead,
            Self::LowRelevance => Code::LowRelevance,
            Self::SoftLimit => Code::SoftLimit,
        }
    }
}

/// A warning never stands in the way: what was asked for was served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What it is about.
    pub concern: Concern,
    /// What is true, in a sentence or two.
    pub text: String,
    /// What to do next, as a clause.
    pub next: String,
}
