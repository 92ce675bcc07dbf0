//! Sealing the rows of a database whose seals are not ours: one of an earlier format, and one that the user adopts.
//!
//! What is sealed is what the rows say by their checksums, which show damage and prove nothing else. So it is done in two
//! cases only: the user named the directory, or the user looked at what it holds and agreed. Approvals go: they were
//! granted elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use cap_std::fs::Dir;
use rusqlite::{Row, Transaction, params};

use super::database_file::{DatabaseFile, SqliteFormat};
use super::numbered::MOST;
use super::operation::{Operation, OperationResult};
use super::operations::{self, OperationRow, whole_open_operations};
use super::version_row::{VERSION_ROWS, VersionRow, is_name};
use super::{
    DatabaseError, Durable, Fault, execute, natural, proposals, query_row, read_rows, saturated, schema,
};
use crate::seal::{SealKey, SealedTransaction};

/// How a file is opened whose rows have no seal of ours.
const FORMAT: SqliteFormat = SqliteFormat { adopt: schema::adopt_unsealed, ..super::FORMAT };

/// What a database says that it holds. None of it is proven.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundHistory {
    /// How many files of each root have versions.
    pub roots: BTreeMap<Vec<u8>, u64>,
    /// How many versions there are.
    pub versions: u64,
    /// How many operations there are, and who is said to have done how many of them.
    pub authors: BTreeMap<String, u64>,
    /// The operations that are not settled.
    pub open: Vec<FoundOperation>,
    /// The files of proposals that are not decided, with who made each.
    pub proposals: Vec<(Vec<u8>, String)>,
    /// Approval requests and decisions.
    pub approvals: u64,
    /// Rows whose checksum is wrong, or that name a file as ours are never named. They are not taken over.
    pub unsound: u64,
}

/// An operation that is not settled, as a database has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundOperation {
    /// Its number.
    pub id: i64,
    /// Who is said to have begun it.
    pub author: String,
    /// What it is about.
    pub files: Vec<FoundFile>,
}

/// A file of an operation, by names that were not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// The absolute name of its root, or what stands in its place.
    pub root: Vec<u8>,
    /// The name beneath it.
    pub path: Vec<u8>,
    /// The second name.
    pub temp: Option<Vec<u8>>,
}

/// What was taken over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AdoptedRows {
    /// Versions that are sealed now.
    pub versions: u64,
    /// Operations that are sealed now.
    pub operations: u64,
    /// Proposals that are sealed now.
    pub proposals: u64,
    /// Approvals that were removed.
    pub approvals: u64,
}

/// Another name for a root: files beneath the first count as files beneath the second.
pub(crate) type MovedRoot<'a> = Option<(&'a [u8], &'a [u8])>;

/// Seals the rows of an earlier format, in one transaction. A file that has seals by now stays as it is.
pub(super) fn seal_earlier_format(dir: Dir, path: &Path, key: [u8; 32]) -> Result<(), DatabaseError> {
    let key = SealKey(key);
    let file = DatabaseFile::new(dir, path, &FORMAT)?;
    file.transact(Some(Durable::Now), |transaction| {
        if schema::add_seals(transaction)? {
            seal_rows(&SealedTransaction { transaction, key: &key }, Some(&key), None)?;
        }
        Ok(())
    })
}

/// Seals every row whose checksum is right with this key, in one transaction, settles what is open as the caller says (`None`
/// leaves it open), and removes approvals. Proposals of an earlier format have no checksum: they are taken over if they have the seal of the
/// `earlier` key.
pub(crate) fn adopt_rows(
    dir: Dir,
    path: &Path,
    key: [u8; 32],
    earlier: Option<[u8; 32]>,
    moved: MovedRoot<'_>,
    mut settle: impl FnMut(&Operation) -> Option<OperationResult>,
) -> Result<AdoptedRows, DatabaseError> {
    let (key, earlier) = (SealKey(key), earlier.map(SealKey));
    let file = DatabaseFile::new(dir, path, &FORMAT)?;
    file.transact(Some(Durable::Now), |transaction| {
        // What a trigger or a view would add to the statements below is not ours.
        schema::add_seals(transaction)?;
        if !schema::is_ours(transaction)? {
            return Err(Fault::Foreign);
        }
        let sealed = SealedTransaction { transaction, key: &key };
        let rows = seal_rows(&sealed, earlier.as_ref(), moved)?;
        bound_counters(&sealed)?;
        // Recovery acts on what is open from the moment at which it counts.
        for operation in whole_open_operations(&sealed)? {
            if let Some(result) = settle(&operation) {
                operations::settle_row(&sealed, operation.id, result)?;
            }
        }
        let approvals = execute(transaction, "DELETE FROM approvals", [])? as u64;
        execute(transaction, "DELETE FROM journal_heads", [])?;
        Ok(AdoptedRows { approvals, ..rows })
    })
}

fn seal_rows(
    sealed: &SealedTransaction<'_>,
    earlier: Option<&SealKey>,
    moved: MovedRoot<'_>,
) -> Result<AdoptedRows, Fault> {
    let renamed = |root: Vec<u8>| match moved {
        Some((old, new)) if root == old => new.to_vec(),
        _ => root,
    };
    // Rows that are not sealed stay, and are damage: `repair` names and removes them.
    let versions = read_rows(sealed, VERSION_ROWS, &[], |row| Ok(VersionRow::read_unsealed(row).ok()))?;
    let of_operations = "SELECT * FROM operations";
    let operations = read_rows(sealed, of_operations, &[], |row| Ok(OperationRow::read_unsealed(row).ok()))?;
    let of_proposals = "SELECT * FROM proposals";
    let proposals = read_rows(sealed, of_proposals, &[], |row| sound_proposal(row, earlier))?;
    if let Some((old, new)) = moved {
        execute(sealed, "UPDATE histories SET root = ?2 WHERE root = ?1", [old, new])?;
    }
    let mut rows = AdoptedRows::default();
    for row in versions.into_iter().flatten() {
        VersionRow { root: renamed(row.root), ..row }.put(sealed)?;
        rows.versions += 1;
    }
    for row in operations.into_iter().flatten() {
        row.put(sealed)?;
        rows.operations += 1;
    }
    for mut proposal in proposals.into_iter().flatten() {
        proposal.root = renamed(proposal.root);
        proposals::put(sealed, &proposal)?;
        rows.proposals += 1;
    }
    Ok(rows)
}

/// Counters have no seal. One that leaves no number for the next row would end all writing for good.
fn bound_counters(transaction: &Transaction<'_>) -> Result<(), Fault> {
    for table in ["operations", "proposals"] {
        let bound = format!(
            "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM {table} WHERE id <= ?1)
             WHERE name = '{table}' AND seq NOT BETWEEN 0 AND ?1"
        );
        execute(transaction, &bound, [saturated(MOST)])?;
    }
    let newest =
        "SELECT coalesce(max(number), 0) FROM versions WHERE history = histories.id AND number <= ?1";
    let bound = format!("UPDATE histories SET last = ({newest}) WHERE last NOT BETWEEN 0 AND ?1");
    execute(transaction, &bound, [saturated(MOST)])?;
    Ok(())
}

fn sound_proposal(row: &Row<'_>, earlier: Option<&SealKey>) -> Result<Option<super::Proposal>, Fault> {
    let Ok(proposal) = proposals::parse(row) else { return Ok(None) };
    let has_seal = |key| proposals::has_seal(row, &proposal, key).unwrap_or(false);
    let is_sound = is_name(&proposal.path)
        && (proposals::has_checksum(row, &proposal).unwrap_or(false) || earlier.is_some_and(has_seal));
    Ok(is_sound.then_some(proposal))
}

/// What a database says that it holds. The directory is a copy of our own: opening a database may change it.
pub(crate) fn look_at_copy(dir: Dir, path: &Path) -> Result<FoundHistory, DatabaseError> {
    let file = DatabaseFile::new(dir, path, &FORMAT)?;
    file.transact(Some(Durable::Later), |transaction| {
        schema::add_seals(transaction)?;
        if !schema::is_ours(transaction)? {
            return Err(Fault::Foreign);
        }
        found(transaction)
    })
}

fn found(transaction: &Transaction<'_>) -> Result<FoundHistory, Fault> {
    let count = |table: &str| -> Result<u64, Fault> {
        natural(query_row(transaction, &format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?)
    };
    let counted = |query: &str| -> Result<Vec<(Vec<u8>, u64)>, Fault> {
        read_rows(transaction, query, &[], |row| Ok((row.get(0)?, natural(row.get(1)?)?)))
    };
    let versions =
        read_rows(transaction, VERSION_ROWS, &[], |row| Ok(VersionRow::read_unsealed(row).is_err()))?;
    let operations = "SELECT * FROM operations";
    let operations =
        read_rows(transaction, operations, &[], |row| Ok(OperationRow::read_unsealed(row).is_err()))?;
    let authors = counted("SELECT CAST(author AS BLOB), count(*) FROM operations GROUP BY author")?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let open = "SELECT id, author FROM operations WHERE state NOT IN (3, 12) ORDER BY id";
    let open = read_rows(transaction, open, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let proposals = "SELECT path, caller FROM proposals WHERE state = ?1 ORDER BY id";
    let is_open = super::ProposalState::Open.number();
    Ok(FoundHistory {
        roots: counted("SELECT root, count(*) FROM histories GROUP BY root")?.into_iter().collect(),
        versions: count("versions")?,
        authors: authors.into_iter().map(|(author, count)| (text(author), count)).collect(),
        open: open
            .into_iter()
            .map(|(id, author)| found_operation(transaction, id, author))
            .collect::<Result<_, _>>()?,
        proposals: read_rows(transaction, proposals, params![is_open], |row| Ok((row.get(0)?, row.get(1)?)))?,
        approvals: count("approvals")?,
        unsound: versions.into_iter().chain(operations).filter(|is_unsound| *is_unsound).count() as u64,
    })
}

fn found_operation(transaction: &Transaction<'_>, id: i64, author: String) -> Result<FoundOperation, Fault> {
    let files = "SELECT h.root, h.path, v.temp FROM versions v JOIN histories h ON h.id = v.history
                 WHERE v.operation = ?1 ORDER BY h.root, h.path";
    let files = read_rows(transaction, files, params![id], |row| {
        Ok(FoundFile { root: row.get(0)?, path: row.get(1)?, temp: row.get(2)? })
    })?;
    Ok(FoundOperation { id, author, files })
}
