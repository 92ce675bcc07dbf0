//! A session of a real run, kept: whatever becomes of the audit, it finds nothing in it.
//!
//! `UPDATE_FIXTURE=1 cargo test -p reread-pi-e2e --test extension real_session` plays it anew. What pi says to the model
//! about itself is left out of the copy, and the project is called `/home/dev/proj`.

use std::fs;
use std::path::{Path, PathBuf};

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use serde_json::Value;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::program::audit;
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, changed_elsewhere, unchanged, unchanged_lines};

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/real-session.jsonl")
}

#[test]
fn a_real_session_is_justified_throughout() {
    let world = PiWorld::new();
    if std::env::var_os("UPDATE_FIXTURE").is_some() {
        let session = play(&world);
        fs::create_dir_all(kept().parent().unwrap()).unwrap();
        fs::write(kept(), anonymous(&world, &fs::read_to_string(session).unwrap())).unwrap();
    }
    let report = audit(&world, &kept());
    assert_eq!(report["ok"], true, "{report:#}");
    let counts = ["reads", "markers", "diffs", "unjustified", "unverifiable", "unchecked"]
        .map(|key| report[key].as_u64());
    assert_eq!(counts, [Some(13), Some(6), Some(2), Some(0), Some(0), Some(0)], "{report:#}");
    assert!(report["saved"]["tokens"].as_i64().unwrap() > 1500, "{report:#}");
    let text = fs::read_to_string(kept()).unwrap();
    assert!(!text.contains("/tmp/") && !text.contains("node_modules"), "it names the machine it was made on");
}

/// The audit of a session whose first text is another than it was.
#[test]
fn a_spoilt_session_is_not() {
    let world = PiWorld::new();
    let spoilt = fs::read_to_string(kept()).unwrap().replacen(r"one\ntwo", r"one\nTWO", 1);
    let file = world.root().join("spoilt.jsonl");
    fs::write(&file, spoilt).unwrap();
    let report = audit(&world, &file);
    assert_eq!((&report["ok"], &report["unjustified"]), (&Value::Bool(false), &Value::from(1)), "{report:#}");
}

/// Full, unchanged, lines, diff; a compaction; a branch from before it.
fn play(world: &PiWorld) -> PathBuf {
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let mut pi = Reread::launch(world, PiVersion::V1_5_0);
    let run = pi.play(
        &Script::new()
            .together([ScriptedCall::read("song.txt"), ScriptedCall::read("poem.txt")])
            .call(ScriptedCall::read("song.txt")),
    );
    assert_eq!(run.results[2].text, unchanged(5));
    assert!(pi.read("none.txt").starts_with("ENOENT"));
    assert_eq!(pi.lines("poem.txt", 10, 5), unchanged_lines(10, 14, 41));
    world.write("poem.txt", poem_with(40, 30));
    assert_eq!(pi.lines("poem.txt", 10, 5), changed_elsewhere(10, 14));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    let before = pi.leaf();
    pi.compact();
    assert_eq!(pi.read("poem.txt"), poem_with(40, 30));
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    pi.command("/readcache-refresh poem.txt 3-4");
    assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem_with(40, 30), 3, 4));
    pi.navigate(&before);
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    world.write("poem.txt", poem(40));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    let file = pi.session_file();
    pi.close();
    file
}

/// The session without the machine that it was made on.
fn anonymous(world: &PiWorld, session: &str) -> String {
    let root = world.root().to_str().expect("the world has a readable name");
    let lines = session.lines().map(|line| {
        let mut entry: Value = serde_json::from_str(line).expect("pi writes JSON");
        forget(&mut entry, "systemMessage");
        if let Some(message) = entry.get_mut("message") {
            forget(message, "sections");
            forget(message, "toolsAdded");
        }
        entry.to_string().replace(root, "/home/dev") + "\n"
    });
    lines.collect()
}

fn forget(object: &mut Value, key: &str) {
    if let Some(fields) = object.as_object_mut() {
        fields.remove(key);
    }
}
