//! Looking whether everything that is kept of the past is there, and changing nothing.

use reread_text::Digest;
use rusqlite::Row;

use super::history_defect::HistoryDefect;
use super::operation::OperationId;
use super::operations;
use super::proposal::ProposalId;
use super::schema::is_ours;
use super::version::VersionId;
use super::version_row::{VERSION_ROWS, VersionRow};
use super::{Database, DatabaseError, Fault, blobs, proposals};
use crate::seal::SealedTransaction;

const MOST_FINDINGS: usize = 1000;

impl Database {
    /// What is wrong with the history: with `data`, every byte of it is read back and hashed too.
    ///
    /// A file that cannot be opened at all is an error. Beyond 1,000 findings it only says that there are more.
    pub fn check(&self, data: bool) -> Result<Vec<HistoryDefect>, DatabaseError> {
        self.look(|transaction| Ok(examine(transaction, data)))
    }
}

/// Everything that is wrong. What cannot be looked at is a finding like any other.
pub(super) fn examine(transaction: &SealedTransaction<'_>, data: bool) -> Vec<HistoryDefect> {
    let mut findings = Findings::default();
    // Everything else would be said of tables that are none.
    if !is_ours(transaction).unwrap_or(false) {
        return vec![HistoryDefect::Tables];
    }
    let examined = [
        each(
            transaction,
            "PRAGMA integrity_check(100)",
            |row| Ok(Some(row.get::<_, String>(0)?).filter(|said| said != "ok").map(HistoryDefect::Database)),
            &mut findings,
        ),
        examine_blobs(transaction, data, &mut findings),
        examine_versions(transaction, &mut findings),
        examine_operations(transaction, &mut findings),
        examine_proposals(transaction, &mut findings),
    ];
    for fault in examined.into_iter().filter_map(Result::err) {
        findings.add(HistoryDefect::Database(words(fault)));
    }
    findings.0
}

/// What was found, up to as many defects as are listed.
#[derive(Default)]
struct Findings(Vec<HistoryDefect>);

impl Findings {
    fn add(&mut self, finding: HistoryDefect) {
        match self.0.len() {
            0..MOST_FINDINGS => self.0.push(finding),
            MOST_FINDINGS => self.0.push(HistoryDefect::More),
            _ => {}
        }
    }
}

fn words(fault: Fault) -> String {
    match fault {
        Fault::Sqlite(error) => error.to_string(),
        Fault::Damaged(what) | Fault::Unreadable(_, what) => what.to_owned(),
        _ => "is of another format".to_owned(),
    }
}

fn each(
    transaction: &SealedTransaction<'_>,
    query: &str,
    mut finding: impl FnMut(&Row<'_>) -> Result<Option<HistoryDefect>, Fault>,
    findings: &mut Findings,
) -> Result<(), Fault> {
    let mut statement = transaction.prepare_cached(query)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(finding) = finding(row)? {
            findings.add(finding);
        }
    }
    Ok(())
}

fn examine_blobs(
    transaction: &SealedTransaction<'_>,
    data: bool,
    findings: &mut Findings,
) -> Result<(), Fault> {
    let one = |row: &Row<'_>| {
        let digest = Digest::from(row.get::<_, [u8; 32]>(0)?);
        let read = if data {
            blobs::load(transaction, &digest).map(drop)
        } else {
            blobs::chain(transaction, &digest).map(drop)
        };
        match read {
            Ok(()) => Ok(None),
            Err(Fault::Unreadable(digest, what)) => Ok(Some(HistoryDefect::Bytes(digest, what))),
            Err(fault) => Err(fault),
        }
    };
    each(transaction, "SELECT digest FROM blobs", one, findings)?;
    let stray = |row: &Row<'_>| Ok(Some(HistoryDefect::Stray(row.get::<_, [u8; 32]>(0)?.into())));
    each(transaction, &format!("SELECT digest FROM blobs WHERE {STRAY}"), stray, findings)
}

/// Whether nothing cites a blob, and nothing is packed against it.
pub(super) const STRAY: &str = "
    digest NOT IN (SELECT digest FROM versions WHERE is_kept AND digest IS NOT NULL
                   UNION SELECT base FROM blobs WHERE base IS NOT NULL
                   UNION SELECT base FROM proposals WHERE base IS NOT NULL
                   UNION SELECT ours FROM proposals WHERE ours IS NOT NULL
                   UNION SELECT theirs FROM proposals WHERE theirs IS NOT NULL
                   UNION SELECT suggested FROM proposals WHERE suggested IS NOT NULL)";

/// Files of which a number is neither there nor pruned, or there is one that was never given out.
pub(super) const MISCOUNTED: &str = "
    last != pruned + (SELECT count(*) FROM versions v WHERE v.history = histories.id)
    OR last < (SELECT coalesce(max(v.number), 0) FROM versions v WHERE v.history = histories.id)";

fn examine_versions(transaction: &SealedTransaction<'_>, findings: &mut Findings) -> Result<(), Fault> {
    let one = |row: &Row<'_>| match VersionRow::read(row, transaction.key) {
        Ok(_) => Ok(None),
        Err(_) => Ok(Some(HistoryDefect::Altered { path: row.get("path")?, number: row.get("number")? })),
    };
    each(transaction, VERSION_ROWS, one, findings)?;
    let without_history = "SELECT number FROM versions WHERE history NOT IN (SELECT id FROM histories)";
    let unowned = |row: &Row<'_>| Ok(Some(HistoryDefect::Altered { path: Vec::new(), number: row.get(0)? }));
    each(transaction, without_history, unowned, findings)?;
    let lost = "SELECT h.path, v.number, v.digest FROM versions v JOIN histories h ON h.id = v.history
                WHERE v.is_kept AND v.digest NOT IN (SELECT digest FROM blobs)";
    let bytes_lost = |row: &Row<'_>| {
        let digest = row.get::<_, [u8; 32]>(2)?.into();
        Ok(Some(HistoryDefect::Lost { path: row.get(0)?, version: VersionId::read(row.get(1)?)?, digest }))
    };
    each(transaction, lost, bytes_lost, findings)?;
    let miscounted = format!("SELECT path FROM histories WHERE {MISCOUNTED}");
    each(transaction, &miscounted, |row| Ok(Some(HistoryDefect::Count(row.get(0)?))), findings)
}

fn examine_operations(transaction: &SealedTransaction<'_>, findings: &mut Findings) -> Result<(), Fault> {
    let one = |row: &Row<'_>| {
        let id = OperationId::read(row.get("id")?)?;
        Ok((!operations::is_sound(transaction, row)).then_some(HistoryDefect::Operation(id)))
    };
    each(transaction, "SELECT * FROM operations", one, findings)?;
    let unknown = "SELECT DISTINCT operation FROM versions
                   WHERE operation IS NOT NULL AND operation NOT IN (SELECT id FROM operations)";
    each(
        transaction,
        unknown,
        |row| Ok(Some(HistoryDefect::Operation(OperationId::read(row.get(0)?)?))),
        findings,
    )
}

fn examine_proposals(transaction: &SealedTransaction<'_>, findings: &mut Findings) -> Result<(), Fault> {
    let one = |row: &Row<'_>| {
        let id = ProposalId::read(row.get("id")?)?;
        let is_sound = match proposals::read(row, transaction.key) {
            Ok(proposal) => proposals::has_texts(transaction, &proposal)?,
            Err(_) => false,
        };
        Ok((!is_sound).then_some(HistoryDefect::Proposal(id)))
    };
    each(transaction, "SELECT * FROM proposals", one, findings)
}
