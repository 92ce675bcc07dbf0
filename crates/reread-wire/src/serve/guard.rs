//! What stands at entry and exit of a call: a conversation, and the budget it is paid from.
//!
//! The two are decided about in `reread-guard`; here they meet replies. Nothing is held between entry and exit, so calls
//! of one conversation run side by side.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reread_context::Answer;
use reread_files::{ApprovalRequest, ReadReply};
use reread_guard::{
    Budget, BudgetExceeded, BudgetState, BundleId, GuardSession, ListingSummary, PendingRead, PlannedRead,
    ReplyCost, ReplyKind, ReplySummary, SearchSummary, Stabilization, WriteBudget,
};
use reread_store::OperationId;
use reread_text::{Bounds, Limit, LineSet};

use crate::ErrorReply;
use crate::render::{around, marker};

/// A conversation and its budget. The parts of a conversation that have names of their own share a budget.
#[derive(Clone, Debug)]
pub struct Guard {
    budget: Arc<Mutex<Budget>>,
    session: Arc<Mutex<GuardSession>>,
    /// What may be written.
    writes: Arc<Mutex<WriteBudget>>,
}

/// What the guard says at the end of a call.
#[derive(Clone, Debug)]
pub struct Guarded {
    /// The state of the budget, what to do next, what to be aware of, and the numbers.
    pub stabilization: Stabilization,
    /// The name of the receipts that the conversation was given.
    pub bundle: Option<BundleId>,
}

/// A call without a reply.
#[derive(Debug)]
pub(super) struct NotServed {
    pub(super) error: ErrorReply,
    /// Budget and warnings, if the guard refused the call.
    pub(super) guarded: Option<Guarded>,
    /// The change that the user did not approve, if that is why.
    pub(super) needs: Option<ApprovalRequest>,
}

impl<E: Into<ErrorReply>> From<E> for Box<NotServed> {
    fn from(error: E) -> Self {
        Self::new(NotServed { error: error.into(), guarded: None, needs: None })
    }
}

/// How strictly the bounds of one reply are meant for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shrinking {
    /// The reply may be made shorter.
    Allowed,
    /// What was asked for by number is sent as long as the budget lasts. Beyond, it is served within the bounds of one
    /// reply like everything else, and says where it goes on.
    OnceUsedUp,
}

impl Guard {
    /// Guards a conversation that is paid from this budget.
    pub fn new(budget: Arc<Mutex<Budget>>, session: Arc<Mutex<GuardSession>>) -> Self {
        Self { budget, session, writes: Arc::default() }
    }

    /// The same for a caller whose writes are paid from this budget; otherwise nothing limits them.
    #[must_use]
    pub fn paying_writes(self, writes: Arc<Mutex<WriteBudget>>) -> Self {
        Self { writes, ..self }
    }

    /// Decides about a read, and says within which bounds it may be answered.
    pub(super) fn enter(
        &self,
        ask: &PlannedRead<'_>,
        shrinking: Shrinking,
    ) -> Result<(PendingRead, Bounds), Box<NotServed>> {
        let (budget, session) = (self.budget(), self.session());
        let entry = session.at_entry_of_read(&budget, ask);
        match entry.admission.bounds() {
            Ok(_) if shrinking == Shrinking::OnceUsedUp && budget.state() != BudgetState::HardLimit => {
                Ok((entry, ask.bounds))
            }
            Ok(bounds) => Ok((entry, bounds)),
            Err(exceeded) => Err(refused(&budget, &session, exceeded)),
        }
    }

    /// Counts and charges the answer, unless it may not be sent after all.
    ///
    /// An excerpt that `is_narrowed` shows fewer lines than were asked for, and is not cut.
    pub(super) fn leave(
        &self,
        entry: &PendingRead,
        reply: &ReadReply,
        is_narrowed: bool,
    ) -> Result<Guarded, Box<NotServed>> {
        let receipt = reply.tag.as_ref().map(ToString::to_string);
        let limit = reply.cut.map(|cut| cut.limit).or(is_narrowed.then_some(Limit::Lines));
        let sent = ReplySummary {
            kind: kind(reply),
            cost: cost(reply),
            is_degraded: limit.is_some(),
            is_reduced: limit.is_some_and(|limit| entry.is_reason(&reply.bounds, limit)),
            version: reply.digest,
            lines: &reply.shown(),
            receipt: receipt.as_deref(),
        };
        self.exit(entry, &sent)
    }

    /// As [`Guard::leave`], of a text that shows no line of a version: a diff, an outline, a summary.
    pub(super) fn leave_with_text(
        &self,
        entry: &PendingRead,
        (kind, text): (ReplyKind, &[u8]),
        is_degraded: bool,
        receipt: Option<&str>,
    ) -> Result<Guarded, Box<NotServed>> {
        let (cost, lines) = (ReplyCost::of(text), &LineSet::default());
        let is_reason =
            |given| [Limit::Lines, Limit::Chars].iter().any(|limit| entry.is_reason(&given, *limit));
        let is_reduced = is_degraded && entry.admission.bounds().is_ok_and(is_reason);
        let version = None;
        self.exit(entry, &ReplySummary { kind, cost, is_degraded, is_reduced, version, lines, receipt })
    }

    /// As [`Guard::leave`], of a reply that states what it would cost and sends no text and no tag.
    pub(super) fn leave_without_text(&self, entry: &PendingRead) -> Result<Guarded, Box<NotServed>> {
        self.leave_with_text(entry, (ReplyKind::Marker, b""), false, None)
    }

    fn exit(&self, entry: &PendingRead, sent: &ReplySummary<'_>) -> Result<Guarded, Box<NotServed>> {
        let (mut budget, mut session) = (self.budget(), self.session());
        if let Err(exceeded) = entry.admission.permits(sent.kind) {
            return Err(refused(&budget, &session, exceeded));
        }
        let stabilization = session.at_exit_of_read(&mut budget, entry, sent);
        Ok(guarded(stabilization, &session))
    }

    /// The bounds of a search: it is never refused, and never longer than one reply.
    pub(super) fn bounds_of_search(&self, asked: &Bounds) -> Bounds {
        self.budget().one_reply(asked)
    }

    /// Counts and charges the answer to a search of the workspace. Some reads of what it returned are served from then on.
    pub(super) fn leave_search(&self, found: &SearchSummary<'_>) -> Guarded {
        let (mut budget, mut session) = (self.budget(), self.session());
        guarded(session.at_exit_of_search(&mut budget, found), &session)
    }

    /// As [`Guard::leave_search`], of a search in one file.
    pub(super) fn leave_search_in_file(&self, path: &str, found: &SearchSummary<'_>) -> Guarded {
        let (mut budget, mut session) = (self.budget(), self.session());
        guarded(session.at_exit_of_search_in_file(&mut budget, path, found), &session)
    }

    /// Counts and charges an answer that names files.
    pub(super) fn leave_listing(&self, listed: &ListingSummary<'_>) -> Guarded {
        let (mut budget, mut session) = (self.budget(), self.session());
        guarded(session.at_exit_of_listing(&mut budget, listed), &session)
    }

    /// Remembers a file that was outlined, or that a symbol was found in.
    pub(super) fn came_across(&self, path: &str) {
        self.session().came_across(path);
    }

    /// Remembers a file that the caller edited.
    pub(super) fn edited(&self, path: &str) {
        self.budget().add_edited(path);
        self.session().came_across(path);
    }

    /// Remembers an operation of the conversation.
    pub(super) fn add_operation(&self, operation: OperationId) {
        self.session().add_operation(&operation.to_string());
    }

    /// Whether the operation was made in this conversation, as far as it is remembered.
    pub(super) fn made(&self, operation: OperationId) -> bool {
        self.session().made_operation(&operation.to_string())
    }

    /// The state of the budget, for a call that failed and cost nothing.
    pub(super) fn standing(&self) -> Guarded {
        let (budget, session) = (self.budget(), self.session());
        guarded(session.standing(&budget), &session)
    }

    /// Charges what any other tool sent.
    pub(super) fn charge(&self, cost: ReplyCost) {
        self.budget().charge(cost);
    }

    // Counters are consistent after every step, so they stay usable after a panic.
    fn budget(&self) -> MutexGuard<'_, Budget> {
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn writes(&self) -> MutexGuard<'_, WriteBudget> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> MutexGuard<'_, GuardSession> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn refused(budget: &Budget, session: &GuardSession, exceeded: &BudgetExceeded) -> Box<NotServed> {
    let guarded = guarded(session.at_refusal_of_read(budget, exceeded), session);
    Box::new(NotServed { error: exceeded.into(), guarded: Some(guarded), needs: None })
}

fn guarded(stabilization: Stabilization, session: &GuardSession) -> Guarded {
    Guarded { stabilization, bundle: session.context_bundle_id() }
}

fn kind(reply: &ReadReply) -> ReplyKind {
    match reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => ReplyKind::Marker,
        Answer::Diff { .. } => ReplyKind::Diff,
        Answer::Text | Answer::Fallback(_) | Answer::Rest { .. } => ReplyKind::Text,
    }
}

/// What a reply costs, without a frame around it.
fn cost(reply: &ReadReply) -> ReplyCost {
    let around = ReplyCost::of(around(reply).as_bytes());
    let cost = match &reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => ReplyCost::of(marker(reply).as_bytes()),
        Answer::Diff { diff, .. } => ReplyCost::of(marker(reply).as_bytes()).plus(ReplyCost::of(&diff.text)),
        Answer::Text | Answer::Fallback(_) | Answer::Rest { .. } => reply
            .passages
            .iter()
            .map(|passage| ReplyCost::of(&passage.text))
            .fold(ReplyCost::of(marker(reply).as_bytes()), ReplyCost::plus),
    };
    cost.plus(around)
}
