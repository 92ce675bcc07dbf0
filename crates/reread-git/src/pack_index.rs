//! Where in a pack an object begins.

use std::cmp::Ordering;
use std::fs::File;

use reread_disk::{FileFacts, fill_at};

use super::GitError;
use super::object_id::{ObjectHash, ObjectId};

/// Magic, version and the fan-out by first byte.
const HEAD: usize = 8 + 256 * 4;

/// The index of one pack, of version 2.
///
/// It is searched where it lies: a lookup reads the head and some twenty names, however many objects there are. Its
/// order is believed, since what it leads to is checked by its own name.
#[derive(Debug)]
pub(crate) struct PackIndex {
    file: File,
    hash: ObjectHash,
    /// By first byte: how many objects have no greater one.
    fan_out: Vec<u32>,
}

impl PackIndex {
    pub(crate) fn open(file: File, hash: ObjectHash) -> Result<Self, GitError> {
        let mut head = vec![0; HEAD];
        let got = fill_at(&file, &mut head, 0).map_err(unreadable)?;
        if got < 8 || !head.starts_with(b"\xfftOc") {
            return Err(GitError::unsupported("a pack index of version 1"));
        }
        if head[4..8] != [0, 0, 0, 2] {
            return Err(GitError::unsupported("a pack index of a version that is not known here"));
        }
        let numbers = head[8..].chunks_exact(4);
        let fan_out: Vec<u32> =
            numbers.map(|number| u32::from_be_bytes([number[0], number[1], number[2], number[3]])).collect();
        let index = Self { file, hash, fan_out };
        let size = FileFacts::of(&index.file).map_err(unreadable)?.size;
        if got < HEAD || !index.fan_out.is_sorted() || size < index.far_offsets() {
            return Err(damaged());
        }
        Ok(index)
    }

    /// Where the object begins, if the pack has it.
    pub(crate) fn offset_of(&self, id: &ObjectId) -> Result<Option<u64>, GitError> {
        let first = usize::from(id.as_bytes()[0]);
        let mut low = first.checked_sub(1).map_or(0, |before| self.fan_out[before]);
        let mut high = self.fan_out[first];
        while low < high {
            let middle = low + (high - low) / 2;
            let mut name = [0; 32];
            let name = &mut name[..self.hash.len()];
            self.read(HEAD as u64 + u64::from(middle) * self.hash.len() as u64, name)?;
            match (*name).cmp(id.as_bytes()) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return self.offset(middle).map(Some),
            }
        }
        Ok(None)
    }

    /// Where an object begins, by its place in the order of names.
    fn offset(&self, place: u32) -> Result<u64, GitError> {
        let mut near = [0; 4];
        self.read(self.near_offsets() + 4 * u64::from(place), &mut near)?;
        let near = u32::from_be_bytes(near);
        if near >> 31 == 0 {
            return Ok(u64::from(near));
        }
        let mut far = [0; 8];
        self.read(self.far_offsets() + 8 * u64::from(near & 0x7fff_ffff), &mut far)?;
        Ok(u64::from_be_bytes(far))
    }

    fn count(&self) -> u64 {
        u64::from(self.fan_out[255])
    }

    /// Behind the names there is a checksum for each.
    fn near_offsets(&self) -> u64 {
        HEAD as u64 + self.count() * (self.hash.len() as u64 + 4)
    }

    fn far_offsets(&self) -> u64 {
        self.near_offsets() + self.count() * 4
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), GitError> {
        let wanted = bytes.len();
        let got = fill_at(&self.file, bytes, offset).map_err(unreadable)?;
        if got == wanted { Ok(()) } else { Err(damaged()) }
    }
}

fn unreadable(source: std::io::Error) -> GitError {
    GitError::Io { what: "a pack index".to_owned(), source }
}

fn damaged() -> GitError {
    GitError::damaged("a pack index is not as git writes it")
}
