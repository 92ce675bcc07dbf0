//! Timing several ways of doing one thing, in turn.
//!
//! One call of each, again and again, so that whatever else the machine does falls on all alike; who begins
//! changes from round to round, because the second one profits from what the first has warmed. Short calls
//! are taken many at a time. The middle of all rounds counts.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// What one call took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpentTime {
    /// Time on a processor.
    pub cpu: Duration,
    /// From start to end, waiting included.
    pub wall: Duration,
}

/// What both took, each the median of all rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The product's call.
    pub product: SpentTime,
    /// The floor's call.
    pub floor: SpentTime,
    /// How many rounds there were.
    pub rounds: usize,
}

/// How long the rounds of one pair may take together, unless that gives too few of them.
const BUDGET: Duration = Duration::from_secs(2);
const FEWEST: usize = 7;
const MOST: usize = 101;

/// What is measured at once takes about so long at least: the clock has to be fine compared with it.
const BATCH: Duration = Duration::from_millis(1);

/// Times two ways of doing one thing in this process.
pub fn calls_in_turn(product: impl FnMut(), floor: impl FnMut()) -> Timed {
    processes_in_turn(timed_call(product), timed_call(floor))
}

/// Times two things that say themselves what they took.
pub fn processes_in_turn(
    mut product: impl FnMut() -> SpentTime,
    mut floor: impl FnMut() -> SpentTime,
) -> Timed {
    let Turns { spent, rounds } = in_turn(&mut [&mut product, &mut floor]);
    Timed { product: spent[0], floor: spent[1], rounds }
}

/// What each of several ways took, the median of all rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// In the order of the ways.
    pub spent: Vec<SpentTime>,
    /// How many rounds there were.
    pub rounds: usize,
}

/// Times things that say themselves what they took.
pub fn in_turn(ways: &mut [&mut dyn FnMut() -> SpentTime]) -> Turns {
    let began = Instant::now();
    // Not counted: it fills the caches and says how long a round takes.
    for way in &mut *ways {
        way();
    }
    let rounds = rounds(began.elapsed());
    let mut spent = vec![Vec::with_capacity(rounds); ways.len()];
    for round in 0..rounds {
        for turn in 0..ways.len() {
            let next = (round + turn) % ways.len();
            spent[next].push(ways[next]());
        }
    }
    Turns { spent: spent.iter().map(|spent| middle(spent)).collect(), rounds }
}

/// A call that says what it took. It is made once to see how long that is: a short one is made many times over.
pub fn timed_call(mut call: impl FnMut()) -> impl FnMut() -> SpentTime {
    let calls = batch(time(&mut call, 1));
    move || time(&mut call, calls)
}

fn time(call: &mut impl FnMut(), calls: u32) -> SpentTime {
    let (cpu, wall) = (cpu_time(), Instant::now());
    for _ in 0..calls {
        call();
    }
    SpentTime { cpu: (cpu_time() - cpu) / calls, wall: wall.elapsed() / calls }
}

fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime))
        .expect("a thread has not run for less than nothing")
}

/// How many calls are measured at once, given what the first one took.
fn batch(one: SpentTime) -> u32 {
    let calls = BATCH.as_nanos() / one.wall.as_nanos().max(1);
    u32::try_from(calls).unwrap_or(u32::MAX).clamp(1, 1000)
}

/// How many rounds there will be, given what one takes; an odd number, so that there is a middle.
fn rounds(one: Duration) -> usize {
    let affordable = BUDGET.as_nanos() / one.as_nanos().max(1);
    usize::try_from(affordable).unwrap_or(MOST).clamp(FEWEST, MOST) | 1
}

fn middle(spent: &[SpentTime]) -> SpentTime {
    SpentTime {
        cpu: median(spent.iter().map(|spent| spent.cpu).collect()),
        wall: median(spent.iter().map(|spent| spent.wall).collect()),
    }
}

/// The one in the middle; of two in the middle the larger.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests;
