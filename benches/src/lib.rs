//! Benches: what reread costs, beside the floor and beside its peers.
//!
//! An absolute number says more about the machine than about the product, so nothing here stands alone: the
//! product and the least work that could give the same answer, or its peers, run in turn, in one run, and what
//! counts is the ratio of their median CPU times. Each benchmark is a binary; the pieces they share are here.
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files and is all about clocks")]

mod corpus;
mod machine;
mod random;

mod comparison;
mod timing;

mod line_client;
mod memory;
mod peers;
mod process;

mod report;
mod table;

pub use comparison::{Comparison, ComparisonResult};
pub use corpus::{Corpus, CorpusSize, SIZES, source_text};
pub use line_client::{LineClient, shown};
pub use machine::Machine;
pub use memory::{MemoryRow, Peak, own_peak, peak_of_child};
pub use peers::{Argument, PeerPurpose, PeerServer, peers};
pub use process::{BenchCheckout, run, run_to_code, run_with_threads};
pub use random::Random;
pub use report::Report;
pub use table::{Alignment, ResultTable, time};
pub use timing::{SpentTime, Timed, Turns, calls_in_turn, in_turn, processes_in_turn, timed_call};
