//! The files of a root are kept as they are given, in one order, and by one maker at a time.

use reread_store::{Database, FileChanges, FileRow, FileStamp};
use reread_text::Digest;
use rusqlite::Connection;

use crate::world::{World, metrics, write};

const ROOT: &[u8] = b"/project/\xff";
const MAKER: &str = "1.0";

fn row(path: &[u8]) -> FileRow<'_> {
    FileRow {
        path,
        stamp: FileStamp { size: 7, modified_ns: -1, changed_ns: i64::MAX, device: u64::MAX, inode: 1 << 63 },
        digest: Some(Digest::of(path)),
        language: Some("rust"),
        tags: 0b1010_0101,
        is_sensitive: true,
        is_settled: true,
    }
}

fn keep(database: &Database, maker: &str, recorded: &[FileRow<'_>], forgotten: &[&[u8]]) {
    let changes = FileChanges { recorded: recorded.to_vec(), forgotten: forgotten.to_vec() };
    database.registry(ROOT, maker).keep(&changes).unwrap();
}

/// The rows, each as it is printed: they are borrowed for as long as they are handed over.
fn kept(database: &Database, root: &[u8], maker: &str) -> Vec<String> {
    let mut rows = Vec::new();
    database.registry(root, maker).each_file(|row| rows.push(format!("{row:?}"))).unwrap();
    rows
}

fn printed(rows: &[FileRow<'_>]) -> Vec<String> {
    rows.iter().map(|row| format!("{row:?}")).collect()
}

#[test]
fn rows_come_back_as_they_were_given_in_the_order_of_names() {
    let world = World::new();
    let plain = FileRow { digest: None, language: None, is_sensitive: false, is_settled: false, ..row(b"a") };
    let (not_text, longer) = (row(b"\xff\n"), row(b"a.b"));
    keep(&world.database(), MAKER, &[not_text, longer, plain], &[]);
    assert_eq!(kept(&world.database(), ROOT, MAKER), printed(&[plain, longer, not_text]));
    assert_eq!(kept(&world.database(), b"/elsewhere", MAKER), printed(&[]), "another root");
}

#[test]
fn a_change_replaces_and_forgets() {
    let world = World::new();
    let database = world.database();
    keep(&database, MAKER, &[row(b"a"), row(b"b"), row(b"c")], &[]);
    let changed = FileRow { digest: None, ..row(b"b") };
    keep(&database, MAKER, &[changed], &[b"a", b"never there"]);
    assert_eq!(kept(&database, ROOT, MAKER), printed(&[changed, row(b"c")]));
    // A name that is forgotten and recorded at once is there.
    keep(&database, MAKER, &[row(b"c")], &[b"b", b"c"]);
    assert_eq!(kept(&database, ROOT, MAKER), printed(&[row(b"c")]));
}

#[test]
fn another_maker_starts_anew() {
    let world = World::new();
    let database = world.database();
    keep(&database, MAKER, &[row(b"a"), row(b"b")], &[]);
    assert_eq!(kept(&database, ROOT, "1.1"), printed(&[]));
    keep(&database, "1.1", &[row(b"b")], &[]);
    assert_eq!(kept(&database, ROOT, "1.1"), printed(&[row(b"b")]));
    assert_eq!(kept(&database, ROOT, MAKER), printed(&[]));
}

#[test]
fn earlier_formats_gain_what_is_new_and_keep_what_they_have() {
    let history = "DROP TABLE blobs; DROP TABLE histories; DROP TABLE operations; DROP TABLE versions;
                   DROP TABLE proposals;";
    let registry = "DROP TABLE files; DROP TABLE registries;";
    let journal = "DROP TABLE journal_heads;";
    let seals = "ALTER TABLE operations DROP COLUMN seal; ALTER TABLE versions DROP COLUMN seal;
                 ALTER TABLE proposals DROP COLUMN checksum;";
    let formats = [
        (1, format!("{journal}{history}{registry}")),
        (2, format!("{journal}{history}")),
        (3, format!("{journal}{seals}")),
        (4, seals.to_owned()),
    ];
    for (version, missing) in formats {
        let world = World::new();
        let metrics = metrics("p", "c", 1);
        world.database().keep_session_metrics(&metrics).unwrap();
        keep(&world.database(), MAKER, &[row(b"b")], &[]);
        write(&world.database(), 1, b"a", None, Some(b"one"));
        // The third format lets go of space already.
        let vacuum = if version >= 3 { "INCREMENTAL" } else { "NONE" };
        let older =
            format!("{missing} PRAGMA auto_vacuum = {vacuum}; PRAGMA user_version = {version}; VACUUM;");
        Connection::open(world.path("reread.db")).unwrap().execute_batch(&older).unwrap();

        keep(&world.database(), MAKER, &[row(b"a")], &[]);
        let rows: &[FileRow<'_>] = if version == 1 { &[row(b"a")] } else { &[row(b"a"), row(b"b")] };
        assert_eq!(kept(&world.database(), ROOT, MAKER), printed(rows));
        assert_eq!(world.database().session_metrics().unwrap(), [metrics]);
        assert_eq!(world.database().check(true).unwrap(), []);
        let versions = world.database().versions(crate::world::ROOT, b"a").list(None, 9).unwrap();
        assert_eq!(versions.len(), usize::from(version >= 3), "rows of an earlier format are sealed");
        let connection = Connection::open(world.path("reread.db")).unwrap();
        let vacuum: i64 = connection.query_row("PRAGMA auto_vacuum", [], |row| row.get(0)).unwrap();
        assert_eq!(vacuum, 2, "what is pruned can leave the file");
    }
}
