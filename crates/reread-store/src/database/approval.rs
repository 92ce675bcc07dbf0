//! A question to a person, and the answer.

use std::fmt;
use std::str::FromStr;

use reread_text::Digest;

use super::numbered;
use crate::journal::UnixMillis;

/// What an approval is bound to. A matter that differs in any field is another one.
///
/// As it is read back, the two names have their secrets replaced and are cut to 1 KiB; they are compared as they
/// were given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Matter {
    /// Who asks, by what the transport knows and not by what the caller claims.
    pub principal: String,
    /// What is to be done.
    pub operation: String,
    /// The root, as the absolute name it resolved to.
    pub root: Vec<u8>,
    /// The file's resolved name beneath that root.
    pub path: Vec<u8>,
    /// What the file holds.
    pub before: Option<Digest>,
    /// What it is to hold afterwards.
    pub after: Option<Digest>,
}

/// How a question stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has answered yet, which is not a yes.
    Pending,
    /// It may be done.
    Granted,
    /// It may not be done.
    Denied,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It may be done.
    Grant,
    /// It may not be done.
    Deny,
}

impl Decision {
    pub(super) fn standing(self) -> Standing {
        match self {
            Self::Grant => Standing::Granted,
            Self::Deny => Standing::Denied,
        }
    }
}

/// A question, and its answer if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// By which a person names it. No other question of this database ever had it or will.
    pub id: ApprovalId,
    /// What it is about.
    pub matter: Matter,
    /// Why it has to be asked, and below that line what would change, with secrets replaced, cut to 4 KiB.
    pub why: String,
    /// When it was asked.
    pub asked: UnixMillis,
    /// How it stands.
    pub standing: Standing,
    /// When it was last decided.
    pub decided: Option<UnixMillis>,
    /// From when on it counts for nothing.
    pub expires: UnixMillis,
}

/// The number of a question, written `a7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApprovalId(pub u64);

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// The text is not the number of a question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an approval is named by `a` and its number, like a7")]
pub struct NotAnApprovalId;

impl FromStr for ApprovalId {
    type Err = NotAnApprovalId;

    fn from_str(text: &str) -> Result<Self, NotAnApprovalId> {
        numbered::parse('a', text).map(Self).ok_or(NotAnApprovalId)
    }
}

#[cfg(test)]
mod tests;
