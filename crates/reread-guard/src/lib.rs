//! Guard: keeps the reads and searches of one conversation within a budget.
//!
//! A server asks the guard before each read ([`GuardSession::at_entry_of_read`]) and reports each reply to it
//! ([`GuardSession::at_exit_of_read`], [`GuardSession::at_exit_of_search`]). The guard counts what was sent, limits what
//! may still be sent, and warns about unrelated targets and about text that is sent repeatedly.
//!
//! - **Count:** the [`ReplyCost`] of each [`ReplySummary`], summed up in [`Metrics`].
//! - **Limit:** a [`Budget`] of [`GuardLimits`] gives each [`PlannedRead`] an [`Admission`], as strictly as its
//!   [`Enforcement`] says. A [`WriteBudget`] limits writes.
//! - **Warn:** [`LatestSearch`], [`RelevanceRules`] and [`Repeats`] lead to [`Warning`]s in a [`Stabilization`].
//! - **Join:** [`merge`] combines the targets of one call; a [`Bundle`] identifies the tags of a session.
//!
//! A [`GuardSession`] belongs to one conversation. A [`Budget`] belongs to a principal, and all its sessions share it, so
//! a new session name does not come with a new budget.
//!
//! # Limits
//!
//! - A reply costs what it *sends*, not what it refers to.
//! - A file that the latest search returned is always served, within the bounds of one reply, so that a refused caller
//!   has a way to continue.
//! - Nothing here is evidence: that a text was sent does not mean that the caller still has it.
//! - All state has a fixed maximum size. Nothing opens a file, reads a clock or knows JSON.
//!
//! # Example
//!
//! ```
//! use reread_guard::{Admission, Budget, Enforcement, GuardLimits, GuardSession, PlannedRead};
//! use reread_text::Bounds;
//!
//! let limits = GuardLimits { max_reads: 0, ..GuardLimits::default() };
//! let budget = Budget::new(Enforcement::Enforce, limits);
//! let session = GuardSession::default();
//! let read = PlannedRead { path: "src/main.rs", bounds: Bounds::default(), cites: false };
//! assert!(matches!(session.at_entry_of_read(&budget, &read).admission, Admission::Refuse(_)));
//! ```

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
pub use merge::{LineSelection, merge};
pub use metrics::Metrics;
pub use relevance::RelevanceRules;
pub use repeats::{MAX_TEXTS, Repeats};
pub use reply_cost::ReplyCost;
pub use reply_summary::{ReplyKind, ReplySummary};
pub use stabilization::Stabilization;
pub use warning::{Concern, Warning};
pub use write_budget::{WriteAmount, WriteBudget, WriteBudgetExceeded, WriteLimits};
