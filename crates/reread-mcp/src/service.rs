//! Serving calls: the workspace, the clocks, and what is remembered for each caller.

use std::sync::Arc;
use std::time::Duration;

use reread_files::{ApprovalRequest, Backend, GuardSettings, Shaping, Watch, Workspace};
use reread_guard::GuardLimits;
use reread_store::{ApprovalState, ApprovalSubject, CallerIdentity, UnixMillis};
use reread_wire::{CallContext, Caller, Rejected, Request, Served};

use crate::Options;
use crate::approval::Approvals;
use crate::caller::CallerKey;
use crate::guards::Guards;
use crate::host_report::HostReport;
use crate::principal::Principal;
use crate::reviews::Reviews;

/// The name of this front end in records.
const FRONT_END: &str = "mcp";

/// The clocks, which the program provides.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// The time for records.
    pub now: fn() -> UnixMillis,
    /// A monotonic clock with any beginning.
    pub elapsed: fn() -> Duration,
}

/// Serves the calls of all callers.
pub(crate) struct Service {
    workspace: Arc<Workspace>,
    pub(crate) clocks: Clocks,
    guards: Guards,
    backend: Option<Backend>,
    approvals: Approvals,
    asks: bool,
    /// The principal at the other end of a transport with one process, and the user who runs that process.
    process: (Principal, Option<String>),
    reviews: Reviews,
}

impl Service {
    pub(crate) fn new(workspace: Workspace, options: &Options, clocks: Clocks) -> Self {
        let guards = Guards::new(guard_settings(&workspace, options), workspace.settings().write.limits);
        let (approvals, asks) = (Approvals::new(clocks.now), options.asks);
        let workspace = Arc::new(workspace.writing_later());
        let process = (options.principal.clone(), options.user.clone());
        let reviews = Reviews::new(options.review);
        Self { workspace, guards, backend: options.backend, approvals, asks, reviews, clocks, process }
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The workspace for a thread that may outlive the server by a moment.
    pub(crate) fn shared_workspace(&self) -> Arc<Workspace> {
        Arc::clone(&self.workspace)
    }

    pub(crate) fn approvals(&self) -> &Approvals {
        &self.approvals
    }

    /// Keeps what the host of a conversation reports about the work. Nothing is kept of calls that cannot be distinguished.
    pub(crate) fn keep_report(&self, caller: &CallerKey, report: HostReport) {
        let Some(state) = self.workspace.state().filter(|_| caller.remembers()) else { return };
        let kept =
            state
                .directory()
                .update_session_notes(&caller.to_string(), (self.clocks.now)(), |notes| report.add_to(notes));
        if let Err(error) = kept {
            tracing::warn!(%error, "what a host reports cannot be kept");
        }
    }

    /// Serves a call and records it. What was approved for this call counts beside what is kept.
    pub(crate) fn serve(
        &self,
        caller: &CallerKey,
        request: &Request,
        watch: Watch<'_>,
        approved: &[ApprovalSubject],
    ) -> Served {
        let approves = |approval: &ApprovalRequest| {
            let subject = approval.subject(self.workspace.access(), &caller.principal().to_string());
            let state = || self.approvals.state(&self.workspace, &subject);
            approved.contains(&subject) || state() == Some(ApprovalState::Granted)
        };
        let guard = self.guards.guard_of(caller);
        // The time limit of a search begins with its call, not with the server.
        let began = (self.clocks.elapsed)();
        let elapsed = || (self.clocks.elapsed)().saturating_sub(began);
        let approves = self.asks.then_some(&approves as &dyn Fn(&ApprovalRequest) -> bool);
        let review = |id| self.reviews.begin(&self.workspace, id);
        let context = CallContext {
            guard: Some(&guard),
            approves,
            watch,
            review: Some(&review),
            ..self.context(caller, &elapsed)
        };
        let served = reread_wire::serve(&context, request);
        let code = served.outcome.as_ref().map_or_else(|error| error.code.as_str(), |_| "ok");
        let (tool, file) = (request.tool(), request.target());
        tracing::info!(tool, file, code, caller = context.caller.name, "call");
        warn_unrecorded(served.unrecorded.as_deref());
        // Counters of one call are not those of a conversation.
        let keeps_metrics = self.workspace.settings().guard.keeps_metrics && caller.remembers();
        if let Some(guarded) = served.guarded.as_ref().filter(|_| keeps_metrics) {
            self.approvals.keep_metrics(&self.workspace, caller, &guarded.stabilization.metrics_snapshot);
        }
        served
    }

    /// Records a call that did not become a request.
    pub(crate) fn refuse(&self, caller: &CallerKey, rejected: &Rejected) {
        let context = self.context(caller, &self.clocks.elapsed);
        let unrecorded = reread_wire::refuse(&context, rejected);
        let (tool, code) = (rejected.tool.as_str(), rejected.error.code.as_str());
        tracing::info!(tool, code, caller = context.caller.name, "call");
        warn_unrecorded(unrecorded.as_deref());
    }

    fn context<'a>(&'a self, caller: &CallerKey, elapsed: &'a dyn Fn() -> Duration) -> CallContext<'a> {
        let (name, who) = (caller.to_string(), self.identity(caller));
        let author = Some(signed(&who, &name));
        let named = Caller { name, who, front_end: FRONT_END, author };
        let context = CallContext::new(&self.workspace, named, &self.clocks.now, elapsed);
        CallContext { shaping: self.shaping(caller), ..context }
    }

    /// Who a caller is, for records and approvals.
    fn identity(&self, caller: &CallerKey) -> CallerIdentity {
        let (process, user) = &self.process;
        let user = user.clone().filter(|_| caller.principal() == process);
        CallerIdentity { user, ..caller.identity() }
    }

    /// The name of a caller in an approval request.
    pub(crate) fn name_of(&self, caller: &CallerKey) -> String {
        signed(&self.identity(caller), &caller.to_string())
    }

    /// The flag of the server names the kind of model that is calling, else the configuration. A label may name another
    /// kind. A model chooses its label itself, so that a label cannot turn a small model into a large one.
    fn shaping(&self, caller: &CallerKey) -> Shaping {
        let backends = &self.workspace.settings().backends;
        let configured = self.backend.unwrap_or(backends.default);
        let of_label = caller.label().and_then(|label| backends.of_label(label));
        backends.shaping(match configured {
            Backend::Local => Backend::Local,
            Backend::Cloud | Backend::Review => of_label.unwrap_or(configured),
        })
    }
}

/// The configured guard, with the flags in its place. One reply may be as long as is usual for the kind of model, unless
/// another length is configured.
fn guard_settings(workspace: &Workspace, options: &Options) -> GuardSettings {
    let settings = workspace.settings();
    let mut guard = settings.guard.clone();
    guard.enforcement = options.guard.unwrap_or(guard.enforcement);
    let longest = settings.backends.longest_usual(options.backend.unwrap_or(settings.backends.default));
    let (limits, default) = (&mut guard.limits, GuardLimits::default());
    if limits.max_single_lines == default.max_single_lines {
        limits.max_single_lines = limits.max_single_lines.max(longest.max_lines.unwrap_or_default());
    }
    if limits.max_preview_chars == default.max_preview_chars {
        limits.max_preview_chars = limits.max_preview_chars.max(longest.max_chars.unwrap_or_default());
    }
    guard
}

/// User and program, and in parentheses the principal with its conversation: `ana, claude-code 2.1.300 (pid:7/thread:t1)`.
fn signed(who: &CallerIdentity, name: &str) -> String {
    match who.to_string().as_str() {
        "" => name.to_owned(),
        who => format!("{who} ({name})"),
    }
}

fn warn_unrecorded(why: Option<&str>) {
    if let Some(why) = why {
        tracing::warn!(why, "the call could not be recorded");
    }
}
