//! Many short lives from one seed, until enough steps were taken.
//!
//! A proof named `trust` takes `TRUST_STEPS` steps from `TRUST_SEED` on. A life that breaks the rule is made as short
//! as it can be and printed together with the seed that leads to it at once.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// How a life broke the rule.
#[derive(Debug)]
pub(crate) struct Broken {
    /// After how many of its steps.
    pub(crate) steps: u64,
    /// The rule, and how it was broken.
    pub(crate) what: String,
}

/// Runs lives until so many steps were taken, and says how many were.
///
/// `live` gets the steps of one life and says how many it took.
pub(crate) fn run_lives<S: Strategy<Value: Debug>>(
    name: &str,
    steps: u64,
    lives: &S,
    mut live: impl FnMut(&S::Value) -> Result<u64, Broken>,
) -> u64 {
    let variable = |what: &str| format!("{}_{what}", name.to_uppercase());
    let steps = number(&variable("STEPS")).unwrap_or(steps);
    let first_seed = number(&variable("SEED")).unwrap_or(1);
    let live = RefCell::new(&mut live);
    let mut taken = 0;
    for seed in first_seed.. {
        let mut runner = TestRunner::new_with_rng(config(), rng(seed));
        let life = lives.new_tree(&mut runner).expect("no life is rejected");
        let lived = Cell::new(0);
        let first = RefCell::new(None);
        let outcome = runner.run_one(life, |steps| match (live.borrow_mut())(&steps) {
            Ok(count) => {
                lived.set(count);
                Ok(())
            }
            Err(broken) => {
                let why = TestCaseError::fail(broken.what.clone());
                first.borrow_mut().get_or_insert(broken);
                Err(why)
            }
        });
        taken += lived.get();
        match outcome {
            Ok(_) if taken < steps => {}
            Ok(_) => return taken,
            Err(TestError::Abort(why)) => panic!("a life was rejected: {why}"),
            Err(TestError::Fail(why, shortest)) => {
                let (after, what) = match first.into_inner() {
                    Some(Broken { steps, what }) => (taken + steps, what),
                    None => (taken, format!("panic: {why}")),
                };
                println!("{name} broken after {after} steps: {what}");
                let seed_variable = variable("SEED");
                panic!("at the shortest: {why}\n{seed_variable}={seed}\n{shortest:?}");
            }
        }
    }
    unreachable!("there are more seeds than steps")
}

fn number(variable: &str) -> Option<u64> {
    let word = std::env::var(variable).ok()?;
    Some(word.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{word}`")))
}

fn config() -> Config {
    let config = Config { failure_persistence: None, ..Config::default() };
    let is_open = config.max_shrink_iters == u32::MAX;
    Config { max_shrink_iters: if is_open { 20_000 } else { config.max_shrink_iters }, ..config }
}

fn rng(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}
