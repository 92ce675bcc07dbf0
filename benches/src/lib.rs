//! Benches: what reread costs, beside the floor and beside its peers.
//!
//! An absolute number says more about the machine than about the product, so nothing here stands alone: the
//! product and the least work that could give the same answer run in turn, in one run, and what counts is
//! the ratio of their median CPU times. Each benchmark is a binary; the pieces they share are here.
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files and is all about clocks")]

mod corpus;
mod machine;

mod comparison;
mod timing;

mod memory;
mod process;

mod report;
mod table;

pub use comparison::{Comparison, Verdict};
pub use corpus::{Corpus, SIZES, Size};
pub use machine::Machine;
pub use memory::{MemoryRow, Peak, own_peak, peak_of_child};
pub use process::{Checkout, run};
pub use report::Report;
pub use timing::{Spent, Timed, calls_in_turn, processes_in_turn};
