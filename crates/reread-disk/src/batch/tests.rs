use reread_path::TempName;
use reread_text::Digest;

use super::*;
use crate::disk::tests::model::{Fate, ModelDisk, ModelFolder, Other};
use crate::replace::FileContent;

type State = Option<(&'static [u8], u32)>;

/// What a file holds and shall hold.
type Ends = (State, State);

const NAMES: [&[u8]; 3] = [b"a", b"b", b"c"];
const TEMP_NAMES: [&TempName; 3] = [&TempName::new(0xa), &TempName::new(0xb), &TempName::new(0xc)];
const TEMPS: [&[u8]; 3] = [TEMP_NAMES[0].as_bytes(), TEMP_NAMES[1].as_bytes(), TEMP_NAMES[2].as_bytes()];
const EXTERNAL: &[u8] = b"hers\n";

const REPLACE: Ends = (Some((b"1\n2\n3\n", 0o644)), Some((b"1\n2\n3\nfour\n", 0o644)));
const CREATE: Ends = (None, Some((b"new\n", 0o644)));
const DELETE: Ends = (Some((b"gone\n", 0o600)), None);
const SET_MODE: Ends = (Some((b"#!/bin/sh\n", 0o755)), Some((b"#!/bin/sh\n", 0o644)));

const BATCHES: [&[Ends]; 9] = [
    &[REPLACE],
    &[CREATE],
    &[DELETE],
    &[SET_MODE],
    &[REPLACE, REPLACE],
    &[CREATE, DELETE],
    &[DELETE, DELETE],
    &[REPLACE, CREATE, DELETE],
    &[SET_MODE, REPLACE, CREATE],
];

fn beginning(ends: &[Ends]) -> ModelFolder {
    let mut folder = ModelFolder::default();
    for ((before, _), name) in ends.iter().zip(NAMES) {
        before.iter().for_each(|(bytes, mode)| folder.save_as(name, bytes, *mode));
    }
    folder
}

fn files<'a>(disk: &'a ModelDisk, ends: &[Ends]) -> Vec<FileReplacement<'a, ModelDisk>> {
    let held = |(bytes, mode): (&[u8], u32)| FileContent { digest: Digest::of(bytes), mode };
    let file = |((before, after), (name, temp)): (&Ends, (&'a [u8], &'a TempName))| {
        FileReplacement::new(disk, &(), (name, temp), (before.map(held), after.map(held)))
    };
    ends.iter().zip(NAMES.into_iter().zip(TEMP_NAMES)).map(file).collect()
}

fn before(ends: &[Ends]) -> Vec<Before<'static>> {
    ends.iter().map(|(before, _)| *before).collect()
}

/// What a run reported, if it lived that long, and what it handed over on the way.
#[derive(Debug, Default)]
struct RunReport {
    placed: Option<BatchOutcome>,
    is_durable: bool,
    strays: Vec<(usize, DisplacedFile)>,
}

/// Everything that a writer does, until the disk refuses.
fn run(disk: &ModelDisk, ends: &[Ends]) -> RunReport {
    let mut report = RunReport::default();
    let mut all = || -> Option<()> {
        let mut batch = Batch::new(files(disk, ends));
        for (at, (old, new)) in ends.iter().enumerate() {
            let Some((bytes, mode)) = new else { continue };
            let dress =
                if old.is_some() { TargetAttributes::Exactly(*mode) } else { TargetAttributes::New(*mode) };
            batch.stage(at, bytes, dress).ok()?;
        }
        let placed = batch.swap(&before(ends)).ok()?;
        if let BatchOutcome::Moved { strays, .. } = &placed {
            report.strays.extend(strays.iter().cloned());
        } else {
            report.is_durable = disk.sync_folder(&()).is_ok();
        }
        report.placed = Some(placed);
        report.strays.extend(batch.foreign().ok()?.strays);
        batch.clear().ok()
    };
    let _ = all();
    report
}

/// What the next process does; `None` if the disk refuses.
fn recover(disk: &ModelDisk, ends: &[Ends]) -> Option<BatchEnd> {
    let mut batch = Batch::resume(files(disk, ends)).ok()?;
    let is_done = was_complete(&batch.stages().collect::<Vec<_>>());
    let ended = batch.end(is_done, &before(ends)).ok()?;
    disk.sync_folder(&()).ok()?;
    batch.clear().ok()?;
    Some(ended)
}

fn state(folder: &ModelFolder, at: usize) -> Option<(&[u8], u32)> {
    folder.bytes(NAMES[at]).zip(folder.mode(NAMES[at]))
}

fn calls_of(make: impl Fn() -> ModelDisk, ends: &[Ends]) -> u64 {
    let disk = make();
    run(&disk, ends);
    disk.calls()
}

/// Checks that the files are all old or all new, as the end says, and that nothing lies beside them.
fn check_all_or_none(folder: &ModelFolder, ends: &[Ends], is_done: bool, what: &str) {
    for (at, (old, new)) in ends.iter().enumerate() {
        let expected = if is_done { new } else { old };
        assert_eq!(state(folder, at), *expected, "file {at} of {what}");
    }
    let names = ends.iter().filter(|(old, new)| if is_done { new } else { old }.is_some()).count();
    assert_eq!(folder.count(), names, "{what}");
}

/// A writer dies before any call, by a power cut or alone, and a recovery dies while ending it: all files are old or all are
/// new, and all are new if a caller got that reply.
#[test]
fn all_or_none_wherever_it_stops() {
    let mut points = 0;
    for (number, ends) in BATCHES.into_iter().enumerate() {
        for can_exchange in [true, false] {
            let make = || match can_exchange {
                true => ModelDisk::new(beginning(ends)),
                false => ModelDisk::new(beginning(ends)).without_exchange(),
            };
            for at in 1..=calls_of(make, ends) + 1 {
                let disk = make().with_fate(Fate::StopAt(at));
                let report = run(&disk, ends);
                let mut lefts = vec![disk.folder()];
                lefts.extend((0..8).map(|seed| disk.folder().after_power_cut(seed)));
                for (cut, left) in lefts.into_iter().enumerate() {
                    let what = format!("batch {number}, exchange {can_exchange}, stop {at}, cut {cut}");
                    points += check_ended(&left, ends, can_exchange, report.is_durable, &what);
                }
            }
        }
    }
    assert!(points > 10_000, "{points}");
}

fn check_ended(left: &ModelFolder, ends: &[Ends], can_exchange: bool, is_durable: bool, what: &str) -> u64 {
    for at in 1.. {
        let disk = ModelDisk::new(left.clone());
        let disk = if can_exchange { disk } else { disk.without_exchange() }.with_fate(Fate::StopAt(at));
        let is_over = recover(&disk, ends).is_some();
        let again = ModelDisk::new(disk.folder());
        let again = if can_exchange { again } else { again.without_exchange() };
        let ended = recover(&again, ends).unwrap();
        let what = format!("{what}, stopped again at {at}");
        assert!(ended.is_done || !is_durable, "{what}: a reply said that it is done");
        assert_eq!((ended.left_alone, ended.strays), (vec![], vec![]), "{what}");
        check_all_or_none(&again.folder(), ends, ended.is_done, &what);
        if is_over {
            return at;
        }
    }
    unreachable!("a recovery is over at last")
}

/// Every call fails once, and the next process ends it.
#[test]
fn all_or_none_whatever_fails() {
    for (number, ends) in BATCHES.into_iter().enumerate() {
        for at in 1..=calls_of(|| ModelDisk::new(beginning(ends)), ends) {
            let disk = ModelDisk::new(beginning(ends)).with_fate(Fate::FailAt(at));
            let report = run(&disk, ends);
            let again = ModelDisk::new(disk.folder());
            let ended = recover(&again, ends).unwrap();
            let what = format!("batch {number}, failure {at}");
            assert!(ended.is_done || !report.is_durable, "{what}");
            check_all_or_none(&again.folder(), ends, ended.is_done, &what);
        }
    }
}

/// What was reported as done is done, whatever becomes of the files before recovery ends it, and whether the
/// second names are still there.
#[test]
fn a_later_external_change_takes_nothing_back() {
    let acts: [fn(&mut ModelFolder, &[u8]); 3] = [
        |folder, name| folder.save(name, EXTERNAL),
        |folder, name| folder.scribble(name, EXTERNAL),
        |folder, name| folder.drop_name(name),
    ];
    let mut points = 0;
    for (number, ends) in BATCHES.into_iter().enumerate() {
        let make = || ModelDisk::new(beginning(ends));
        for stop in 1..=calls_of(make, ends) + 1 {
            let disk = make().with_fate(Fate::StopAt(stop));
            if !run(&disk, ends).is_durable {
                continue;
            }
            for touched in 1_usize..1 << ends.len() {
                for act in acts {
                    let mut left = disk.folder();
                    let is_touched = |at: usize| touched >> at & 1 == 1;
                    let touch = |at: &usize| is_touched(*at) && left.bytes(NAMES[*at]).is_some();
                    let touched_names: Vec<usize> = (0..ends.len()).filter(touch).collect();
                    touched_names.iter().for_each(|at| act(&mut left, NAMES[*at]));
                    let expected: Vec<_> = (0..ends.len()).map(|at| state(&left, at)).collect();
                    // A new file that another process removed is as if it had never been; if it changed all other files, too, there
                    // is nothing to tell by, and nothing to take back.
                    let mut is_changed = ends
                        .iter()
                        .enumerate()
                        .map(|(at, (_, new))| state(&left, at) != *new && left.bytes(TEMPS[at]).is_none());
                    let is_traceless = ends.contains(&CREATE) && is_changed.all(|is_changed| is_changed);
                    let again = ModelDisk::new(left.clone());
                    let ended = recover(&again, ends).unwrap();
                    let what = format!("batch {number}, stop {stop}, touched {touched:b}");
                    assert!(ended.is_done || is_traceless, "{what}");
                    let found = again.folder();
                    let found: Vec<_> = (0..ends.len()).map(|at| state(&found, at)).collect();
                    assert_eq!(found, expected, "{what}: nothing of it is changed");
                    points += 1;
                }
            }
        }
    }
    assert!(points > 100, "{points}");
}

/// Another program saves one of the files before any call, and perhaps the writer dies at a later one: what was saved has
/// the name or is handed over, and all other files are old or all are new.
#[test]
fn another_writer_loses_nothing() {
    fn act(at: usize, scribbles: bool) -> fn(&mut ModelFolder) {
        match (at, scribbles) {
            (0, false) => |folder| folder.save(NAMES[0], EXTERNAL),
            (1, false) => |folder| folder.save(NAMES[1], EXTERNAL),
            (_, false) => |folder| folder.save(NAMES[2], EXTERNAL),
            (0, true) => |folder| folder.scribble(NAMES[0], EXTERNAL),
            (1, true) => |folder| folder.scribble(NAMES[1], EXTERNAL),
            (_, true) => |folder| folder.scribble(NAMES[2], EXTERNAL),
        }
    }
    let mut points = 0;
    for (number, ends) in BATCHES.into_iter().enumerate() {
        let last = calls_of(|| ModelDisk::new(beginning(ends)), ends) + 4;
        for (whose, name) in NAMES.into_iter().enumerate().take(ends.len()) {
            for scribbles in [false, true] {
                for before_call in 1..=last {
                    for stop in before_call + 1..=last + 4 {
                        let other = Other { before_call, act: act(whose, scribbles) };
                        let disk = ModelDisk::new(beginning(ends)).with_writers(vec![other]);
                        let disk = disk.with_fate(Fate::StopAt(stop));
                        let report = run(&disk, ends);
                        let was_there = disk.calls() >= before_call;
                        let again = ModelDisk::new(disk.folder());
                        let ended = recover(&again, ends).unwrap();
                        let left = again.folder();
                        let what = format!(
                            "batch {number}, file {whose}, scribbled {scribbles}, before {before_call}, stop {stop}"
                        );
                        if was_there && (!scribbles || has_external_bytes(&disk.folder(), &report)) {
                            let handed = report.strays.iter().chain(&ended.strays);
                            let is_handed = handed.clone().any(|(_, stray)| stray.bytes == EXTERNAL);
                            assert!(
                                is_handed || left.bytes(name) == Some(EXTERNAL),
                                "{what}: external bytes are lost"
                            );
                            points += 1;
                        }
                        for (at, (old, new)) in ends.iter().enumerate().filter(|(at, _)| *at != whose) {
                            let expected = if ended.is_done { new } else { old };
                            assert_eq!(state(&left, at), *expected, "{what}, file {at}");
                        }
                        assert!(TEMPS.iter().all(|temp| left.bytes(temp).is_none()), "{what}");
                    }
                }
            }
        }
    }
    assert!(points > 5_000, "{points}");
}

/// Whether what was scribbled hit a file that a name still leads to; a file that is gone takes it along.
fn has_external_bytes(folder: &ModelFolder, report: &RunReport) -> bool {
    let names = NAMES.iter().chain(&TEMPS);
    names.clone().any(|name| folder.bytes(name) == Some(EXTERNAL))
        || report.strays.iter().any(|(_, stray)| stray.bytes == EXTERNAL)
}

/// Another program had the old file open, and wrote to it when it had lost its name.
#[test]
fn what_is_written_to_the_old_file_is_handed_over() {
    let ends: &[Ends] = &[REPLACE];
    let calls = calls_of(|| ModelDisk::new(beginning(ends)), ends);
    let mut handed = 0;
    for before_call in 1..=calls {
        let act = |folder: &mut ModelFolder| folder.scribble(TEMPS[0], EXTERNAL);
        let disk = ModelDisk::new(beginning(ends)).with_writers(vec![Other { before_call, act }]);
        let report = run(&disk, ends);
        handed +=
            usize::from(report.strays == [(0, DisplacedFile { bytes: EXTERNAL.to_vec(), mode: 0o644 })]);
    }
    assert!(handed > 0, "between the exchange and the last look");
}

/// Bytes that are the beginning of the old ones, or of the new ones, are foreign all the same once the new ones were in
/// place.
#[test]
fn a_beginning_that_came_out_is_given_back() {
    for hers in [&b"1\n2\n"[..], b"1\n2\n3\nfo", b""] {
        let mut folder = beginning(&[(REPLACE.1, None)]);
        folder.save(TEMPS[0], hers);
        let disk = ModelDisk::new(folder);
        let ended = recover(&disk, &[REPLACE]).unwrap();
        assert_eq!((ended.is_done, ended.left_alone), (false, vec![0]));
        assert_eq!((disk.folder().bytes(NAMES[0]), disk.folder().count()), (Some(hers), 1));
    }
}
