//! Sessions of pi, read to histories.

mod garbage;
mod histories;
mod older_form;
mod pieces;
mod written;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use reread_context::{EntryIndex, Event, SessionHistory};

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x7265_7265_6164),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Everything that a history says, for comparing two of them.
fn entries(history: &SessionHistory) -> Vec<(&str, Option<EntryIndex>, &Event)> {
    let entry = |index| (history.id(index), history.parent(index), history.event(index));
    history.entries().map(entry).collect()
}
