use super::LineRange;

fn check(text: &str, expected: &str) {
    let actual = match text.parse::<LineRange>() {
        Ok(range) => range.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(actual, expected, "{text:?}");
}

fn range(text: &str) -> LineRange {
    text.parse().unwrap()
}

#[test]
fn ranges_are_inclusive_and_start_at_one() {
    check("7", "7-7");
    check("7-9", "7-9");
    check("1-1", "1-1");
    check("0", "lines are counted from 1");
    check("0-3", "lines are counted from 1");
    check("0-0", "lines are counted from 1");
    check("9-7", "9-7 ends before it starts");
    check("9-0", "9-0 ends before it starts");
}

#[test]
fn only_digits_are_numbers() {
    for text in ["", "-", "x", "7-", "-7", "7-9-11", "+7", "7-+9", " 7", "7 ", "7 - 9", "7..9", "７", "1_000"]
    {
        check(text, &format!("`{text}` is not a line or a range such as 10-20"));
    }
}

#[test]
fn numbers_end_where_u64_ends() {
    check("18446744073709551615", "18446744073709551615-18446744073709551615");
    check("18446744073709551616", "`18446744073709551616` is not a line or a range such as 10-20");
    check("1-18446744073709551616", "`1-18446744073709551616` is not a line or a range such as 10-20");
    assert_eq!(range("1-18446744073709551615").count(), u64::MAX);
    assert_eq!(range("18446744073709551615").count(), 1);
}

#[test]
fn both_ends_belong_to_the_range() {
    let middle = range("3-5");
    assert_eq!([2, 3, 5, 6].map(|line| middle.contains(line)), [false, true, true, false]);
    assert!(middle.covers(middle) && middle.covers(range("5")) && range("1-9").covers(middle));
    assert!(!middle.covers(range("2-5")) && !middle.covers(range("3-6")) && !middle.covers(range("9")));
}

#[test]
fn an_intersection_holds_the_lines_in_both() {
    let check = |left: &str, right: &str, expected: Option<&str>| {
        let expected = expected.map(range);
        assert_eq!(range(left).intersect(range(right)), expected, "{left} and {right}");
        assert_eq!(range(right).intersect(range(left)), expected, "{right} and {left}");
    };
    check("1-5", "5-9", Some("5"));
    check("1-9", "3-4", Some("3-4"));
    check("1-5", "6-9", None);
}
