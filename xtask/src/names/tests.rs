use super::*;

fn check(text: &str, expected: &[&str]) {
    let (CheckResult::Passed(lines) | CheckResult::Failed(lines)) =
        names(&RustSources::of_texts(&[("lib.rs", text)]));
    assert_eq!(lines, expected, "{text}");
}

#[test]
fn a_name_that_two_types_share_is_listed() {
    check(
        "pub struct Plan;\nmod a { pub(crate) enum Plan {} }\nmod b { pub(super) type Other = u8; }",
        &[
            "1 of 2 type names are declared more than once: 50.0 %",
            "Plan: lib.rs:1, lib.rs:2",
            "more than 4 % are too many",
        ],
    );
}

#[test]
fn private_types_and_tests_do_not_count() {
    let text = "pub struct Plan;\nmod a { struct Plan; }\n#[cfg(test)]\nmod tests { pub struct Plan; }";
    check(text, &["0 of 1 type names are declared more than once: 0.0 %"]);
}

#[test]
fn a_small_share_is_allowed() {
    let mut text = "pub struct Plan; mod a { pub struct Plan; }".to_owned();
    text.extend((0..24).map(|number| format!("pub struct Type{number};")));
    let sources = RustSources::of_texts(&[("lib.rs", &text)]);
    assert!(matches!(names(&sources), CheckResult::Passed(_)));
    let sources = RustSources::of_texts(&[("lib.rs", &text.replace("pub struct Type23;", ""))]);
    assert!(matches!(names(&sources), CheckResult::Failed(_)), "1 of 24 is more than 4 %");
}
