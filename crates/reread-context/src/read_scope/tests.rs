use super::*;

/// The one spelling of a scope comes back as it was; everything else is none.
fn check(text: &str, expected: Option<ReadScope>) {
    assert_eq!(text.parse::<ReadScope>().ok(), expected, "{text}");
    if let Some(scope) = expected {
        assert_eq!(scope.to_string(), text);
    }
}

fn lines(first: u64, last: u64) -> ReadScope {
    ReadScope::Lines(LineRange::new(first, last).unwrap())
}

#[test]
fn a_scope_has_one_spelling() {
    check("full", Some(ReadScope::Whole));
    check("r:1:1", Some(lines(1, 1)));
    check("r:10:2000", Some(lines(10, 2000)));
    for other in [
        "",
        "Full",
        "full ",
        "r",
        "r:",
        "r:1",
        "r:1:",
        "r::2",
        "r:0:2",
        "r:3:2",
        "r:01:2",
        "r:+1:2",
        "r:1:2:3",
        "r:-1:2",
        "r:1:99999999999999999999",
        "1:2",
    ] {
        check(other, None);
    }
}

#[test]
fn all_lines_are_the_whole_file() {
    let scope = |first, last, total| ReadScope::of_lines(LineRange::new(first, last).unwrap(), total);
    assert_eq!(scope(1, 4, 4), ReadScope::Whole);
    assert_eq!(scope(1, 4, 5), lines(1, 4));
    assert_eq!(scope(2, 4, 4), lines(2, 4));
}
