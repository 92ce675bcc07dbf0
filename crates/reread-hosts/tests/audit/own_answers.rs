//! What the product itself answers is right by the audit, which knows nothing of how it answers.

use proptest::prelude::*;
use reread_text::Digest;
use serde_json::json;

use crate::audit::session::audited;
use crate::matrix::session::{Session, poem, poem_with};

/// Versions of a file, so that changes, changes back, and cut replies come up.
fn versions() -> Vec<String> {
    let without_newline = poem(20).trim_end().to_owned();
    vec![
        poem(20),
        poem_with(20, 3),
        poem_with(20, 15),
        poem(12),
        without_newline,
        poem(70),
        poem_with(70, 60),
    ]
}

#[derive(Clone, Debug)]
enum Step {
    Write(usize),
    Read,
    ReadLines(u64, u64),
    Compact,
    /// Takes an earlier entry out of the context.
    EditAway(prop::sample::Index),
    GoTo(prop::sample::Index),
    Refresh(bool),
    LoseObjects,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..versions().len()).prop_map(Step::Write),
        6 => Just(Step::Read),
        6 => (1..12_u64, 0..12_u64).prop_map(|(first, more)| Step::ReadLines(first, (first + more).min(12))),
        1 => Just(Step::Compact),
        2 => any::<prop::sample::Index>().prop_map(Step::EditAway),
        2 => any::<prop::sample::Index>().prop_map(Step::GoTo),
        1 => any::<bool>().prop_map(Step::Refresh),
        1 => Just(Step::LoseObjects),
    ]
}

fn play(steps: &[Step]) -> String {
    let mut session = Session::new();
    let versions = versions();
    session.write("f", versions[0].clone());
    let mut entries = vec![session.read("f").entry];
    for step in steps {
        match step {
            Step::Write(version) => session.write("f", versions[*version].clone()),
            Step::Read => entries.push(session.read("f").entry),
            Step::ReadLines(first, last) => entries.push(session.read_range("f", *first, *last).entry),
            Step::Compact => entries.push(session.compact(&entries[0])),
            Step::EditAway(target) => {
                let target = target.get(&entries).clone();
                let edit = json!({"type": "context_edit", "targetId": target, "replacement": null});
                entries.push(session.append(edit));
            }
            Step::GoTo(entry) => session.go_to(entry.get(&entries).as_str()),
            Step::Refresh(whole) => {
                entries.push(session.refresh("f", if *whole { "full" } else { "r:2:5" }));
            }
            Step::LoseObjects => session.lose_objects(),
        }
    }
    session.file()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_audit_finds_nothing(steps in prop::collection::vec(step(), 1..40)) {
        let file = play(&steps);
        let versions = versions();
        let load = |digest: &Digest| {
            let mut bytes = versions.iter().map(String::as_bytes);
            bytes.find(|bytes| Digest::of(bytes) == *digest).map(<[u8]>::to_vec)
        };
        let loads = [(&load as &dyn Fn(&Digest) -> Option<Vec<u8>>, true), (&|_| None, false)];
        for (load, has_snapshots) in loads {
            let (reader, report) = audited(file.as_bytes(), load);
            let why: Vec<_> = report.unverifiable().map(|(_, why)| why.word()).collect();
            prop_assert!(why.iter().all(|why| *why == "no_snapshot" && !has_snapshots), "{:?} {}", why, file);
            let found: Vec<_> = report.unjustified()
                .map(|(finding, why)| (reader.history().id(finding.entry), why.word())).collect();
            prop_assert_eq!(found, [], "{}", file);
        }
    }
}

/// The steps above lead to markers and diffs, or the law would say nothing.
#[test]
fn there_is_something_to_find() {
    let steps =
        [Step::Read, Step::ReadLines(2, 5), Step::Write(1), Step::ReadLines(6, 9), Step::Read, Step::Read];
    let (_, report) = audited(play(&steps).as_bytes(), &|_| None);
    let said: Vec<String> = report.findings.iter().map(|finding| finding.said.to_string()).collect();
    let expected = [
        "unchanged, 21 lines",
        "unchanged in lines 2-5 of 21",
        "unchanged in lines 6-9; changes exist outside this range",
        "1 lines changed of 21",
        "unchanged, 21 lines",
    ];
    assert_eq!(said, expected);
    assert_eq!(report.reads, 6);
}
