//! The audit, held against sessions whose verdicts are known.

mod damaged;
mod doubtful;
mod histories;
mod many_ranges;
mod own_answers;
mod session;
mod verdicts;
