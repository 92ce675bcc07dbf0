//! Ours beside the others, with one pair of texts.
//!
//! Every diff of ours is applied before it is timed: a fast wrong answer would be worth nothing.

use std::error::Error;
use std::hint::black_box;

use reread_benches::{SpentTime, Turns, in_turn, timed_call};
use reread_text::{Diff, DiffNames, reproduces, unified_diff};

use crate::cases::{Case, DiffTarget};
use crate::git::Git;
use crate::peers::{PEERS, Peer};

/// A peer that takes so many times as long as the quickest is out of the running, and not waited for again.
const OUT_OF_THE_RUNNING: u32 = 4;

/// What everybody took for one pair.
#[derive(Debug)]
pub(crate) struct DiffRow {
    pub(crate) what: &'static str,
    pub(crate) lines: usize,
    pub(crate) promise: DiffTarget,
    pub(crate) changed: u64,
    pub(crate) ours: SpentTime,
    pub(crate) checked: SpentTime,
    pub(crate) git: SpentTime,
    pub(crate) peers: Vec<PeerTime>,
    pub(crate) rounds: usize,
    /// Whether git prints the same diff, byte for byte.
    pub(crate) same_as_git: bool,
}

#[derive(Debug)]
pub(crate) struct PeerTime {
    pub(crate) name: &'static str,
    pub(crate) spent: SpentTime,
    /// One call instead of the median of many.
    pub(crate) once: bool,
}

impl DiffRow {
    /// The quickest crate.
    pub(crate) fn fastest(&self) -> &PeerTime {
        self.peers.iter().min_by_key(|peer| peer.spent.cpu).expect("there are peers")
    }
}

/// Times one pair.
pub(crate) fn one_case(case: &Case, git: &Git) -> Result<DiffRow, Box<dyn Error>> {
    let (old, new) = (case.old.as_bytes(), case.new.as_bytes());
    git.take(case)?;
    let diff = ours(old, new);
    if !reproduces(old, &diff.text, new) {
        return Err(format!("the diff of {} is wrong", case.what).into());
    }
    let same_as_git = diff.text == git.diff()?;

    let mut plain = timed_call(|| drop(black_box(ours(old, new))));
    let mut checked = timed_call(|| {
        let diff = ours(old, new);
        assert!(black_box(reproduces(old, &diff.text, new)));
    });
    let mut by_git = || git.spent().expect("what ran before runs again");
    let by_peer = |peer: &'static Peer| timed_call(|| drop(black_box((peer.diff)(&case.old, &case.new))));
    let mut by_peers: Vec<_> = PEERS.iter().map(by_peer).collect();

    let first: Vec<SpentTime> = by_peers.iter_mut().map(|call| call()).collect();
    let quickest = first.iter().map(|spent| spent.cpu).min().unwrap_or_default();
    let is_running = |spent: &SpentTime| spent.cpu <= quickest * OUT_OF_THE_RUNNING;

    let mut ways: Vec<&mut dyn FnMut() -> SpentTime> = vec![&mut plain, &mut checked, &mut by_git];
    for (call, _) in by_peers.iter_mut().zip(&first).filter(|(_, spent)| is_running(spent)) {
        ways.push(call);
    }
    let Turns { spent, rounds } = in_turn(&mut ways);
    let mut running = spent[3..].iter();
    let peer_time = |(peer, first): (&Peer, &SpentTime)| {
        let median = if is_running(first) { running.next() } else { None };
        PeerTime { name: peer.name, spent: *median.unwrap_or(first), once: median.is_none() }
    };
    Ok(DiffRow {
        what: case.what,
        lines: case.lines,
        promise: case.promise,
        changed: diff.added + diff.removed,
        ours: spent[0],
        checked: spent[1],
        git: spent[2],
        peers: PEERS.iter().zip(&first).map(peer_time).collect(),
        rounds,
        same_as_git,
    })
}

fn ours(old: &[u8], new: &[u8]) -> Diff {
    unified_diff(old, new, DiffNames { old: "a/old", new: "b/new" }, 3)
}
