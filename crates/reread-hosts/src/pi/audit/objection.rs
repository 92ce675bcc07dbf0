//! What an audit has to say against a marker or a diff.

use super::unjustified::Unjustified;
use super::unverifiable::Unverifiable;

/// Why a marker or a diff is not justified: it was wrong, or it cannot be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AuditObjection {
    /// It was wrong.
    Unjustified(Unjustified),
    /// It can be neither proven nor refuted.
    Unverifiable(Unverifiable),
}

impl AuditObjection {
    /// The stable word for the verdict.
    pub fn verdict(self) -> &'static str {
        match self {
            Self::Unjustified(_) => "unjustified",
            Self::Unverifiable(_) => "unverifiable",
        }
    }

    /// The stable word for the reason.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unjustified(why) => why.word(),
            Self::Unverifiable(why) => why.word(),
        }
    }

    /// The word, explained.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unjustified(why) => why.sentence(),
            Self::Unverifiable(why) => why.sentence(),
        }
    }
}
