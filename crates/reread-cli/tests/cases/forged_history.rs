//! What a program without any key can write into a history: rows whose unkeyed checksums are right.

use hmac::{Hmac, KeyInit as _, Mac as _};
use reread_testkit::World;
use reread_text::Digest;
use rusqlite::{Connection, params};
use sha2::Sha256;

/// What one file of a forged operation holds, shall hold, and is made ready as.
pub(super) struct ForgedFile<'a> {
    pub(super) path: &'a str,
    pub(super) before: Option<&'a str>,
    pub(super) after: Option<&'a str>,
    /// The second name, as a crash would have left it.
    pub(super) temp: &'a str,
}

/// The number that every forged operation has.
pub(super) const FORGED: i64 = 4_711;

/// Puts an open operation on these files into the database of the workspace.
pub(super) fn forge_operation(world: &World, files: &[ForgedFile<'_>]) {
    let database = Connection::open(world.path(".reread/reread.db")).unwrap();
    let count = i64::try_from(files.len()).unwrap();
    let operation: [&[u8]; 6] = [
        &FORGED.to_be_bytes(),
        &0_i64.to_be_bytes(),
        &7_u64.to_be_bytes(),
        b"cli:me",
        &[0; 8],
        &count.to_be_bytes(),
    ];
    let put = "INSERT INTO operations (id, state, began, author, undoes, files, checksum)
               VALUES (?1, 0, 7, 'cli:me', NULL, ?2, ?3)";
    database.execute(put, params![FORGED, count, checksum("operation", &operation)]).unwrap();
    for file in files {
        forge_versions(&database, world, file);
    }
    if database.prepare("SELECT seal FROM versions").is_ok() {
        database.execute("UPDATE operations SET seal = randomblob(32) WHERE seal IS NULL", []).unwrap();
        database.execute("UPDATE versions SET seal = randomblob(32) WHERE seal IS NULL", []).unwrap();
    }
}

/// A history of two versions at the most: what was there, and what the operation made.
fn forge_versions(database: &Connection, world: &World, file: &ForgedFile<'_>) {
    let root = world.root().into_os_string().into_encoded_bytes();
    let path = file.path.as_bytes();
    database.execute("DELETE FROM histories WHERE root = ?1 AND path = ?2", params![root, path]).unwrap();
    let last = i64::from(file.before.is_some()) + 1;
    let begin = "INSERT INTO histories (root, path, last, pruned) VALUES (?1, ?2, ?3, 0)";
    database.execute(begin, params![root, path, last]).unwrap();
    let history = database.last_insert_rowid();
    let put = |number: i64, text: Option<&str>, operation: Option<i64>, temp: Option<&str>| {
        let parent = (number > 1).then_some(number - 1);
        let digest = text.map(|text| *Digest::of(text.as_bytes()).as_bytes());
        let size = text.map(|text| i64::try_from(text.len()).unwrap());
        let content = digest.map(|digest| {
            let size = size.unwrap().to_be_bytes();
            [&digest[..], &size, &0o644_u32.to_be_bytes(), &[0]].concat()
        });
        let fields: [&[u8]; 11] = [
            &root,
            path,
            &number.to_be_bytes(),
            &parent.unwrap_or(0).to_be_bytes(),
            &7_u64.to_be_bytes(),
            b"cli:me",
            &1_i64.to_be_bytes(),
            b"",
            content.as_deref().unwrap_or_default(),
            &operation.unwrap_or(0).to_be_bytes(),
            temp.unwrap_or_default().as_bytes(),
        ];
        let put =
            "INSERT INTO versions (history, number, parent, time, author, change, other, digest, size, mode,
                                         is_kept, operation, temp, checksum)
                   VALUES (?1, ?2, ?3, 7, 'cli:me', 1, NULL, ?4, ?5, ?6, 0, ?7, ?8, ?9)";
        let mode = text.map(|_| 0o644);
        let temp = temp.map(str::as_bytes);
        let sum = checksum("version", &fields);
        database
            .execute(put, params![history, number, parent, digest, size, mode, operation, temp, sum])
            .unwrap();
    };
    if file.before.is_some() {
        put(1, file.before, None, None);
    }
    put(last, file.after, Some(FORGED), Some(file.temp));
}

/// The hash that the database has beside each row. Its key is known to all.
fn checksum(purpose: &str, fields: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(&[0; 32]).unwrap();
    mac.update(b"reread database 1");
    for field in [purpose.as_bytes()].iter().chain(fields) {
        mac.update(&(field.len() as u64).to_be_bytes());
        mac.update(field);
    }
    mac.finalize().into_bytes().into()
}
