//! An approval request to the user, and the decision.

use std::fmt;
use std::str::FromStr;

use reread_text::Digest;

use super::numbered::{self, NotAnId, stored_states};
use crate::journal::UnixMillis;

/// What an approval is bound to. A subject that differs in any field is another one.
///
/// As it is read back, the two names have their secrets replaced and are cut to 1 KiB, and the principal stands there under
/// the name that the user knows; they are compared as they were given.
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

/// The state of a request. Its number is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalState {
    /// The user has not decided yet, which is not a grant.
    Pending = 0,
    /// It may be done.
    Granted = 1,
    /// It may not be done.
    Denied = 2,
}

/// What the user decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It may be done.
    Grant,
    /// It may not be done.
    Deny,
}

stored_states!(ApprovalState: Pending, Granted, Denied);

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
    /// Why it has to be asked, and below that line what would change, with secrets replaced, cut to 256 KiB.
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

impl FromStr for ApprovalId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        numbered::parse("an approval", 'a', text).map(Self)
    }
}

#[cfg(test)]
mod tests;
