//! The name of an object: the hash of its kind, its length and its bytes.

use std::fmt;

use reread_text::DigestBuilder;
use sha1::{Digest as _, Sha1};

/// Which hash a repository names its objects by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectHash {
    Sha1,
    Sha256,
}

impl ObjectHash {
    /// The length of a name in bytes.
    pub(crate) fn len(self) -> usize {
        match self {
            ObjectHash::Sha1 => 20,
            ObjectHash::Sha256 => 32,
        }
    }

    /// The name that an object of this kind with these bytes has.
    pub(crate) fn name(self, kind: ObjectKind, content: &[u8]) -> ObjectId {
        let header = format!("{} {}\0", kind.word(), content.len());
        self.of(&[header.as_bytes(), content])
    }

    /// The hash of these pieces, joined.
    pub(crate) fn of(self, pieces: &[&[u8]]) -> ObjectId {
        let mut bytes = [0; 32];
        match self {
            ObjectHash::Sha1 => {
                let mut hasher = Sha1::new();
                pieces.iter().for_each(|piece| hasher.update(piece));
                bytes[..20].copy_from_slice(&hasher.finalize());
            }
            ObjectHash::Sha256 => {
                let mut hasher = DigestBuilder::default();
                pieces.iter().for_each(|piece| hasher.update(piece));
                bytes = *hasher.finish().as_bytes();
            }
        }
        ObjectId { bytes, hash: self }
    }

    /// The name that these bytes are, if they are as many as a name has.
    pub(crate) fn id(self, bytes: &[u8]) -> Option<ObjectId> {
        let mut id = ObjectId { bytes: [0; 32], hash: self };
        (bytes.len() == self.len()).then(|| id.bytes[..bytes.len()].copy_from_slice(bytes))?;
        Some(id)
    }

    /// The name that is spelled in hex digits.
    pub(crate) fn parse(self, digits: &[u8]) -> Option<ObjectId> {
        if digits.len() != 2 * self.len() {
            return None;
        }
        let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
        let pairs = digits.chunks_exact(2).map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?));
        self.id(&pairs.collect::<Option<Vec<u8>>>()?)
    }
}

/// The four kinds that git stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Commit,
    Tree,
    Blob,
    Tag,
}

impl ObjectKind {
    /// The word that stands before its bytes.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ObjectKind::Commit => "commit",
            ObjectKind::Tree => "tree",
            ObjectKind::Blob => "blob",
            ObjectKind::Tag => "tag",
        }
    }

    pub(crate) fn parse(word: &[u8]) -> Option<Self> {
        [ObjectKind::Commit, ObjectKind::Tree, ObjectKind::Blob, ObjectKind::Tag]
            .into_iter()
            .find(|kind| kind.word().as_bytes() == word)
    }
}

/// The name of an object in a git repository; displayed as hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ObjectId {
    bytes: [u8; 32],
    hash: ObjectHash,
}

impl ObjectId {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.hash.len()]
    }

    /// Whether every digit is 0, which git writes where there is no name.
    pub(crate) fn is_null(&self) -> bool {
        self.as_bytes().iter().all(|byte| *byte == 0)
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ObjectId({self})")
    }
}

#[cfg(test)]
mod tests;
