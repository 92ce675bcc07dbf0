//! The tables, and how a file says that they are ours.
//!
//! Keys are keyed hashes of what was given, since texts are kept with their secrets replaced and cut, and two of them
//! may then read the same.

use rusqlite::Connection;

use super::Fault;

pub(super) const VERSION: i64 = 2;

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

/// Makes the tables in an empty file, and those that are new in one of an earlier format.
pub(super) fn adopt(connection: &mut Connection) -> Result<(), Fault> {
    let application = pragma(connection, "application_id")?;
    match (application, pragma(connection, "user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, found) if found > VERSION => Err(Fault::Newer(found)),
        (APPLICATION, 1) => upgrade(connection),
        (APPLICATION, _) => Err(Fault::Damaged("names no format")),
        (0, 0) if is_empty(connection)? => {
            set_up(connection, &[TABLES, REGISTRY_TABLES], APPLICATION, VERSION)
        }
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

fn upgrade(connection: &mut Connection) -> Result<(), Fault> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(REGISTRY_TABLES)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

pub(super) fn is_empty(connection: &Connection) -> Result<bool, Fault> {
    Ok(connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?)
}

pub(super) fn pragma(connection: &Connection, name: &str) -> Result<i64, Fault> {
    Ok(connection.pragma_query_value(None, name, |row| row.get(0))?)
}
