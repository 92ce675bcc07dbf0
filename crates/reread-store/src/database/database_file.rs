//! The database file: where it lies, and how `SQLite` opens it.
//!
//! `SQLite` opens by path and cannot take a handle. That is acceptable here and nowhere else: the directory is the
//! user's own, closed to other users and held as a handle; the files in it are examined beneath that handle; and the
//! path has to lead to that very directory both before `SQLite` opens the file and after. A program that can exchange directories in
//! between can write to a directory above ours, and gains nothing that is believed: approvals are sealed with a key
//! that is read through the handle.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use cap_std::fs::{Dir, MetadataExt as _};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::error::DatabaseError;
use super::schema::PAGE_SIZE;
use super::{Durable, Fault};
use crate::lock::Lock;
use crate::private;
use crate::state_error::at;

/// A `SQLite` file of a state directory, opened under the lock of that directory.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    dir: Dir,
    /// Without links: `SQLite` refuses a path with a link in it, wherever that is.
    path: PathBuf,
    format: &'static SqliteFormat,
    kept: Mutex<KeptConnection>,
}

/// The connection that stays open from one call to the next, while at least one [`KeepOpen`] exists.
#[derive(Debug, Default)]
struct KeptConnection {
    stays: usize,
    opened: Option<OpenConnection>,
}

/// An open file under the exclusive lock. Fields drop in order: it is closed before the lock is released.
#[derive(Debug)]
struct OpenConnection {
    connection: Connection,
    sharing: Sharing,
    durable: Durable,
    visits: u32,
    /// The files after the last call: another program may have changed them by the next one.
    left: FileStamps,
    held: Lock,
}

/// Whether other programs may have the file open, too. Other processes of ours never do: they wait for our lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// They may not. The index of the log is kept in memory.
    Alone,
    /// One of them reads the file, and keeps its view of it. The index of the log is a file that all of them map.
    WithReaders,
}

/// While this exists, a file that a call opened stays open.
#[derive(Debug)]
pub(super) struct KeepOpen<'p> {
    file: &'p DatabaseFile,
}

/// The file names of one database, and how it is recognised as ours.
#[derive(Debug)]
pub(super) struct SqliteFormat {
    pub(super) database: &'static str,
    pub(super) wal: &'static str,
    /// `SQLite` keeps one while it turns a new file to WAL.
    pub(super) journal: &'static str,
    /// The index of the log, while other programs read the file.
    pub(super) index: &'static str,
    /// Makes the tables in an empty file, and refuses one that is not ours.
    pub(super) adopt: fn(&mut Connection) -> Result<(), Fault>,
}

/// After so many calls the file is closed all the same, so that a waiting process gets its turn.
const MOST_VISITS: u32 = 32;

/// Statements that are kept with an open file: more than a write takes.
const MOST_STATEMENTS: usize = 64;

/// From here on a call that ends moves the log into the database; before, the next call reads it once more. On a disk that
/// is nearly full every call does so.
const LONGEST_WAL: u64 = 256 << 10;

/// What it takes to let go of versions on a disk that is full otherwise.
const RESERVE: u64 = 64 << 10;

/// What `SQLite` begins a journal with once it is on the disk; until then there are zeros. Behind it stand how many pages
/// follow, a random number, and how many pages the database had.
const JOURNAL_START: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// How long `SQLite` waits for a program that writes and does not take our lock.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long it waits for one that reads, before the file is shared with it.
const PATIENCE_WITH_READERS: Duration = Duration::from_millis(50);

impl DatabaseFile {
    #[expect(clippy::disallowed_methods, reason = "the path must lead to the handle whenever it is used")]
    pub(super) fn new(dir: Dir, path: &Path, format: &'static SqliteFormat) -> Result<Self, DatabaseError> {
        let path = std::fs::canonicalize(path).map_err(at(path))?;
        Ok(Self { dir, path, format, kept: Mutex::default() })
    }

    /// Opens the file, made when missing, and closes it when the work is done, unless a [`KeepOpen`] exists.
    pub(super) fn visit<T>(
        &self,
        durable: Option<Durable>,
        work: impl FnOnce(&mut Connection) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        let mut kept = self.kept();
        let file = self.path.join(self.format.database);
        let mut opened = match kept.opened.take().filter(|opened| self.is_as_left(opened)) {
            Some(opened) => opened,
            None => self.open(&file)?,
        };
        self.check_path()?;
        opened.become_durable(durable).map_err(|fault| fault.at(&file))?;
        let log_before = opened.left.log_length();
        let result = match work(&mut opened.connection) {
            Ok(result) => result,
            Err(fault) => {
                self.take_back(opened, log_before);
                return Err(fault.at(&file));
            }
        };
        opened.visits += 1;
        opened.left = self.files().map_err(at(&file))?;
        let stays_open = kept.stays > 0
            && opened.visits < MOST_VISITS
            && opened.left.log_length() < LONGEST_WAL
            && !self.is_crowded();
        if stays_open {
            kept.opened = Some(opened);
        } else {
            self.close(opened);
        }
        Ok(result)
    }

    /// The same in one transaction: all of the work is done, or none of it.
    pub(super) fn transact<T>(
        &self,
        durable: Option<Durable>,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        // A change takes its turn before it reads, so that no other program can write in between.
        let behavior = match durable {
            Some(_) => TransactionBehavior::Immediate,
            None => TransactionBehavior::Deferred,
        };
        self.visit(durable, |connection| {
            let transaction = connection.transaction_with_behavior(behavior)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    /// Closes the file. A short log stays as it is, and so does one that another program changed; any other is moved
    /// into the database.
    fn close(&self, opened: OpenConnection) {
        let moves_log =
            (opened.left.log_length() >= LONGEST_WAL || self.is_crowded()) && self.is_as_left(&opened);
        // Should this fail, closing only costs more.
        let _ = opened.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !moves_log);
        drop(opened);
    }

    fn files(&self) -> io::Result<FileStamps> {
        FileStamps::of(&self.dir, self.format.database, self.format.wal)
    }

    fn is_as_left(&self, opened: &OpenConnection) -> bool {
        self.files().is_ok_and(|files| files == opened.left)
    }

    /// Closes the file after a fault: the state of such a connection is unknown. What was put into the log on the way
    /// counts for nothing and goes; on a full disk it would take the room that it takes to tidy up. In a log that was begun
    /// anew meanwhile nothing can be told apart: if the system failed after the last step, the change may count all the same.
    fn take_back(&self, opened: OpenConnection, log_before: u64) {
        let OpenConnection { connection, sharing, held: _held, .. } = opened;
        drop(connection);
        // A log that another program has open is left as it is: the next change writes over its end.
        if sharing == Sharing::Alone && self.length(self.format.wal).is_ok_and(|length| length > log_before) {
            // Should this fail, the next change writes over it.
            let _ =
                private::open_in_place(&self.dir, self.format.wal).and_then(|log| log.set_len(log_before));
        }
    }

    /// Refuses what the disk has hardly room for: it is put into the log and then into the database, and enough has to be
    /// left to let go of something else.
    pub(super) fn require_room_for(&self, bytes: u64) -> Result<(), DatabaseError> {
        let needed = bytes.saturating_mul(2).saturating_add(RESERVE);
        match private::free_bytes(&self.dir) {
            Ok(free) if free < needed => {
                Err(at(&self.path.join(self.format.database))(io::ErrorKind::StorageFull.into()).into())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Whether the disk is so full that a log beside the database takes room that is needed.
    fn is_crowded(&self) -> bool {
        private::free_bytes(&self.dir).is_ok_and(|free| free < 4 * LONGEST_WAL)
    }

    /// Keeps the file open, and the lock held, between calls that follow at once.
    pub(super) fn stay(&self) -> KeepOpen<'_> {
        self.kept().stays += 1;
        KeepOpen { file: self }
    }

    fn kept(&self) -> MutexGuard<'_, KeptConnection> {
        // What is kept is whole: a connection in use is not there.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, file: &Path) -> Result<OpenConnection, DatabaseError> {
        let held = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        self.check_path()?;
        self.check_files()?;
        let (connection, sharing) = self.open_with_readers(file).map_err(|fault| fault.at(file))?;
        self.check_length(file)?;
        let left = self.files().map_err(at(file))?;
        Ok(OpenConnection { connection, sharing, durable: Durable::Now, visits: 0, left, held })
    }

    /// Opens the file for this process alone, or together with programs that have it open to read.
    fn open_with_readers(&self, file: &Path) -> Result<(Connection, Sharing), Fault> {
        match open(file, Sharing::Alone, self.format.adopt) {
            Err(Fault::Sqlite(error)) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                let connection = open(file, Sharing::WithReaders, self.format.adopt)?;
                Ok((connection, Sharing::WithReaders))
            }
            opened => opened.map(|connection| (connection, Sharing::Alone)),
        }
    }

    /// Removes the file, whatever is in it: for what can be made anew.
    pub(super) fn remove(&self) -> Result<(), DatabaseError> {
        let _held = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        // The log first: without its database it would be damage.
        for name in self.format.names().into_iter().rev() {
            match self.dir.remove_file(name) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(at(&self.path.join(name))(error).into());
                }
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// Copies the file and its log under the lock. The path of the copy.
    pub(super) fn copy_aside(&self, name: &str) -> Result<PathBuf, DatabaseError> {
        let _held = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        self.check_files()?;
        for (from, to) in [(self.format.database, name.to_owned()), (self.format.wal, format!("{name}-wal"))]
        {
            if self.length(from)? > 0 {
                self.copy(from, &to).map_err(at(&self.path.join(&to)))?;
            }
        }
        Ok(self.path.join(name))
    }

    fn copy(&self, from: &str, to: &str) -> io::Result<()> {
        let mut copy = private::create_file(&self.dir, to)?;
        io::copy(&mut private::open_file(&self.dir, from)?, &mut copy)?;
        copy.sync_all()
    }

    fn check_path(&self) -> Result<(), DatabaseError> {
        let there = private::identity_at(&self.path).ok();
        if there != Some(private::identity(&self.dir).map_err(at(&self.path))?) {
            return Err(Fault::Moved.at(&self.path));
        }
        Ok(())
    }

    /// Looks at the files without opening them, and makes the first one so that `SQLite` need not.
    fn check_files(&self) -> Result<(), DatabaseError> {
        for name in self.format.names() {
            let file = self.path.join(name);
            if let Some(objection) = private::objection(&self.dir, name).map_err(at(&file))? {
                return Err(Fault::Refused(objection).at(&file));
            }
        }
        let SqliteFormat { database, wal, journal, .. } = *self.format;
        let file = self.path.join(database);
        if self.length(database)? > 0 {
            return Ok(());
        }
        if self.length(wal)? > 0 || self.length(journal)? > 0 && !self.was_never_made() {
            return Err(Fault::Damaged("is gone, and its log is not").at(&file));
        }
        match private::create_file(&self.dir, database) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(at(&file)(error).into()),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Whether a process died while the file was first made: it is there, and its journal says that it was empty before.
    /// `SQLite` removes such a journal by itself.
    fn was_never_made(&self) -> bool {
        let mut start = [0; JOURNAL_START.len() + 12];
        let read = private::open_file(&self.dir, self.format.journal)
            .and_then(|mut journal| io::Read::read_exact(&mut journal, &mut start));
        let (begins, pages_before) = (&start[..8], &start[16..20]);
        self.dir.symlink_metadata(self.format.database).is_ok()
            && read.is_ok()
            && (begins == JOURNAL_START || begins == [0; 8])
            && pages_before == [0; 4]
    }

    /// `SQLite` takes the missing rest of the last page for zeros. With a log beside it, that page may be in there.
    fn check_length(&self, file: &Path) -> Result<(), DatabaseError> {
        if self.length(self.format.wal)? == 0 && !self.length(self.format.database)?.is_multiple_of(PAGE_SIZE)
        {
            return Err(Fault::Damaged("is cut short").at(file));
        }
        Ok(())
    }

    /// The length of a file; a missing one has none.
    fn length(&self, name: &str) -> Result<u64, DatabaseError> {
        match self.dir.symlink_metadata(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(at(&self.path.join(name))(error).into()),
            Ok(metadata) => Ok(metadata.len()),
        }
    }
}

impl Drop for KeepOpen<'_> {
    fn drop(&mut self) {
        let mut kept = self.file.kept();
        kept.stays -= 1;
        if kept.stays == 0
            && let Some(opened) = kept.opened.take()
        {
            self.file.close(opened);
        }
    }
}

impl OpenConnection {
    fn become_durable(&mut self, durable: Option<Durable>) -> Result<(), Fault> {
        if let Some(durable) = durable.filter(|durable| *durable != self.durable) {
            self.connection.execute_batch(match durable {
                Durable::Now => "PRAGMA synchronous = FULL;",
                Durable::Later => "PRAGMA synchronous = NORMAL;",
            })?;
            self.durable = durable;
        }
        Ok(())
    }
}

impl SqliteFormat {
    fn names(&self) -> [&'static str; 4] {
        [self.database, self.wal, self.journal, self.index]
    }
}

fn open(
    file: &Path,
    sharing: Sharing,
    adopt: fn(&mut Connection) -> Result<(), Fault>,
) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NOFOLLOW
        | OpenFlags::SQLITE_OPEN_PRIVATE_CACHE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(match sharing {
        Sharing::Alone => PATIENCE_WITH_READERS,
        Sharing::WithReaders => PATIENCE,
    })?;
    connection.set_prepared_statement_cache_capacity(MOST_STATEMENTS);
    // Until the work is done: a fault must not move a doubtful log into the database.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
    // Otherwise some statements are parsed again for each value that they are given.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    if sharing == Sharing::Alone {
        // It keeps the index of the log in memory, in place of a mapped file.
        connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE;")?;
    }
    connection.execute_batch(
        "PRAGMA mmap_size = 0;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -8192;
         PRAGMA cell_size_check = ON;
         PRAGMA synchronous = FULL;",
    )?;
    adopt(&mut connection)?;
    Ok(connection)
}

/// The database and its log after a call, to be recognised at the next one. This process writes to them during calls alone, so a difference at the next call comes from
/// another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileStamps {
    database: Option<Stamp>,
    log: Option<Stamp>,
}

/// What changes when a program writes a file, or puts another in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Device and number, and when anything about it was last changed.
    identity: (u64, u64, i64, i64),
}

impl FileStamps {
    fn of(dir: &Dir, database: &str, log: &str) -> io::Result<Self> {
        Ok(Self { database: stamp(dir, database)?, log: stamp(dir, log)? })
    }

    /// A log that is not there has no length.
    fn log_length(&self) -> u64 {
        self.log.map_or(0, |log| log.length)
    }
}

fn stamp(dir: &Dir, name: &str) -> io::Result<Option<Stamp>> {
    match dir.symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(metadata) => Ok(Some(Stamp {
            length: metadata.len(),
            modified: metadata.modified().ok().map(cap_std::time::SystemTime::into_std),
            identity: (metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec()),
        })),
    }
}
