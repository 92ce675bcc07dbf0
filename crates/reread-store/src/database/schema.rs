//! The tables, and how a file says that they are ours.
//!
//! Keys are keyed hashes of what was given, since texts are kept with their secrets replaced and cut, and two of them
//! may then read the same.

use rusqlite::{Connection, Transaction};

use super::Fault;

pub(super) const VERSION: i64 = 5;

/// The last format whose rows of history have no seals.
pub(super) const UNSEALED: i64 = 4;

pub(super) const PAGE_SIZE: u64 = 4096;

/// `rrd1`, by which `file` and others may know the database.
const APPLICATION: i64 = 0x7272_6431;

const TABLES: &str = "
CREATE TABLE approvals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    matter_key BLOB NOT NULL UNIQUE,
    principal_key BLOB NOT NULL,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    root BLOB NOT NULL,
    path BLOB NOT NULL,
    before BLOB,
    after BLOB,
    why TEXT NOT NULL,
    asked INTEGER NOT NULL,
    standing INTEGER NOT NULL,
    decided INTEGER,
    expires INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT;
CREATE INDEX approvals_by_principal ON approvals (principal_key, standing);
CREATE TABLE session_metrics (
    session_key BLOB PRIMARY KEY,
    principal TEXT NOT NULL,
    conversation TEXT NOT NULL,
    updated INTEGER NOT NULL,
    reads_count INTEGER NOT NULL,
    reads_lines_total INTEGER NOT NULL,
    reads_chars_total INTEGER NOT NULL,
    search_count INTEGER NOT NULL,
    reads_after_search INTEGER NOT NULL,
    max_read_span INTEGER NOT NULL,
    preview_degraded_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_metrics_by_age ON session_metrics (updated);
";

/// What the second format has besides.
const REGISTRY_TABLES: &str = "
CREATE TABLE registries (
    id INTEGER PRIMARY KEY,
    root BLOB NOT NULL UNIQUE,
    maker TEXT NOT NULL
) STRICT;
CREATE TABLE files (
    registry INTEGER NOT NULL,
    path BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    changed_ns INTEGER NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    digest BLOB,
    language TEXT,
    tags INTEGER NOT NULL,
    is_sensitive INTEGER NOT NULL,
    is_settled INTEGER NOT NULL,
    PRIMARY KEY (registry, path)
) STRICT, WITHOUT ROWID;
";

/// What the third format has besides.
const HISTORY_TABLES: &str = "
CREATE TABLE blobs (
    digest BLOB PRIMARY KEY NOT NULL,
    size INTEGER NOT NULL,
    base BLOB,
    packed BLOB NOT NULL
) STRICT;
CREATE INDEX blobs_by_base ON blobs (base) WHERE base IS NOT NULL;
CREATE TABLE histories (
    id INTEGER PRIMARY KEY,
    root BLOB NOT NULL,
    path BLOB NOT NULL,
    last INTEGER NOT NULL,
    pruned INTEGER NOT NULL,
    UNIQUE (root, path)
) STRICT;
CREATE TABLE operations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state INTEGER NOT NULL,
    began INTEGER NOT NULL,
    author TEXT NOT NULL,
    undoes INTEGER,
    files INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT;
CREATE INDEX operations_unsettled ON operations (id) WHERE state NOT IN (3, 12);
CREATE TABLE versions (
    history INTEGER NOT NULL,
    number INTEGER NOT NULL,
    parent INTEGER,
    time INTEGER NOT NULL,
    author TEXT NOT NULL,
    change INTEGER NOT NULL,
    other BLOB,
    digest BLOB,
    size INTEGER,
    mode INTEGER,
    is_kept INTEGER NOT NULL,
    operation INTEGER,
    temp BLOB,
    checksum BLOB NOT NULL,
    PRIMARY KEY (history, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX versions_by_digest ON versions (digest) WHERE digest IS NOT NULL;
CREATE INDEX versions_by_operation ON versions (operation) WHERE operation IS NOT NULL;
CREATE TABLE proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    root BLOB NOT NULL,
    path BLOB NOT NULL,
    base BLOB,
    ours BLOB,
    theirs BLOB,
    suggested BLOB,
    base_version INTEGER,
    current_version INTEGER,
    caller TEXT NOT NULL,
    request TEXT NOT NULL,
    created INTEGER NOT NULL,
    state INTEGER NOT NULL,
    settled INTEGER,
    seal BLOB NOT NULL
) STRICT;
";

/// What the fourth format has besides.
const JOURNAL_TABLES: &str = "
CREATE TABLE journal_heads (
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    seal BLOB NOT NULL
) STRICT;
";

/// What the fifth format has besides.
///
/// Rows of history have a seal: without the key no program can say what an operation did, or is about to do. They keep
/// their checksum, too: a lost key must not lose the history with it, and adopting the directory goes by that.
const SEALS: &str = "
ALTER TABLE operations ADD COLUMN seal BLOB;
ALTER TABLE versions ADD COLUMN seal BLOB;
ALTER TABLE proposals ADD COLUMN checksum BLOB;
";

/// The tables that each format has besides those of the format before.
const ALL_TABLES: [&str; 5] = [TABLES, REGISTRY_TABLES, HISTORY_TABLES, JOURNAL_TABLES, SEALS];

/// Blobs that were found whole, or put there, since the file was opened. No other process can have changed them, and a
/// transaction that is rolled back rolls this back with it.
const SOUND_BLOBS: &str = "CREATE TEMP TABLE sound_blobs (digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;";

/// Makes the tables in an empty file, and refuses one of another format. An earlier one cannot lie in a directory with our
/// key, unless another program put it there.
pub(super) fn adopt(connection: &mut Connection) -> Result<(), Fault> {
    match format_of(connection)? {
        Some(VERSION) => {}
        Some(_) => return Err(Fault::Unsealed),
        None => set_up(connection, &ALL_TABLES, APPLICATION, VERSION)?,
    }
    Ok(connection.execute_batch(SOUND_BLOBS)?)
}

/// The same for a file that is about to be sealed: an earlier format stays as it is, but for tables that are missing.
pub(super) fn adopt_unsealed(connection: &mut Connection) -> Result<(), Fault> {
    match format_of(connection)? {
        Some(found) if found < UNSEALED => upgrade(connection, found)?,
        Some(_) => {}
        None => set_up(connection, &ALL_TABLES, APPLICATION, VERSION)?,
    }
    Ok(connection.execute_batch(SOUND_BLOBS)?)
}

/// Makes room for seals in a file without them. Whether that was necessary.
pub(super) fn add_seals(transaction: &Transaction<'_>) -> Result<bool, Fault> {
    let is_unsealed = pragma(transaction, "user_version")? == UNSEALED;
    if is_unsealed {
        transaction.execute_batch(SEALS)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(is_unsealed)
}

/// The format of a database of ours; `None` of an empty file.
fn format_of(connection: &Connection) -> Result<Option<i64>, Fault> {
    match (pragma(connection, "application_id")?, pragma(connection, "user_version")?) {
        (APPLICATION, found) if found > VERSION => Err(Fault::Newer(found)),
        (APPLICATION, found @ 1..=VERSION) => Ok(Some(found)),
        (APPLICATION, _) => Err(Fault::Damaged("names no format")),
        (0, 0) if is_empty(connection)? => Ok(None),
        _ => Err(Fault::Foreign),
    }
}

/// Makes tables in an empty file, and says whose they are.
pub(super) fn set_up(
    connection: &mut Connection,
    tables: &[&str],
    application: i64,
    version: i64,
) -> Result<(), Fault> {
    connection.pragma_update(None, "page_size", PAGE_SIZE as i64)?;
    give_space_back(connection)?;
    // First, since no later call looks at it again; where there can be no log, SQLite stays with its journal.
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    let transaction = connection.transaction()?;
    for tables in tables {
        transaction.execute_batch(tables)?;
    }
    transaction.pragma_update(None, "application_id", application)?;
    transaction.pragma_update(None, "user_version", version)?;
    Ok(transaction.commit()?)
}

/// Adds what is missing before the first format with seals.
fn upgrade(connection: &mut Connection, found: i64) -> Result<(), Fault> {
    if found < 3 {
        give_space_back(connection)?;
        // Only now does an earlier format take it on. Until then it held nothing large.
        connection.execute_batch("VACUUM")?;
    }
    let transaction = connection.transaction()?;
    for (version, tables) in (1..=UNSEALED).zip(ALL_TABLES).filter(|(version, _)| *version > found) {
        transaction.execute_batch(tables)?;
        transaction.pragma_update(None, "user_version", version)?;
    }
    Ok(transaction.commit()?)
}

/// Lets what is pruned leave the file, step by step and without a copy of the whole.
fn give_space_back(connection: &Connection) -> Result<(), Fault> {
    Ok(connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?)
}

/// Whether the tables are exactly those that we make. A flipped bit in the name of a column would make every row of
/// its table seem damaged.
pub(super) fn is_ours(connection: &Connection) -> Result<bool, Fault> {
    let made = Connection::open_in_memory()?;
    for tables in ALL_TABLES {
        made.execute_batch(tables)?;
    }
    Ok(tables(connection)? == tables(&made)?)
}

/// Everything by its name, and the words that made it.
fn tables(connection: &Connection) -> Result<Vec<(String, Option<String>)>, Fault> {
    let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn is_empty(connection: &Connection) -> Result<bool, Fault> {
    Ok(connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?)
}

pub(super) fn pragma(connection: &Connection, name: &str) -> Result<i64, Fault> {
    Ok(connection.pragma_query_value(None, name, |row| row.get(0))?)
}
