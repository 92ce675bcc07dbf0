//! Context: what the caller provably holds, and the answer that follows from it.
//!
//! Evidence comes in, an answer comes out. The only evidence there is today is a receipt that the caller
//! cites: by citing it, the caller attests that it can still see those lines. What was once sent is not
//! evidence, so nothing here remembers anything. In doubt the answer is the text.
//!
//! The decision has two steps, so that it stays pure: [`plan`] says whether a base is needed, somebody with
//! a disk loads it, and [`decide`] answers. Nothing here opens a file or reads a clock.

mod tag;

mod citation;
mod held;
mod mode;

mod decide;
mod plan;

pub use citation::{Citation, Doubt, Version};
pub use decide::{Answer, Base, DiffGate, Fallback, decide};
pub use held::Held;
pub use mode::Mode;
pub use plan::{Asked, Plan, plan};
pub use tag::{NotATag, Subject, Tag, TagDigits, TagKey, View};
