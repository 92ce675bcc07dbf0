//! Sessions that pi and the original extension wrote, beside the verdict on every read in them.
//!
//! Nothing that is false may count. What is right counts, so that a session that was begun with the other extension
//! goes on without being sent everything again.
#![expect(clippy::disallowed_methods, reason = "histories come from the repository itself")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reread_context::{Effect, RejectedEvidence, Replay, SessionHistory};
use reread_hosts::pi::{ContentCheck, SessionHeader, SessionReader, SkippedLines};
use reread_text::{BOM, Digest};

const NAMES: [&str; 7] =
    ["truncated-whole", "edited-away", "nested", "honest", "byte-limit", "reverted", "inexact-diff"];

/// Right, and doubted here all the same: a read of the file had failed in between.
const DOUBTED: &str = "6f2085b6";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/histories")
}

/// The reads of a history: name of the entry, mode and verdict.
fn verdicts(name: &str) -> Vec<(String, String, String)> {
    let table = fs::read_to_string(folder().join("README.md")).unwrap();
    let heading = format!("## {name}\n");
    let section = table.split(&heading).nth(1).unwrap().split("\n## ").next().unwrap();
    let cell = |row: &str, column: usize| {
        row.split(" | ").nth(column).unwrap().trim_matches(['|', ' ', '*']).to_owned()
    };
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| (cell(row, 0).replace('`', ""), cell(row, 2), cell(row, 4))).collect()
}

/// A snapshot as the original extension kept it; it lost the byte order mark.
fn snapshot(name: &str, digest: &Digest) -> Option<Vec<u8>> {
    let bytes = fs::read(folder().join(name).join(format!("objects/sha256-{digest}.txt"))).ok()?;
    let marked = [BOM, &bytes].concat();
    [bytes, marked].into_iter().find(|bytes| Digest::of(bytes) == *digest)
}

fn read<'s>(name: &str, contents: ContentCheck<'s>) -> SessionReader<'s> {
    let mut reader = SessionReader::new(contents);
    reader.read_from(File::open(folder().join(name).join("session.jsonl")).unwrap()).unwrap();
    assert_eq!(reader.skipped(), SkippedLines::default(), "{name}");
    assert!(reader.header().is_some_and(SessionHeader::is_understood), "{name}");
    reader
}

/// What an entry does where it stands.
fn effect(history: &SessionHistory, id: &str) -> Effect {
    let entry = history.find(id).unwrap();
    let mut replay = Replay::new();
    replay.move_to(history, history.parent(entry));
    replay.step(history, entry)
}

#[test]
fn what_is_right_counts_and_what_is_false_does_not() {
    let mut judged = 0;
    for name in NAMES {
        let load = |digest: &Digest| snapshot(name, digest);
        let reader = read(name, ContentCheck::Tried(&load));
        for (id, mode, verdict) in verdicts(name) {
            let effect = effect(reader.history(), &id);
            let counted = matches!(effect, Effect::Counted(_));
            let expected = match &*verdict {
                // Without a digest made with it, a text of lines has still to be found, and nothing is carried on from it.
                "right" if mode == "unchanged_range" => {
                    !matches!(effect, Effect::Ignored(_, RejectedEvidence::BaseNotHeld))
                }
                "right" => id != DOUBTED,
                "text" => !matches!(effect, Effect::Dropped(_, RejectedEvidence::NoLineShown)),
                "FALSE" | "–" => false,
                other => panic!("{id} is {other}"),
            };
            assert_eq!(counted, expected, "{name} {id} {mode} {verdict}: {effect:?}");
            judged += 1;
        }
    }
    assert_eq!(judged, 108, "the verdicts are fewer than they were");
}

#[test]
fn without_snapshots_less_is_known_and_nothing_wrong() {
    for name in NAMES {
        let reader = read(name, ContentCheck::Digested);
        for (id, mode, verdict) in verdicts(name) {
            let effect = effect(reader.history(), &id);
            let counted = matches!(effect, Effect::Counted(_));
            assert!(!counted || verdict == "right" || verdict == "text", "{name} {id}: {effect:?}");
            assert!(!counted || mode != "diff", "{name} {id}: {effect:?}");
        }
    }
}

#[test]
fn contents_that_are_skipped_count_for_nothing() {
    for name in NAMES {
        let reader = read(name, ContentCheck::Skipped);
        for (id, ..) in verdicts(name) {
            assert!(!matches!(effect(reader.history(), &id), Effect::Counted(_)), "{name} {id}");
        }
    }
}

#[test]
fn a_line_too_long_shows_nothing() {
    let reader = read("byte-limit", ContentCheck::Digested);
    let effect = effect(reader.history(), "b0973e20");
    assert!(matches!(effect, Effect::Dropped(_, RejectedEvidence::NoLineShown)), "{effect:?}");
}

#[test]
fn what_has_no_metadata_speaks_against_its_file_alone() {
    let reader = read("honest", ContentCheck::Digested);
    for (id, file, refusal) in [
        ("2bd87ae7", "missing.txt", RejectedEvidence::FailedResult),
        ("b1d3415a", "a.txt", RejectedEvidence::FailedResult),
        ("545d9a7a", "dot.png", RejectedEvidence::NoMetadata),
        ("d36d4685", ".env", RejectedEvidence::NoMetadata),
        ("dce82d2c", "latin1.txt", RejectedEvidence::NoMetadata),
        ("042f3a6b", "held.txt", RejectedEvidence::FailedResult),
    ] {
        let Effect::Dropped(name, why) = effect(reader.history(), id) else { panic!("{id}") };
        assert_eq!((name.as_str(), why), (&*format!("/home/dev/proj/{file}"), refusal), "{id}");
    }
}

#[test]
fn every_session_ends_at_its_last_line() {
    for name in NAMES {
        let reader = read(name, ContentCheck::Skipped);
        let text = fs::read(folder().join(name).join("session.jsonl")).unwrap();
        assert_eq!(reader.place().offset, text.len() as u64, "{name}");
        assert_eq!(reader.leaf(), reader.history().last(), "{name}");
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(reader.history().len() + 1, lines, "{name}");
    }
}
