//! Removing old versions, only when the user or the configuration says so.
//!
//! What goes is old, or the oldest where there is too much. The newest version of a file never does, nor does anything
//! that an open operation or an open proposal needs. Space that is freed leaves the file.

use std::collections::HashSet;

use reread_text::Digest;
use rusqlite::params;

use super::check::STRAY;
use super::operation::OperationState;
use super::proposal::ProposalState;
use super::version_row::{COUNTS, VERSION_ROWS, version_rows};
use super::{
    Database, DatabaseError, Durable, Fault, blobs, digest_in, execute, natural, query_row, read_rows,
    saturated,
};
use crate::journal::UnixMillis;
use crate::seal::SealedTransaction;

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PrunedHistory {
    /// Versions that were removed.
    pub versions: u64,
    /// Proposals that had been decided.
    pub proposals: u64,
    /// By how much what is kept of files has shrunk.
    pub bytes: u64,
    /// How much of it is left.
    pub left: u64,
    /// How many versions are left.
    pub versions_left: u64,
    /// How many of these would have gone, had they not been pinned.
    pub versions_pinned: u64,
}

/// Where a version stands: the number of its history, and its own.
type Position = (i64, i64);

/// How much may go, and what may not.
struct Pruning<'a> {
    keep_since: UnixMillis,
    keep_bytes: u64,
    is_pinned: &'a dyn Fn(&Digest) -> bool,
    /// How many versions go at the most.
    most: u64,
}

impl Database {
    /// Removes versions older than `keep_since` and proposals decided before it, and then the oldest versions until no
    /// more than `keep_bytes` are left, as far as that goes.
    ///
    /// Versions whose content is pinned stay. Bytes that nothing cites are removed at any time. One call removes at most
    /// `most` versions, the oldest first, so that another process does not wait for long.
    pub fn prune_history(
        &self,
        keep_since: UnixMillis,
        keep_bytes: u64,
        is_pinned: impl Fn(&Digest) -> bool,
        most: u64,
    ) -> Result<PrunedHistory, DatabaseError> {
        let pruning = Pruning { keep_since, keep_bytes, is_pinned: &is_pinned, most };
        let pruned = self.change(Durable::Now, |transaction| pruning.prune(transaction))?;
        self.give_space_back()?;
        Ok(pruned)
    }

    /// What [`Database::prune_history`] would remove, however many versions that is. Nothing is changed.
    pub fn preview_prune_history(
        &self,
        keep_since: UnixMillis,
        keep_bytes: u64,
        is_pinned: impl Fn(&Digest) -> bool,
    ) -> Result<PrunedHistory, DatabaseError> {
        let pruning = Pruning { keep_since, keep_bytes, is_pinned: &is_pinned, most: u64::MAX };
        self.try_out(|transaction| pruning.prune(transaction))
    }
}

impl Pruning<'_> {
    fn prune(&self, transaction: &SealedTransaction<'_>) -> Result<PrunedHistory, Fault> {
        let before = kept_bytes(transaction)?;
        let (proposals, texts) = forget_proposals(transaction, self.keep_since)?;
        let (pinned, free) = candidates(transaction, self.is_pinned)?;
        let mut candidates = free.into_iter().peekable();
        let mut digests = Vec::new();
        let mut versions = 0;
        let is_old = |candidate: &Candidate| candidate.time < saturated(self.keep_since.0);
        while versions < self.most
            && let Some(candidate) = candidates.next_if(is_old)
        {
            digests.extend(forget(transaction, &candidate)?);
            versions += 1;
        }
        // Newest first, so that what is about to go itself is not packed anew.
        for digest in digests.iter().rev().chain(&texts) {
            blobs::release(transaction, digest)?;
        }
        let mut left = kept_bytes(transaction)?;
        while versions < self.most
            && left > saturated(self.keep_bytes)
            && let Some(candidate) = candidates.next()
        {
            if let Some(digest) = forget(transaction, &candidate)? {
                left -= blobs::release(transaction, &digest)?;
            }
            versions += 1;
        }
        left -= forget_strays(transaction, self.is_pinned)?;
        forget_operations(transaction)?;
        let is_too_much = left > saturated(self.keep_bytes);
        let held = pinned.iter().filter(|candidate| is_too_much || is_old(candidate)).count();
        Ok(PrunedHistory {
            versions,
            proposals,
            bytes: (before - left).max(0).cast_unsigned(),
            left: left.max(0).cast_unsigned(),
            versions_left: versions_left(transaction)?,
            versions_pinned: held as u64,
        })
    }
}

fn versions_left(transaction: &SealedTransaction<'_>) -> Result<u64, Fault> {
    natural(query_row(transaction, "SELECT count(*) FROM versions", [], |row| row.get(0))?)
}

fn kept_bytes(transaction: &SealedTransaction<'_>) -> Result<i64, Fault> {
    let total = "SELECT coalesce(sum(length(packed)), 0) FROM blobs";
    Ok(query_row(transaction, total, [], |row| row.get(0))?)
}

/// Removes the proposals that were decided before then. How many they were, and the texts that they cited.
fn forget_proposals(
    transaction: &SealedTransaction<'_>,
    keep_since: UnixMillis,
) -> Result<(u64, Vec<Digest>), Fault> {
    let forget = "DELETE FROM proposals WHERE state != ?1 AND settled < ?2
                  RETURNING base, ours, theirs, suggested";
    let mut statement = transaction.prepare_cached(forget)?;
    let mut rows = statement.query(params![ProposalState::Open.number(), saturated(keep_since.0)])?;
    let (mut count, mut texts) = (0, Vec::new());
    while let Some(row) = rows.next()? {
        count += 1;
        for column in 0..4 {
            texts.extend(row.get::<_, Option<[u8; 32]>>(column)?.map(Digest::from));
        }
    }
    Ok((count, texts))
}

/// A version that may go.
struct Candidate {
    position: Position,
    time: i64,
    digest: Option<Digest>,
}

/// All that nothing in the database needs, oldest first: what is pinned, and what is not.
fn candidates(
    transaction: &SealedTransaction<'_>,
    is_pinned: &dyn Fn(&Digest) -> bool,
) -> Result<(Vec<Candidate>, Vec<Candidate>), Fault> {
    let needed = needed(transaction)?;
    let all = "SELECT history, number, time, digest FROM versions ORDER BY time, history, number";
    let versions = read_rows(transaction, all, &[], |row| {
        let position = (row.get("history")?, row.get("number")?);
        Ok(Candidate { position, time: row.get("time")?, digest: digest_in(row, "digest")? })
    })?;
    let free = versions.into_iter().filter(|version| !needed.contains(&version.position));
    Ok(free.partition(|version| version.digest.as_ref().is_some_and(is_pinned)))
}

/// The newest version of each file, what an open operation does and came upon, and what an open proposal is about.
fn needed(transaction: &SealedTransaction<'_>) -> Result<HashSet<Position>, Fault> {
    let mut needed = HashSet::new();
    let newest = format!(
        "SELECT v.history, max(v.number) FROM versions v LEFT JOIN operations o ON o.id = v.operation
         WHERE {COUNTS} GROUP BY v.history"
    );
    let of_proposals = format!(
        "SELECT h.id, n.number FROM proposals p JOIN histories h ON h.root = p.root AND h.path = p.path
             JOIN versions n ON n.history = h.id AND n.number IN (p.base_version, p.current_version)
         WHERE p.state = {}",
        ProposalState::Open.number()
    );
    for query in [newest, of_proposals] {
        let positions = read_rows(transaction, &query, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
        needed.extend(positions);
    }
    let of_open = format!("{VERSION_ROWS} WHERE o.state = {}", OperationState::Open.number());
    for row in version_rows(transaction, &of_open, &[])? {
        let numbers = [Some(row.version.id), row.version.parent].into_iter().flatten();
        needed.extend(numbers.map(|id| (row.history, saturated(id.number()))));
    }
    Ok(needed)
}

/// Removes the row. What it cited.
fn forget(transaction: &SealedTransaction<'_>, candidate: &Candidate) -> Result<Option<Digest>, Fault> {
    let (history, number) = candidate.position;
    execute(transaction, "DELETE FROM versions WHERE history = ?1 AND number = ?2", [history, number])?;
    execute(transaction, "UPDATE histories SET pruned = pruned + 1 WHERE id = ?1", [history])?;
    Ok(candidate.digest)
}

/// Removes bytes that lost what cited them to damage. By how much that is less.
fn forget_strays(
    transaction: &SealedTransaction<'_>,
    is_pinned: &dyn Fn(&Digest) -> bool,
) -> Result<i64, Fault> {
    let strays = format!("SELECT digest FROM blobs WHERE {STRAY}");
    let strays = read_rows(transaction, &strays, &[], |row| Ok(Digest::from(row.get::<_, [u8; 32]>(0)?)))?;
    let strays = strays.iter().filter(|digest| !is_pinned(digest));
    strays.map(|digest| blobs::release(transaction, digest)).sum()
}

/// Removes operations of which nothing is left, but not what says that another was taken back.
fn forget_operations(transaction: &SealedTransaction<'_>) -> Result<(), Fault> {
    execute(
        transaction,
        "DELETE FROM operations WHERE state IN (3, 12)
             AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.operation = operations.id)
             AND (undoes IS NULL OR undoes NOT IN (SELECT id FROM operations))",
        [],
    )?;
    Ok(())
}
