//! What holds for every name and every rule.
//!
//! The cases are the same in every run. `PROPTEST_RNG_SEED` and `PROPTEST_CASES` look elsewhere and further.

use proptest::test_runner::{Config, RngSeed};

#[path = "laws/globs.rs"]
mod globs;
#[path = "laws/names.rs"]
mod names;
#[path = "laws/rules.rs"]
mod rules;

fn config() -> Config {
    let config = Config::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(42),
        given => given,
    };
    Config { rng_seed, failure_persistence: None, ..config }
}
