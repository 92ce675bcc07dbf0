//! Keeping proposals, and saying what becomes of them.
//!
//! Everything in a row is sealed with the key of the directory: what a person approves is what is then written, so that
//! one who can alter the file without the key must not be able to put other texts, another file or another state under
//! a number that the user is about to approve. A proposal is no part of the past: with the key lost, it is made again.

use std::borrow::Cow;

use reread_text::Digest;
use rusqlite::{Row, params};

use super::approvals::{LONGEST_NAME, LONGEST_WHY};
use super::blobs;
use super::packing::LONGEST_CONTENT;
use super::proposal::{NewProposal, Proposal, ProposalId, ProposalState, ProposeError};
use super::version::VersionId;
use super::version_row::is_name;
use super::{
    Database, DatabaseError, Durable, Fault, digest_in, natural, next_number, put_row, read_rows, saturated,
    storable,
};
use crate::cut::clean;
use crate::journal::UnixMillis;
use crate::seal::{SealKey, SealedTransaction, checksum};

/// How many proposals may be open: more than a user decides about.
pub const MOST_OPEN_PROPOSALS: u64 = 256;

/// The edits that wait for a decision, and those that had one.
#[derive(Debug, Clone, Copy)]
pub struct KeptProposals<'d> {
    pub(super) database: &'d Database,
}

impl KeptProposals<'_> {
    /// Keeps an edit for a decision. The same edit of the same caller is open once, for what the disk holds by now.
    ///
    /// At most 256 are open at a time.
    pub fn propose(&self, new: &NewProposal<'_>) -> Result<Proposal, ProposeError> {
        for text in [new.base, new.ours, new.theirs].into_iter().flatten() {
            refuse_long(text)?;
        }
        let caller = clean(new.caller, LONGEST_NAME);
        self.database.change(Durable::Now, |transaction| {
            let open = self.of_state(transaction, ProposalState::Open)?;
            let [base, theirs] = [new.base, new.theirs].map(|text| text.map(Digest::of));
            let is_same = |known: &&Proposal| {
                (&*known.root, &*known.path, known.base, known.theirs, &known.caller)
                    == (new.root, new.path, base, theirs, &caller)
            };
            if let Some(known) = open.iter().find(is_same) {
                let disk = (new.ours, new.current_version);
                return self.moved(transaction, known.clone(), disk, new.at).map(Ok);
            }
            if open.len() as u64 >= MOST_OPEN_PROPOSALS {
                return Ok(Err(ProposeError::TooMany(open.len() as u64)));
            }
            let proposal = Proposal {
                id: ProposalId::read(next_number(transaction, "proposals")?)?,
                root: new.root.to_vec(),
                path: new.path.to_vec(),
                base: keep(transaction, new.base, None)?,
                ours: keep(transaction, new.ours, new.base)?,
                theirs: keep(transaction, new.theirs, new.base)?,
                suggested: None,
                base_version: new.base_version,
                current_version: new.current_version,
                caller: caller.clone(),
                request: clean(new.request, LONGEST_WHY),
                created: storable(new.at),
                state: ProposalState::Open,
                settled: None,
            };
            put(transaction, &proposal)?;
            Ok(Ok(proposal))
        })?
    }

    /// The proposals that stand like this, oldest first.
    pub fn in_state(&self, state: ProposalState) -> Result<Vec<Proposal>, DatabaseError> {
        self.database.look(|transaction| self.of_state(transaction, state))
    }

    /// A proposal by its number; `None` if there is none, or it was pruned.
    pub fn get(&self, id: ProposalId) -> Result<Option<Proposal>, DatabaseError> {
        self.database.look(|transaction| self.find(transaction, id))
    }

    /// Keeps what the outcome should be, in place of an earlier suggestion; `None` if the proposal is not open.
    pub fn suggest(&self, id: ProposalId, text: &[u8]) -> Result<Option<Proposal>, ProposeError> {
        self.suggest_over(id, text, |_| true)
    }

    /// Keeps what the outcome should be, unless there is a suggestion already; what is kept then, or `None` if the proposal is
    /// not open.
    pub fn suggest_first(&self, id: ProposalId, text: &[u8]) -> Result<Option<Proposal>, ProposeError> {
        self.suggest_over(id, text, |earlier| earlier.is_none())
    }

    fn suggest_over(
        &self,
        id: ProposalId,
        text: &[u8],
        replaces: impl Fn(Option<Digest>) -> bool,
    ) -> Result<Option<Proposal>, ProposeError> {
        refuse_long(text)?;
        let suggested = self.change_open(id, |transaction, mut proposal| {
            if !replaces(proposal.suggested) {
                return Ok(proposal);
            }
            let base = proposal.theirs.map(|theirs| blobs::load(transaction, &theirs)).transpose()?.flatten();
            let earlier = proposal.suggested;
            proposal.suggested = keep(transaction, Some(text), base.as_deref())?;
            put(transaction, &proposal)?;
            earlier.map(|earlier| blobs::release(transaction, &earlier)).transpose()?;
            Ok(proposal)
        })?;
        Ok(suggested)
    }

    /// Proposes the same edit for what the disk holds by now; `None` if the proposal is not open.
    ///
    /// What is decided under a number was looked at under that number: for other bytes there is another proposal, without
    /// what was suggested for this one, which is closed.
    pub fn move_to(
        &self,
        id: ProposalId,
        ours: Option<&[u8]>,
        current_version: Option<VersionId>,
        at: UnixMillis,
    ) -> Result<Option<Proposal>, ProposeError> {
        ours.map(refuse_long).transpose()?;
        let moved = self.change_open(id, |transaction, proposal| {
            self.moved(transaction, proposal, (ours, current_version), at)
        })?;
        Ok(moved)
    }

    /// The newest proposal that took the place of one; `None` if none did, or it was pruned.
    pub fn successor(&self, proposal: &Proposal) -> Result<Option<Proposal>, DatabaseError> {
        if proposal.state != ProposalState::Superseded {
            return Ok(None);
        }
        let same_edit = "root = ?1 AND path = ?2 AND base IS ?3 AND theirs IS ?4 AND caller = ?5 AND id > ?6
                         ORDER BY id DESC LIMIT 1";
        let [base, theirs] =
            [&proposal.base, &proposal.theirs].map(|text| text.as_ref().map(Digest::as_bytes));
        self.database.look(|transaction| {
            let values = params![proposal.root, proposal.path, base, theirs, proposal.caller, proposal.id];
            Ok(read_all(transaction, same_edit, values)?.pop())
        })
    }

    /// Says what was decided; `None` if the proposal is not open. Its texts stay until they are pruned.
    pub fn settle(
        &self,
        id: ProposalId,
        state: ProposalState,
        at: UnixMillis,
    ) -> Result<Option<Proposal>, DatabaseError> {
        self.change_open(id, |transaction, mut proposal| {
            proposal.state = state;
            proposal.settled = (state != ProposalState::Open).then(|| storable(at));
            put(transaction, &proposal)?;
            Ok(proposal)
        })
    }

    fn change_open(
        &self,
        id: ProposalId,
        change: impl FnOnce(&SealedTransaction<'_>, Proposal) -> Result<Proposal, Fault>,
    ) -> Result<Option<Proposal>, DatabaseError> {
        self.database.change(Durable::Now, |transaction| match self.find(transaction, id)? {
            Some(proposal) if proposal.state == ProposalState::Open => {
                change(transaction, proposal).map(Some)
            }
            Some(_) | None => Ok(None),
        })
    }

    fn moved(
        &self,
        transaction: &SealedTransaction<'_>,
        proposal: Proposal,
        (ours, current_version): (Option<&[u8]>, Option<VersionId>),
        at: UnixMillis,
    ) -> Result<Proposal, Fault> {
        if ours.map(Digest::of) == proposal.ours {
            let same = Proposal { current_version, ..proposal };
            put(transaction, &same)?;
            return Ok(same);
        }
        let base = proposal.base.map(|base| blobs::load(transaction, &base)).transpose()?.flatten();
        let moved = Proposal {
            id: ProposalId::read(next_number(transaction, "proposals")?)?,
            ours: keep(transaction, ours, base.as_deref())?,
            suggested: None,
            current_version,
            created: storable(at),
            ..proposal.clone()
        };
        let settled = Some(storable(at));
        let superseded = Proposal { state: ProposalState::Superseded, settled, ..proposal };
        put(transaction, &superseded)?;
        put(transaction, &moved)?;
        Ok(moved)
    }

    fn find(&self, transaction: &SealedTransaction<'_>, id: ProposalId) -> Result<Option<Proposal>, Fault> {
        Ok(read_all(transaction, "id = ?1", params![id])?.pop())
    }

    fn of_state(
        &self,
        transaction: &SealedTransaction<'_>,
        state: ProposalState,
    ) -> Result<Vec<Proposal>, Fault> {
        read_all(transaction, "state = ?1 ORDER BY id", params![state.number()])
    }
}

fn refuse_long(text: &[u8]) -> Result<(), ProposeError> {
    let size = text.len() as u64;
    if size > LONGEST_CONTENT { Err(ProposeError::TooLong(size)) } else { Ok(()) }
}

fn keep(
    transaction: &SealedTransaction<'_>,
    text: Option<&[u8]>,
    base: Option<&[u8]>,
) -> Result<Option<Digest>, Fault> {
    let Some(text) = text else { return Ok(None) };
    let digest = Digest::of(text);
    let base = base.map(|base| (Digest::of(base), base));
    blobs::keep(transaction, &digest, text, base.as_ref().map(|(digest, bytes)| (digest, *bytes)))?;
    Ok(Some(digest))
}

fn read_all(
    transaction: &SealedTransaction<'_>,
    condition: &str,
    values: &[&dyn rusqlite::ToSql],
) -> Result<Vec<Proposal>, Fault> {
    let query = format!("SELECT * FROM proposals WHERE {condition}");
    read_rows(transaction, &query, values, |row| read(row, transaction.key))
}

pub(super) fn put(transaction: &SealedTransaction<'_>, proposal: &Proposal) -> Result<(), Fault> {
    let bytes = |digest: &Option<Digest>| digest.map(|digest| *digest.as_bytes());
    put_row(
        transaction,
        "proposals",
        &[
            ("id", &proposal.id),
            ("root", &proposal.root),
            ("path", &proposal.path),
            ("base", &bytes(&proposal.base)),
            ("ours", &bytes(&proposal.ours)),
            ("theirs", &bytes(&proposal.theirs)),
            ("suggested", &bytes(&proposal.suggested)),
            ("base_version", &proposal.base_version),
            ("current_version", &proposal.current_version),
            ("caller", &proposal.caller),
            ("request", &proposal.request),
            ("created", &saturated(proposal.created.0)),
            ("state", &proposal.state.number()),
            ("settled", &proposal.settled.map(|time| saturated(time.0))),
            ("checksum", &checksum(PURPOSE, &fields(proposal))),
            ("seal", &transaction.key.hash(PURPOSE, &fields(proposal))),
        ],
    )
}

/// Reads a row that has its checksum and the seal of this key.
pub(super) fn read(row: &Row<'_>, key: &SealKey) -> Result<Proposal, Fault> {
    let proposal = parse(row)?;
    if is_name(&proposal.path) && has_checksum(row, &proposal)? && has_seal(row, &proposal, key)? {
        return Ok(proposal);
    }
    Err(Fault::Damaged("holds a proposal without the seal of this directory"))
}

/// Whether the row has the checksum that any program can make.
pub(super) fn has_checksum(row: &Row<'_>, proposal: &Proposal) -> Result<bool, Fault> {
    Ok(row.get::<_, Option<[u8; 32]>>("checksum")? == Some(checksum(PURPOSE, &fields(proposal))))
}

/// Whether the row has the seal of a key.
pub(super) fn has_seal(row: &Row<'_>, proposal: &Proposal, key: &SealKey) -> Result<bool, Fault> {
    Ok(row.get::<_, [u8; 32]>("seal")? == key.hash(PURPOSE, &fields(proposal)))
}

/// What a row says, whether that is true or not.
pub(super) fn parse(row: &Row<'_>) -> Result<Proposal, Fault> {
    let version = |name: &str| row.get::<_, Option<i64>>(name)?.map(VersionId::read).transpose();
    let state = ProposalState::of(row.get("state")?);
    Ok(Proposal {
        id: ProposalId::read(row.get("id")?)?,
        root: row.get("root")?,
        path: row.get("path")?,
        base: digest_in(row, "base")?,
        ours: digest_in(row, "ours")?,
        theirs: digest_in(row, "theirs")?,
        suggested: digest_in(row, "suggested")?,
        base_version: version("base_version")?,
        current_version: version("current_version")?,
        caller: row.get("caller")?,
        request: row.get("request")?,
        created: UnixMillis(natural(row.get("created")?)?),
        state: state.ok_or(Fault::Damaged("holds a proposal that stands in no way"))?,
        settled: row.get::<_, Option<i64>>("settled")?.map(natural).transpose()?.map(UnixMillis),
    })
}

/// Whether all that it is about is kept.
pub(super) fn has_texts(transaction: &SealedTransaction<'_>, proposal: &Proposal) -> Result<bool, Fault> {
    let mut statement = transaction.prepare_cached("SELECT 1 FROM blobs WHERE digest = ?1")?;
    for text in [proposal.base, proposal.ours, proposal.theirs, proposal.suggested].iter().flatten() {
        if !statement.exists([text.as_bytes()])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What the fields are hashed for.
const PURPOSE: &str = "proposal";

/// Everything that the row says, in an order that is part of the format.
fn fields(proposal: &Proposal) -> [Cow<'_, [u8]>; 14] {
    let digest = |digest: &Option<Digest>| {
        Cow::Owned(digest.as_ref().map_or(Vec::new(), |digest| digest.as_bytes().to_vec()))
    };
    let number = |number: [u8; 8]| Cow::Owned(number.to_vec());
    let version = |version: Option<VersionId>| number(version.map_or(0, VersionId::number).to_be_bytes());
    [
        number(proposal.id.number().to_be_bytes()),
        Cow::Borrowed(&*proposal.root),
        Cow::Borrowed(&*proposal.path),
        digest(&proposal.base),
        digest(&proposal.ours),
        digest(&proposal.theirs),
        digest(&proposal.suggested),
        version(proposal.base_version),
        version(proposal.current_version),
        Cow::Borrowed(proposal.caller.as_bytes()),
        Cow::Borrowed(proposal.request.as_bytes()),
        number(proposal.created.0.to_be_bytes()),
        number(proposal.state.number().to_be_bytes()),
        proposal.settled.map_or(Cow::Borrowed(&[]), |time| number(time.0.to_be_bytes())),
    ]
}
