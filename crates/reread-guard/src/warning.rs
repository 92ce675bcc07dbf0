//! Warnings to the caller, each with a next step.

use reread_codes::Code;

/// The subject of a warning. The most important one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concern {
    /// All reads or all lines are used.
    HardLimit,
    /// The same text was sent repeatedly.
    RepeatedRead,
    /// The conversation has searched and not come across the target, or it lies in an excluded folder.
    LowRelevance,
    /// The budget shortened a reply, or 80 % of the reads or lines are used.
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

/// A warning never blocks a call: the request was served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Determines the code and the order.
    pub concern: Concern,
    /// The facts, in one or two sentences.
    pub text: String,
    /// The next step for the caller, as a clause.
    pub next: String,
}

impl Warning {
    /// The warning as one line for a model. A relevance warning has its advice in its text.
    pub fn line(&self) -> String {
        match self.concern {
            Concern::LowRelevance => self.text.clone(),
            _ => format!("{} Next: {}", self.text, self.next),
        }
    }
}
