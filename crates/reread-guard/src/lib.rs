//! Guard: what stands at entry and exit of a read or a search.
//!
//! It measures what was sent, bounds what may still be sent, warns when a target seems beside the point, and notices
//! when the same text goes out again and again. It counts what a reply *sends*, never what it stands for, and it never
//! leaves a caller in a dead end: whatever the budget says, what the latest search returned is served, in bounds.
//!
//! - **Measuring:** [`ReplyCost`] of what was [`ReplySummary`], summed up in [`Metrics`].
//! - **Bounding:** a [`Budget`] of [`GuardLimits`], kept as its [`Enforcement`] says, gives each [`PlannedRead`] an [`Admission`].
//!   A [`WriteBudget`] does the same for what is written.
//! - **Guiding:** [`LatestSearch`] and [`RelevanceRules`], [`Repeats`], [`Warning`]s, all in one [`Stabilization`].
//! - **Joining:** [`merge`] and [`show_once`] inside one call, [`Bundle`] for the receipts of a session.
//!
//! A [`GuardSession`] holds what belongs to one conversation, and a [`Budget`] what belongs to whoever pays for it: several
//! sessions of one principal share a budget, so that a new label buys nothing.
//!
//! Nothing here opens a file, reads a clock or knows JSON. Nothing here is evidence, either: that a text was sent says
//! nothing about whether the caller still has it. All state is bounded, however long a session lasts.

mod metrics;
mod reply_cost;
mod reply_summary;

mod guard_limits;

mod admission;
mod budget;
mod write_budget;

mod latest_search;
mod path;
mod relevance;
mod repeats;

mod stabilization;
mod warning;

mod bundle;
mod merge;

mod guard_session;

pub use admission::{Admission, BudgetExceeded, PlannedRead};
pub use budget::{Budget, BudgetState, BudgetUse};
pub use bundle::{Bundle, BundleId, MAX_RECEIPTS};
pub use guard_limits::{Enforcement, GuardLimits};
pub use guard_session::{GuardSession, PendingRead, SearchSummary};
pub use latest_search::{LatestSearch, TOP_PATHS};
pub use merge::{LineSelection, TextOrReference, merge, show_once};
pub use metrics::Metrics;
pub use relevance::RelevanceRules;
pub use repeats::{MAX_TEXTS, Repeats};
pub use reply_cost::ReplyCost;
pub use reply_summary::{ReplyKind, ReplySummary};
pub use stabilization::Stabilization;
pub use warning::{Concern, Warning};
pub use write_budget::{WriteAmount, WriteBudget, WriteBudgetExceeded, WriteLimits};
