//! Objects in a pack: whole, or as a chain of deltas.
//!
//! Everything that a hostile pack could make endless is bounded: the length of a chain, the size of each object on
//! the way, and what all of them amount to.

use std::fs::File;

use reread_disk::fill_at;

use super::GitError;
use super::delta::{BadDelta, apply_delta};
use super::inflate::{Inflating, Stuck};
use super::object_id::{ObjectHash, ObjectId, ObjectKind};
use super::pack_entry::{self, PackEntry, PackForm};
use super::pack_index::PackIndex;

/// The longest chain that git can be told to make is 4,095 deltas.
const LONGEST_CHAIN: usize = 4096;

/// How many times the largest object may be inflated and put together on the way to one object.
const MOST_WORK: u64 = 32;

/// A pack and its index.
#[derive(Debug)]
pub(crate) struct Pack {
    index: PackIndex,
    file: File,
    hash: ObjectHash,
}

/// A stretch of the pack that is still to be inflated.
struct Stored {
    offset: u64,
    length: u64,
}

impl Pack {
    pub(crate) fn new(index: PackIndex, file: File, hash: ObjectHash) -> Self {
        Self { index, file, hash }
    }

    /// The object of that name, if the pack has it and nothing on the way is larger than `max`.
    pub(crate) fn object(&self, id: &ObjectId, max: u64) -> Result<Option<(ObjectKind, Vec<u8>)>, GitError> {
        let Some(offset) = self.index.offset_of(id)? else { return Ok(None) };
        let (kind, base, deltas) = self.chain(offset)?;
        let mut work = max.saturating_mul(MOST_WORK);
        let mut object = self.inflate(&base, max, &mut work)?;
        for delta in deltas.iter().rev() {
            let delta = self.inflate(delta, max, &mut work)?;
            object = apply_delta(&object, &delta, max.min(work)).map_err(|bad| match bad {
                BadDelta::Malformed => damaged(),
                BadDelta::TooLarge => too_large(max),
            })?;
            work -= object.len() as u64;
        }
        Ok(Some((kind, object)))
    }

    /// What an object is put together from: the whole object at the end of the chain, and the deltas, latest first.
    fn chain(&self, mut offset: u64) -> Result<(ObjectKind, Stored, Vec<Stored>), GitError> {
        let mut deltas = Vec::new();
        while deltas.len() <= LONGEST_CHAIN {
            let entry = self.entry(offset)?;
            let data = offset.checked_add(entry.head as u64).ok_or_else(damaged)?;
            let stored = Stored { offset: data, length: entry.length };
            offset = match entry.form {
                PackForm::Whole(kind) => return Ok((kind, stored, deltas)),
                PackForm::FromBefore(distance) => offset.checked_sub(distance).ok_or_else(damaged)?,
                // A pack on disk holds the bases of all its deltas.
                PackForm::FromNamed(base) => self.index.offset_of(&base)?.ok_or_else(damaged)?,
            };
            deltas.push(stored);
        }
        Err(GitError::damaged("a chain of deltas in a pack does not end"))
    }

    fn entry(&self, offset: u64) -> Result<PackEntry, GitError> {
        let mut head = [0; pack_entry::LONGEST];
        let got = fill_at(&self.file, &mut head, offset).map_err(unreadable)?;
        PackEntry::parse(&head[..got], self.hash).ok_or_else(damaged)
    }

    fn inflate(&self, stored: &Stored, max: u64, work: &mut u64) -> Result<Vec<u8>, GitError> {
        if stored.length > max.min(*work) {
            return Err(too_large(max));
        }
        *work -= stored.length;
        let length = usize::try_from(stored.length).map_err(|_| too_large(max))?;
        Inflating::new(&self.file, stored.offset).whole(length).map_err(|stuck| match stuck {
            Stuck::Malformed => damaged(),
            Stuck::Io(source) => unreadable(source),
        })
    }
}

fn unreadable(source: std::io::Error) -> GitError {
    GitError::Io { what: "a pack".to_owned(), source }
}

fn too_large(max: u64) -> GitError {
    GitError::TooLarge { what: "an object in a pack".to_owned(), max }
}

fn damaged() -> GitError {
    GitError::damaged("a pack is not as git writes it")
}
