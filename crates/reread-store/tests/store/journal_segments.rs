//! One chain over many files: sealing, removing and copying them, and whatever a crash leaves in between.

use std::collections::HashSet;
use std::thread;

use reread_codes::Code;
use reread_store::{
    BrokenChain, Journal, JournalEntry, JournalExport, JournalHead, Making, Record, ShownFile,
};
use reread_text::Digest;

use crate::world::{World, record};

const JOURNAL: &str = "audit/journal.jsonl";
const HEAD: &str = "audit/head";
const PRUNED: &str = "audit/pruned";

fn segment(first: u64, last: u64) -> String {
    format!("audit/journal-{first:020}-{last:020}.jsonl")
}

/// Records 1-2 and 3-5 are sealed, 6 is not: the last of a segment tells of the rotation.
fn three_files() -> World {
    let world = World::new();
    let journal = world.journal();
    journal.append(&record("a")).unwrap();
    journal.rotate(&record("rotated")).unwrap();
    journal.append(&record("b")).unwrap();
    journal.append(&record("c")).unwrap();
    journal.rotate(&record("rotated")).unwrap();
    journal.append(&record("d")).unwrap();
    world
}

/// `first-last`, or `line code`.
fn said(world: &World) -> String {
    told(world.journal().verify().map(|verified| (verified.first, verified.records)))
}

fn told(walked: Result<(u64, u64), BrokenChain>) -> String {
    match walked {
        Ok((first, last)) => format!("{first}-{last}"),
        Err(BrokenChain { line, what }) => format!("{line} {}", what.word()),
    }
}

/// What a copy of the chain says of itself: `first-last`, `first-last open`, or `line code`.
fn copied(bytes: &[u8]) -> String {
    match JournalExport::walk(bytes, |_| {}) {
        Ok(JournalExport { verified, is_whole }) => {
            let end = if is_whole { "" } else { " open" };
            format!("{}-{}{end}", verified.first, verified.records)
        }
        Err(broken) => told(Err(broken)),
    }
}

fn export(journal: &Journal) -> Vec<u8> {
    let mut bytes = Vec::new();
    journal.export(&mut bytes).unwrap().unwrap();
    bytes
}

#[test]
fn the_chain_goes_on_over_files() {
    let world = three_files();
    assert_eq!(said(&world), "1-6");
    let names = world.names("audit");
    assert_eq!(names.len(), 5, "{names:?}");
    assert_eq!(world.read(&segment(1, 2)).split(|&byte| byte == b'\n').count(), 3);
    assert_eq!(world.read(&segment(3, 5)).split(|&byte| byte == b'\n').count(), 4);
    let tail = world.journal().tail(4).unwrap();
    let seqs: Vec<u64> = tail.iter().map(|line| JournalEntry::read(line.as_bytes()).unwrap().seq).collect();
    assert_eq!(seqs, [3, 4, 5, 6]);
    assert_eq!(world.journal().tail(99).unwrap().len(), 6);
    assert_eq!(world.journal().append(&record("e")).unwrap().seq, 7);
    let verified = world.journal().verify().unwrap();
    assert_eq!((verified.records, verified.repairs), (7, 0));
}

#[test]
fn a_file_that_is_long_enough_is_sealed_by_itself() {
    let world = World::new();
    let mut journal = world.journal();
    journal.rotate_at(1500);
    for n in 0..20 {
        journal.append(&record(&format!("file {n}"))).unwrap();
    }
    assert_eq!(said(&world), "1-20");
    let sealed: Vec<String> =
        world.names("audit").into_iter().filter(|name| name.starts_with("journal-")).collect();
    assert!(sealed.len() > 3, "{sealed:?}");
    for name in sealed {
        assert!(world.read(&format!("audit/{name}")).len() < 2500, "{name}");
    }
}

#[test]
fn tampering_with_a_sealed_file_is_reported_at_its_record() {
    let world = three_files();
    let (first, second) = (world.read(&segment(1, 2)), world.read(&segment(3, 5)));
    for at in (0..second.len()).step_by(7) {
        let mut altered = second.clone();
        altered[at] ^= 1;
        world.write(&segment(3, 5), &altered);
        let line = 3 + second[..at].iter().filter(|&&byte| byte == b'\n').count();
        assert!(said(&world).starts_with(&format!("{line} ")), "byte {at}: {}", said(&world));
    }
    world.write(&segment(3, 5), &second[..second.len() - 1]);
    assert_eq!(said(&world), "5 altered");
    world.remove(&segment(3, 5));
    assert_eq!(said(&world), "3 out_of_order");
    world.write(&segment(3, 5), &second);
    world.remove(&segment(1, 2));
    assert_eq!(said(&world), "1 out_of_order");
    world.write(&segment(1, 2), &first);
    assert_eq!(said(&world), "1-6");
    world.remove(JOURNAL);
    assert_eq!(said(&world), "6 cut_off");
    world.journal().append(&record("later")).unwrap();
    assert!(said(&world).starts_with("6 "), "{}", said(&world));
}

#[test]
fn a_sealed_file_cut_off_at_its_end_is_not_mended() {
    let world = three_files();
    world.remove(JOURNAL);
    world.remove(&segment(3, 5));
    assert_eq!(said(&world), "3 cut_off");
    world.journal().append(&record("later")).unwrap();
    assert!(said(&world).starts_with("3 "), "{}", said(&world));
}

/// The steps of a rotation: the record, the head, the new name, the head again.
#[test]
fn a_rotation_that_is_interrupted_anywhere_leaves_one_chain() {
    // The record is there, and the head does not know it.
    for is_known in [false, true] {
        let world = World::new();
        let journal = world.journal();
        journal.append(&record("a")).unwrap();
        let before = world.read(HEAD);
        journal.append(&record("rotated")).unwrap();
        if !is_known {
            world.write(HEAD, &before);
        }
        std::fs::rename(world.path(JOURNAL), world.path(&segment(1, 2))).unwrap();
        assert_eq!(said(&world), "1-2", "{is_known}");
        assert_eq!(world.journal().append(&record("b")).unwrap().seq, 3);
        let verified = world.journal().verify().unwrap();
        assert_eq!((verified.records, verified.repairs), (3, 0), "{is_known}");
    }
}

#[test]
fn a_head_that_is_lost_after_a_rotation_is_found_again() {
    let world = World::new();
    world.journal().rotate(&record("rotated")).unwrap();
    world.remove(HEAD);
    assert_eq!(said(&world), "1 missing_head");
    assert_eq!(world.journal().append(&record("b")).unwrap().seq, 2);
    let verified = world.journal().verify().unwrap();
    assert_eq!((verified.records, verified.repairs), (2, 1));
}

#[test]
fn a_name_that_is_taken_keeps_the_file_growing() {
    let world = World::new();
    world.journal().append(&record("a")).unwrap();
    world.write(&segment(1, 2), b"another's");
    world.journal().rotate(&record("rotated")).unwrap();
    assert_eq!(world.read(&segment(1, 2)), b"another's");
    assert_eq!(world.journal().append(&record("b")).unwrap().seq, 3);
    assert_eq!(world.read(JOURNAL).iter().filter(|&&byte| byte == b'\n').count(), 3);
}

#[test]
fn the_oldest_go_first_and_the_rest_is_proven_from_there() {
    let world = three_files();
    let kept = world.journal().prune(9).unwrap();
    assert_eq!((kept.segments, kept.first), (0, 1));
    let size = world.read(&segment(1, 2)).len() as u64;
    let pruned = world.journal().prune(1).unwrap();
    assert_eq!((pruned.segments, pruned.bytes, pruned.first), (1, size, 3));
    assert_eq!(said(&world), "3-6");
    assert_eq!(world.journal().append(&record("e")).unwrap().seq, 7);
    assert_eq!(world.journal().prune(0).unwrap().first, 6);
    assert_eq!(said(&world), "6-7");
    assert_eq!(world.journal().tail(9).unwrap().len(), 2);
    // Without what remembers it, the chain begins too late.
    let mark = world.read(PRUNED);
    world.remove(PRUNED);
    assert_eq!(said(&world), "1 out_of_order");
    world.write(PRUNED, b"nonsense");
    assert_eq!(said(&world), "1 out_of_order");
    world.write(PRUNED, &mark);
    assert_eq!(said(&world), "6-7");
}

#[test]
fn a_removal_that_is_interrupted_is_ended_by_the_next() {
    let world = three_files();
    let first = world.read(&segment(1, 2));
    world.journal().prune(1).unwrap();
    // It was remembered, and is still there.
    world.write(&segment(1, 2), &first);
    assert_eq!(said(&world), "3-6");
    let pruned = world.journal().prune(1).unwrap();
    assert_eq!((pruned.segments, pruned.first), (1, 3));
    assert!(!world.path(&segment(1, 2)).exists());
    assert_eq!(said(&world), "3-6");
}

#[test]
fn what_cannot_be_read_is_not_removed() {
    let world = three_files();
    world.write(&segment(1, 2), b"nothing\n");
    assert_eq!(world.journal().prune(0).unwrap().segments, 0);
    assert!(world.path(&segment(1, 2)).exists() && world.path(&segment(3, 5)).exists());
}

#[test]
fn a_copy_is_the_whole_chain_and_says_where_it_ends() {
    let world = three_files();
    let copy = export(&world.journal());
    assert_eq!(copied(&copy), "1-6");
    let lines: Vec<&[u8]> = copy.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), 7);
    let mut handed = Vec::new();
    JournalExport::walk(&copy[..], |line| handed.push(line.to_vec())).unwrap();
    assert_eq!(handed.len(), 6);
    assert_eq!(copied(&lines[..6].concat()), "1-6 open");
    assert_eq!(copied(&lines[..3].concat()), "1-3 open");
    assert_eq!(copied(&world.read(&segment(3, 5))), "3-5 open");
    assert_eq!(copied(&lines[1..].concat()), "7 altered");
    assert_eq!(copied(&[lines[0], lines[2]].concat()), "2 out_of_order");
    assert_eq!(copied(&[&copy[..], lines[6]].concat()), "8 altered");
    assert_eq!(copied(&[&copy[..], b"x\n"].concat()), "8 altered");
    assert_eq!(copied(lines[6]), "1 out_of_order");
    assert_eq!(copied(b""), "1-0 open");
    assert_eq!(copied(b"\xff"), "1 torn");
    for at in (0..copy.len()).step_by(11) {
        let mut altered = copy.clone();
        altered[at] ^= 1;
        let said = copied(&altered);
        assert!(!said.contains('-'), "byte {at}: {said}");
    }
    world.journal().prune(1).unwrap();
    assert_eq!(copied(&export(&world.journal())), "3-6");
    assert_eq!(copied(&export(&World::new().journal())), "1-0");
}

#[test]
fn a_chain_that_does_not_hold_is_not_closed() {
    let world = three_files();
    world.remove(&segment(3, 5));
    let mut bytes = Vec::new();
    assert_eq!(world.journal().export(&mut bytes).unwrap().unwrap_err().line, 3);
    assert_eq!(copied(&bytes), "1-2 open");
}

#[test]
fn versions_are_cited_until_their_records_are_sealed() {
    let world = World::new();
    let journal = world.journal();
    let digest = |name: &str| Digest::of(name.as_bytes());
    let shown = ShownFile { root: 0, path: "shown".to_owned(), digest: digest("shown") };
    let making = Making { base: Some(digest("base")), files: vec![shown], ..Making::default() };
    assert_eq!(journal.cited().unwrap(), HashSet::new());
    journal.append(&Record { before: Some(digest("before")), making, ..record("a") }).unwrap();
    assert_eq!(journal.cited().unwrap(), ["a", "before", "base", "shown"].map(digest).into());
    world.write(JOURNAL, &[&world.read(JOURNAL)[..], b"torn"].concat());
    assert_eq!(journal.cited().unwrap().len(), 4);
    journal.rotate(&record("rotated")).unwrap();
    assert_eq!(journal.cited().unwrap(), HashSet::new());
}

#[test]
fn writers_at_once_keep_one_chain_while_files_are_sealed() {
    let world = World::new();
    world.state();
    let mut numbers: Vec<u64> = thread::scope(|scope| {
        let writers: Vec<_> = (0..6)
            .map(|writer| {
                let world = &world;
                scope.spawn(move || {
                    let mut journal = world.journal();
                    journal.rotate_at(2000);
                    (0..40)
                        .map(|n| {
                            let record = record(&format!("{writer} {n}"));
                            if n % 13 == 5 { journal.rotate(&record) } else { journal.append(&record) }
                        })
                        .map(|appended| appended.unwrap().seq)
                        .collect::<Vec<u64>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=240).collect::<Vec<u64>>());
    let verified = world.journal().verify().unwrap();
    assert_eq!((verified.first, verified.records, verified.repairs), (1, 240, 0));
}

#[test]
fn a_journal_cut_back_together_with_its_head_is_noticed_by_the_database() {
    let world = World::new();
    let (journal, database) = (world.journal(), world.database());
    assert_eq!((journal.head(), database.journal_head().unwrap()), (None, None));
    journal.append(&record("a")).unwrap();
    let (lines, head) = (world.read(JOURNAL), world.read(HEAD));
    let second = journal.append(&record("b")).unwrap();
    let noted = journal.head().unwrap();
    assert_eq!((noted.seq, noted.hash), (2, second.hash));
    database.note_journal_head(&noted).unwrap();
    let said =
        |noted| told(world.journal().walk(noted, |_| {}).map(|verified| (verified.first, verified.records)));
    let kept = || database.journal_head().unwrap();
    journal.append(&record("c")).unwrap();
    assert_eq!(said(kept()), "1-3");

    world.write(JOURNAL, &lines);
    world.write(HEAD, &head);
    assert_eq!((said(None), said(kept())), ("1-1".to_owned(), "2 cut_off".to_owned()));
    // Another record takes the place of the one that was noted.
    world.journal().append(&record("other")).unwrap();
    assert_eq!((said(None), said(kept())), ("1-2".to_owned(), "2 not_as_noted".to_owned()));
    // What is known to have been longer is not made shorter.
    database.note_journal_head(&world.journal().head().unwrap()).unwrap();
    assert_eq!(kept(), Some(noted));
    // A record that was pruned on request may be the noted one.
    world.journal().rotate(&record("rotated")).unwrap();
    world.journal().prune(0).unwrap();
    assert_eq!(said(Some(JournalHead { seq: 1, ..noted })), "4-3");
    assert_eq!(said(Some(JournalHead { seq: 3, ..noted })), "3 not_as_noted");
    assert_eq!(said(world.journal().head()), "4-3");
}

#[test]
fn a_note_that_was_altered_is_not_believed() {
    let world = World::new();
    let head = JournalHead { seq: 7, hash: Digest::of(b"seven") };
    world.database().note_journal_head(&head).unwrap();
    assert_eq!(world.database().journal_head().unwrap(), Some(head));
    let alter = rusqlite::Connection::open(world.path("reread.db")).unwrap();
    alter.execute("UPDATE journal_heads SET seq = 6", []).unwrap();
    drop(alter);
    assert_eq!(world.database().journal_head().unwrap_err().code(), Code::Damaged);
}
