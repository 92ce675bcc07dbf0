//! The proof of citation: a caller that cites what it sees is never told something it cannot see.
//!
//! A server without a disk answers reads of a few files, which the caller also edits; a caller cites some of the tags it was given, and sometimes
//! what it should not. A model that knows nothing but the texts that were delivered must justify every marker, and
//! every diff must turn what is visible into the file. `CITATION_STEPS` and `CITATION_SEED` look further and elsewhere.

#![expect(clippy::print_stdout, reason = "a proof says how often it was asked")]

mod lives;
mod patched;
mod texts;

mod server;
mod step;

mod found;
mod life;
mod visible;

use life::{Life, Tally};

/// What must be said at least once in so many steps: a proof that is never asked proves nothing.
const LEAST: &[(&str, u64)] = &[
    ("unchanged", 30),
    ("unchanged lines", 30),
    ("held after an edit", 200),
    ("unchanged elsewhere", 200),
    ("diff", 150),
    ("rest", 50),
    ("diff for lines", 600),
    ("nothing cited", 20),
    ("not_covered", 30),
    ("unknown_tag", 20),
    ("lines_changed", 200),
    ("diff_too_long", 150),
    ("diff_cut", 1_000),
    ("base_lost", 4_000),
    ("base_damaged", 4_000),
];

#[test]
fn citation_never_misleads() {
    let mut tally = Tally::new();
    let steps =
        lives::run_lives("citation", 20_000, &step::lives(), |steps| Life::new(&mut tally).live(steps));
    println!("citation: {steps} steps, {tally:?}");
    for (answer, in_steps) in LEAST {
        let count = tally.get(answer).copied().unwrap_or_default();
        assert!(count >= steps / in_steps, "only {count} times `{answer}` in {steps} steps");
    }
}
