//! Guard: keeps the reads and searches of one conversation within a budget.
//!
//! A server asks the guard before each read ([`GuardSession::at_entry_of_read`]) and reports each reply to it
//! ([`GuardSession::at_exit_of_read`], [`GuardSession::at_exit_of_search`]). The guard counts what was sent, limits what
//! may still be sent, and warns about unrelated targets and about text that is sent repeatedly.
//!
//! - **Count:** the [`ReplyCost`] of each [`ReplySummary`], summed up in [`Metrics`].
//! - **Limit:** a [`Budget`] of [`GuardLimits`] gives each [`PlannedRead`] an [`Admission`], as strictly as its
//!   [`Enforcement`] says. A [`WriteBudget`] limits writes.
//!   An [`Allowance`] is what a search grants beyond the limits.
//! - **Warn:** [`Trail`], [`RelevanceRules`] and [`Repeats`] lead to [`Warning`]s in a [`Stabilization`].
//! - **Join:** [`merge`] combines the targets of one call; a [`Bundle`] identifies the tags of a session.
//!
//! A [`Budget`] belongs to one conversation. A model may divide its conversation with names of its own; each part then has
//! its own [`GuardSession`], and all parts share the budget, so a new name does not come with a new budget.
//!
//! # Limits
//!
//! - A reply costs what it *sends*, not what it refers to.
//! - Beyond the hard limit each search grants ten reads of the files that it returned, so that a refused caller has a way
//!   to continue. Markers, diffs and files that the caller edited are always served, within the bounds of one reply.
//! - Nothing here is evidence: that a text was sent does not mean that the caller still has it.
//! - All state has a fixed maximum size. Nothing opens a file, reads a clock or knows JSON.
//!
//! # Example
//!
//! ```
//! use reread_guard::{Admission, Budget, Enforcement, GuardLimits, GuardSession, PlannedRead};
//! use reread_text::Bounds;
//!
//! let budget = Budget::new(Enforcement::Enforce, GuardLimits::default());
//! let session = GuardSession::default();
//! let read =
//!     PlannedRead { path: "src/main.rs", bounds: Bounds::default(), cites: false, is_preview: false };
//! let Admission::Serve(bounds) = session.at_entry_of_read(&budget, &read).admission else { panic!() };
//! assert_eq!(bounds.max_lines, Some(300));
//! ```

mod metrics;
mod reply_cost;
mod reply_summary;

mod guard_limits;

mod admission;
mod allowance;
mod budget;
mod write_budget;

mod past_search;
mod path;
mod recent_names;
mod relevance;
mod repeats;
mod trail;

mod stabilization;
mod warning;

mod bundle;
mod merge;

mod guard_session;

pub use admission::{Admission, BudgetExceeded, PlannedRead};
pub use allowance::{Allowance, READS_PER_SEARCH};
pub use budget::{Budget, BudgetState, BudgetUse};
pub use bundle::{Bundle, BundleId, MAX_RECEIPTS};
pub use guard_limits::{Enforcement, GuardLimits};
pub use guard_session::{GuardSession, ListingSummary, PendingRead, SearchSummary, is_narrower};
pub use merge::{LineSelection, merge};
pub use metrics::Metrics;
pub use past_search::{PastSearch, TOP_PATHS};
pub use recent_names::MAX_NAMES;
pub use relevance::RelevanceRules;
pub use repeats::{MAX_TEXTS, Repeats};
pub use reply_cost::ReplyCost;
pub use reply_summary::{ReplyKind, ReplySummary};
pub use stabilization::{CallKind, Stabilization};
pub use trail::Trail;
pub use warning::{Concern, Warning};
pub use write_budget::{WriteAmount, WriteBudget, WriteBudgetExceeded, WriteLimits};
