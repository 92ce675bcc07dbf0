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
    Stabilization::new(state, warnings(words), Metrics::default())
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
fn several_files_of_one_call_speak_with_one_voice() {
    let counted = |reads_count| Metrics { reads_count, ..Metrics::default() };
    let first = Stabilization::new(BudgetState::SoftLimit, warnings("soft low1"), counted(1));
    let second = Stabilization::new(BudgetState::Normal, warnings("low2 low1"), counted(2));
    let both = first.and_then(second);
    assert_eq!(both.budget_state, BudgetState::SoftLimit);
    assert_eq!(both.metrics_snapshot.reads_count, 2);
    check(&both, "low1 low2 soft", Some("heed low1"));
}
