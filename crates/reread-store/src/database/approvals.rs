//! Approval requests: asking, deciding, and looking up their state.
//!
//! A row is believed only with its seal, and a row that has lost it is an error, never an answer. What has expired is
//! as good as gone at once, and removed when the next question or answer comes by.

use std::time::Duration;

use reread_text::Digest;
use rusqlite::{Row, Transaction, params};

use super::approval::{Approval, ApprovalId, ApprovalState, ApprovalSubject, Decision};
use super::error::DatabaseError;
use super::{
    Database, Durable, Fault, digest_in, execute, natural, next_number, put_row, read_rows, saturated,
    storable,
};
use crate::cut::clean;
use crate::journal::UnixMillis;
use crate::seal::SealKey;

pub(super) const LONGEST_NAME: usize = 1 << 10;
pub(super) const LONGEST_WHY: usize = 4 << 10;

/// More pending requests than a user answers; the oldest one of the same principal goes.
const MOST_PENDING: i64 = 256;

/// The approval requests that are kept, and the decisions about them.
#[derive(Debug, Clone, Copy)]
pub struct ApprovalRequests<'d> {
    pub(super) database: &'d Database,
}

impl ApprovalRequests<'_> {
    /// The longest reason with its change, in bytes; what is longer is cut.
    pub const LONGEST_WHY: usize = 256 << 10;

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
        self.ask_as(&subject.principal, subject, why, now, pending_for)
    }

    /// The same for a caller that the user knows by another name than that of its principal.
    pub fn ask_as(
        &self,
        caller: &str,
        subject: &ApprovalSubject,
        why: &str,
        now: UnixMillis,
        pending_for: Duration,
    ) -> Result<Approval, DatabaseError> {
        let keys = Keys::of(self.key(), subject);
        self.database.change(Durable::Now, |transaction| {
            remove_expired(transaction, now)?;
            if let Some(entry) = find(transaction, self.key(), "matter_key = ?1", params![keys.matter], now)?
            {
                return Ok(entry.approval);
            }
            make_room(transaction, &keys)?;
            let approval = Approval {
                id: ApprovalId(natural(next_number(transaction, "approvals")?)?),
                subject: ApprovalSubject {
                    principal: clean(caller, LONGEST_NAME),
                    operation: clean(&subject.operation, LONGEST_NAME),
                    ..subject.clone()
                },
                why: clean(why, Self::LONGEST_WHY),
                asked: storable(now),
                state: ApprovalState::Pending,
                decided: None,
                expires: after(now, pending_for),
            };
            let entry = Entry { keys, approval };
            entry.put(transaction, self.key())?;
            Ok(entry.approval)
        })
    }

    /// The request about exactly this subject; `None` when there is none, or it has expired.
    pub fn find(
        &self,
        subject: &ApprovalSubject,
        now: UnixMillis,
    ) -> Result<Option<Approval>, DatabaseError> {
        let keys = Keys::of(self.key(), subject);
        let found = self.database.look(|transaction| {
            find(transaction, self.key(), "matter_key = ?1", params![keys.matter], now)
        })?;
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
        self.database.change(Durable::Now, |transaction| {
            remove_expired(transaction, now)?;
            let found = find(transaction, self.key(), "id = ?1", params![saturated(id.0)], now)?;
            let Some(mut entry) = found else {
                return Ok(None);
            };
            entry.approval.state = decision.state();
            entry.approval.decided = Some(storable(now));
            entry.approval.expires = after(now, valid_for);
            entry.put(transaction, self.key())?;
            Ok(Some(entry.approval))
        })
    }

    /// Removes the pending requests of a principal that has ended. No other principal has its name.
    pub fn withdraw(&self, principal: &str) -> Result<(), DatabaseError> {
        let principal = self.key().hash("principal", &[principal.as_bytes()]);
        self.database.change(Durable::Now, |transaction| {
            execute(
                transaction,
                "DELETE FROM approvals WHERE principal_key = ?1 AND standing = ?2",
                params![principal, ApprovalState::Pending.number()],
            )?;
            Ok(())
        })
    }

    /// The requests that have not expired, decided or not, oldest first.
    pub fn all(&self, now: UnixMillis) -> Result<Vec<Approval>, DatabaseError> {
        self.database.look(|transaction| {
            let all = "SELECT * FROM approvals ORDER BY id";
            let entries = read_rows(transaction, all, &[], |row| Entry::read(row, self.key()))?;
            Ok(entries
                .into_iter()
                .map(|entry| entry.approval)
                .filter(|approval| now < approval.expires)
                .collect())
        })
    }

    fn key(&self) -> &SealKey {
        &self.database.key
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
        params![keys.principal, ApprovalState::Pending.number(), MOST_PENDING - 1],
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
    let query = format!("SELECT * FROM approvals WHERE {condition}");
    let found = read_rows(transaction, &query, values, |row| Entry::read(row, key))?.pop();
    Ok(found.filter(|entry| now < entry.approval.expires))
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
            before.as_ref().map_or(&[], |digest| digest.as_bytes()),
            after.as_ref().map_or(&[], |digest| digest.as_bytes()),
        ];
        Self { matter: key.hash("matter", &parts), principal: key.hash("principal", &[principal.as_bytes()]) }
    }
}

impl Entry {
    fn put(&self, transaction: &Transaction<'_>, key: &SealKey) -> Result<(), Fault> {
        let Self { keys, approval } = self;
        let Approval { id, subject, why, asked, state, decided, expires } = approval;
        put_row(
            transaction,
            "approvals",
            &[
                ("id", &saturated(id.0)),
                ("matter_key", &keys.matter),
                ("principal_key", &keys.principal),
                ("principal", &subject.principal),
                ("operation", &subject.operation),
                ("root", &subject.root),
                ("path", &subject.path),
                ("before", &subject.before.as_ref().map(Digest::as_bytes)),
                ("after", &subject.after.as_ref().map(Digest::as_bytes)),
                ("why", why),
                ("asked", &saturated(asked.0)),
                ("standing", &state.number()),
                ("decided", &decided.map(|time| saturated(time.0))),
                ("expires", &saturated(expires.0)),
                ("seal", &self.seal(key)),
            ],
        )
    }

    fn read(row: &Row<'_>, key: &SealKey) -> Result<Self, Fault> {
        let state = ApprovalState::of(row.get("standing")?);
        let entry = Self {
            keys: Keys { matter: row.get("matter_key")?, principal: row.get("principal_key")? },
            approval: Approval {
                id: ApprovalId(natural(row.get("id")?)?),
                subject: ApprovalSubject {
                    principal: row.get("principal")?,
                    operation: row.get("operation")?,
                    root: row.get("root")?,
                    path: row.get("path")?,
                    before: digest_in(row, "before")?,
                    after: digest_in(row, "after")?,
                },
                why: row.get("why")?,
                asked: UnixMillis(natural(row.get("asked")?)?),
                state: state.ok_or(Fault::Damaged("holds an approval that stands in no way"))?,
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
            subject.before.as_ref().map_or(&[], |digest| digest.as_bytes()),
            subject.after.as_ref().map_or(&[], |digest| digest.as_bytes()),
            why.as_bytes(),
            &asked.0.to_be_bytes(),
            &state.number().to_be_bytes(),
            decided.as_ref().map_or(&[], |time| time),
            &expires.0.to_be_bytes(),
        ];
        key.hash("approval", &fields)
    }
}
