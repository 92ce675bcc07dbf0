//! Which files have which words: an index of its own file, `words.db`, that may be lost at any time.
//!
//! A document is a file as it was when its words were counted: where it lies, the digest of what was read, how many words it
//! has, and how often each. Documents come in segments, one for each time that some were kept; for every word of a segment
//! there is one list of places and counts ([`postings`]). A document that is forgotten leaves its place empty. Segments in which
//! little is left are dropped with their documents, to be counted anew.
//!
//! What another maker kept, and what is damaged, is removed with its file: after a change of rules no page may go on holding
//! words that may not be shown. The index knows neither what a word is nor how documents are ranked, and it proves nothing: before
//! a file is shown, it is read again.

mod postings;
mod schema;
mod segment;

use std::path::Path;

use cap_std::fs::Dir;
use reread_text::Digest;
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::database_file::{DatabaseFile, SqliteFormat};
use super::{DatabaseError, Durable, Fault, execute, query_row, read_rows};

pub use self::segment::WordSegment;

const FORMAT: SqliteFormat = SqliteFormat {
    database: "words.db",
    wal: "words.db-wal",
    journal: "words.db-journal",
    index: "words.db-shm",
    adopt: schema::adopt,
};

/// More small segments than this are dropped.
const MOST_SMALL_SEGMENTS: usize = 24;

/// A segment with fewer documents is small, unless it has many words.
const FEW_DOCUMENTS: usize = 1_024;

/// A segment that is full of words has more, however long they are.
const FEW_WORDS: u64 = 100_000;

/// More words with one beginning are not looked up.
const MOST_WITH_PREFIX: u32 = 256;

/// The index of a state directory, for any number of threads.
#[derive(Debug)]
pub struct WordIndex {
    file: DatabaseFile,
}

/// Which document, until the index changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId {
    segment: i64,
    place: u32,
}

/// A file in the word index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    /// Which root; which is which is up to the maker.
    pub root: u32,
    /// The name beneath it.
    pub path: Vec<u8>,
    /// What was read; `None` if its words were not counted.
    pub digest: Option<Digest>,
}

/// What the index says of some words.
#[derive(Clone, Debug, Default)]
pub struct WordHits {
    /// How many words each document has; none if it was forgotten, or its words were not counted.
    pub lengths: Vec<u32>,
    /// For each word that was asked for, the documents that have it and how often, by their numbers in order.
    pub words: Vec<Vec<(u32, u32)>>,
    /// The documents with a word that has the beginning that was asked for, in order; `None` if there are too many such words.
    pub with_prefix: Option<Vec<u32>>,
    /// The documents whose words were not counted.
    pub uncounted: Vec<u32>,
    /// The segments, with the number of their first document.
    segments: Vec<(i64, u32)>,
}

impl WordHits {
    /// What the document of a number is called.
    pub fn id(&self, number: u32) -> DocumentId {
        let at = self.segments.partition_point(|(_, first)| *first <= number).saturating_sub(1);
        let (segment, first) = self.segments[at];
        DocumentId { segment, place: number - first }
    }
}

impl WordIndex {
    pub(crate) fn within(dir: Dir, path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { file: DatabaseFile::new(dir, path, &FORMAT)? })
    }

    /// Removes everything. The next to keep something begins anew.
    pub fn discard(&self) -> Result<(), DatabaseError> {
        self.file.remove()
    }

    /// Hands over all documents; `false` if there is nothing of this maker.
    pub fn each_document(
        &self,
        maker: &str,
        mut each: impl FnMut(DocumentRow),
    ) -> Result<bool, DatabaseError> {
        self.change(|transaction| {
            if !is_made_by(transaction, maker)? {
                return Ok(false);
            }
            let mut statement = transaction.prepare_cached("SELECT root, path, digest FROM documents")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                each(document(row)?);
            }
            Ok(true)
        })
    }

    /// Drops segments that are hardly worth looking into, with their documents.
    pub fn thin_out(&self, maker: &str) -> Result<(), DatabaseError> {
        self.change(|transaction| {
            if !is_made_by(transaction, maker)? {
                return Ok(());
            }
            let (mut wasted, mut small) = (Vec::new(), Vec::new());
            for (segment, lengths) in segments(transaction)? {
                let live = "SELECT count(*) FROM documents WHERE segment = ?1";
                let live = query_row(transaction, live, [segment], |row| row.get::<_, u32>(0))? as usize;
                let words: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
                if live * 2 < lengths.len() {
                    wasted.push(segment);
                } else if live < FEW_DOCUMENTS && words < FEW_WORDS {
                    small.push(segment);
                }
            }
            if small.len() > MOST_SMALL_SEGMENTS {
                wasted.append(&mut small);
            }
            for segment in wasted {
                execute(transaction, "DELETE FROM postings WHERE segment = ?1", [segment])?;
                execute(transaction, "DELETE FROM documents WHERE segment = ?1", [segment])?;
                execute(transaction, "DELETE FROM segments WHERE id = ?1", [segment])?;
            }
            Ok(())
        })
    }

    /// Keeps new documents, each in the place of an earlier one of its name, and forgets others.
    pub fn keep(
        &self,
        maker: &str,
        segment: &WordSegment,
        forgotten: &[(u32, &[u8])],
    ) -> Result<(), DatabaseError> {
        self.change(|transaction| {
            if !is_made_by(transaction, maker)? {
                execute(transaction, "INSERT INTO makers (maker) VALUES (?1)", [maker])?;
            }
            for (root, path) in forgotten {
                forget(transaction, *root, path)?;
            }
            for (root, path, _) in segment.documents() {
                forget(transaction, root, path)?;
            }
            if segment.is_empty() { Ok(()) } else { add(transaction, segment) }
        })
    }

    /// Looks words up, and those that begin with `prefix`; `None` if there is nothing of this maker.
    pub fn look_up(
        &self,
        maker: &str,
        words: &[&str],
        prefix: Option<&str>,
    ) -> Result<Option<WordHits>, DatabaseError> {
        self.change(|transaction| {
            if !is_made_by(transaction, maker)? {
                return Ok(None);
            }
            let mut hits = WordHits { words: vec![Vec::new(); words.len()], ..WordHits::default() };
            let mut with_prefix = Vec::new();
            let mut are_few = prefix.is_some();
            let mut of_word =
                transaction.prepare_cached("SELECT list FROM postings WHERE segment = ?1 AND word = ?2")?;
            for (segment, lengths) in segments(transaction)? {
                let first = u32::try_from(hits.lengths.len()).map_err(|_| SENSELESS)?;
                for (word, found) in words.iter().zip(&mut hits.words) {
                    let mut rows = of_word.query(params![segment, word])?;
                    if let Some(row) = rows.next()? {
                        let list = row.get_ref(0)?.as_blob().map_err(|_| SENSELESS)?;
                        read_list(list, &lengths, |place, count| found.push((first + place, count)))?;
                    }
                }
                if let Some(prefix) = prefix.filter(|_| are_few) {
                    are_few = each_with_prefix(transaction, segment, prefix, |list| {
                        read_list(list, &lengths, |place, _| with_prefix.push(first + place))
                    })?;
                }
                hits.segments.push((segment, first));
                hits.lengths.extend(lengths);
            }
            with_prefix.sort_unstable();
            with_prefix.dedup();
            hits.with_prefix = are_few.then_some(with_prefix);
            hits.uncounted = uncounted(transaction, &hits)?;
            Ok(Some(hits))
        })
    }

    /// The documents of these names, as far as they are still there.
    pub fn documents(
        &self,
        maker: &str,
        ids: &[DocumentId],
    ) -> Result<Vec<Option<DocumentRow>>, DatabaseError> {
        self.change(|transaction| {
            if !is_made_by(transaction, maker)? {
                return Ok(vec![None; ids.len()]);
            }
            let mut of_id = transaction.prepare_cached(
                "SELECT root, path, digest FROM documents WHERE segment = ?1 AND place = ?2",
            )?;
            let find = |id: &DocumentId| -> Result<_, Fault> {
                let mut rows = of_id.query(params![id.segment, id.place])?;
                rows.next()?.map(document).transpose()
            };
            ids.iter().map(find).collect()
        })
    }

    /// Does all of the work or none of it, under the lock. A power cut may lose the latest changes.
    fn change<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, DatabaseError> {
        self.file.transact(Some(Durable::Later), work)
    }
}

const SENSELESS: Fault = Fault::Damaged("holds words that make no sense");

/// Whether all there is comes from this maker.
fn is_made_by(transaction: &Transaction<'_>, maker: &str) -> Result<bool, Fault> {
    let made: Option<String> =
        query_row(transaction, "SELECT maker FROM makers", [], |row| row.get(0)).optional()?;
    match made {
        Some(made) if made != maker => {
            Err(Fault::Damaged("was made by another release, or under other rules"))
        }
        made => Ok(made.is_some()),
    }
}

/// The segments in order, each with the lengths of its documents.
fn segments(transaction: &Transaction<'_>) -> Result<Vec<(i64, Vec<u32>)>, Fault> {
    read_rows(transaction, "SELECT id, lengths FROM segments ORDER BY id", &[], |row| {
        let lengths = row.get_ref(1)?.as_blob().map_err(|_| SENSELESS)?;
        let (lengths, rest) = lengths.as_chunks();
        if !rest.is_empty() {
            return Err(SENSELESS);
        }
        Ok((row.get(0)?, lengths.iter().map(|length| u32::from_le_bytes(*length)).collect()))
    })
}

/// Hands over the documents of a list that were not forgotten.
fn read_list(list: &[u8], lengths: &[u32], mut each: impl FnMut(u32, u32)) -> Result<(), Fault> {
    for entry in postings::read(list) {
        let (place, count) = entry.ok_or(SENSELESS)?;
        match lengths.get(place as usize) {
            None => return Err(SENSELESS),
            Some(0) => {}
            Some(_) => each(place, count),
        }
    }
    Ok(())
}

/// Hands over the lists of words that begin so; `false` if there are too many.
fn each_with_prefix(
    transaction: &Transaction<'_>,
    segment: i64,
    prefix: &str,
    mut each: impl FnMut(&[u8]) -> Result<(), Fault>,
) -> Result<bool, Fault> {
    let mut statement = transaction.prepare_cached(
        "SELECT word, list FROM postings WHERE segment = ?1 AND word >= ?2 ORDER BY word LIMIT ?3",
    )?;
    let mut rows = statement.query(params![segment, prefix, MOST_WITH_PREFIX + 1])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        if !row.get_ref(0)?.as_str().is_ok_and(|word| word.starts_with(prefix)) {
            break;
        }
        count += 1;
        each(row.get_ref(1)?.as_blob().map_err(|_| SENSELESS)?)?;
    }
    Ok(count <= MOST_WITH_PREFIX)
}

fn uncounted(transaction: &Transaction<'_>, hits: &WordHits) -> Result<Vec<u32>, Fault> {
    let uncounted = "SELECT segment, place FROM documents WHERE digest IS NULL ORDER BY segment, place";
    read_rows(transaction, uncounted, &[], |row| {
        let (segment, place): (i64, u32) = (row.get(0)?, row.get(1)?);
        let first = hits.segments.iter().find(|(id, _)| *id == segment).ok_or(SENSELESS)?.1;
        Ok(first + place)
    })
}

fn forget(transaction: &Transaction<'_>, root: u32, path: &[u8]) -> Result<(), Fault> {
    let gone = "DELETE FROM documents WHERE root = ?1 AND path = ?2 RETURNING segment, place";
    let gone: Option<(i64, u32)> =
        query_row(transaction, gone, params![root, path], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((segment, place)) = gone else { return Ok(()) };
    let place = place as usize;
    let mut lengths: Vec<u8> =
        query_row(transaction, "SELECT lengths FROM segments WHERE id = ?1", [segment], |row| row.get(0))?;
    let length = lengths.get_mut(place * 4..place * 4 + 4).ok_or(SENSELESS)?;
    length.fill(0);
    execute(transaction, "UPDATE segments SET lengths = ?2 WHERE id = ?1", params![segment, lengths])?;
    Ok(())
}

fn add(transaction: &Transaction<'_>, segment: &WordSegment) -> Result<(), Fault> {
    execute(transaction, "INSERT INTO segments (lengths) VALUES (?1)", [segment.lengths()])?;
    let id = transaction.last_insert_rowid();
    let mut document = transaction.prepare_cached(
        "INSERT INTO documents (root, path, digest, segment, place) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (place, (root, path, digest)) in (0_u32..).zip(segment.documents()) {
        document.execute(params![root, path, digest.as_ref().map(Digest::as_bytes), id, place])?;
    }
    let mut word =
        transaction.prepare_cached("INSERT INTO postings (segment, word, list) VALUES (?1, ?2, ?3)")?;
    for (text, list) in segment.lists() {
        word.execute(params![id, text, list])?;
    }
    Ok(())
}

fn document(row: &rusqlite::Row<'_>) -> Result<DocumentRow, Fault> {
    let digest: Option<[u8; 32]> = row.get(2)?;
    Ok(DocumentRow { root: row.get(0)?, path: row.get(1)?, digest: digest.map(Digest::from) })
}

#[cfg(test)]
mod tests;
