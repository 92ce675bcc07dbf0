//! Approval requests: asking, deciding, and looking up their state.
//!
//! A row is believed only with its seal, and a row that has lost it is an error, never an answer. What has expired is
//! as good as gone at once, and removed when the next question or answer comes by.

use std::time::Duration;

use reread_text::{Digest, redact};
use rusqlite::{Row, Transaction, params};

use super::approval::{Approval, ApprovalId, ApprovalState, ApprovalSubject, Decision};
use super::error::DatabaseError;
use super::seal::SealKey;
use super::{Database, Durable, Fault, execute, natural, next_number, saturated, storable};
use crate::cut::cut;
use crate::journal::UnixMillis;

pub(super) const LONGEST_NAME: usize = 1 << 10;
pub(super) const LONGEST_WHY: usize = 4 << 10;

/// More pending requests than a user answers; the oldest one of the same principal goes.
const MOST_PENDING: i64 = 256;

const COLUMNS: &str = "id, matter_key, principal_key, principal, operation, root, path, before, after, why, \
                       asked, standing, decided, expires, seal";

impl Database {
    /// The request about exactly this subject, or a new one when there is none or it has expired.
    ///
    /// At most 256 requests of a principal are pending: one more, and its oldest is withdrawn.
    pub fn ask(
        &self,
        subject: &ApprovalSubject,
        why: &str,
        now: UnixMillis,
        pending_for: Duration,
    ) -> Result<Approval, DatabaseError> {
        let keys = Keys::of(&self.key, subject);
        self.change(Durable::Now, |transaction| {
            remove_expired(transaction, now)?;
            if let Some(entry) = find(transaction, &self.key, "matter_key = ?1", params![keys.matter], now)? {
                return Ok(entry.approval);
            }
            make_room(transaction, &keys)?;
            let approval = Approval {
                id: ApprovalId(natural(next_number(transaction, "approvals")?)?),
                subject: ApprovalSubject {
                    principal: cut(&redact(&subject.principal).text, LONGEST_NAME),
                    operation: cut(&redact(&subject.operation).text, LONGEST_NAME),
                    ..subject.clone()
                },
                why: cut(&redact(why).text, LONGEST_WHY),
                asked: storable(now),
                state: ApprovalState::Pending,
                decided: None,
                expires: after(now, pending_for),
            };
            let entry = Entry { keys, approval };
            entry.put(transaction, &self.key)?;
            Ok(entry.approval)
        })
    }

    /// The request about exactly this subject; `None` when there is none, or it has expired.
    pub fn approval(
        &self,
        subject: &ApprovalSubject,
        now: UnixMillis,
    ) -> Result<Option<Approval>, DatabaseError> {
        let keys = Keys::of(&self.key, subject);
        let found = self
            .look(|transaction| find(transaction, &self.key, "matter_key = ?1", params![keys.matter], now))?;
        Ok(found.map(|entry| entry.approval))
    }

    /// Decides a request for that long; `None` when there is no such request, or it has expired.
    ///
    /// A decision can be changed until it expires.
    pub fn decide(
        &self,
        id: ApprovalId,
        decision: Decision,
        now: UnixMillis,
        valid_for: Duration,
    ) -> Result<Option<Approval>, DatabaseError> {
        self.change(Durable::Now, |transaction| {
            remove_expired(transaction, now)?;
            let found = find(transaction, &self.key, "id = ?1", params![saturated(id.0)], now)?;
            let Some(mut entry) = found else {
                return Ok(None);
            };
            entry.approval.state = decision.state();
            entry.approval.decided = Some(storable(now));
            entry.approval.expires = after(now, valid_for);
            entry.put(transaction, &self.key)?;
            Ok(Some(entry.approval))
        })
    }

    /// Removes the pending requests of a principal that has ended. No other principal has its name.
    pub fn withdraw(&self, principal: &str) -> Result<(), DatabaseError> {
        let principal = self.key.hash("principal", &[principal.as_bytes()]);
        self.change(Durable::Now, |transaction| {
            execute(
                transaction,
                "DELETE FROM approvals WHERE principal_key = ?1 AND standing = ?2",
                params![principal, number(ApprovalState::Pending)],
            )?;
            Ok(())
        })
    }

    /// The requests that have not expired, decided or not, oldest first.
    pub fn approvals(&self, now: UnixMillis) -> Result<Vec<Approval>, DatabaseError> {
        self.look(|transaction| {
            let all = format!("SELECT {COLUMNS} FROM approvals ORDER BY id");
            let mut statement = transaction.prepare_cached(&all)?;
            let mut rows = statement.query([])?;
            let mut approvals = Vec::new();
            while let Some(row) = rows.next()? {
                let approval = Entry::read(row, &self.key)?.approval;
                if now < approval.expires {
                    approvals.push(approval);
                }
            }
            Ok(approvals)
        })
    }
}

fn after(now: UnixMillis, duration: Duration) -> UnixMillis {
    let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    storable(UnixMillis(now.0.saturating_add(millis)))
}

fn remove_expired(transaction: &Transaction<'_>, now: UnixMillis) -> Result<(), Fault> {
    execute(transaction, "DELETE FROM approvals WHERE expires <= ?1", [saturated(now.0)])?;
    Ok(())
}

/// Withdraws the oldest pending requests of the principal, so that there is room for one more.
fn make_room(transaction: &Transaction<'_>, keys: &Keys) -> Result<(), Fault> {
    execute(
        transaction,
        "DELETE FROM approvals WHERE id IN (
             SELECT id FROM approvals WHERE principal_key = ?1 AND standing = ?2
             ORDER BY id DESC LIMIT -1 OFFSET ?3)",
        params![keys.principal, number(ApprovalState::Pending), MOST_PENDING - 1],
    )?;
    Ok(())
}

fn find(
    transaction: &Transaction<'_>,
    key: &SealKey,
    condition: &str,
    values: &[&dyn rusqlite::ToSql],
    now: UnixMillis,
) -> Result<Option<Entry>, Fault> {
    let mut statement =
        transaction.prepare_cached(&format!("SELECT {COLUMNS} FROM approvals WHERE {condition}"))?;
    let mut rows = statement.query(values)?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let entry = Entry::read(row, key)?;
    Ok((now < entry.approval.expires).then_some(entry))
}

/// A row of the table, without its seal.
struct Entry {
    keys: Keys,
    approval: Approval,
}

/// Keyed hashes by which a subject and its principal are found: their stored texts are redacted and cut.
struct Keys {
    matter: [u8; 32],
    principal: [u8; 32],
}

impl Keys {
    fn of(key: &SealKey, subject: &ApprovalSubject) -> Self {
        let ApprovalSubject { principal, operation, root, path, before, after } = subject;
        let parts = [
            principal.as_bytes(),
            operation.as_bytes(),
            root,
            path,
            before.as_ref().map_or(&[], bytes),
            after.as_ref().map_or(&[], bytes),
        ];
        Self { matter: key.hash("matter", &parts), principal: key.hash("principal", &[principal.as_bytes()]) }
    }
}

impl Entry {
    fn put(&self, transaction: &Transaction<'_>, key: &SealKey) -> Result<(), Fault> {
        let Self { keys, approval } = self;
        let Approval { id, subject, why, asked, state, decided, expires } = approval;
        let put = format!(
            "INSERT OR REPLACE INTO approvals ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        );
        execute(
            transaction,
            &put,
            params![
                saturated(id.0),
                keys.matter,
                keys.principal,
                subject.principal,
                subject.operation,
                subject.root,
                subject.path,
                subject.before.as_ref().map(bytes),
                subject.after.as_ref().map(bytes),
                why,
                saturated(asked.0),
                number(*state),
                decided.map(|time| saturated(time.0)),
                saturated(expires.0),
                self.seal(key),
            ],
        )?;
        Ok(())
    }

    fn read(row: &Row<'_>, key: &SealKey) -> Result<Self, Fault> {
        let entry = Self {
            keys: Keys { matter: row.get("matter_key")?, principal: row.get("principal_key")? },
            approval: Approval {
                id: ApprovalId(natural(row.get("id")?)?),
                subject: ApprovalSubject {
                    principal: row.get("principal")?,
                    operation: row.get("operation")?,
                    root: row.get("root")?,
                    path: row.get("path")?,
                    before: row.get::<_, Option<[u8; 32]>>("before")?.map(Digest::from),
                    after: row.get::<_, Option<[u8; 32]>>("after")?.map(Digest::from),
                },
                why: row.get("why")?,
                asked: UnixMillis(natural(row.get("asked")?)?),
                state: read_state(row.get("standing")?)?,
                decided: row.get::<_, Option<i64>>("decided")?.map(natural).transpose()?.map(UnixMillis),
                expires: UnixMillis(natural(row.get("expires")?)?),
            },
        };
        let seal: [u8; 32] = row.get("seal")?;
        if seal != entry.seal(key) {
            return Err(Fault::Damaged("holds an approval without the seal of this directory"));
        }
        Ok(entry)
    }

    fn seal(&self, key: &SealKey) -> [u8; 32] {
        let Self { keys, approval } = self;
        let Approval { id, subject, why, asked, state, decided, expires } = approval;
        let decided = decided.map(|time| time.0.to_be_bytes());
        let fields: [&[u8]; 14] = [
            &id.0.to_be_bytes(),
            &keys.matter,
            &keys.principal,
            subject.principal.as_bytes(),
            subject.operation.as_bytes(),
            &subject.root,
            &subject.path,
            subject.before.as_ref().map_or(&[], bytes),
            subject.after.as_ref().map_or(&[], bytes),
            why.as_bytes(),
            &asked.0.to_be_bytes(),
            &number(*state).to_be_bytes(),
            decided.as_ref().map_or(&[], |time| time),
            &expires.0.to_be_bytes(),
        ];
        key.hash("approval", &fields)
    }
}

fn number(state: ApprovalState) -> i64 {
    match state {
        ApprovalState::Pending => 0,
        ApprovalState::Granted => 1,
        ApprovalState::Denied => 2,
    }
}

fn read_state(number: i64) -> Result<ApprovalState, Fault> {
    match number {
        0 => Ok(ApprovalState::Pending),
        1 => Ok(ApprovalState::Granted),
        2 => Ok(ApprovalState::Denied),
        _ => Err(Fault::Damaged("holds an approval that stands in no way")),
    }
}

fn bytes(digest: &Digest) -> &[u8] {
    digest.as_bytes()
}
