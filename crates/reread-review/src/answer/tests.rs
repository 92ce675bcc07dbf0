use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(content: &str, count: usize, expected: Result<&[&str], AnswerError>) {
    let expected = expected.map(|texts| texts.iter().map(ToString::to_string).collect());
    assert_eq!(decided(content, count), expected, "{content}");
}

const ONE: &str = r#"{"resolutions":[{"conflict":1,"text":"zwei\n"}]}"#;

#[test]
fn the_answer_is_found_among_words_and_fences() {
    check(ONE, 1, Ok(&["zwei\n"]));
    check(&format!("Sure! {{I think}} this:\n```json\n{ONE}\n```\nBye."), 1, Ok(&["zwei\n"]));
    let turned = r#"{"resolutions":[{"conflict":2,"text":"b"},{"conflict":1,"text":""}]}"#;
    check(turned, 2, Ok(&["", "b"]));
}

#[test]
fn every_conflict_is_decided_once() {
    check(ONE, 2, Err(AnswerError::NotOnce { conflict: 2, times: 0 }));
    let twice = r#"{"resolutions":[{"conflict":1,"text":"a"},{"conflict":1,"text":"b"}]}"#;
    check(twice, 1, Err(AnswerError::NotOnce { conflict: 1, times: 2 }));
    let fourth = r#"{"resolutions":[{"conflict":4,"text":"a"}]}"#;
    check(fourth, 1, Err(AnswerError::Unknown { conflict: 4, count: 1 }));
    check(
        r#"{"resolutions":[{"conflict":0,"text":"a"}]}"#,
        1,
        Err(AnswerError::Unknown { conflict: 0, count: 1 }),
    );
}

#[test]
fn anything_else_is_no_answer() {
    for content in
        ["", "{", "keep ours", "{}", "[1]", r#"{"resolutions":3}"#, r#"{"resolutions":[{"text":"a"}]}"#]
    {
        check(content, 1, Err(AnswerError::NotInForm));
    }
    check(&"{".repeat(100_000), 1, Err(AnswerError::NotInForm));
}

proptest! {
    /// Whatever a model says, there is one text for every conflict or none at all.
    #[test]
    fn an_answer_has_every_text_or_none(content in r#"([{}\[\]",: 12]|"resolutions"|"conflict":|"text":|"a"){0,40}"#, count in 0_usize..3) {
        if let Ok(texts) = decided(&content, count) {
            prop_assert_eq!(texts.len(), count);
        }
    }
}
