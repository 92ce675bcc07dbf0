use serde_json::json;

use crate::pi::companion::tests::{MemoryStore, PiDriver, SONG, ask, pi};

#[test]
fn a_status_fits_a_terminal() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    let check = |pi: &mut PiDriver<'_>, expected: &str| {
        let status = pi.status();
        assert_eq!(status, expected);
        assert!(status.lines().all(|line| line.len() <= 80), "{status}");
    };
    let none = "reads: 0 full, 0 unchanged, 0 unchanged_range, 0 diff, 0 full_fallback";
    let nothing = "held: 0 files, 0 whole; 0 ranges";
    let entries = |count: u64| format!("readcache: {count} entries on this branch in this session");
    let empty =
        format!("{}\n{nothing}\n{none}\nsaved: about 0 tokens\nstore: 0 snapshots, 0 bytes", entries(0));
    check(&mut pi, &empty);
    let long = "a line of the song\n".repeat(40);
    pi.read(&ask("/p/a", &long));
    pi.read(&ask("/p/a", &long));
    pi.read(&ask("/p/a", &long).lines(2, 30));
    pi.read(&ask("/p/b", SONG).lines(2, 4));
    let held = "held: 2 files, 1 whole; 2 ranges";
    let reads = "reads: 2 full, 1 unchanged, 1 unchanged_range, 0 diff, 0 full_fallback";
    let all =
        format!("{}\n{held}\n{reads}\nsaved: about 305 tokens\nstore: 2 snapshots, 0 bytes", entries(8));
    check(&mut pi, &all);
    pi.append(json!({ "type": "compaction" }));
    let compacted = "readcache: 0 entries on this branch since the last compaction";
    check(
        &mut pi,
        &format!("{compacted}\n{nothing}\n{none}\nsaved: about 0 tokens\nstore: 2 snapshots, 0 bytes"),
    );
    for number in 0..150 {
        pi.read(&ask(&format!("/p/{number}"), &long));
        pi.read(&ask(&format!("/p/{number}"), &long));
    }
    let status = pi.status();
    assert!(status.lines().all(|line| line.len() <= 80), "{status}");
}

#[test]
fn invented_lengths_do_no_harm() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    pi.read(&ask("/p/a", SONG));
    for _ in 0..2 {
        pi.read(&ask("/p/a", SONG));
        pi.entries.last_mut().unwrap()["message"]["contentLength"] = u64::MAX.into();
    }
    assert!(pi.status().contains("saved: about 0 tokens"));
}
