use super::*;

fn check(text: &str, expected: Option<u64>) {
    assert_eq!(text.parse().ok(), expected.map(ApprovalId), "{text}");
}

#[test]
fn a_number_has_one_spelling() {
    check("a7", Some(7));
    check("a0", Some(0));
    check("a18446744073709551615", Some(u64::MAX));
    check("a18446744073709551616", None);
    for text in ["", "a", "7", "A7", "a07", "a+7", "a-7", "a 7", "a7 ", "b7", "aa7", "a٧"] {
        check(text, None);
    }
}
