use super::*;
use crate::Concern;

/// Warnings by their words, each with its own text and advice.
fn warnings(words: &str) -> Vec<Warning> {
    let warning = |word: &str| {
        let concern = match word.trim_end_matches(char::is_numeric) {
            "hard" => Concern::HardLimit,
            "repeated" => Concern::RepeatedRead,
            "low" => Concern::LowRelevance,
            _ => Concern::SoftLimit,
        };
        Warning { concern, text: word.to_owned(), next: format!("heed {word}") }
    };
    words.split_whitespace().map(warning).collect()
}

fn said(state: BudgetState, words: &str) -> Stabilization {
    Stabilization::new(CallKind::Read, state, warnings(words), Metrics::default())
}

fn check(stabilization: &Stabilization, expected: &str, next: Option<&str>) {
    assert_eq!(stabilization.warnings, warnings(expected));
    assert_eq!(stabilization.suggested_next_action.as_deref(), next);
}

#[test]
fn the_weightiest_warning_says_what_to_do_next() {
    check(&said(BudgetState::Normal, ""), "", None);
    check(&said(BudgetState::Normal, "low"), "low", Some("heed low"));
    check(
        &said(BudgetState::SoftLimit, "soft low repeated hard"),
        "hard repeated low soft",
        Some("heed hard"),
    );
    check(&said(BudgetState::HardLimit, "low"), "low", Some("heed low"));
}

#[test]
fn a_state_without_news_has_no_warning() {
    check(&said(BudgetState::SoftLimit, ""), "", Some("search before you read more"));
    check(&said(BudgetState::HardLimit, ""), "", Some("search, then read a file that it returns"));
}

#[test]
fn a_search_is_not_answered_with_the_advice_to_search() {
    let next = |state, is_found| {
        Stabilization::new(CallKind::Search { is_found }, state, Vec::new(), Metrics::default())
            .suggested_next_action
    };
    let check =
        |state, is_found, expected: &str| assert_eq!(next(state, is_found).as_deref(), Some(expected));
    assert_eq!(next(BudgetState::Normal, true), None);
    check(BudgetState::SoftLimit, true, "narrow the next query");
    check(BudgetState::HardLimit, true, "read a file that this search returned");
    check(BudgetState::HardLimit, false, "try another query");
}

#[test]
fn several_files_of_one_call_speak_with_one_voice() {
    let counted = |reads_count| Metrics { reads_count, ..Metrics::default() };
    let first = Stabilization::new(CallKind::Read, BudgetState::SoftLimit, warnings("soft low1"), counted(1));
    let second = Stabilization::new(CallKind::Read, BudgetState::Normal, warnings("low2 low1"), counted(2));
    let both = first.and_then(second);
    assert_eq!(both.budget_state, BudgetState::SoftLimit);
    assert_eq!(both.metrics_snapshot.reads_count, 2);
    check(&both, "low1 low2 soft", Some("heed low1"));
}
