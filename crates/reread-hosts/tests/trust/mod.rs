//! The proof of trust: pi's model is never told something that it cannot see.
//!
//! A simulated pi writes a session, line by line, while files change, branches are taken, contexts are compacted and
//! edited, and results are lost, cut, altered and forged. Every read goes through the product: in half of the lives that
//! is the companion of an extension, which is told what the model is sent, and in the others who follows the file. A
//! model that knows nothing but what pi displayed must justify every marker, and every diff must turn what is visible
//! into the file, byte for byte. `TRUST_STEPS` and `TRUST_SEED` look further and elsewhere.

// What both proofs are made of.
#[path = "../../../reread-context/tests/citation/lives.rs"]
mod lives;
#[path = "../../../reread-context/tests/citation/patched.rs"]
mod patched;
#[path = "../../../reread-context/tests/citation/texts.rs"]
mod texts;

mod distilled;
mod fate;
mod render;
mod session;
mod step;

mod extension;
mod follower;
mod original;
mod product;

mod said;
mod visible;

mod found;
mod life;

use std::rc::Rc;

use life::{Life, Tally};
use lives::Broken;
use product::Store;
use reread_hosts::pi::ContentCheck;
use step::{Form, Session};

/// What must be said at least once in so many steps: a proof that is never asked proves nothing.
const LEAST: &[(&str, u64)] = &[
    ("unchanged", 30),
    ("unchanged lines", 30),
    ("unchanged elsewhere", 150),
    ("diff", 150),
    ("nothing held", 20),
    ("not_covered", 20),
    ("lines_changed", 200),
    ("diff_too_long", 200),
    ("refreshed", 2_000),
    ("written_since", 2_000),
    ("not_proven", 100_000),
    ("base_lost", 16_000),
    ("base_damaged", 40_000),
    ("plain", 300),
    ("error", 100),
    ("original", 60),
    ("told unchanged", 60),
    ("told unchanged lines", 60),
    ("told unchanged elsewhere", 300),
    ("told diff", 400),
];

#[test]
fn trust_never_misleads() {
    let mut tally = Tally::new();
    let known_texts = texts::texts();
    let lives = step::sessions();
    let steps = lives::run_lives("trust", 20_000, &lives, |session| live(session, &known_texts, &mut tally));
    println!("trust: {steps} steps, {tally:?}");
    for (answer, in_steps) in LEAST {
        let count = tally.get(*answer).copied().unwrap_or_default();
        assert!(count >= steps / in_steps, "only {count} times `{answer}` in {steps} steps");
    }
}

/// Runs through one session, and says how many steps it had.
fn live(session: &Session, known_texts: &[Rc<str>], tally: &mut Tally) -> Result<u64, Broken> {
    let store = Store::default();
    let load = |digest: &_| store.load(digest).ok();
    let contents = match session.form {
        Form::Follower => ContentCheck::Digested,
        Form::TryingFollower => ContentCheck::Tried(&load),
        Form::Companion => ContentCheck::Stated(&load),
    };
    Life::new(session.limits, known_texts, contents, &store, tally).live(&session.steps)
}
