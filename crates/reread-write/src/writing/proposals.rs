//! Edits that could not be merged, and what the user decides about them.
//!
//! A proposal is three texts: what an edit was made for, what the disk held, and what the edit wants. The user resolves it by
//! saying what the file shall hold, and approves it; approving writes that over what the disk held when it was resolved, and
//! over nothing else. If the file was changed externally meanwhile, another proposal takes its place, under a number of its own, and
//! has to be resolved anew: a number never decides about another text.

use std::ops::Range;

use reread_access::{Access, FileName};
use reread_codes::Code;
use reread_edit::{ChunkKind, ConflictLabels, ConflictStyle, SuspicionKind, merge, suspicions};
use reread_store::{
    Database, DatabaseError, DigestBeginning, Proposal, ProposalId, ProposalState, UnixMillis, VersionError,
    VersionId, VersionOrigin,
};
use reread_text::{Digest, LineRange, LineSet};

use super::plan::{After, FilePlan, TargetMode, WritePlan};
use super::{EditReply, WriteContext};
use crate::history_name::{history_key, name_in_history};
use crate::write_error::WriteError;
use crate::write_target::{WriteTarget, exact_target};
use crate::writing::Writer;

/// A proposal with its texts.
#[derive(Clone, Debug)]
pub struct ProposalReply {
    /// What is kept of it.
    pub proposal: Proposal,
    /// Which file it is about.
    pub name: FileName,
    /// What the file would be, with the places that have to be decided between markers; or what it shall be, if the user said so.
    pub text: Vec<u8>,
    /// Whether the user said what the file shall hold. That its sides can be merged says nothing.
    pub is_resolved: bool,
    /// How many places have to be decided.
    pub places: usize,
}

/// The three texts of a proposal; what was not there is empty.
#[derive(Clone, Debug)]
pub struct ProposalSides {
    /// Which file it is about.
    pub name: FileName,
    /// What the edit was made for.
    pub base: Vec<u8>,
    /// What the disk held.
    pub ours: Vec<u8>,
    /// What the edit wants.
    pub theirs: Vec<u8>,
}

/// What came of approving a proposal.
#[derive(Debug)]
pub struct ApprovedProposal {
    /// What was written, or would be.
    pub reply: EditReply,
    /// Why it is still listed as one that waits, though it was written.
    pub left_open: Option<DatabaseError>,
}

/// Why a proposal was left as it is.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// There is none, or it was decided about already.
    #[error("there is no open proposal {0}")]
    NotOpen(ProposalId),
    /// The file is in no root of this workspace, or may not be written.
    #[error("the file of {0} is not in this workspace")]
    Elsewhere(ProposalId),
    /// Its texts are gone.
    #[error("the texts of {0} are not kept any more")]
    Lost(ProposalId),
    /// The user has not said what the file shall hold.
    #[error("{0} is not resolved: the user has not said what the file shall hold")]
    Unresolved(ProposalId),
    /// The text still has markers of a conflict, first in this line, counted from 1.
    #[error("line {0} of the text is a marker of a conflict")]
    Marked(u64),
    /// There is an external change since the proposal was made, so that the edit has to be looked at again.
    #[error("{name} was changed since {id} was made, and {by} took its place")]
    Moved {
        /// The file.
        name: String,
        /// The proposal that the caller decided about.
        id: ProposalId,
        /// The one that is about what the file holds by now.
        by: ProposalId,
    },
}

impl ProposalError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            ProposalError::NotOpen(_) => Code::UnknownProposal,
            ProposalError::Elsewhere(_) => Code::Outside,
            ProposalError::Lost(_) => Code::ContentNotKept,
            ProposalError::Unresolved(_) => Code::Conflict,
            ProposalError::Marked(_) => Code::Suspicious,
            ProposalError::Moved { .. } => Code::Stale,
        }
    }
}

/// Conflicts that wait for a decision of the user.
#[derive(Clone, Copy, Debug)]
pub struct Proposals<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Proposals<'a> {
    /// Over files that may be reached by this access.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}

impl Proposals<'_> {
    /// The proposals that wait for a decision, oldest first; those of files that are not in this workspace are left out.
    pub fn open(&self) -> Result<Vec<(Proposal, FileName)>, WriteError> {
        let open = self.history_database()?.proposals().in_state(ProposalState::Open)?;
        let with_name = |proposal: Proposal| {
            let name = name_in_history(self.access, &proposal.root, &proposal.path)?;
            Some((proposal, name))
        };
        Ok(open.into_iter().filter_map(with_name).collect())
    }

    /// A proposal with what it would make of the file.
    pub fn proposal(&self, id: ProposalId) -> Result<ProposalReply, WriteError> {
        let database = self.history_database()?;
        let (proposal, name) = self.open_proposal(database, id)?;
        if proposal.suggested.is_some() {
            let text = text_of(database, id, proposal.suggested)?;
            return Ok(ProposalReply { proposal, name, text, is_resolved: true, places: 0 });
        }
        let ProposalSides { name, base, ours, theirs } = sides_of(database, &proposal, name)?;
        let merged = merge(&base, &ours, &theirs).map_err(|_| ProposalError::Lost(id))?;
        let labels = ConflictLabels { ours: "on disk", base: "base", theirs: "wanted" };
        let text = merged.text().unwrap_or_else(|| merged.render(ConflictStyle::Zdiff3, labels));
        Ok(ProposalReply { proposal, name, text, is_resolved: false, places: merged.conflicts().len() })
    }

    /// A proposal for what the file holds now. If the file was changed since the proposal was made, another one takes its
    /// place, and is returned: a number never decides about another text.
    pub fn current_proposal(&self, id: ProposalId, at: UnixMillis) -> Result<ProposalReply, WriteError> {
        self.proposal(self.refreshed(id, at)?)
    }

    /// The number of the proposal that is about what the file holds now.
    fn refreshed(&self, id: ProposalId, at: UnixMillis) -> Result<ProposalId, WriteError> {
        let (proposal, name) = self.open_proposal(self.history_database()?, id)?;
        let target = exact_target(self.access, &name)?;
        if target.digest() == proposal.ours { Ok(id) } else { self.moved_to(id, &target, at) }
    }

    /// Proposes the same edit for what the file holds now; the number of that proposal.
    fn moved_to(
        &self,
        id: ProposalId,
        target: &WriteTarget,
        at: UnixMillis,
    ) -> Result<ProposalId, WriteError> {
        let database = self.history_database()?;
        let ours = target.current.as_ref().map(|_| target.bytes());
        let current_version = self.version_holding(&target.name, target.digest())?;
        match database.proposals().move_to(id, ours, current_version, at)? {
            Some(moved) => Ok(moved.id),
            None => Err(self.not_open(database, id)?),
        }
    }

    /// Refuses to decide about a file that was changed since the proposal was made.
    fn require_current(&self, id: ProposalId, at: UnixMillis) -> Result<(), WriteError> {
        match self.refreshed(id, at)? {
            same if same == id => Ok(()),
            by => {
                let (_, name) = self.open_proposal(self.history_database()?, by)?;
                Err(ProposalError::Moved { name: name.requested, id, by }.into())
            }
        }
    }

    /// The texts of a proposal, to be shown to another reader than the user at the terminal: of a file that may be read
    /// without approval.
    pub fn proposal_sides(&self, id: ProposalId, at: UnixMillis) -> Result<ProposalSides, WriteError> {
        self.require_current(id, at)?;
        let database = self.history_database()?;
        let (proposal, name) = self.open_proposal(database, id)?;
        self.access.judge(&name.requested, &[&name.path], name.root)?;
        sides_of(database, &proposal, name)
    }

    /// Says what the file of a proposal shall hold. It still has to be approved. The lines of the file that the text changes
    /// though they are not in conflict, nor the edit wants it: a user with an older text at hand would undo the
    /// external change.
    pub fn resolve_proposal(
        &self,
        id: ProposalId,
        text: &[u8],
        at: UnixMillis,
    ) -> Result<LineSet, WriteError> {
        self.require_current(id, at)?;
        let database = self.history_database()?;
        let (proposal, name) = self.open_proposal(database, id)?;
        let sides = sides_of(database, &proposal, name)?;
        let marker = suspicions(text, &sides.theirs)
            .into_iter()
            .find(|suspicion| suspicion.kind == SuspicionKind::ConflictMarker);
        if let Some(marker) = marker {
            return Err(ProposalError::Marked(marker.line).into());
        }
        match database.proposals().suggest(id, text)? {
            Some(_) => Ok(changed_besides(&sides, text)),
            None => Err(self.not_open(database, id)?),
        }
    }

    /// Attaches what a model suggests to a proposal that is not resolved yet. Whether it is attached: a person may have been
    /// faster, and what they said stands.
    pub fn attach_suggestion(&self, id: ProposalId, text: &[u8], at: UnixMillis) -> Result<bool, WriteError> {
        self.require_current(id, at)?;
        let database = self.history_database()?;
        match database.proposals().suggest_first(id, text)? {
            Some(proposal) => Ok(proposal.suggested == Some(Digest::of(text))),
            None => Err(self.not_open(database, id)?),
        }
    }

    /// Writes what a proposal was resolved to.
    pub fn approve_proposal(
        &self,
        id: ProposalId,
        context: &WriteContext<'_>,
    ) -> Result<ApprovedProposal, WriteError> {
        let ProposalReply { proposal, name, text, is_resolved, .. } = self.proposal(id)?;
        if !is_resolved {
            return Err(ProposalError::Unresolved(id).into());
        }
        let reply = Writer { access: self.access }.carry_out(context, None, || {
            let target = exact_target(self.access, &name)?;
            if target.digest() != proposal.ours {
                let by = self.moved_to(id, &target, context.now)?;
                return Err(ProposalError::Moved { name: name.requested.clone(), id, by }.into());
            }
            let mode = TargetMode::as_it_is(target.current.as_ref());
            let ranges = changed_lines(target.bytes(), &text);
            let after = After::new(text.clone(), mode);
            let mut planned = FilePlan::plain(target, VersionOrigin::Patch, Some(after));
            planned.edited.ranges = ranges;
            Ok(WritePlan::of(vec![planned]))
        })?;
        if reply.dry_run {
            return Ok(ApprovedProposal { reply, left_open: None });
        }
        // The file is written, whatever becomes of the note about it.
        let settled = self.history_database()?.proposals().settle(id, ProposalState::Approved, context.now);
        Ok(ApprovedProposal { reply, left_open: settled.err() })
    }

    /// Decides that a proposal will not be made.
    pub fn drop_proposal(&self, id: ProposalId, context: &WriteContext<'_>) -> Result<(), WriteError> {
        let database = self.history_database()?;
        match database.proposals().settle(id, ProposalState::Dropped, context.now)? {
            Some(_) => Ok(()),
            None => Err(self.not_open(database, id)?),
        }
    }

    /// The newest version of a file that holds this, if one does: an open proposal keeps those that it is about.
    pub(super) fn version_holding(
        &self,
        name: &FileName,
        digest: Option<Digest>,
    ) -> Result<Option<VersionId>, WriteError> {
        let beginning = digest.and_then(|digest| digest.to_string().parse::<DigestBeginning>().ok());
        let Some(beginning) = beginning else { return Ok(None) };
        let (root, path) = history_key(self.access, name);
        match self.history_database()?.versions(root, path).with_digest(&beginning) {
            Ok(version) => Ok(version.map(|version| version.id)),
            Err(VersionError::Ambiguous { .. }) => Ok(None),
            Err(VersionError::Database(error)) => Err(error.into()),
        }
    }

    fn open_proposal(&self, database: &Database, id: ProposalId) -> Result<(Proposal, FileName), WriteError> {
        let proposal = database.proposals().get(id)?.filter(|proposal| proposal.state == ProposalState::Open);
        let Some(proposal) = proposal else { return Err(self.not_open(database, id)?) };
        let name = name_in_history(self.access, &proposal.root, &proposal.path)
            .ok_or(ProposalError::Elsewhere(id))?;
        // Whatever the rules say now counts for its texts, too.
        exact_target(self.access, &name)?;
        Ok((proposal, name))
    }

    /// Why nothing can be decided under a number: it has no proposal that is open, or another took its place.
    fn not_open(&self, database: &Database, id: ProposalId) -> Result<WriteError, WriteError> {
        let successor = database
            .proposals()
            .get(id)?
            .map(|proposal| database.proposals().successor(&proposal))
            .transpose()?;
        let successor = successor.flatten().filter(|proposal| proposal.state == ProposalState::Open);
        let named = successor.and_then(|successor| {
            let name = name_in_history(self.access, &successor.root, &successor.path)?;
            Some(ProposalError::Moved { name: name.requested, id, by: successor.id })
        });
        Ok(named.unwrap_or(ProposalError::NotOpen(id)).into())
    }

    fn history_database(&self) -> Result<&Database, WriteError> {
        Ok(self.access.state().ok_or(WriteError::NoState)?.database()?)
    }
}

fn sides_of(database: &Database, proposal: &Proposal, name: FileName) -> Result<ProposalSides, WriteError> {
    let side = |digest| text_of(database, proposal.id, digest);
    let (base, ours, theirs) = (side(proposal.base)?, side(proposal.ours)?, side(proposal.theirs)?);
    Ok(ProposalSides { name, base, ours, theirs })
}

/// The lines of the new text that the old one does not have.
fn changed_lines(old: &[u8], new: &[u8]) -> Vec<LineRange> {
    let merged = merge(old, old, new).expect("one side changed nothing");
    let changed = merged.chunks().iter().filter(|chunk| chunk.kind == ChunkKind::Theirs);
    changed.filter_map(|chunk| lines_of(chunk.theirs.clone())).collect()
}

/// The lines of what the disk held that a text changes outside the places that the edit is about.
fn changed_besides(sides: &ProposalSides, text: &[u8]) -> LineSet {
    let ProposalSides { base, ours, theirs, .. } = sides;
    let Ok(merged) = merge(base, ours, theirs) else { return LineSet::default() };
    let mut expected = LineSet::default();
    for chunk in
        merged.chunks().iter().filter(|chunk| matches!(chunk.kind, ChunkKind::Conflict | ChunkKind::Theirs))
    {
        lines_of(chunk.ours.clone()).into_iter().for_each(|range| expected.insert(range));
    }
    let mut besides = LineSet::default();
    for range in changed_lines(text, ours) {
        besides = besides.union(&expected.missing(range));
    }
    besides
}

/// Lines that are counted from 0, without the last.
fn lines_of(lines: Range<usize>) -> Option<LineRange> {
    LineRange::new(lines.start as u64 + 1, lines.end as u64).ok()
}

/// A text of a proposal; that of no file is empty.
fn text_of(database: &Database, id: ProposalId, digest: Option<Digest>) -> Result<Vec<u8>, WriteError> {
    match digest {
        Some(digest) => database.kept_bytes(&digest)?.ok_or_else(|| ProposalError::Lost(id).into()),
        None => Ok(Vec::new()),
    }
}
