//! The index: what the next commit would hold.
//!
//! Versions 2 to 4 are read, entries of a sparse index are folders, and the checksum is compared unless git was told
//! to leave it out. An index that is split over two files is refused: half of it says nothing.

use memchr::memchr;

use super::GitError;
use super::object_id::{ObjectHash, ObjectId};
use super::offset::parse_offset;
use super::stat_data::{self, StatData};
use super::tree::{TreeEntry, TreeEntryKind};

/// What an index says about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Staged {
    /// Nothing.
    Absent,
    /// It is to be added one day; nothing is staged yet.
    IntentToAdd,
    /// It is staged as this.
    Entry(TreeEntry),
    /// A merge left several versions. By stage: the common ancestor, ours and theirs.
    Conflict([bool; 3]),
    /// A folder that is not checked out holds it: the length of the folder's name, slash included, and its tree.
    InFolder(usize, ObjectId),
}

/// Looks a path up.
pub(crate) fn find_in_index(bytes: &[u8], path: &[u8], hash: ObjectHash) -> Result<Staged, GitError> {
    let mut found = Staged::Absent;
    each_entry(bytes, hash, |name, entry| {
        if let Some(staged) = entry.says_about(name, path)? {
            found = found.and(staged);
        }
        Some(())
    })?;
    Ok(found)
}

/// Hands over every entry with its name, in the order of the index, until the receiver rejects one.
pub(crate) fn each_entry(
    bytes: &[u8],
    hash: ObjectHash,
    mut each: impl FnMut(&[u8], &IndexEntry) -> Option<()>,
) -> Result<(), GitError> {
    let (header, entries_and_extensions, checksum) = split(bytes, hash)?;
    if !checksum.is_null() && hash.of(&[header, entries_and_extensions]) != checksum {
        return Err(damaged());
    }
    let version = number(&header[4..8]).ok_or_else(damaged)?;
    let count = number(&header[8..12]).ok_or_else(damaged)?;
    if !(2..=4).contains(&version) {
        return Err(GitError::unsupported(format!("index version {version}")));
    }
    let mut entries = Entries { rest: entries_and_extensions, version, hash, name: Vec::new() };
    for _ in 0..count {
        let entry = entries.next().ok_or_else(damaged)?;
        each(&entries.name, &entry).ok_or_else(damaged)?;
    }
    refuse_extensions(entries.rest)
}

impl Staged {
    fn and(self, other: Staged) -> Staged {
        match (self, other) {
            (Staged::Conflict(these), Staged::Conflict(those)) => {
                Staged::Conflict([0, 1, 2].map(|stage| these[stage] || those[stage]))
            }
            (Staged::Absent, other) => other,
            (earlier, _) => earlier,
        }
    }
}

/// Header, what follows, and the checksum.
fn split(bytes: &[u8], hash: ObjectHash) -> Result<(&[u8], &[u8], ObjectId), GitError> {
    let end = bytes.len().checked_sub(hash.len()).ok_or_else(damaged)?;
    let (content, checksum) = bytes.split_at(end);
    let checksum = hash.id(checksum).ok_or_else(damaged)?;
    let (header, rest) = content.split_at_checked(12).ok_or_else(damaged)?;
    if header.starts_with(b"DIRC") { Ok((header, rest, checksum)) } else { Err(damaged()) }
}

struct Entries<'a> {
    rest: &'a [u8],
    version: u32,
    hash: ObjectHash,
    /// The name of the latest entry: version 4 says of the next one only how it differs.
    name: Vec<u8>,
}

/// What the index says of one file, or of one side of a conflict about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexEntry {
    pub(crate) stat: StatData,
    pub(crate) mode: u32,
    pub(crate) id: ObjectId,
    /// 0, or which side of a conflict it is: the common ancestor, ours or theirs.
    pub(crate) stage: u16,
    pub(crate) intent_to_add: bool,
    /// Whether git was told not to look at the file on disk: it is not checked out, or to be taken for unchanged.
    pub(crate) is_hands_off: bool,
}

impl<'a> Entries<'a> {
    /// The next entry; its name is in `self.name`.
    fn next(&mut self) -> Option<IndexEntry> {
        let start = self.rest;
        let (stat, mode) = StatData::parse(self.take(stat_data::LENGTH)?)?;
        let id = self.take(self.hash.len())?;
        let id = self.hash.id(id)?;
        let flags = self.short()?;
        let extended = if self.version >= 3 && flags & 0x4000 != 0 { self.short()? } else { 0 };
        if self.version == 4 {
            let dropped = self.offset()?;
            self.name.truncate(self.name.len().checked_sub(dropped)?);
        } else {
            self.name.clear();
        }
        let end = memchr(0, self.rest)?;
        let added = self.take(end)?;
        self.name.extend_from_slice(added);
        let length = usize::from(flags & 0xfff);
        if length != self.name.len().min(0xfff) {
            return None;
        }
        if self.version == 4 {
            self.take(1)?;
        } else {
            // One NUL to eight, up to a multiple of eight from the start of the entry.
            let used = start.len() - self.rest.len();
            self.take(8 - used % 8)?;
        }
        let (stage, intent_to_add) = (flags >> 12 & 3, extended & 0x2000 != 0);
        let is_hands_off = flags & 0x8000 != 0 || extended & 0x4000 != 0;
        Some(IndexEntry { stat, mode, id, stage, intent_to_add, is_hands_off })
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn short(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes(bytes.try_into().ok()?))
    }

    /// A number of seven bits to the byte.
    fn offset(&mut self) -> Option<usize> {
        let (offset, length) = parse_offset(self.rest)?;
        self.take(length)?;
        usize::try_from(offset).ok()
    }
}

impl IndexEntry {
    /// What it says about a path; `None` inside if nothing, outside if it is malformed.
    fn says_about(&self, name: &[u8], path: &[u8]) -> Option<Option<Staged>> {
        let holds = name.ends_with(b"/") && path.starts_with(name);
        if name != path && !holds {
            return Some(None);
        }
        let kind = TreeEntryKind::of_mode(self.mode)?;
        Some(Some(match (self.stage, kind) {
            (0, TreeEntryKind::Folder) if holds => Staged::InFolder(name.len(), self.id),
            _ if holds => return None,
            (0, _) if self.intent_to_add => Staged::IntentToAdd,
            (0, kind) => Staged::Entry(TreeEntry { kind, id: self.id }),
            (stage, _) => Staged::Conflict([1, 2, 3].map(|each| each == stage)),
        }))
    }
}

/// Extensions whose name starts with a capital may be passed over; all other ones change what entries mean.
fn refuse_extensions(mut rest: &[u8]) -> Result<(), GitError> {
    while !rest.is_empty() {
        let (head, tail) = rest.split_at_checked(8).ok_or_else(damaged)?;
        let length =
            number(&head[4..]).and_then(|length| usize::try_from(length).ok()).ok_or_else(damaged)?;
        rest = tail.get(length..).ok_or_else(damaged)?;
        match &head[..4] {
            b"link" => return Err(GitError::unsupported("a split index")),
            // Marks a sparse index, whose entries say themselves that they are folders.
            b"sdir" => {}
            name if name[0].is_ascii_uppercase() => {}
            _ => return Err(GitError::unsupported("an index extension that is not known here")),
        }
    }
    Ok(())
}

fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn damaged() -> GitError {
    GitError::damaged("its index is not as git writes it")
}

#[cfg(test)]
mod tests;
