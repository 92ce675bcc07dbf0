//! Writing: from what a caller wants to files that hold it, or to the reason why they do not.
//!
//! An edit is applied to the version that its author names, exactly, and the external changes since then are merged in. It is
//! planned for all files of a call under their locks, and written for all of them or for none. Before a file is touched,
//! its old bytes and its new ones are durable in the history; a plan that the disk has outrun is made again. A conflict
//! writes nothing and is kept as a proposal with all three texts.

mod adoption;
mod approval;
mod base;
mod bases;
mod bring_back;
mod change_rows;
mod commit;
mod edit_tag;
mod hidden_target;
mod own_lines;
mod own_work;
mod patch_size;
mod place_edit;
mod plan;
mod plan_patch;
mod plan_write;
mod proposals;
mod recovery;
mod reply;
mod self_running;
mod shown_lines;

use reread_access::{Access, file_key};
use reread_edit::{MatchTolerance, Patch, PatchError, TextEdit, parse_patch};
use reread_guard::{WriteAmount, WriteBudgetExceeded};
use reread_store::{OperationId, UnixMillis};
use reread_text::Digest;

use self::hidden_target::attempt;
use self::plan::{FilePlan, WritePlan};
use self::reply::PlanResult;
use crate::planner::Planner;
use crate::write_error::WriteError;

pub use self::adoption::Adoption;
pub use self::approval::{ApprovalReasons, ApprovalRequest, phrase};
pub use self::change_rows::ShownPart;
pub use self::hidden_target::HiddenTarget;
pub use self::patch_size::PatchSize;
pub use self::proposals::{ApprovedProposal, ProposalError, ProposalReply, ProposalSides, Proposals};
pub use self::recovery::{Recovered, Recovery};
pub use self::reply::{
    ConflictNotKept, ConflictReview, ConflictTexts, EditOutcome, EditReply, Edited, PlacedText, ReviewState,
};

/// Who writes, and what was approved.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    /// The caller, as records name it.
    pub author: &'a str,
    /// Whether the caller made an operation earlier in the same conversation. It is not an external change then.
    pub is_own: &'a dyn Fn(OperationId) -> bool,
    /// The time of day.
    pub now: UnixMillis,
    /// Whether the user approves exactly this change.
    pub is_approved: &'a dyn Fn(&ApprovalRequest) -> bool,
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
    /// Versions with blanks or commas in between; it has to have the newest of them, but for the caller's own edits since.
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
    /// What shall change.
    pub patch: PatchInput<'a>,
    /// The file, if the patch is about one file and does not name one that exists.
    pub name: Option<&'a str>,
    /// The versions that the patch was made for, with blanks or commas in between; each says by itself which file it is of,
    /// and of those of one file the newest counts.
    pub base: Option<&'a str>,
    /// What is forgiven where nothing fits exactly.
    pub loosest: MatchTolerance,
}

/// The changes that a caller sends.
#[derive(Clone, Copy, Debug)]
pub enum PatchInput<'a> {
    /// A patch, in one of its four formats.
    Text(&'a [u8]),
    /// Texts to replace in one file, which the call names.
    Edits(&'a [TextEdit<'a>]),
}

impl PatchInput<'_> {
    fn parse(self) -> Result<Patch, PatchError> {
        match self {
            PatchInput::Text(text) => parse_patch(text),
            PatchInput::Edits(edits) => Patch::of_edits(edits.iter().copied()),
        }
    }

    /// Stands for what it makes of a file that it does not change.
    fn attempt(self) -> Digest {
        match self {
            PatchInput::Text(text) => attempt(text),
            PatchInput::Edits(edits) => {
                let part = |text: &[u8]| [&text.len().to_le_bytes(), text].concat();
                let one =
                    |edit: &TextEdit<'_>| [part(edit.old), part(edit.new), vec![edit.all.into()]].concat();
                attempt(&edits.iter().flat_map(one).collect::<Vec<u8>>())
            }
        }
    }
}

/// How often a plan is made again because another process wrote meanwhile.
const TRIES: u32 = 8;

/// Writes files, and undoes it.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Writer<'a> {
    /// Over files that may be reached by this access.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}

impl Writer<'_> {
    /// Writes a whole file.
    pub fn write_file(
        &self,
        request: &WriteRequest<'_>,
        context: &WriteContext<'_>,
    ) -> Result<EditReply, WriteError> {
        self.carry_out(context, None, || Planner { access: self.access }.plan_write(request, context.is_own))
    }

    /// Applies a patch to all of its files, or to none.
    pub fn apply_patch(
        &self,
        request: &PatchRequest<'_>,
        context: &WriteContext<'_>,
    ) -> Result<EditReply, WriteError> {
        let patch = request.patch.parse()?;
        self.carry_out(context, None, || {
            Planner { access: self.access }.plan_patch(&patch, request, context.is_own)
        })
    }

    /// Plans and carries out the plan; plans again if a file changed in between. `undoes` is an operation that this one
    /// undoes.
    fn carry_out(
        &self,
        context: &WriteContext<'_>,
        undoes: Option<OperationId>,
        plan: impl Fn() -> Result<WritePlan, WriteError>,
    ) -> Result<EditReply, WriteError> {
        let state = self.access.state().ok_or(WriteError::NoState)?;
        let locks = state.directory().file_locks()?;
        let mut contended = String::new();
        let mut approved = Vec::new();
        // Under the locks the user is not asked: other calls would wait for the answer.
        let unattended = WriteContext { is_approved: &|_| false, ..*context };
        for _ in 0..TRIES {
            let mut planned = WritePlan::or_hidden(plan())?;
            let approved_before = approved.len();
            self.check(&mut planned, context, &mut approved)?;
            let keys: Vec<Digest> = planned.files.iter().map(|file| file.lock_key(self.access)).collect();
            let held = locks.hold(&keys).map_err(|source| planned.failed(source))?;
            // The previous holder of the locks may have written, and while the user thinks about an answer anything may
            // happen. What is looked at under the locks is what is replaced; and what is to be undone is what was done last.
            let is_fresh = undoes.is_none() && approved.len() == approved_before;
            let is_current = is_fresh && planned.files.iter().all(|file| file.target.still_stands());
            if !is_current {
                planned = WritePlan::or_hidden(plan())?;
                if planned.files.iter().any(|file| !keys.contains(&file.lock_key(self.access))) {
                    continue;
                }
                match self.check(&mut planned, &unattended, &mut approved) {
                    // The approved change is not what would be done now.
                    Err(WriteError::NeedsApproval { name, .. }) => {
                        contended = name;
                        continue;
                    }
                    checked => checked?,
                }
            }
            let result = match self.finish(&planned, context, undoes)? {
                Committed::Done(result) => result,
                Committed::Moved(name) => {
                    contended = name;
                    continue;
                }
                Committed::Unsettled { name, operation } => {
                    drop(held);
                    let stuck = self.recover(context.now)?.stuck;
                    if let Some((_, why)) = stuck.into_iter().find(|(id, _)| *id == operation) {
                        return Err(WriteError::Unsettled { name, operation, source: Box::new(why) });
                    }
                    contended = name;
                    continue;
                }
            };
            return Ok(planned.into_reply(self.access, PlanResult { undoes, ..result }));
        }
        Err(WriteError::Restless(contended))
    }

    /// Does what a checked plan asks for: nothing in a dry run, proposals for a conflict, or the write.
    fn finish(
        &self,
        plan: &WritePlan,
        context: &WriteContext<'_>,
        undoes: Option<OperationId>,
    ) -> Result<Committed, WriteError> {
        if context.dry_run {
            return Ok(Committed::Done(PlanResult { dry_run: true, ..PlanResult::default() }));
        }
        if plan.has_conflict() {
            return self.propose(plan, context).map(Committed::Done);
        }
        if let Some(undone) = undoes.filter(|_| plan.changing().next().is_none()) {
            self.note_undone(undone, context)?;
        }
        (context.reserve)(plan.writes())?;
        self.commit(plan, context, undoes)
    }

    /// Refuses what needs approval, and what is not meant to be written. Of a file that may not be read without
    /// approval nothing is revealed before the user approves this very change: not that it is there already, nor the
    /// external changes in it, nor what is wrong with the call.
    fn check(
        &self,
        plan: &mut WritePlan,
        context: &WriteContext<'_>,
        approved: &mut Vec<ApprovalRequest>,
    ) -> Result<(), WriteError> {
        plan.approve_hidden(context, approved)?;
        if let Some(denial) = plan.changing().find_map(FilePlan::denial) {
            return Err(denial);
        }
        for file in plan.changing() {
            let name = || file.target.name.requested.clone();
            if let Some(suspicion) = file.suspicion().filter(|_| !context.takes_literally) {
                return Err(WriteError::Suspicious { name: name(), suspicion });
            }
            let Some(reasons) = file.reasons().filter(|_| !context.dry_run) else { continue };
            if !context.approves(file.approval_request(&reasons, None), approved) {
                return Err(reasons.refusal(&name()));
            }
        }
        Ok(())
    }
}

/// The result of carrying out a plan.
enum Committed {
    Done(PlanResult),
    /// Another process wrote this file at the last moment. Nothing is changed.
    Moved(String),
    /// An earlier operation on one of the files was never ended.
    Unsettled {
        name: String,
        operation: OperationId,
    },
}
