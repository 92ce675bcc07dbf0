//! Where the journal ended when its end was last recorded in the database.
//!
//! The head beside the journal can be cut back together with it; this one lies elsewhere, under a seal. It is noted now
//! and then and not with every record, so that it tells how long the chain was at the least.

use reread_text::Digest;
use rusqlite::{OptionalExtension as _, params};

use super::{Database, DatabaseError, Durable, Fault, execute, natural, query_row, saturated};
use crate::journal::JournalHead;

/// What the one row is found by.
const ROW: i64 = 1;

impl Database {
    /// Notes where the journal ends, unless it is known to have been longer. A power cut may take the note back.
    pub fn note_journal_head(&self, head: &JournalHead) -> Result<(), DatabaseError> {
        let (seq, hash) = (saturated(head.seq), head.hash.as_bytes());
        let seal = self.seal_of(seq, hash);
        self.change(Durable::Later, |transaction| {
            let put = "INSERT INTO journal_heads (id, seq, hash, seal) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (id) DO UPDATE SET seq = ?2, hash = ?3, seal = ?4 WHERE seq < ?2";
            execute(transaction, put, params![ROW, seq, hash, seal])?;
            Ok(())
        })
    }

    /// Where the journal ended when that was last noted.
    pub fn journal_head(&self) -> Result<Option<JournalHead>, DatabaseError> {
        self.look(|transaction| {
            let find = "SELECT seq, hash, seal FROM journal_heads WHERE id = ?1";
            let row = query_row(transaction, find, [ROW], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            let Some((seq, hash, seal)) = row.optional()? else { return Ok(None) };
            let (hash, seal): ([u8; 32], [u8; 32]) = (hash, seal);
            if seal != self.seal_of(seq, &hash) {
                return Err(Fault::Damaged("has a head of the journal that was altered"));
            }
            Ok(Some(JournalHead { seq: natural(seq)?, hash: Digest::from(hash) }))
        })
    }

    fn seal_of(&self, seq: i64, hash: &[u8; 32]) -> [u8; 32] {
        self.key.hash("journal head", &[&seq.to_be_bytes()[..], hash])
    }
}
