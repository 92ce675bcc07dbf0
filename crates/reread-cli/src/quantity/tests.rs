use super::{age, size};

fn check_age(text: &str, expected: Option<u64>) {
    assert_eq!(age(text).ok().map(|age| age.as_secs()), expected, "{text}");
}

fn check_size(text: &str, expected: Option<u64>) {
    assert_eq!(size(text).ok(), expected, "{text}");
}

#[test]
fn an_age_has_a_unit() {
    check_age("90d", Some(90 * 86_400));
    check_age("0h", Some(0));
    check_age("5m", Some(300));
    check_age("2w", Some(14 * 86_400));
    check_age("18446744073709551615w", Some(u64::MAX));
    for text in ["", "90", "d", "-1d", "1.5d", "90 d", "90days", "90D!", "١d"] {
        check_age(text, None);
    }
}

#[test]
fn a_size_may_have_one() {
    check_size("500M", Some(500 << 20));
    check_size("500m", Some(500 << 20));
    check_size("2G", Some(2 << 30));
    check_size("12", Some(12));
    check_size("12B", Some(12));
    check_size("0", Some(0));
    check_size("18446744073709551615G", Some(u64::MAX));
    for text in ["", "M", "-1", "1.5G", "5MB", "5 M", "5é"] {
        check_size(text, None);
    }
}
