//! Bytes by their digest, each kept once however many versions cite it.
//!
//! A blob may be packed against another, which must be there for as long: a chain ends at one that is whole.
//! Whatever is loaded is hashed first, so that damage is an error that names the digest and never other bytes. Nothing is
//! held in memory but the blob that is asked for, the one it is packed against, and what they are packed into.

use reread_text::Digest;
use rusqlite::{ErrorCode, OptionalExtension as _, Statement, Transaction, params};

use super::packing::{LONGEST_CONTENT, pack, unpack};
use super::{Fault, execute, query_row, read_rows, saturated};

/// The most blobs that are unpacked for one: earlier releases made chains that long.
const LONGEST_CHAIN: usize = 10;

/// The most that have to be for a new one. Every write reads back what it is about to replace, so a long chain costs more
/// time than it saves room.
const LONGEST_NEW_CHAIN: usize = 5;

/// Keeps the bytes. They are packed against those of the base if that is there, given along, and worth it.
///
/// If what is there cannot be read back, these take its place: they are what it was.
pub(super) fn keep(
    transaction: &Transaction<'_>,
    digest: &Digest,
    bytes: &[u8],
    base: Option<(&Digest, &[u8])>,
) -> Result<(), Fault> {
    if is_sound(transaction, digest)? {
        return Ok(());
    }
    match unpacked(transaction, digest) {
        Ok(Some(kept)) if kept == bytes => note_sound(transaction, digest),
        Ok(Some(_)) => put(transaction, digest, bytes, None),
        Ok(None) => put(transaction, digest, bytes, usable(transaction, digest, base)?),
        Err(Fault::Unreadable(..)) => put(transaction, digest, bytes, None),
        Err(fault) => Err(fault),
    }
}

/// The bytes with this digest; `None` if they are not kept.
pub(super) fn load(transaction: &Transaction<'_>, digest: &Digest) -> Result<Option<Vec<u8>>, Fault> {
    match unpacked(transaction, digest)? {
        Some(bytes) if Digest::of(&bytes) != *digest => {
            Err(Fault::Unreadable(*digest, "they are others by now"))
        }
        bytes => Ok(bytes),
    }
}

/// The bytes that are kept under this digest, whichever they are by now.
fn unpacked(transaction: &Transaction<'_>, digest: &Digest) -> Result<Option<Vec<u8>>, Fault> {
    let chain = chain(transaction, digest)?;
    let mut bytes = None;
    let mut packed = transaction.prepare_cached("SELECT size, packed FROM blobs WHERE digest = ?1")?;
    for link in chain.iter().rev() {
        let (size, packed) = read(&mut packed, digest, link)?;
        let unpacked = unpack(&packed, bytes.as_deref(), size);
        bytes = Some(unpacked.map_err(|_| Fault::Unreadable(*digest, "they do not unpack"))?);
    }
    Ok(bytes)
}

/// What can be read; damage to it is no reason to give up where it would only have helped.
pub(super) fn readable<T>(read: Result<Option<T>, Fault>) -> Result<Option<T>, Fault> {
    match read {
        Err(Fault::Unreadable(..)) => Ok(None),
        read => read,
    }
}

/// Removes the bytes if nothing cites them any more. How many bytes less the database holds.
///
/// What is packed against them is packed anew first. If that cannot be read, they stay.
pub(super) fn release(transaction: &Transaction<'_>, digest: &Digest) -> Result<i64, Fault> {
    if is_cited(transaction, digest)? {
        return Ok(0);
    }
    let mut freed = 0;
    let mut base = None;
    for ancestor in readable(chain(transaction, digest).map(Some))?.unwrap_or_default().iter().skip(1) {
        if is_cited(transaction, ancestor)? {
            base = readable(load(transaction, ancestor))?.map(|bytes| (*ancestor, bytes));
            break;
        }
    }
    for dependent in dependents(transaction, digest)? {
        let Some(bytes) = readable(load(transaction, &dependent))? else { return Ok(freed) };
        freed += length(transaction, &dependent)?;
        let base = base.as_ref().map(|(digest, bytes)| (digest, bytes.as_slice()));
        put(transaction, &dependent, &bytes, base)?;
        freed -= length(transaction, &dependent)?;
    }
    freed += length(transaction, digest)?;
    remove(transaction, digest)?;
    Ok(freed)
}

/// Removes a blob, even if it is still cited. What was packed against it may not be whole any more.
pub(super) fn remove(transaction: &Transaction<'_>, digest: &Digest) -> Result<(), Fault> {
    execute(transaction, "DELETE FROM blobs WHERE digest = ?1", [digest.as_bytes()])?;
    execute(transaction, "DELETE FROM temp.sound_blobs", [])?;
    Ok(())
}

/// Whether a blob was seen to be whole since the file was opened.
fn is_sound(transaction: &Transaction<'_>, digest: &Digest) -> Result<bool, Fault> {
    let sound = "SELECT EXISTS (SELECT 1 FROM temp.sound_blobs WHERE digest = ?1)";
    Ok(query_row(transaction, sound, [digest.as_bytes()], |row| row.get(0))?)
}

fn note_sound(transaction: &Transaction<'_>, digest: &Digest) -> Result<(), Fault> {
    execute(transaction, "INSERT OR IGNORE INTO temp.sound_blobs VALUES (?1)", [digest.as_bytes()])?;
    Ok(())
}

/// Whether a version or a proposal wants the bytes.
fn is_cited(transaction: &Transaction<'_>, digest: &Digest) -> Result<bool, Fault> {
    let cited = "SELECT EXISTS (SELECT 1 FROM versions WHERE digest = ?1 AND is_kept)
                     OR EXISTS (SELECT 1 FROM proposals WHERE ?1 IN (base, ours, theirs, suggested))";
    Ok(query_row(transaction, cited, [digest.as_bytes()], |row| row.get(0))?)
}

/// The blobs that have to be unpacked, from this one to the one that is whole; none if it is not there.
pub(super) fn chain(transaction: &Transaction<'_>, digest: &Digest) -> Result<Vec<Digest>, Fault> {
    let mut base = transaction.prepare_cached("SELECT base FROM blobs WHERE digest = ?1")?;
    let mut chain = Vec::new();
    let mut next = Some(*digest);
    while let Some(link) = next {
        if chain.len() == LONGEST_CHAIN {
            return Err(Fault::Unreadable(*digest, "what they are packed against has no end"));
        }
        let found = base.query_row([link.as_bytes()], |row| row.get::<_, Option<[u8; 32]>>(0)).optional();
        next = match found.map_err(unreadable(digest))? {
            Some(base) => base.map(Digest::from),
            None if chain.is_empty() => return Ok(chain),
            None => return Err(Fault::Unreadable(*digest, "what they are packed against is missing")),
        };
        chain.push(link);
    }
    Ok(chain)
}

/// The base, unless a chain would grow too long or go round.
fn usable<'b>(
    transaction: &Transaction<'_>,
    digest: &Digest,
    base: Option<(&'b Digest, &'b [u8])>,
) -> Result<Option<(&'b Digest, &'b [u8])>, Fault> {
    let Some((base_digest, _)) = base else { return Ok(None) };
    let chain = readable(chain(transaction, base_digest).map(Some))?.unwrap_or_default();
    let is_usable = (1..LONGEST_NEW_CHAIN).contains(&chain.len()) && !chain.contains(digest);
    Ok(base.filter(|_| is_usable))
}

/// Puts a blob there, packed against a base that was just seen to be whole.
fn put(
    transaction: &Transaction<'_>,
    digest: &Digest,
    bytes: &[u8],
    base: Option<(&Digest, &[u8])>,
) -> Result<(), Fault> {
    let packed = pack(bytes, base.map(|(_, bytes)| bytes));
    let base = base.filter(|_| packed.needs_base).map(|(digest, _)| digest.as_bytes());
    execute(
        transaction,
        "INSERT OR REPLACE INTO blobs (digest, size, base, packed) VALUES (?1, ?2, ?3, ?4)",
        params![digest.as_bytes(), saturated(bytes.len() as u64), base, packed.bytes],
    )?;
    note_sound(transaction, digest)
}

fn read(statement: &mut Statement<'_>, digest: &Digest, link: &Digest) -> Result<(u64, Vec<u8>), Fault> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?));
    let (size, packed) = statement.query_row([link.as_bytes()], read).map_err(unreadable(digest))?;
    match u64::try_from(size) {
        Ok(size) if size <= LONGEST_CONTENT => Ok((size, packed)),
        Ok(_) | Err(_) => Err(Fault::Unreadable(*digest, "they have no length")),
    }
}

fn length(transaction: &Transaction<'_>, digest: &Digest) -> Result<i64, Fault> {
    let length = "SELECT length(packed) FROM blobs WHERE digest = ?1";
    Ok(query_row(transaction, length, [digest.as_bytes()], |row| row.get(0)).optional()?.unwrap_or(0))
}

fn dependents(transaction: &Transaction<'_>, digest: &Digest) -> Result<Vec<Digest>, Fault> {
    let of_base = "SELECT digest FROM blobs WHERE base = ?1";
    read_rows(transaction, of_base, params![digest.as_bytes()], |row| Ok(row.get::<_, [u8; 32]>(0)?.into()))
}

/// A page or a row that makes no sense is damage to the blob; a disk that does not answer is not.
fn unreadable(digest: &Digest) -> impl Fn(rusqlite::Error) -> Fault {
    move |error| match error.sqlite_error_code() {
        None | Some(ErrorCode::DatabaseCorrupt) => {
            Fault::Unreadable(*digest, "the database is damaged there")
        }
        Some(_) => Fault::Sqlite(error),
    }
}
