//! The tables of the word index, and how a file says that they are ours.

use rusqlite::Connection;

use crate::database::Fault;
use crate::database::schema::{is_empty, pragma, set_up};

const VERSION: i64 = 1;

/// `rrw1`.
const APPLICATION: i64 = 0x7272_7731;

const TABLES: &str = "
CREATE TABLE makers (
    maker TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lengths BLOB NOT NULL
) STRICT;
CREATE TABLE documents (
    root INTEGER NOT NULL,
    path BLOB NOT NULL,
    digest BLOB,
    segment INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (root, path)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX documents_by_place ON documents (segment, place);
CREATE INDEX documents_uncounted ON documents (segment, place) WHERE digest IS NULL;
CREATE TABLE postings (
    segment INTEGER NOT NULL,
    word TEXT NOT NULL,
    list BLOB NOT NULL,
    PRIMARY KEY (segment, word)
) STRICT, WITHOUT ROWID;
";

pub(super) fn adopt(connection: &mut Connection) -> Result<(), Fault> {
    match (pragma(connection, "application_id")?, pragma(connection, "user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, found) => Err(Fault::Newer(found)),
        (0, 0) if is_empty(connection)? => set_up(connection, &[TABLES], APPLICATION, VERSION),
        _ => Err(Fault::Foreign),
    }
}
