//! Many merges and patches, compared with `git merge-file` and with known results.
//!
//! `MERGE_CASES` says how many cases each test takes. They take their seed from their number, and a failure names it.
//! git is the yardstick, so these tests need it installed.

mod against_git;
mod cases;
mod drifted;
mod git;
mod table;

fn cases() -> u64 {
    std::env::var("MERGE_CASES").map_or(300, |cases| cases.parse().expect("MERGE_CASES is a number"))
}
