//! The reply to a call that writes: built once, from the finished plan and from what was done with it.

use reread_access::{Access, FileName, text_digits};
use reread_context::{Tag, TagDigits};
use reread_edit::MatchTolerance;
use reread_store::{OperationId, ProposalId, VersionId, VersionOrigin};
use reread_text::{Diff, Digest, LineRange, LineSet};

use super::approval::ApprovalReasons;
use super::plan::{FilePlan, WritePlan};

/// What came of a call that writes.
#[derive(Clone, Debug)]
pub struct EditReply {
    /// Each file, in the order of the call.
    pub files: Vec<Edited>,
    /// The operation in the history; `None` if nothing was written.
    pub operation: Option<OperationId>,
    /// The operation that this one undoes, or would.
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
    /// From the base to what the disk held: the external change.
    pub external: Option<Diff>,
    /// Where the new lines are.
    pub ranges: Vec<LineRange>,
    /// Whether there is an external change close by.
    pub nearby_change: bool,
    /// What cannot be merged.
    pub conflicts: Vec<ConflictTexts>,
    /// The proposal that waits for a decision.
    pub proposal: Option<ProposalId>,
    /// Why a conflict is not kept as a proposal.
    pub not_kept: Option<ConflictNotKept>,
    /// What the review model was asked about the conflict.
    pub review: Option<ConflictReview>,
    /// Lines of the file that go, and that the caller was not shown.
    pub unseen: Option<LineSet>,
    /// What was forgiven to find the places of a patch.
    pub pass: MatchTolerance,
    /// Why the user has to be asked.
    pub asks: Option<ApprovalReasons>,
    /// Whether what the file held cannot be brought back: its name says that it holds secrets, whose bytes are not kept.
    pub forgets: bool,
    /// The keyed digits that close whatever text of the file is shown.
    pub frame: Option<TagDigits>,
    /// Stands for the lines that the caller wrote, and carries those that it held before; or names the version alone.
    pub tag: Option<Tag>,
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

reread_codes::words! {
    /// What came of a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EditOutcome {
        /// The edit was made on the version that it was made for.
        Applied = "applied",
        /// It was merged with an external change.
        Rebased = "rebased",
        /// The disk holds it already.
        AlreadyApplied = "already_applied",
        /// It changes nothing.
        NoChange = "no_change",
        /// An external change is at the same place.
        Conflict = "conflict",
    }
}

impl EditOutcome {
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

/// A conflict that was put to the review model. A person approves whatever it suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictReview {
    /// The name of the model that was asked.
    pub model: String,
    /// What came of it so far.
    pub state: ReviewState,
}

/// What came of putting a conflict to the review model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewState {
    /// It is asked in the background, after the reply is sent.
    Asked,
    /// Its checked suggestion is attached to the proposal.
    Suggested,
    /// There is no suggestion, for this reason.
    Failed(String),
}

/// Why a conflict waits nowhere. Its texts are in the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConflictNotKept {
    /// As many proposals wait as may.
    #[error("{0} proposals wait for a decision already")]
    TooMany(u64),
    /// A text of it is longer than the history keeps.
    #[error("a text of {0} bytes is too long to be kept")]
    TooLong(u64),
    /// No text of such a file is kept.
    #[error("the name of the file says that it holds secrets, whose texts are not kept")]
    Secret,
    /// The caller's own earlier edit is at the same place: there is nothing to decide for a person.
    #[error("it conflicts with your own earlier edit")]
    Own,
}

/// The proposal of a file, if it has one, or why there is none for its conflict.
pub(super) type KeptConflict = Result<Option<ProposalId>, ConflictNotKept>;

/// What was done with a plan. Default: nothing.
#[derive(Debug, Default)]
pub(super) struct PlanResult {
    pub(super) operation: Option<OperationId>,
    /// The operation that this one undoes, or would.
    pub(super) undoes: Option<OperationId>,
    /// The new version of each file that changed, in the order of the plan.
    pub(super) versions: Vec<VersionId>,
    /// The proposal of each file, in the order of the plan; empty if the plan has no conflict.
    pub(super) proposals: Vec<KeptConflict>,
    pub(super) is_durable: Option<bool>,
    pub(super) dry_run: bool,
}

impl WritePlan {
    pub(super) fn into_reply(self, access: &Access, result: PlanResult) -> EditReply {
        let PlanResult { operation, undoes, versions, proposals, is_durable, dry_run } = result;
        let (mut versions, mut proposals) = (versions.into_iter(), proposals.into_iter());
        let edited = |file: FilePlan| {
            let version = if file.edited.outcome.changes() { versions.next() } else { None };
            file.into_edited(access, version, proposals.next().unwrap_or(Ok(None)))
        };
        let files = self.files.into_iter().map(edited).collect();
        EditReply { files, operation, undoes, is_durable, dry_run, recounted: self.recounted }
    }
}

impl FilePlan {
    fn into_edited(self, access: &Access, version: Option<VersionId>, proposal: KeptConflict) -> Edited {
        let changes = self.edited.outcome.changes();
        Edited {
            frame: Some(self.frame(access)),
            tag: version.and_then(|_| self.own_tag(access)),
            forgets: self.target.forgets && changes && self.target.current.is_some(),
            asks: self.reasons().filter(|_| changes || self.target.hides.is_some()),
            after: self.after.map(|after| after.digest),
            version,
            not_kept: proposal.as_ref().err().copied(),
            proposal: proposal.ok().flatten(),
            ..self.edited
        }
    }

    /// The digits that close the text that a reply shows of the file.
    fn frame(&self, access: &Access) -> TagDigits {
        let Edited { conflicts, external, diff, .. } = &self.edited;
        let texts = conflicts.iter().map(|texts| texts.theirs.text.as_slice());
        let external = external.as_ref().map(|diff| diff.text.as_slice());
        let shown: Vec<&[u8]> = texts.chain(external).chain([diff.text.as_slice()]).collect();
        text_digits(access, &self.target.name, &shown.concat())
    }
}

impl Edited {
    /// A file of which nothing is known yet, and to which nothing is done.
    pub(super) fn untouched(name: FileName, change: VersionOrigin) -> Self {
        Self {
            name,
            outcome: EditOutcome::NoChange,
            change,
            base: None,
            current: None,
            after: None,
            version: None,
            diff: Diff::default(),
            external: None,
            ranges: Vec::new(),
            nearby_change: false,
            conflicts: Vec::new(),
            proposal: None,
            not_kept: None,
            review: None,
            unseen: None,
            pass: MatchTolerance::Exact,
            asks: None,
            forgets: false,
            frame: None,
            tag: None,
        }
    }
}
