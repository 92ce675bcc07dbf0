//! Context: what the caller provably holds, and the answer that follows from it.
//!
//! Evidence comes in, an answer comes out. There are two kinds of evidence and no third: entries replayed from the
//! caller's own history, which prove, and tags that the caller cites, by which it attests that it can still see
//! their lines. What was once sent is not evidence. In doubt the answer is the text.
//!
//! - **Replay:** a [`SessionHistory`] of [`Event`]s; a [`UncheckedRead`] becomes [`Evidence`] or is refused; [`Replay`] folds a
//!   branch, from its [`Boundary`] on, to what is held; [`Overlay`] bridges the gap until an answer has its entry.
//! - **Citation:** a [`Tag`] is recognised, or doubted, by [`Citation`]; an [`OutlineTag`] stands for no line.
//! - **Decision:** both give [`HeldLines`]. [`plan`] says whether a base is needed, the caller loads it from disk, and
//!   [`decide`] answers.
//!
//! Nothing here opens a file or reads a clock.

mod mode;
mod read_scope;
mod shown_snapshot;

mod history;

mod evidence;
mod unchecked_read;

mod held_lines;

mod boundary;
mod overlay;
mod replay;

mod citation;
mod outline_tag;
mod tag;

mod changed_lines;
mod decide;
mod marker;
mod own_line;
mod read_plan;
mod rest;

pub use boundary::Boundary;
pub use changed_lines::ChangedLines;
pub use citation::{Citation, RejectedTag, TaggedSnapshot};
pub use decide::{Answer, DiffGate, Fallback, HeldBase, decide, decide_changed_lines};
pub use evidence::Evidence;
pub use held_lines::{Grant, HeldLines, Origin};
pub use history::{EntryIndex, Event, FileKey, ReadResult, SessionHistory};
pub use marker::MarkerPrefix;
pub use mode::Mode;
pub use outline_tag::OutlineTag;
pub use overlay::{MessageCall, Overlay};
pub use own_line::{GapReason, OwnLine, gap_line, warning_line};
pub use read_plan::{ReadPlan, plan};
pub use read_scope::{NotAScope, ReadScope};
pub use replay::{Effect, Replay};
pub use rest::rest;
pub use shown_snapshot::ShownSnapshot;
pub use tag::{NotATag, Subject, Tag, TagDigits, TagKey, TagView};
pub use unchecked_read::{Claim, Delivery, RejectedEvidence, UncheckedRead};
