//! The promises by example.

use reread_codes::Code;
use reread_guard::{
    Budget, BudgetState, Concern, Enforcement, GuardLimits, GuardSession, LineSelection, Metrics, ReplyKind,
    merge,
};

use crate::calls::{Call, Outcome, read, search, serve};

/// The outcomes of these calls in a fresh session with the usual limits.
fn outcomes(calls: &[Call]) -> Vec<Outcome> {
    let mut budget = Budget::new(Enforcement::Enforce, GuardLimits::default());
    let mut session = GuardSession::default();
    calls.iter().map(|call| serve(&mut budget, &mut session, call)).collect()
}

fn state(outcome: &Outcome) -> &'static str {
    outcome.stabilization().budget_state.word()
}

#[test]
fn budget_soft_and_hard() {
    let mut calls: Vec<Call> = (0..26).map(|n| read(&format!("f{n}"), 10)).collect();
    calls.extend([search("f99"), read("f99", 290), read("f98", 10), read("f99", 1000), read("f99", 10)]);
    let outcomes = outcomes(&calls);
    let states: Vec<_> = outcomes.iter().map(state).collect();
    assert!(states[..19].iter().all(|state| *state == "NORMAL"));
    assert!(states[19..24].iter().all(|state| *state == "SOFT_LIMIT"), "from the 20th of 25 on");
    assert!(states[24..].iter().all(|state| *state == "HARD_LIMIT"));
    let worth_saying: Vec<usize> =
        (0..26).filter(|n| !outcomes[*n].stabilization().warnings.is_empty()).collect();
    assert_eq!(worth_saying, [19, 24], "each state is said when it is reached");

    let Outcome::Refused(message, hint, _) = &outcomes[25] else { panic!("the 26th read is refused") };
    assert!(message.starts_with("Read budget exceeded. Use search to narrow scope:"), "{message}");
    assert_eq!(hint, "search for a name or a phrase, then read a file that it returns");
    assert!(!outcomes[27].is_refused(), "what search returned is served");
    let Outcome::Refused(_, hint, _) = &outcomes[28] else { panic!("what it did not return is not") };
    assert_eq!(hint, "read \"f99\", which search returned, or search for something else");
    let Outcome::Sent(_, cost, true, _) = &outcomes[29] else { panic!("what is left is served") };
    assert_eq!(cost.lines, 10, "300 lines of each file that search returned");
    assert!(outcomes[30].is_refused(), "and no more");
}

#[test]
fn budget_soft_when_a_reply_is_reduced() {
    let outcomes = outcomes(&[read("a", 300), read("b", 301), read("c", 10)]);
    assert_eq!(outcomes.iter().map(state).collect::<Vec<_>>(), ["NORMAL", "SOFT_LIMIT", "NORMAL"]);
    let warning = &outcomes[1].stabilization().warnings[0];
    assert_eq!(warning.concern, Concern::SoftLimit);
    assert!(warning.text.contains("search"), "{}", warning.text);
}

#[test]
fn relevance_hit_and_miss() {
    let calls =
        [read("z", 1), search("src/a src/b"), read("src/a", 1), read("src/abc", 1), read("dist/b", 1)];
    let outcomes = outcomes(&calls);
    let warnings: Vec<Vec<(Code, &str)>> = outcomes
        .iter()
        .map(|outcome| outcome.stabilization().warnings.iter())
        .map(|warnings| warnings.map(|warning| (warning.concern.code(), warning.text.as_str())).collect())
        .collect();
    assert_eq!(warnings[..3], [[], [], []], "before a search, the search, and what it returned");
    let miss = "This target seems unrelated. Try \"src/b\", found by search \"total\".";
    assert_eq!(warnings[3], [(Code::LowRelevance, miss)]);
    let excluded = "This target seems unrelated. Try \"src/b\", found by search \"total\" \
                    (dist/ is excluded).";
    assert_eq!(warnings[4], [(Code::LowRelevance, excluded)]);
    assert!(outcomes.iter().all(|outcome| !outcome.is_refused()));
}

#[test]
fn aggregation_dedupe_is_deterministic() {
    let lines = |set: &str| LineSelection::Lines(set.parse().unwrap());
    let asked = [
        ("b", lines("5-9")),
        ("a", lines("1-3")),
        ("b", lines("1-6")),
        ("a", LineSelection::Whole),
        ("c", lines("2-2")),
    ];
    let merged = [("b", lines("1-9")), ("a", LineSelection::Whole), ("c", lines("2-2"))];
    for _ in 0..10 {
        assert_eq!(merge(asked.clone()), merged);
    }
}

#[test]
fn metrics_counting_is_deterministic() {
    let marker = Call::Read { path: "a".to_owned(), lines: 1, cites: true, kind: ReplyKind::Marker };
    let diff = Call::Read { path: "a".to_owned(), lines: 7, cites: true, kind: ReplyKind::Diff };
    let calls = [read("a", 12), search("a"), marker, diff, read("a", 400), read("a", 0)];
    let expected = Metrics {
        reads_count: 5,
        reads_lines_total: 12 + 1 + 7 + 300,
        reads_chars_total: 120 + 40 + 70 + 3000,
        search_count: 1,
        reads_after_search: 4,
        max_read_span: 300,
        preview_degraded_count: 1,
        low_relevance_count: 0,
    };
    for _ in 0..10 {
        let last = outcomes(&calls).pop().unwrap();
        assert_eq!(last.stabilization().metrics_snapshot, expected);
        assert_eq!(last.stabilization().budget_state, BudgetState::Normal);
    }
    assert_eq!(expected.read_after_search_ratio(), 0.8);
    assert_eq!(expected.avg_read_span(), 64.0);
}
