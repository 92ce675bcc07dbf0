//! Decisions of the user, kept in the state directory so that `reread approvals` can answer as well; and the counters of each
//! conversation, if that is configured.
//!
//! Without a state directory nothing can be queued or kept, and the user is asked in the client each time.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reread_files::Workspace;
use reread_guard::Metrics;
use reread_store::{
    ApprovalId, ApprovalState, ApprovalSubject, Database, Decision, SessionMetrics, UnixMillis,
};

use crate::caller::CallerKey;
use crate::principal::Principal;

/// How long an approval request stays pending.
const PENDING_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an approval counts, for the version it was given for.
pub(super) const VALID_FOR: Duration = Duration::from_secs(15 * 60);

/// The approvals of a server.
#[derive(Debug)]
pub(crate) struct Approvals {
    now: fn() -> UnixMillis,
    database: OnceLock<Option<Arc<Database>>>,
}

impl Approvals {
    pub(crate) fn new(now: fn() -> UnixMillis) -> Self {
        Self { now, database: OnceLock::new() }
    }

    /// The state of an approval request that still counts; `None` if there is none.
    pub(crate) fn state(&self, workspace: &Workspace, subject: &ApprovalSubject) -> Option<ApprovalState> {
        let approval = self.database(workspace)?.approvals().find(subject, (self.now)());
        let approval = approval.inspect_err(|error| tracing::warn!(%error, "approvals cannot be read"));
        approval.ok().flatten().map(|approval| approval.state)
    }

    /// Queues an approval request for `reread approvals`; its number and its state.
    pub(crate) fn queue(
        &self,
        workspace: &Workspace,
        caller: &str,
        subject: &ApprovalSubject,
        why: &str,
    ) -> Option<(ApprovalId, ApprovalState)> {
        let approvals = self.database(workspace)?.approvals();
        let asked = approvals.ask_as(caller, subject, why, (self.now)(), PENDING_FOR);
        asked
            .inspect_err(|error| tracing::warn!(%error, "an approval cannot be queued"))
            .ok()
            .map(|approval| (approval.id, approval.state))
    }

    /// Keeps a decision that the user made in the client.
    pub(crate) fn decide(
        &self,
        workspace: &Workspace,
        caller: &str,
        subject: &ApprovalSubject,
        why: &str,
        decision: Decision,
    ) {
        let Some((id, _)) = self.queue(workspace, caller, subject, why) else { return };
        let decided = self
            .database(workspace)
            .map(|database| database.approvals().decide(id, decision, (self.now)(), VALID_FOR));
        if let Some(Err(error)) = decided {
            tracing::warn!(%error, "an approval cannot be kept");
        }
    }

    /// Withdraws the requests of a principal that has gone. Where there never was one, the database stays closed.
    pub(crate) fn withdraw(&self, principal: &Principal) {
        let database = self.database.get().and_then(Option::as_ref);
        if let Some(Err(error)) =
            database.map(|database| database.approvals().withdraw(&principal.to_string()))
        {
            tracing::warn!(%error, "approval requests cannot be withdrawn");
        }
    }

    /// Keeps the counters of a conversation.
    pub(crate) fn keep_metrics(&self, workspace: &Workspace, caller: &CallerKey, metrics: &Metrics) {
        let Some(database) = self.database(workspace) else { return };
        let kept = database.keep_session_metrics(&SessionMetrics {
            principal: caller.principal().to_string(),
            conversation: caller.to_string(),
            updated: (self.now)(),
            reads_count: metrics.reads_count,
            reads_lines_total: metrics.reads_lines_total,
            reads_chars_total: metrics.reads_chars_total,
            search_count: metrics.search_count,
            reads_after_search: metrics.reads_after_search,
            max_read_span: metrics.max_read_span,
            preview_degraded_count: metrics.preview_degraded_count,
        });
        if let Err(error) = kept {
            tracing::warn!(%error, "counters cannot be kept");
        }
    }

    /// Opened when it is first needed: most servers never ask.
    fn database(&self, workspace: &Workspace) -> Option<&Database> {
        let open = || match workspace.state()?.database() {
            Ok(database) => Some(Arc::clone(database)),
            Err(error) => {
                tracing::warn!(%error, "there are no approvals");
                None
            }
        };
        self.database.get_or_init(open).as_deref()
    }
}
