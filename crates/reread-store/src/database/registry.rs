//! The files of a workspace as they were found: an index of the disk, and never evidence of what a model was shown.
//!
//! A row pairs what the system said about a file with the digest of what was read from it, and stays true of the moment
//! at which it was made. Several processes may keep the rows of one root: the last writer may bring back an older
//! row, and the next comparison with the disk finds it. Rows of another maker count for nothing, since a later release
//! may see other tags and languages in the same files.

use reread_text::Digest;
use rusqlite::{ErrorCode, OptionalExtension as _, Row, Transaction, params};

use super::{Database, DatabaseError, Durable, Fault, execute, query_row, saturated};

/// A file of a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRow<'a> {
    /// The name beneath the root.
    pub path: &'a [u8],
    /// What the system said about it.
    pub stamp: FileStamp,
    /// The digest of its bytes; `None` if they were not read.
    pub digest: Option<Digest>,
    /// The word for its language.
    pub language: Option<&'a str>,
    /// What it is for, one bit each; which is which is up to the maker.
    pub tags: u8,
    /// Whether its name says that it holds secrets.
    pub is_sensitive: bool,
    /// Whether an equal stamp later means equal bytes: no program could have written after the reading within one tick of
    /// the clock by which files are stamped.
    pub is_settled: bool,
}

/// What changes when a program writes a file, or puts another in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    /// Its length.
    pub size: u64,
    /// When its bytes were last changed, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// When anything about it was last changed.
    pub changed_ns: i64,
    /// The device it lies on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
}

/// How the files of a root differ from what is kept.
#[derive(Debug, Clone, Default)]
pub struct FileChanges<'a> {
    /// Rows that are new, or take the place of earlier ones.
    pub recorded: Vec<FileRow<'a>>,
    /// Names that are there no more.
    pub forgotten: Vec<&'a [u8]>,
}

/// The files of one root, as one maker found them.
#[derive(Debug, Clone, Copy)]
pub struct FileRegistry<'d> {
    pub(super) database: &'d Database,
    pub(super) root: &'d [u8],
    pub(super) maker: &'d str,
}

impl FileRegistry<'_> {
    /// Hands over the files of a root in the byte order of their names; none if another maker kept them.
    pub fn each_file(&self, mut each: impl FnMut(&FileRow<'_>)) -> Result<(), DatabaseError> {
        let columns =
            "path, size, modified_ns, changed_ns, device, inode, digest, language, tags, is_sensitive,
                       is_settled";
        self.each_row(columns, |row| read(row).map(|file| each(&file)))
    }

    /// Hands over what [`FileRow`] says of when each file was read, and nothing else of it; as [`FileRegistry::each_file`].
    pub fn each_stamp(&self, mut each: impl FnMut(&[u8], FileStamp, bool)) -> Result<(), DatabaseError> {
        let columns = "path, size, modified_ns, changed_ns, device, inode, is_settled";
        self.each_row(columns, |row| {
            each(path(row)?, stamp(row)?, row.get(6)?);
            Ok(())
        })
    }

    /// The words for languages of files, with the bytes that files in them have together.
    pub fn bytes_by_language(&self) -> Result<Vec<(String, u64)>, DatabaseError> {
        self.database.look(|transaction| {
            let Some(registry) = self.id(transaction)? else { return Ok(Vec::new()) };
            let sums = "SELECT language, sum(size) FROM files
                         WHERE registry = ?1 AND language IS NOT NULL GROUP BY language";
            let mut statement = transaction.prepare_cached(sums)?;
            let rows = statement.query_map([registry], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
            let mut languages = Vec::new();
            for row in rows {
                let (language, bytes) = row?;
                languages.push((language, u64::try_from(bytes).unwrap_or(0)));
            }
            Ok(languages)
        })
    }

    fn each_row(
        &self,
        columns: &str,
        mut each: impl FnMut(&Row<'_>) -> Result<(), Fault>,
    ) -> Result<(), DatabaseError> {
        self.database.look(|transaction| {
            let Some(registry) = self.id(transaction)? else { return Ok(()) };
            let all = format!("SELECT {columns} FROM files WHERE registry = ?1 ORDER BY path");
            let mut statement = transaction.prepare_cached(&all)?;
            let mut rows = statement.query([registry])?;
            while let Some(row) = rows.next()? {
                each(row)?;
            }
            Ok(())
        })
    }

    /// Keeps changes to the files of a root, all of them or none. What another maker kept is forgotten.
    pub fn keep(&self, changes: &FileChanges<'_>) -> Result<(), DatabaseError> {
        self.database.change(Durable::Later, |transaction| {
            let registry = match self.id(transaction)? {
                Some(registry) => registry,
                None => self.begin(transaction)?,
            };
            keep(transaction, registry, changes)
        })
    }

    /// Keeps what became of files that a root is known to have; what it is not known to have stays unknown.
    pub fn update(&self, changes: &FileChanges<'_>) -> Result<(), DatabaseError> {
        self.database.change(Durable::Later, |transaction| {
            let Some(registry) = self.id(transaction)? else { return Ok(()) };
            let mut known =
                transaction.prepare_cached("SELECT 1 FROM files WHERE registry = ?1 AND path = ?2")?;
            let mut update = FileChanges { recorded: Vec::new(), forgotten: changes.forgotten.clone() };
            for row in &changes.recorded {
                if known.exists(params![registry, row.path])? {
                    update.recorded.push(*row);
                }
            }
            keep(transaction, registry, &update)
        })
    }

    fn id(&self, transaction: &Transaction<'_>) -> Result<Option<i64>, Fault> {
        let found = "SELECT id FROM registries WHERE root = ?1 AND maker = ?2";
        Ok(query_row(transaction, found, params![self.root, self.maker], |row| row.get(0)).optional()?)
    }

    /// Begins an empty registry, in place of that of another maker.
    fn begin(&self, transaction: &Transaction<'_>) -> Result<i64, Fault> {
        let of_others = "registry IN (SELECT id FROM registries WHERE root = ?1)";
        execute(transaction, &format!("DELETE FROM files WHERE {of_others}"), [self.root])?;
        execute(transaction, "DELETE FROM registries WHERE root = ?1", [self.root])?;
        let begin = "INSERT INTO registries (root, maker) VALUES (?1, ?2)";
        execute(transaction, begin, params![self.root, self.maker])?;
        Ok(transaction.last_insert_rowid())
    }
}

fn keep(transaction: &Transaction<'_>, registry: i64, changes: &FileChanges<'_>) -> Result<(), Fault> {
    let mut forget = transaction.prepare_cached("DELETE FROM files WHERE registry = ?1 AND path = ?2")?;
    for path in &changes.forgotten {
        forget.execute(params![registry, path])?;
    }
    // Unlike REPLACE it needs no way back for each row, which would cost as much as the row.
    let mut record = transaction.prepare_cached(
        "INSERT OR FAIL INTO files
                     (registry, path, size, modified_ns, changed_ns, device, inode, digest, language, tags,
                      is_sensitive, is_settled)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    for FileRow { path, stamp, digest, language, tags, is_sensitive, is_settled } in &changes.recorded {
        let values = params![
            registry,
            path,
            saturated(stamp.size),
            stamp.modified_ns,
            stamp.changed_ns,
            stamp.device.cast_signed(),
            stamp.inode.cast_signed(),
            digest.as_ref().map(Digest::as_bytes),
            language,
            tags,
            is_sensitive,
            is_settled,
        ];
        match record.execute(values) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                forget.execute(params![registry, path])?;
                record.execute(values)?;
            }
            outcome => drop(outcome?),
        }
    }
    Ok(())
}

fn read<'a>(row: &'a Row<'_>) -> Result<FileRow<'a>, Fault> {
    let digest: Option<[u8; 32]> = row.get(6)?;
    Ok(FileRow {
        path: path(row)?,
        stamp: stamp(row)?,
        digest: digest.map(Digest::from),
        language: row.get_ref(7)?.as_str_or_null().map_err(|_| DAMAGED)?,
        tags: row.get(8)?,
        is_sensitive: row.get(9)?,
        is_settled: row.get(10)?,
    })
}

/// Every row begins with its path.
fn path<'a>(row: &'a Row<'_>) -> Result<&'a [u8], Fault> {
    row.get_ref(0)?.as_blob().map_err(|_| DAMAGED)
}

/// And goes on with its stamp.
fn stamp(row: &Row<'_>) -> Result<FileStamp, Fault> {
    Ok(FileStamp {
        size: row.get::<_, i64>(1)?.cast_unsigned(),
        modified_ns: row.get(2)?,
        changed_ns: row.get(3)?,
        device: row.get::<_, i64>(4)?.cast_unsigned(),
        inode: row.get::<_, i64>(5)?.cast_unsigned(),
    })
}

const DAMAGED: Fault = Fault::Damaged("holds a file that makes no sense");
