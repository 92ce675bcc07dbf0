//! What is left of a workspace when a command dies, or the system fails it, at any of its system calls: a share of
//! `cargo xtask prove crash`.
//!
//! A clean run says which calls there are. Then the command is run again for every one of them, from the same beginning,
//! and killed just before it, or told that it failed. Every file must hold what it held or what it shall hold; after the
//! next `reread check` that must be true of all of them together, nothing may lie about, and the history must say what
//! the disk says.

mod deed;
mod judge;
mod left;
mod power;
mod strace;
mod sweeping;

use std::sync::Mutex;

use reread_testkit::{World, has_strace};

use deed::{DEEDS, Deed};
use judge::{Score, judge};
use strace::{Fault, Point, calls};
use sweeping::{keep_as_beginning, restore};

/// As many as there are processors on a small machine.
const WORKERS: usize = 2;

/// So many kills and so many errors of each command, spread over its calls, besides those that are always tried;
/// `CRASH_POINTS` has more of them.
const POINTS: usize = 4;

#[test]
fn crash_at_any_call_leaves_files_old_or_new() {
    let asked = std::env::var("CRASH_POINTS").ok().map(|points| points.parse().unwrap());
    if !has_strace() {
        assert_eq!(asked, None::<usize>, "strace is missing: install the package `strace`");
        println!("not swept: strace is missing (the package `strace`)");
        return;
    }
    let queue = Mutex::new(DEEDS.iter());
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some(deed) = queue.lock().unwrap().next() else { break };
                    let score = sweep(deed, asked.unwrap_or(POINTS));
                    rows.lock().unwrap().push((deed.name, score));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|(name, _)| DEEDS.iter().position(|deed| deed.name == *name));
    println!("{}", Score::header());
    rows.iter().for_each(|(name, score)| println!("{}", score.row(name)));
    let swept: usize = rows.iter().map(|(_, score)| score.kills + score.errors).sum();
    println!("{swept} points swept");
    assert_eq!(rows.len(), DEEDS.len());
    for (name, score) in &rows {
        assert!(score.kills > 0 && score.errors > 0, "{name} was not swept");
        assert_eq!(score.wrongs, Vec::<String>::new(), "{name}");
    }
}

fn sweep(deed: &Deed, most: usize) -> Score {
    let world = World::empty();
    (deed.prepare)(&world);
    keep_as_beginning(&world);
    let old = world.files();
    let clean = calls(&world, deed);
    let new = world.files();
    let mut score = Score::default();
    let kills: Vec<Point> = clean.iter().filter_map(|(call, when)| Point::kill(call, *when)).collect();
    let faults = clean.iter().enumerate().flat_map(|(nth, (call, when))| Point::faults(call, *when, nth));
    let faults: Vec<Point> = faults.filter(|point| deed.may_meet(point)).collect();
    for point in chosen(&kills, most).chain(chosen(&faults, most)) {
        restore(&world);
        let ended = strace::run(&world, deed.arguments, point);
        match point.fault {
            _ if !ended.was_hit => score.missed += 1,
            Fault::Kill => score.kills += 1,
            Fault::Error(_) | Fault::Short | Fault::Nothing => score.errors += 1,
        }
        judge(&world, deed, point, &ended, (&old, &new), &mut score);
        let verified = sweeping::run(&world, &["audit", "verify"]);
        if verified.code != Some(0) {
            score.wrongs.push(format!("{point:?}: {verified:?}"));
        }
    }
    score
}

/// So many at even distances, and those that decide what becomes of a file.
fn chosen(all: &[Point], most: usize) -> impl Iterator<Item = &Point> {
    let step = all.len().div_ceil(most.max(1)).max(1);
    let is_chosen = move |index: usize, point: &Point| index % step == step / 2 || point.is_decisive();
    all.iter().enumerate().filter(move |(index, point)| is_chosen(*index, point)).map(|(_, point)| point)
}
