//! What stands at entry and exit of a call: a conversation, and the budget it is paid from.
//!
//! The two are decided about in `reread-guard`; here they meet replies. Nothing is held between entry and exit, so calls
//! of one conversation run side by side.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reread_context::Answer;
use reread_files::ReadReply;
use reread_guard::{
    Budget, BudgetExceeded, BudgetState, BundleId, GuardSession, LatestSearch, PendingRead, PlannedRead,
    RelevanceRules, ReplyCost, ReplyKind, ReplySummary, SearchSummary, Stabilization, WriteBudget,
};
use reread_text::{Bounds, LineSet};

use super::ApprovalRequest;
use crate::ErrorReply;
use crate::render::{around, marker};

/// A conversation and its budget. Several conversations of one principal share a budget.
#[derive(Clone, Debug)]
pub struct Guard {
    budget: Arc<Mutex<Budget>>,
    session: Arc<Mutex<GuardSession>>,
    /// Where a search is kept for calls of other sessions; nowhere if the session itself is kept.
    searches: Option<Arc<Mutex<LatestSearch>>>,
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
        Self { budget, session, searches: None, writes: Arc::default() }
    }

    /// Guards a call whose conversation cannot be distinguished from the principal's other ones. Only its search is kept.
    pub fn of_one_of_many(
        budget: Arc<Mutex<Budget>>,
        rules: Arc<RelevanceRules>,
        searches: Arc<Mutex<LatestSearch>>,
    ) -> Self {
        let latest = searches.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let session = Arc::new(Mutex::new(GuardSession::one_of_many(rules, latest)));
        Self { budget, session, searches: Some(searches), writes: Arc::default() }
    }

    /// The same for a caller whose writes are paid from this budget; otherwise nothing limits them.
    #[must_use]
    pub fn paying_writes(self, writes: Arc<Mutex<WriteBudget>>) -> Self {
        Self { writes, ..self }
    }

    /// Decides about a read, and says within which bounds it may be answered.
    pub(super) fn enter(
        &self,
        path: &str,
        bounds: Bounds,
        cites: bool,
        shrinking: Shrinking,
    ) -> Result<(PendingRead, Bounds), Box<NotServed>> {
        let (budget, session) = (self.budget(), self.session());
        let entry = session.at_entry_of_read(&budget, &PlannedRead { path, bounds, cites });
        match entry.admission.bounds() {
            Ok(_) if shrinking == Shrinking::OnceUsedUp && budget.state() != BudgetState::HardLimit => {
                Ok((entry, bounds))
            }
            Ok(bounds) => Ok((entry, bounds)),
            Err(exceeded) => Err(refused(&budget, &session, exceeded)),
        }
    }

    /// Counts and charges the answer, unless it may not be sent after all.
    pub(super) fn leave(&self, entry: &PendingRead, reply: &ReadReply) -> Result<Guarded, Box<NotServed>> {
        let receipt = reply.tag.as_ref().map(ToString::to_string);
        let sent = ReplySummary {
            kind: kind(reply),
            cost: cost(reply),
            is_degraded: reply.cut.is_some(),
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
        self.exit(entry, &ReplySummary { kind, cost, is_degraded, version: None, lines, receipt })
    }

    /// As [`Guard::leave`], of a reply that states what it would cost and sends no text and no tag.
    pub(super) fn leave_without_text(&self, entry: &PendingRead) -> Result<Guarded, Box<NotServed>> {
        self.leave_with_text(entry, (ReplyKind::Marker, b""), false, None)
    }

    fn exit(&self, entry: &PendingRead, sent: &ReplySummary<'_>) -> Result<Guarded, Box<NotServed>> {
        let (mut budget, mut session) = (self.budget(), self.session());
        if let Err(exceeded) = entry.admission.permits(sent.kind, sent.cost) {
            return Err(refused(&budget, &session, exceeded));
        }
        let stabilization = session.at_exit_of_read(&mut budget, entry, sent);
        Ok(Guarded { stabilization, bundle: session.context_bundle_id() })
    }

    /// The bounds of a search: it is never refused, and never longer than one reply.
    pub(super) fn bounds_of_search(&self, asked: &Bounds) -> Bounds {
        self.budget().one_reply(asked)
    }

    /// Counts and charges the answer to a search, and remembers what it returned.
    pub(super) fn leave_search(&self, found: &SearchSummary<'_>) -> Guarded {
        let (mut budget, mut session) = (self.budget(), self.session());
        let stabilization = session.at_exit_of_search(&mut budget, found);
        self.share(&session);
        Guarded { stabilization, bundle: session.context_bundle_id() }
    }

    /// Charges the answer to a search of one file, which is served from then on if anything was found in it.
    pub(super) fn leave_search_in_file(&self, path: &str, found: bool, cost: ReplyCost) {
        self.charge(cost);
        if found {
            let mut session = self.session();
            session.found_in(path);
            self.share(&session);
        }
    }

    /// Shares the search with the principal's other conversations, where they cannot be distinguished.
    fn share(&self, session: &GuardSession) {
        if let Some(searches) = &self.searches {
            let latest = session.latest_search().clone();
            *searches.lock().unwrap_or_else(PoisonError::into_inner) = latest;
        }
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
    let stabilization = session.at_refusal_of_read(budget, exceeded);
    let guarded = Guarded { stabilization, bundle: session.context_bundle_id() };
    Box::new(NotServed { error: exceeded.into(), guarded: Some(guarded), needs: None })
}

fn kind(reply: &ReadReply) -> ReplyKind {
    match reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => ReplyKind::Marker,
        Answer::Diff { .. } => ReplyKind::Diff,
        Answer::Text | Answer::Fallback(_) => ReplyKind::Text,
    }
}

/// What a reply costs, without a frame around it.
fn cost(reply: &ReadReply) -> ReplyCost {
    let around = ReplyCost::of(around(reply).as_bytes());
    let cost = match &reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => ReplyCost::of(marker(reply).as_bytes()),
        Answer::Diff { diff, .. } => ReplyCost::of(marker(reply).as_bytes()).plus(ReplyCost::of(&diff.text)),
        Answer::Text | Answer::Fallback(_) => reply
            .passages
            .iter()
            .map(|passage| ReplyCost::of(&passage.text))
            .fold(ReplyCost::default(), ReplyCost::plus),
    };
    cost.plus(around)
}
