//! What is timed, and beside what.
//!
//! Every answer is looked at once before it is timed: a fast wrong answer would be worth nothing.

use std::cell::RefCell;
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use reread_benches::{SpentTime, Timed, calls_in_turn, processes_in_turn};
use reread_context::{
    Claim, Delivery, Effect, EntryIndex, Event, FileKey, Mode, ReadPlan, ReadResult, ReadScope, Replay,
    SessionHistory, UncheckedRead, plan,
};
use reread_hosts::pi::{ContentCheck, SessionReader};
use reread_text::{Digest, LineRange};
use rustix::time::{ClockId, clock_gettime};

use crate::figures::{ReplayTarget, Time};
use crate::floor;
use crate::session::SyntheticSession;

/// Everything that takes time.
pub(crate) fn all(session: &SyntheticSession) -> Result<Vec<Time>, Box<dyn Error>> {
    look(session)?;
    let mut times = whole(session);
    times.push(appended(session));
    times.push(moved(session)?);
    times.push(planned()?);
    Ok(times)
}

fn read<'s>(session: &SyntheticSession, contents: ContentCheck<'s>) -> SessionReader<'s> {
    let mut reader = SessionReader::new(contents);
    reader.feed(&session.bytes);
    reader
}

fn leaf(reader: &SessionReader<'_>) -> EntryIndex {
    reader.leaf().expect("the last line of the session can be read")
}

/// Reads once and checks that the session is what it is meant to be: most of its reads count.
fn look(session: &SyntheticSession) -> Result<(), Box<dyn Error>> {
    let reader = read(session, ContentCheck::Digested);
    let history = reader.history();
    expect(history.len() == session.entries && reader.skipped().unreadable == 0, "entries are missing")?;
    expect(history.id(leaf(&reader)) == session.leaf, "the session ends elsewhere")?;
    let mut replay = Replay::new();
    let branch = history.branch(leaf(&reader));
    let counts = |entry: &&EntryIndex| matches!(replay.step(history, **entry), Effect::Counted(_));
    let counted = branch.iter().filter(counts).count();
    expect(counted * 100 > branch.len() * 12, "fewer than half of the reads on the branch count")
}

fn expect(holds: bool, otherwise: &'static str) -> Result<(), Box<dyn Error>> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// The whole session, each way beside a floor.
fn whole(session: &SyntheticSession) -> Vec<Time> {
    let bytes = session.bytes.as_slice();
    let fast = ReplayTarget::Speed { bytes: bytes.len(), at_least: Some(700.0) };
    let digested = ReplayTarget::Speed { bytes: bytes.len(), at_least: Some(250.0) };
    let unbound = ReplayTarget::Speed { bytes: bytes.len(), at_least: None };
    let names = || spent(|| floor::names(bytes));
    let shapes = || spent(|| floor::shapes(bytes));
    let skipped = || spent(|| read(session, ContentCheck::Skipped));
    let replayed = || {
        spent(|| {
            let reader = read(session, ContentCheck::Digested);
            let replay = Replay::at(reader.history(), leaf(&reader));
            (reader, replay)
        })
    };
    let time = |what, floor, target, timed: Timed| Time { what, floor, target, timed };
    vec![
        time("names of entries alone", "lines", unbound, turns(names, || spent(|| floor::split(bytes)))),
        time("read, contents skipped", "names of entries alone", fast, turns(skipped, names)),
        time("read, contents skipped", "names, calls and metadata", fast, turns(skipped, shapes)),
        time(
            "read, every content digested",
            "names, calls and metadata",
            digested,
            turns(|| spent(|| read(session, ContentCheck::Digested)), shapes),
        ),
        time(
            "the same, and replayed to the leaf",
            "names, calls and metadata",
            digested,
            turns(replayed, shapes),
        ),
        time(
            "`serde_json::Value` of each line",
            "names of entries alone",
            unbound,
            turns(|| spent(|| floor::values(bytes)), names),
        ),
    ]
}

fn turns(product: impl FnMut() -> SpentTime, floor: impl FnMut() -> SpentTime) -> Timed {
    processes_in_turn(product, floor)
}

/// What it took to make something; taking it apart again is not part of the answer.
fn spent<T>(make: impl FnOnce() -> T) -> SpentTime {
    let (cpu, wall) = (cpu_time(), Instant::now());
    let made = black_box(make());
    let spent = SpentTime { cpu: cpu_time() - cpu, wall: wall.elapsed() };
    drop(made);
    spent
}

fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime))
        .expect("a thread has not run for less than nothing")
}

/// One entry more, from its line to what is held after it.
fn appended(session: &SyntheticSession) -> Time {
    let before = read(session, ContentCheck::Digested);
    let replay_before = Replay::at(before.history(), leaf(&before));
    let state = RefCell::new((before.clone(), replay_before.clone(), session.appended.iter()));
    let mut lines = session.appended.iter().cycle();
    let append = || {
        let (reader, replay, lines) = &mut *state.borrow_mut();
        let Some((_, line)) = lines.next() else {
            // Seldom enough not to show in the middle of all rounds.
            (*reader, *replay, *lines) = (before.clone(), replay_before.clone(), session.appended.iter());
            return;
        };
        reader.append_line(line);
        let leaf = reader.leaf();
        replay.move_to(reader.history(), leaf);
    };
    let shape = || {
        black_box(lines.next().map(|(_, line)| floor::shape(line.trim_ascii_end())));
    };
    let target = ReplayTarget::Micros { at_most: Some(10.0) };
    let (what, floor) = ("one entry appended and replayed", "its name, calls and metadata");
    Time { what, floor, target, timed: calls_in_turn(append, shape) }
}

/// From one leaf to another that shares all but ten entries with it, deep in the session.
fn moved(session: &SyntheticSession) -> Result<Time, Box<dyn Error>> {
    let reader = read(session, ContentCheck::Digested);
    let history = reader.history();
    let find = |id: &String| history.find(id).ok_or("a leaf is missing");
    let leaves = [find(&session.two_leaves[0])?, find(&session.two_leaves[1])?];
    expect(shared(history, leaves) == [10, 10], "the leaves do not differ by ten entries")?;
    let mut replay = Replay::at(history, leaves[0]);
    let mut turn = 0;
    let go = || {
        turn ^= 1;
        replay.move_to(history, Some(leaves[turn]));
    };
    let timed = calls_in_turn(go, || drop(black_box(history.branch(leaves[0]))));
    let target = ReplayTarget::Micros { at_most: None };
    Ok(Time { what: "ten entries back and ten others on", floor: "the branch, listed", target, timed })
}

/// The plan for lines of a file of which as many single lines are held as are ever kept.
fn planned() -> Result<Time, Box<dyn Error>> {
    const TOTAL: u64 = 10_000;
    let (file, served) = (FileKey::new("/w/a.rs"), Digest::of(b"the file"));
    let mut history = SessionHistory::default();
    let mut leaf = None;
    for line in 1..=512 {
        let lines = LineRange::new(2 * line, 2 * line)?;
        let claim = Claim {
            mode: Mode::Full,
            scope: ReadScope::Lines(lines),
            served,
            base: None,
            total_lines: TOTAL,
        };
        let delivery = Delivery::Lines { lines, text: Digest::of(b"a line"), is_as_made: true };
        let unchecked = Ok(Box::new(UncheckedRead { claim, delivery }));
        let event = Event::Read(ReadResult { file: Some(file.clone()), unchecked });
        let parent = (line > 1).then(|| (line - 1).to_string());
        leaf = Some(history.push(&line.to_string(), parent.as_deref(), event));
    }
    let mut replay = Replay::new();
    replay.move_to(&history, leaf);
    let held = replay.held(&file).ok_or("nothing is held")?;
    let asked = LineRange::new(512, 512)?;
    let answer = || plan(held, ReadScope::Lines(asked), &served, TOTAL);
    expect(held.grants().len() == 512 && answer() == ReadPlan::Unchanged, "512 lines are not held")?;
    let meets = || held.grants().iter().filter(|grant| grant.lines == Some(asked)).count();
    let timed = calls_in_turn(|| _ = black_box(answer()), || _ = black_box(meets()));
    let target = ReplayTarget::Micros { at_most: None };
    Ok(Time { what: "the plan, beside 512 ranges held", floor: "one look at each range", target, timed })
}

/// How many entries each of the branches has for itself.
fn shared(history: &SessionHistory, leaves: [EntryIndex; 2]) -> [usize; 2] {
    let branches = leaves.map(|leaf| history.branch(leaf));
    let common = branches[0].iter().zip(&branches[1]).take_while(|(left, right)| left == right).count();
    branches.map(|branch| branch.len() - common)
}
