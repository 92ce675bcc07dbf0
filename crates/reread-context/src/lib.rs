//! Context: what the caller provably holds, and the answer that follows from it.
//!
//! Evidence comes in, an answer comes out. There are two kinds of evidence and no third: entries replayed from the
//! caller's own history, which prove, and receipts that the caller cites, by which it attests that it can still see
//! their lines. What was once sent is not evidence. In doubt the answer is the text.
//!
//! - **Replay:** a [`History`] of [`Event`]s; a [`Testimony`] becomes [`Evidence`] or is refused; [`Replay`] folds a
//!   branch, from its [`Boundary`] on, to what is held; [`Overlay`] bridges the gap until an answer has its entry.
//! - **Citation:** a [`Tag`] is recognised, or doubted, by [`Citation`]; an [`OutlineTag`] stands for no line.
//! - **Decision:** both give [`Held`]. [`plan`] says whether a base is needed, somebody with a disk loads it, and
//!   [`decide`] answers.
//!
//! Nothing here opens a file or reads a clock.

mod mode;
mod scope;

mod history;

mod evidence;
mod testimony;

mod held;

mod boundary;
mod overlay;
mod replay;

mod citation;
mod outline_tag;
mod tag;

mod decide;
mod marker;
mod own_line;
mod plan;

pub use boundary::Boundary;
pub use citation::{Citation, Doubt, Version};
pub use decide::{Answer, Base, DiffGate, Fallback, decide};
pub use evidence::Evidence;
pub use held::{Grant, Held, Origin};
pub use history::{EntryIndex, Event, FileName, History, ReadResult};
pub use marker::Voice;
pub use mode::Mode;
pub use outline_tag::OutlineTag;
pub use overlay::{Call, Overlay};
pub use own_line::OwnLine;
pub use plan::{Asked, Plan, plan};
pub use replay::{Effect, Replay};
pub use scope::{NotAScope, Scope};
pub use tag::{NotATag, Subject, Tag, TagDigits, TagKey, View};
pub use testimony::{Claim, Delivery, Refusal, Testimony};
