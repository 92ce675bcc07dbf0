//! Where calls are served: the workspace, the clocks, and what is remembered for each caller.

use std::cell::Cell;
use std::time::Duration;

use reread_files::{Backend, GuardSettings, Located, Shaping, Watch, Workspace};
use reread_guard::GuardLimits;
use reread_store::{ApprovalState, UnixMillis};
use reread_text::Bounds;
use reread_wire::{
    Caller, Desk, Matter, Petition, Request, Served, Trouble, record_served, record_trouble, serve_unrecorded,
};
use serde_json::Value;

use crate::caller::CallerKey;
use crate::guards::Guards;
use crate::ledger::Ledger;
use crate::server::Options;
use crate::telling::Telling;

/// The face, as records name it.
const FACE: &str = "mcp";

/// The clocks, asked from outside.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// The time for records.
    pub now: fn() -> UnixMillis,
    /// A clock that only goes forward, from whenever.
    pub elapsed: fn() -> Duration,
}

/// What goes along with a request.
pub(crate) struct Means<'a> {
    /// Who waits for long work.
    pub(crate) watch: Watch<'a>,
    /// What somebody has just agreed to.
    pub(crate) agreed: &'a [Matter],
    /// Its file, if it was opened to see whether it is brief.
    pub(crate) at_hand: Option<Located>,
}

impl<'a> Means<'a> {
    /// Nothing but somebody who waits.
    pub(crate) fn watched(watch: Watch<'a>) -> Self {
        Self { watch, agreed: &[], at_hand: None }
    }

    /// Nothing but the file.
    pub(crate) fn at_hand(located: Option<Located>) -> Self {
        Self { watch: Watch::unattended(), agreed: &[], at_hand: located }
    }
}

/// One desk for every call, whoever makes it.
pub(crate) struct FrontDesk {
    workspace: Workspace,
    clocks: Clocks,
    guards: Guards,
    backend: Option<Backend>,
    ledger: Ledger,
    asks: bool,
}

impl FrontDesk {
    pub(crate) fn new(workspace: Workspace, options: &Options, clocks: Clocks) -> Self {
        let guards = Guards::new(guard_settings(&workspace, options), workspace.settings().write.limits);
        let (ledger, asks) = (Ledger::new(clocks.now), options.asks);
        let workspace = workspace.writing_later();
        Self { workspace, guards, backend: options.backend, ledger, asks, clocks }
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// What people agreed to.
    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The time of day.
    pub(crate) fn now(&self) -> fn() -> UnixMillis {
        self.clocks.now
    }

    /// Keeps what the host of a conversation says about the work. Of calls that nobody can tell apart, nothing is kept.
    pub(crate) fn tell(&self, caller: &CallerKey, telling: Telling) {
        let Some(state) = self.workspace.state().filter(|_| caller.remembers()) else { return };
        let kept = state
            .directory()
            .update_session_notes(&caller.to_string(), (self.clocks.now)(), |told| telling.add_to(told));
        if let Err(error) = kept {
            tracing::warn!(%error, "what a host tells cannot be kept");
        }
    }

    /// A clock that only goes forward.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.clocks.elapsed)()
    }

    /// Whether somebody may have to be asked about a brief call before it is served.
    pub(crate) fn may_ask(&self, caller: &CallerKey) -> bool {
        self.asks && self.shaping(caller).at_most != Bounds::default()
    }

    /// Serves a call that makes sense, and records it.
    pub(crate) fn serve(&self, caller: &CallerKey, request: &Request, means: Means<'_>) -> Served {
        let served = self.serve_unrecorded(caller, request, means);
        self.record(caller, request, &served);
        served
    }

    /// Serves a call that makes sense. It is still to be recorded.
    pub(crate) fn serve_unrecorded(&self, caller: &CallerKey, request: &Request, means: Means<'_>) -> Served {
        let is_agreed = |petition: &Petition| {
            let matter = &petition.matter;
            let standing = || self.ledger.standing(&self.workspace, caller.principal(), matter);
            means.agreed.contains(matter) || standing() == Some(ApprovalState::Granted)
        };
        let guard = self.guards.guard_of(caller);
        // The budget of a search begins with its call, not with the server.
        let began = (self.clocks.elapsed)();
        let elapsed = || (self.clocks.elapsed)().saturating_sub(began);
        let is_agreed = self.asks.then_some(&is_agreed as &dyn Fn(&Petition) -> bool);
        let at_hand = Cell::new(means.at_hand);
        let (guard, at_hand, watch) = (Some(&guard), Some(&at_hand), means.watch);
        let desk = Desk { guard, is_agreed, at_hand, watch, ..self.desk(caller, &elapsed) };
        serve_unrecorded(&desk, request)
    }

    /// Records a call that was served, and what it adds to the counters of its conversation.
    pub(crate) fn record(&self, caller: &CallerKey, request: &Request, served: &Served) {
        let desk = self.desk(caller, &self.clocks.elapsed);
        let unrecorded = record_served(&desk, request, served);
        let code = served.outcome.as_ref().map_or_else(|trouble| trouble.code.as_str(), |_| "ok");
        tracing::info!(
            tool = request.tool(),
            file = request.target(),
            code,
            caller = desk.caller.name,
            "call"
        );
        tell_unrecorded(unrecorded.as_deref());
        // Counters of one call are not those of a conversation.
        let keeps_metrics = self.workspace.settings().guard.keeps_metrics && caller.remembers();
        if let Some(guarded) = served.guarded.as_ref().filter(|_| keeps_metrics) {
            self.ledger.keep_metrics(&self.workspace, caller, &guarded.stabilization.metrics_snapshot);
        }
    }

    /// Records a call that makes no sense.
    pub(crate) fn refuse(&self, caller: &CallerKey, tool: &str, arguments: Value, trouble: &Trouble) {
        let desk = self.desk(caller, &self.clocks.elapsed);
        let unrecorded = record_trouble(&desk, tool, arguments, trouble);
        tracing::info!(tool, code = trouble.code.as_str(), caller = desk.caller.name, "call");
        tell_unrecorded(unrecorded.as_deref());
    }

    fn desk<'a>(&'a self, caller: &CallerKey, elapsed: &'a dyn Fn() -> Duration) -> Desk<'a> {
        let caller_name = Caller { name: caller.to_string(), face: FACE, author: None };
        let desk = Desk::new(&self.workspace, caller_name, &self.clocks.now, elapsed);
        Desk { shaping: self.shaping(caller), ..desk }
    }

    /// The flag of the server says which kind of model is calling, else the configuration. A label may say something
    /// else, but a model chooses its label itself, so that it cannot get away from being a small one.
    fn shaping(&self, caller: &CallerKey) -> Shaping {
        let backends = &self.workspace.settings().backends;
        let told = self.backend.unwrap_or(backends.default);
        let of_label = caller.label().and_then(|label| backends.of_label(label));
        backends.shaping(match told {
            Backend::Local => Backend::Local,
            Backend::Cloud | Backend::Review => of_label.unwrap_or(told),
        })
    }
}

/// What is configured, and the flags in its place. One reply may be as long as is usual for the kind of model, unless
/// somebody chose another length.
fn guard_settings(workspace: &Workspace, options: &Options) -> GuardSettings {
    let settings = workspace.settings();
    let mut guard = settings.guard.clone();
    guard.enforcement = options.guard.unwrap_or(guard.enforcement);
    let longest = settings.backends.longest_usual(options.backend.unwrap_or(settings.backends.default));
    let (limits, unchosen) = (&mut guard.limits, GuardLimits::default());
    if limits.max_single_lines == unchosen.max_single_lines {
        limits.max_single_lines = limits.max_single_lines.max(longest.max_lines.unwrap_or_default());
    }
    if limits.max_preview_chars == unchosen.max_preview_chars {
        limits.max_preview_chars = limits.max_preview_chars.max(longest.max_chars.unwrap_or_default());
    }
    guard
}

fn tell_unrecorded(why: Option<&str>) {
    if let Some(why) = why {
        tracing::warn!(why, "the call could not be recorded");
    }
}
