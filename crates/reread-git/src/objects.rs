//! The objects of a repository: loose ones and packs.
//!
//! Whatever is handed out has the name that was asked for: every object is hashed after it is read, so that damage,
//! and exchanged files, show as an error and never as a wrong text. Objects that are borrowed from another
//! repository are not read, replacements are not made, and nothing is fetched. The index over several packs is left
//! alone, since git keeps the index of each pack beside it.

use std::cell::RefCell;

use super::GitError;
use super::git_dir::GitDir;
use super::inflate::{Inflating, Stuck};
use super::object_id::{ObjectHash, ObjectId, ObjectKind};
use super::pack::Pack;
use super::pack_index::PackIndex;

/// The longest beginning of a loose object: a kind, a length and a NUL.
const LONGEST_HEAD: usize = 32;

/// Where objects are looked up.
#[derive(Debug)]
pub(crate) struct Objects<'a> {
    folder: GitDir<'a>,
    hash: ObjectHash,
    /// No object is larger than that, nor anything that one is made from.
    max: u64,
    /// The pack in which something was found: the next object mostly is there as well.
    latest: RefCell<Option<Pack>>,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(folder: GitDir<'a>, hash: ObjectHash, max: u64) -> Self {
        Self { folder, hash, max, latest: RefCell::new(None) }
    }

    pub(crate) fn hash(&self) -> ObjectHash {
        self.hash
    }

    /// The bytes of an object of that kind.
    pub(crate) fn read(&self, id: &ObjectId, kind: ObjectKind) -> Result<Vec<u8>, GitError> {
        // git has the empty tree without storing it.
        if kind == ObjectKind::Tree && self.hash.name(kind, b"") == *id {
            return Ok(Vec::new());
        }
        let (found, bytes) = self.find(id)?;
        if self.hash.name(found, &bytes) != *id {
            return Err(GitError::damaged(format!("what is stored as {id} has another hash")));
        }
        if found != kind {
            let (found, kind) = (found.word(), kind.word());
            return Err(GitError::damaged(format!("{id} is a {found}, where a {kind} should be")));
        }
        Ok(bytes)
    }

    fn find(&self, id: &ObjectId) -> Result<(ObjectKind, Vec<u8>), GitError> {
        // Packing moves objects while we look: what is in neither place by then was there before.
        for _ in 0..2 {
            let found = match self.latest_pack(id)? {
                None => self.loose(id)?,
                found => found,
            };
            if let Some(found) = found.map_or_else(|| self.packed(id), |found| Ok(Some(found)))? {
                return Ok(found);
            }
        }
        let borrows = self.folder.file(b"info/alternates")?.is_some();
        Err(GitError::NoObject { id: *id, borrows })
    }

    fn latest_pack(&self, id: &ObjectId) -> Result<Option<(ObjectKind, Vec<u8>)>, GitError> {
        self.latest.borrow().as_ref().map_or(Ok(None), |pack| pack.object(id, self.max))
    }

    fn loose(&self, id: &ObjectId) -> Result<Option<(ObjectKind, Vec<u8>)>, GitError> {
        let digits = id.to_string();
        let name = format!("{}/{}", &digits[..2], &digits[2..]);
        let Some(file) = self.folder.file(name.as_bytes())? else { return Ok(None) };
        let stuck = |stuck| match stuck {
            Stuck::Malformed => GitError::damaged(format!("the object {id} is not as git writes it")),
            Stuck::Io(source) => GitError::Io { what: format!("the object {id}"), source },
        };
        let mut inflating = Inflating::new(&file, 0);
        let head = parse_head(inflating.start(LONGEST_HEAD).map_err(stuck)?);
        let (kind, length, start) = head.ok_or_else(|| stuck(Stuck::Malformed))?;
        if length > self.max {
            return Err(GitError::TooLarge { what: format!("the object {id}"), max: self.max });
        }
        let whole = usize::try_from(length).ok().and_then(|length| length.checked_add(start));
        let mut bytes = inflating.whole(whole.ok_or_else(|| stuck(Stuck::Malformed))?).map_err(stuck)?;
        bytes.drain(..start);
        Ok(Some((kind, bytes)))
    }

    fn packed(&self, id: &ObjectId) -> Result<Option<(ObjectKind, Vec<u8>)>, GitError> {
        for name in self.folder.names(b"pack")? {
            let Some(stem) = name.strip_suffix(b".idx") else { continue };
            let path = |end: &[u8]| [b"pack/", stem, end].concat();
            let Some(index) = self.folder.file(&path(b".idx"))? else { continue };
            let index = PackIndex::open(index, self.hash)?;
            if index.offset_of(id)?.is_none() {
                continue;
            }
            let Some(file) = self.folder.file(&path(b".pack"))? else { continue };
            let pack = Pack::new(index, file, self.hash);
            let found = pack.object(id, self.max)?;
            *self.latest.borrow_mut() = Some(pack);
            return Ok(found);
        }
        Ok(None)
    }
}

/// Kind and length of a loose object, and where its bytes begin.
fn parse_head(bytes: &[u8]) -> Option<(ObjectKind, u64, usize)> {
    let nul = memchr::memchr(0, bytes)?;
    let space = memchr::memchr(b' ', &bytes[..nul])?;
    let digits = std::str::from_utf8(&bytes[space + 1..nul]).ok()?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    let length = is_number.then(|| digits.parse().ok())??;
    Some((ObjectKind::parse(&bytes[..space])?, length, nul + 1))
}
