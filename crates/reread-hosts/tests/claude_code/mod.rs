//! The proof of trust for Claude Code: its model is never told something that it cannot see.
//!
//! A simulated host writes a transcript with its ledger while files change, contexts are compacted, rewound and forked, calls
//! run side by side, and other hooks replace results. Every read goes through the product. A model that knows nothing but the
//! messages of its request must justify every marker, and every diff must turn what it knows into the file.
//! `TRUST_STEPS` and `TRUST_SEED` look further and elsewhere.

mod belief;
mod host;

use std::collections::BTreeMap;

use host::{Dice, Host};

/// What must be said at least once in so many steps: a proof that is never asked proves nothing.
const LEAST: &[(&str, u64)] =
    &[("unchanged", 60), ("unchanged_range", 60), ("diff", 200), ("text", 10), ("no evidence", 100)];

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn claude_code_trust_never_misleads() {
    let (steps, seed) = (number("TRUST_STEPS", 6_000), number("TRUST_SEED", 1));
    let mut tally: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut done = 0;
    for life in 0.. {
        let mut host = Host::new(Dice::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(life)));
        for step in 1..=40 {
            if done == steps {
                println!("claude trust: {steps} steps, {tally:?}");
                for (answer, in_steps) in LEAST {
                    let count = tally.get(answer).copied().unwrap_or_default();
                    assert!(count >= steps / in_steps, "only {count} times `{answer}` in {steps} steps");
                }
                return;
            }
            done += 1;
            if let Err(what) = host.step(&mut tally) {
                println!("claude trust broken after {done} steps: {what}");
                panic!("life {life} of seed {seed}, step {step}: {what}");
            }
        }
    }
}
