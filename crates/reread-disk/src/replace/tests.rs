use super::*;
use crate::disk::tests::model::{Fate, ModelDisk, ModelFolder, Other};

const NAME: &[u8] = b"a.txt";
const TEMP_NAME: &TempName = &TempName::new(7);
const TEMP: &[u8] = TEMP_NAME.as_bytes();
const OLD: &[u8] = b"old bytes\n";
const NEW: &[u8] = b"new and longer bytes\n";
const HERS: &[u8] = b"bytes of another program\n";

type Ends = (Option<&'static [u8]>, Option<&'static [u8]>);

const WAYS: [Ends; 3] = [(Some(OLD), Some(NEW)), (None, Some(NEW)), (Some(OLD), None)];

fn folder(before: Option<&[u8]>) -> ModelFolder {
    let mut folder = ModelFolder::default();
    before.into_iter().for_each(|bytes| folder.save(NAME, bytes));
    folder
}

fn replacement(disk: &ModelDisk, (before, after): Ends) -> FileReplacement<'_, ModelDisk> {
    let held = |bytes: &[u8]| FileContent { digest: Digest::of(bytes), mode: 0o644 };
    FileReplacement::new(disk, &(), (NAME, TEMP_NAME), (before.map(held), after.map(held)))
}

/// Everything a writer does: staged, in place, durable, cleared. What came of it, and whether it was claimed to be durable.
fn replace(disk: &ModelDisk, ends: Ends) -> (io::Result<SwapOutcome>, bool) {
    let mut replacement = replacement(disk, ends);
    let mut is_durable = false;
    let mut all = || {
        if let Some(bytes) = ends.1 {
            let dress = if ends.0.is_some() { TargetAttributes::Like } else { TargetAttributes::New(0o644) };
            replacement.stage(bytes, dress).map_err(AttributesLost::into_io)?;
        }
        let swap = replacement.swap()?;
        if swap == SwapOutcome::Done {
            disk.sync_folder(&())?;
            is_durable = true;
        }
        assert!(!matches!(swap, SwapOutcome::Done) || replacement.beside()? == Leftover::Ours);
        replacement.clear()?;
        Ok(swap)
    };
    (all(), is_durable)
}

#[test]
fn a_file_is_replaced_created_and_deleted() {
    for ends in WAYS {
        let disk = ModelDisk::new(folder(ends.0));
        assert_eq!(replace(&disk, ends).0.unwrap(), SwapOutcome::Done);
        let after = disk.folder();
        assert_eq!((after.bytes(NAME), after.bytes(TEMP)), (ends.1, None));
    }
}

#[test]
fn where_names_cannot_be_exchanged_the_file_is_replaced_all_the_same() {
    let disk = ModelDisk::new(folder(Some(OLD))).without_exchange();
    let mut replacement = replacement(&disk, WAYS[0]);
    replacement.stage(NEW, TargetAttributes::Like).unwrap();
    assert_eq!(replacement.swap().unwrap(), SwapOutcome::Done);
    assert_eq!(disk.folder().bytes(NAME), Some(NEW));
    assert_eq!(replacement.take_back(Some((OLD, 0o644))).unwrap(), SwapOutcome::Done);
    assert_eq!((disk.folder().bytes(NAME), disk.folder().bytes(TEMP)), (Some(OLD), None));
}

#[test]
fn what_was_put_in_place_can_be_taken_back() {
    for ends in WAYS {
        let disk = ModelDisk::new(folder(ends.0));
        let mut replacement = replacement(&disk, ends);
        ends.1.into_iter().for_each(|bytes| replacement.stage(bytes, TargetAttributes::New(0o644)).unwrap());
        assert_eq!(replacement.swap().unwrap(), SwapOutcome::Done);
        assert_eq!(replacement.take_back(ends.0.map(|bytes| (bytes, 0o644))).unwrap(), SwapOutcome::Done);
        replacement.clear().unwrap();
        assert_eq!((disk.folder().bytes(NAME), disk.folder().bytes(TEMP)), (ends.0, None));
    }
}

/// Power cuts before every call, with every way the cut may turn out: the file is the old one or the new one, what was
/// claimed to be durable is the new one, and the next process can end it either way.
#[test]
fn a_power_cut_leaves_the_old_bytes_or_the_new_ones() {
    let mut points = 0;
    for ends in WAYS {
        let last = {
            let disk = ModelDisk::new(folder(ends.0));
            drop(replace(&disk, ends));
            disk.calls()
        };
        for at in 1..=last + 1 {
            for seed in 0..40 {
                let disk = ModelDisk::new(folder(ends.0)).with_fate(Fate::StopAt(at));
                let (_, is_durable) = replace(&disk, ends);
                let left = disk.folder().after_power_cut(seed);
                let found = left.bytes(NAME);
                let what = format!("{ends:?}, cut before call {at}, seed {seed}");
                assert!(found == ends.0 || found == ends.1, "{what}: {found:?}");
                assert!(!is_durable || found == ends.1, "{what}: claimed to be durable");
                for wanted in [ends.0, ends.1] {
                    check_ended(left.clone(), ends, wanted, &what);
                }
                points += 1;
            }
        }
    }
    assert!(points > 1_000, "{points}");
}

/// Ends what a dead process left: rolled back, or cleared if it is to stay as far as it got.
fn check_ended(left: ModelFolder, ends: Ends, wanted: Option<&[u8]>, what: &str) {
    let disk = ModelDisk::new(left);
    let mut resumed = replacement(&disk, ends).resume().unwrap();
    // What was removed and cleared away lies nowhere beside the file any more: it is over.
    let is_gone = resumed.way() == ReplacementKind::Delete && resumed.how_far() == ReplacementStage::Over;
    if wanted == ends.0 && !is_gone {
        assert_eq!(
            resumed.take_back(ends.0.map(|bytes| (bytes, 0o644))).unwrap(),
            SwapOutcome::Done,
            "{what}"
        );
        resumed.clear().unwrap();
        assert_eq!(disk.folder().bytes(NAME), ends.0, "{what}");
    } else {
        resumed.clear().unwrap();
    }
    assert_eq!(disk.folder().bytes(TEMP), None, "{what}");
}

/// Every call fails once: no caller hears that all is well unless it is, nothing is torn, and no second name stays behind
/// without an error.
#[test]
fn a_call_that_fails_is_reported_and_tears_nothing() {
    for ends in WAYS {
        for at in 1.. {
            let disk = ModelDisk::new(folder(ends.0)).with_fate(Fate::FailAt(at));
            let (outcome, _) = replace(&disk, ends);
            let after = disk.folder();
            assert!(after.bytes(NAME) == ends.0 || after.bytes(NAME) == ends.1, "{ends:?} {at}");
            match outcome {
                Ok(swap) => {
                    assert_eq!((swap, after.bytes(NAME)), (SwapOutcome::Done, ends.1), "{ends:?} {at}");
                    if disk.calls() < at {
                        break;
                    }
                }
                Err(_) => check_ended(after, ends, ends.0, &format!("{ends:?} {at}")),
            }
        }
    }
}

/// Another program saves, overwrites in place, or removes the file before any call, once or twice: whatever they wrote last and
/// still had a name is there, or in hand.
#[test]
fn another_writer_loses_nothing() {
    let acts: [fn(&mut ModelFolder); 3] = [
        |folder| folder.save(NAME, HERS),
        |folder| folder.scribble(NAME, HERS),
        |folder| folder.save(NAME, b"hers, a second time\n"),
    ];
    let mut met = 0;
    for ends in WAYS {
        for first in 1..20 {
            for second in first..20 {
                for act in acts {
                    let writers =
                        vec![Other { before_call: first, act }, Other { before_call: second, act: acts[2] }];
                    let disk = ModelDisk::new(folder(ends.0)).with_writers(writers);
                    let (outcome, _) = replace(&disk, ends);
                    let after = disk.folder();
                    let latest = b"hers, a second time\n".as_slice();
                    let what = format!("{ends:?} {first} {second}");
                    if disk.calls() < second {
                        continue;
                    }
                    match outcome {
                        // Once it was in place and found to be right, another process may write over it as over any file.
                        Ok(SwapOutcome::Done) => {
                            assert!(
                                after.bytes(NAME) == ends.1 || after.bytes(NAME) == Some(latest),
                                "{what}"
                            );
                        }
                        Ok(SwapOutcome::Moved(_)) | Err(_) => {
                            assert_eq!(after.bytes(NAME), Some(latest), "{what}");
                            met += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(met > 100, "{met}");
}

/// Hers came out in place of the old bytes, and before it went back she saved again over ours: the newest has the name, and
/// the one before it is in hand.
#[test]
fn bytes_that_lose_their_name_are_handed_over() {
    let exchange = 10;
    let writers = vec![
        Other { before_call: exchange, act: |folder| folder.save(NAME, HERS) },
        Other { before_call: exchange + 4, act: |folder| folder.save(NAME, b"newest\n") },
    ];
    let disk = ModelDisk::new(folder(Some(OLD))).with_writers(writers);
    assert_eq!(
        replace(&disk, WAYS[0]).0.unwrap(),
        SwapOutcome::Moved(Some(DisplacedFile { bytes: HERS.to_vec(), mode: 0o644 }))
    );
    assert_eq!((disk.folder().bytes(NAME), disk.folder().bytes(TEMP)), (Some(&b"newest\n"[..]), None));
}
