//! A file at one moment of its history.

use std::fmt;
use std::str::FromStr;

use reread_text::Digest;

use super::numbered::numbered;
use super::operation::OperationId;
use crate::journal::UnixMillis;

numbered! {
    /// The number of a version among those of its file, written `v7`. It is never given out twice.
    VersionId, 'v', "a version"
}

/// A version of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Its number.
    pub id: VersionId,
    /// The version that it came after; `None` for the first.
    pub parent: Option<VersionId>,
    /// When it came about, or was first seen.
    pub time: UnixMillis,
    /// Who made it, with secrets replaced, cut to 1 KiB; `external` for a change by others.
    pub author: String,
    /// How it came about.
    pub change: VersionOrigin,
    /// What the file holds; `None` if there is no file.
    pub content: Option<VersionContent>,
    /// The operation that made it, together with those of other files.
    pub operation: Option<OperationId>,
    /// Whether that operation is still open, so that the disk may hold the version or its parent.
    pub is_open: bool,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionContent {
    /// The digest of its bytes.
    pub digest: Digest,
    /// Their number.
    pub size: u64,
    /// The permission bits of the file, as the system has them.
    pub mode: u32,
    /// Whether the bytes are kept too. Of a file whose name says that it holds secrets they are not.
    pub is_kept: bool,
}

/// How a version came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionOrigin {
    /// Others made it: it was found on the disk.
    Seen,
    /// The file was written as a whole.
    Write,
    /// Places in the file were replaced.
    Patch,
    /// An earlier version was brought back.
    Rollback,
    /// The file was made.
    Create,
    /// The file was removed.
    Delete,
    /// The file came from another name or went to it.
    Rename {
        /// The other name, beneath the same root.
        other: Vec<u8>,
    },
}

impl VersionOrigin {
    /// All but a move. Their order is part of the format.
    const PLAIN: [Self; 6] =
        [Self::Seen, Self::Write, Self::Patch, Self::Rollback, Self::Create, Self::Delete];

    /// How replies and the database spell it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Write => "write",
            Self::Patch => "patch",
            Self::Rollback => "rollback",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Rename { .. } => "rename",
        }
    }

    /// What the database stores: a position among the plain ones, or one more for a move.
    pub(super) fn number(&self) -> i64 {
        Self::PLAIN.iter().position(|plain| plain == self).unwrap_or(Self::PLAIN.len()) as i64
    }

    pub(super) fn other(&self) -> Option<&[u8]> {
        match self {
            Self::Rename { other } => Some(other),
            _ => None,
        }
    }

    pub(super) fn of(number: i64, other: Option<Vec<u8>>) -> Option<Self> {
        let plain = usize::try_from(number).ok().filter(|number| *number <= Self::PLAIN.len())?;
        match (Self::PLAIN.get(plain), other) {
            (Some(plain), None) => Some(plain.clone()),
            (None, Some(other)) => Some(Self::Rename { other }),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }
}

/// The first digits of a digest, 4 to 64 of them, by which a version may be named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestBeginning(String);

/// The text is not the beginning of a digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a digest is named by 4 to 64 lowercase hex digits")]
pub struct NotADigestBeginning;

impl FromStr for DigestBeginning {
    type Err = NotADigestBeginning;

    fn from_str(text: &str) -> Result<Self, NotADigestBeginning> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_beginning = (4..=64).contains(&text.len()) && text.bytes().all(is_digit);
        is_beginning.then(|| Self(text.to_owned())).ok_or(NotADigestBeginning)
    }
}

impl fmt::Display for DigestBeginning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
