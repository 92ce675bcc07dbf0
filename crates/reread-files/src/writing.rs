//! Writing: from what a caller wants to files that hold it, or to the reason why they do not.
//!
//! An edit is applied to the version that its author names, exactly, and what others changed since then is merged in. It is
//! planned for all files of a call under their locks, and written for all of them or for none. Before a file is touched,
//! its old bytes and its new ones are durable in the history; a plan that the disk has outrun is made again. A conflict
//! writes nothing and is kept as a proposal with all three texts.

mod asks;
mod base;
mod bases;
mod bring_back;
mod commit;
mod plan;
mod plan_patch;
mod plan_write;
mod planner;
mod proposals;
mod recovery;
mod veiled;

use reread_access::{Access, ExactFile, FileName, file_key, text_digits};
use reread_context::TagDigits;
use reread_edit::MatchTolerance;
use reread_guard::{WriteAmount, WriteBudgetExceeded};
use reread_store::{OperationId, ProposalId, UnixMillis, VersionId, VersionOrigin};
use reread_text::{Diff, Digest, LineRange, LineSet};

use self::plan::WritePlan;
use crate::write_error::WriteError;
use crate::writing::commit::Committer;
use crate::writing::planner::Planner;
use crate::writing::recovery::Recoverer;

pub use self::asks::{Asks, ExactChange};
pub use self::proposals::{ApprovedProposal, ProposalError, ProposalReply, ProposalSides, Proposals};
pub use self::recovery::{Recovered, Recovery};
pub use self::veiled::HiddenTarget;

/// Who writes, and what was approved.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    /// The caller, as records name it.
    pub author: &'a str,
    /// The time of day.
    pub now: UnixMillis,
    /// Whether a person agreed to a change: exactly to [`Edited::exact_change`].
    pub is_agreed: &'a dyn Fn(&Edited) -> bool,
    /// Takes room for what is about to be written, in place of what it took before.
    pub reserve: &'a dyn Fn(WriteAmount) -> Result<(), WriteBudgetExceeded>,
    /// Whether it is only shown what would be done.
    pub dry_run: bool,
    /// Whether text that looks like a reply of ours is meant as it stands.
    pub takes_literally: bool,
}

/// A whole file to be written.
#[derive(Clone, Copy, Debug)]
pub struct WriteRequest<'a> {
    /// The file, as the caller writes it.
    pub name: &'a str,
    /// What it shall hold, or what is added to it.
    pub content: &'a [u8],
    /// How.
    pub mode: FileWriteMode,
    /// The version that it has to have.
    pub if_match: Option<&'a str>,
}

/// How a whole file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileWriteMode {
    /// In place of what is there; over an existing file only with the version that it has.
    #[default]
    Truncate,
    /// Behind what is there.
    Append,
    /// Where nothing is.
    Create,
}

/// A patch to be applied.
#[derive(Clone, Copy, Debug)]
pub struct PatchRequest<'a> {
    /// The patch, in one of its four forms.
    pub patch: &'a [u8],
    /// The file, if the patch does not say, or says the same.
    pub name: Option<&'a str>,
    /// The versions that the patch was made for, with spaces in between; each says by itself which file it is of.
    pub base: Option<&'a str>,
    /// What is forgiven where nothing fits exactly.
    pub loosest: MatchTolerance,
}

/// What came of a call that writes.
#[derive(Clone, Debug)]
pub struct EditReply {
    /// Each file, in the order of the call.
    pub files: Vec<Edited>,
    /// The operation in the history; `None` if nothing was written.
    pub operation: Option<OperationId>,
    /// The operation that this one takes back, or would.
    pub undoes: Option<OperationId>,
    /// Whether what was written survives a power cut; `None` if nothing was.
    pub is_durable: Option<bool>,
    /// Whether it was only shown what would be done.
    pub dry_run: bool,
    /// Hunk headers of the patch that say other numbers than their hunks have: the lines of the patch.
    pub recounted: Vec<u64>,
}

/// What came of one file.
#[derive(Clone, Debug)]
pub struct Edited {
    /// Which file.
    pub name: FileName,
    /// What came of it.
    pub outcome: EditOutcome,
    /// How it changes.
    pub change: VersionOrigin,
    /// The version that the edit was made for; `None` if that is no file.
    pub base: Option<Digest>,
    /// What the disk held.
    pub current: Option<Digest>,
    /// What the edit makes of it, if it can be made.
    pub after: Option<Digest>,
    /// The version that it is now.
    pub version: Option<VersionId>,
    /// From what the disk held to what it shall hold.
    pub diff: Diff,
    /// From the base to what the disk held: what others changed.
    pub others: Option<Diff>,
    /// Where the new lines are.
    pub ranges: Vec<LineRange>,
    /// Whether others changed something close by.
    pub nearby_change: bool,
    /// What cannot be merged.
    pub conflicts: Vec<ConflictTexts>,
    /// The proposal that waits for a decision.
    pub proposal: Option<ProposalId>,
    /// Lines of the file that go, and that the caller was not shown.
    pub unseen: Option<LineSet>,
    /// What was forgiven to find the places of a patch.
    pub pass: MatchTolerance,
    /// The permissions that it gets, where they are not those that it has or that any new file gets.
    pub mode: Option<u32>,
    /// Why the user has to be asked.
    pub asks: Option<Asks>,
    /// Whether its content may not be revealed before the user approves.
    pub is_hidden: bool,
    /// Whether what the file held cannot be brought back: its name says that it holds secrets, whose bytes are not kept.
    pub forgets: bool,
    /// The keyed digits that close whatever text of the file is shown.
    pub frame: Option<TagDigits>,
}

impl EditReply {
    /// Whether something could not be merged, so that nothing was written.
    pub fn has_conflict(&self) -> bool {
        self.files.iter().any(|file| file.outcome == EditOutcome::Conflict)
    }

    /// What came of all files together.
    pub fn outcome(&self) -> EditOutcome {
        let order =
            [EditOutcome::Conflict, EditOutcome::Rebased, EditOutcome::Applied, EditOutcome::AlreadyApplied];
        let has = |outcome: &EditOutcome| self.files.iter().any(|file| file.outcome == *outcome);
        order.into_iter().find(has).unwrap_or(EditOutcome::NoChange)
    }
}

impl Edited {
    /// What a person would have to agree to.
    pub fn exact_change(&self) -> ExactChange {
        let FileName { root, path, .. } = &self.name;
        let file = ExactFile { root: *root, path: path.clone(), digest: self.current };
        let other = match &self.change {
            VersionOrigin::Rename { other } => Some(other.clone()),
            _ => None,
        };
        ExactChange { file, after: self.after, other, mode: self.mode }
    }
}

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditOutcome {
    /// The edit was made on the version that it was made for.
    Applied,
    /// It was merged with what others changed.
    Rebased,
    /// The disk holds it already.
    AlreadyApplied,
    /// It changes nothing.
    NoChange,
    /// Others changed the same place.
    Conflict,
}

impl EditOutcome {
    /// The word for replies.
    pub fn word(self) -> &'static str {
        match self {
            EditOutcome::Applied => "applied",
            EditOutcome::Rebased => "rebased",
            EditOutcome::AlreadyApplied => "already_applied",
            EditOutcome::NoChange => "no_change",
            EditOutcome::Conflict => "conflict",
        }
    }

    /// Whether there is something to write.
    pub fn changes(self) -> bool {
        matches!(self, EditOutcome::Applied | EditOutcome::Rebased)
    }
}

/// A place that two sides changed, as three texts and their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictTexts {
    /// What both changed.
    pub base: PlacedText,
    /// What the disk holds.
    pub ours: PlacedText,
    /// What the edit wants.
    pub theirs: PlacedText,
}

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedText {
    /// The line that it begins with, counted from 1, or would begin with.
    pub first: u64,
    /// How many lines it has.
    pub lines: u64,
    /// Its bytes.
    pub text: Vec<u8>,
}

/// How often a plan is made again because others wrote meanwhile.
const TRIES: u32 = 8;

/// Writes files, and undoes it.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Writer<'a> {
    /// Writes what may be written.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }

    /// Ends every operation that a crash interrupted. One that is under way holds the locks of its files, so it is
    /// waited for.
    pub fn recover(&self, now: UnixMillis) -> Result<Recovery, WriteError> {
        Recoverer::new(self.access).recover(now)
    }
}

impl Writer<'_> {
    /// Writes a whole file.
    pub fn write_file(
        &self,
        request: &WriteRequest<'_>,
        writer: &WriteContext<'_>,
    ) -> Result<EditReply, WriteError> {
        self.carry_out(writer, || Planner::new(self.access).plan_write(request))
    }

    /// Applies a patch to all of its files, or to none.
    pub fn apply_patch(
        &self,
        request: &PatchRequest<'_>,
        writer: &WriteContext<'_>,
    ) -> Result<EditReply, WriteError> {
        let patch = reread_edit::parse_patch(request.patch)?;
        self.carry_out(writer, || Planner::new(self.access).plan_patch(&patch, request))
    }

    /// Plans, and does what was planned, again if others wrote in between.
    fn carry_out(
        &self,
        writer: &WriteContext<'_>,
        plan: impl Fn() -> Result<WritePlan, WriteError>,
    ) -> Result<EditReply, WriteError> {
        self.carry_out_undoing(writer, None, plan)
    }

    /// The same for an operation that takes another one back.
    fn carry_out_undoing(
        &self,
        writer: &WriteContext<'_>,
        undoes: Option<OperationId>,
        plan: impl Fn() -> Result<WritePlan, WriteError>,
    ) -> Result<EditReply, WriteError> {
        let state = self.access.state().ok_or(WriteError::NoState)?;
        let locks = state.directory().file_locks()?;
        let mut restless = String::new();
        let mut agreed = Vec::new();
        // Under the locks the user is not asked: other calls would wait for the answer.
        let unattended = WriteContext { is_agreed: &|_| false, ..*writer };
        for _ in 0..TRIES {
            let mut planned = self.framed(WritePlan::or_veiled(plan())?);
            let agreed_before = agreed.len();
            self.check(&mut planned, writer, &mut agreed)?;
            let keys: Vec<Digest> = planned.files.iter().map(|file| file.lock_key(self.access)).collect();
            let held = locks.hold(&keys).map_err(|source| planned.failed(source))?;
            // The previous holder of the locks may have written, and while the user thinks about an answer anything may
            // happen. What is looked at under the locks is what is replaced; and what is to be undone is what was done last.
            let is_fresh = undoes.is_none() && agreed.len() == agreed_before;
            let is_current = is_fresh && planned.files.iter().all(|file| file.target.still_stands());
            if !is_current {
                planned = self.framed(WritePlan::or_veiled(plan())?);
                if planned.files.iter().any(|file| !keys.contains(&file.lock_key(self.access))) {
                    continue;
                }
                match self.check(&mut planned, &unattended, &mut agreed) {
                    // The approved change is not what would be done now.
                    Err(WriteError::NeedsApproval { name, .. }) => {
                        restless = name;
                        continue;
                    }
                    checked => checked?,
                }
            }
            if writer.dry_run {
                return Ok(planned.into_reply(true));
            }
            if planned.has_conflict() {
                return Committer::new(self.access).propose(planned, writer);
            }
            if let Some(taken_back) = undoes.filter(|_| !planned.changes()) {
                self.note_undone(taken_back, writer)?;
            }
            (writer.reserve)(planned.writes())?;
            match Committer::new(self.access).commit(planned, writer, undoes)? {
                Committed::Done(reply) => return Ok(*reply),
                Committed::Moved(name) => restless = name,
                Committed::Unsettled { name, operation } => {
                    drop(held);
                    let stuck = Recoverer::new(self.access).recover(writer.now)?.stuck;
                    if let Some((_, why)) = stuck.into_iter().find(|(id, _)| *id == operation) {
                        return Err(WriteError::Unsettled { name, operation, source: Box::new(why) });
                    }
                    restless = name;
                }
            }
        }
        Err(WriteError::Restless { name: restless })
    }

    /// The same with the digits that close what is shown of each file, and with what the user has to be asked about.
    fn framed(&self, mut plan: WritePlan) -> WritePlan {
        for file in &mut plan.files {
            let edited = &file.edited;
            let texts = edited.conflicts.iter().map(|conflict| conflict.theirs.text.as_slice());
            let others = edited.others.as_ref().map(|others| others.text.as_slice());
            let shown: Vec<&[u8]> = texts.chain(others).chain([edited.diff.text.as_slice()]).collect();
            let frame = text_digits(self.access, &edited.name, &shown.concat());
            file.edited.frame = Some(frame);
            let is_replaced = file.edited.outcome.changes() && file.edited.current.is_some();
            file.edited.forgets = file.target.forgets && is_replaced;
            file.edited.mode = file.new_mode();
            file.edited.asks = file.asks().filter(|_| file.edited.outcome.changes() || file.edited.is_hidden);
        }
        plan
    }

    /// Refuses what needs approval, and what is not meant to be written. Of a file that may not be read without
    /// approval nothing is revealed before the user approves this very change: not that it is there already, nor what
    /// others changed in it, nor what is wrong with the call.
    fn check(
        &self,
        plan: &mut WritePlan,
        writer: &WriteContext<'_>,
        agreed: &mut Vec<ExactChange>,
    ) -> Result<(), WriteError> {
        plan.unveil(writer, agreed)?;
        for file in plan.files.iter().filter(|file| file.edited.outcome.changes()) {
            let name = || file.target.name.requested.clone();
            if let Some(suspicion) = file.suspicion().filter(|_| !writer.takes_literally) {
                return Err(WriteError::Suspicious { name: name(), suspicion });
            }
            let is_agreed =
                writer.dry_run || file.edited.asks.is_none() || writer.agrees_to(&file.edited, agreed);
            if let Some(asks) = file.edited.asks.clone().filter(|_| !is_agreed) {
                return Err(WriteError::NeedsApproval { name: name(), asks });
            }
        }
        Ok(())
    }
}

/// What came of putting a plan in place.
enum Committed {
    Done(Box<EditReply>),
    /// Others wrote this file in the last moment. Nothing is changed.
    Moved(String),
    /// An earlier operation on one of the files was never ended.
    Unsettled {
        name: String,
        operation: OperationId,
    },
}
