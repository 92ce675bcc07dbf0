//! An approval request to the user, and the decision.

use std::fmt;
use std::str::FromStr;

use reread_text::Digest;

use super::numbered;
use crate::journal::UnixMillis;

/// What an approval is bound to. A subject that differs in any field is another one.
///
/// As it is read back, the two names have their secrets replaced and are cut to 1 KiB; they are compared as they
/// were given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ApprovalSubject {
    /// The principal that asks, as the transport knows it and not as the caller claims.
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

/// The state of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalState {
    /// The user has not decided yet, which is not a grant.
    Pending,
    /// It may be done.
    Granted,
    /// It may not be done.
    Denied,
}

/// What the user decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It may be done.
    Grant,
    /// It may not be done.
    Deny,
}

impl Decision {
    pub(super) fn state(self) -> ApprovalState {
        match self {
            Self::Grant => ApprovalState::Granted,
            Self::Deny => ApprovalState::Denied,
        }
    }
}

/// A request, and the decision if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// By which the user names it. It is never given out twice.
    pub id: ApprovalId,
    /// The call, the file and its contents that it is about.
    pub subject: ApprovalSubject,
    /// Why it has to be asked, and below that line what would change, with secrets replaced, cut to 4 KiB.
    pub why: String,
    /// When the caller asked.
    pub asked: UnixMillis,
    /// Pending, granted or denied.
    pub state: ApprovalState,
    /// When it was last decided.
    pub decided: Option<UnixMillis>,
    /// From when on it counts for nothing.
    pub expires: UnixMillis,
}

/// The number of an approval request, written `a7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApprovalId(pub u64);

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// The text is not the number of an approval request.
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
