use super::{BLOCK, LineCounter, count_lines, line_start, lines, slice_lines, tail_start};
use crate::LineRange;

/// The text has exactly these lines, whichever way they are found.
fn check(text: &str, expected: &[&str]) {
    let text = text.as_bytes();
    let expected: Vec<&[u8]> = expected.iter().map(|line| line.as_bytes()).collect();
    assert_eq!(lines(text).collect::<Vec<_>>(), expected);
    let mut backwards: Vec<_> = lines(text).rev().collect();
    backwards.reverse();
    assert_eq!(backwards, expected);
    assert_eq!(count_lines(text), expected.len() as u64);
    let mut start = 0;
    for (number, line) in (1..).zip(&expected) {
        assert_eq!(line_start(text, number), Some(start));
        assert_eq!(slice_lines(text, LineRange::new(number, number).unwrap()), Some(*line));
        assert_eq!(tail_start(text, expected.len() as u64 + 1 - number), start);
        start += line.len();
    }
    assert_eq!(line_start(text, 0), None);
    assert_eq!(line_start(text, expected.len() as u64 + 1), None);
    assert_eq!(line_start(text, u64::MAX), None);
    assert_eq!(tail_start(text, 0), text.len());
    assert_eq!(tail_start(text, u64::MAX), 0);
}

#[test]
fn a_line_ends_with_lf_and_with_nothing_else() {
    check("", &[]);
    check("\n", &["\n"]);
    check("a", &["a"]);
    check("a\n", &["a\n"]);
    check("a\nb", &["a\n", "b"]);
    check("\n\n", &["\n", "\n"]);
    check("a\r\nb\r\n", &["a\r\n", "b\r\n"]);
    check("a\rb", &["a\rb"]);
    check("a\n\r", &["a\n", "\r"]);
    check("\u{feff}a\n", &["\u{feff}a\n"]);
    check("a\0\u{b}\u{c}\u{85}\u{2028}\u{2029}b\n", &["a\0\u{b}\u{c}\u{85}\u{2028}\u{2029}b\n"]);
}

#[test]
fn lines_are_found_across_blocks() {
    let long = format!("{}\n", "x".repeat(BLOCK - 1));
    check(&[&long[..], "a\n", &long, &long, "b"].concat(), &[&long, "a\n", &long, &long, "b"]);
    let exact = "ab\n".repeat(BLOCK);
    assert_eq!(line_start(exact.as_bytes(), BLOCK as u64), Some(3 * (BLOCK - 1)));
    assert_eq!(tail_start(exact.as_bytes(), BLOCK as u64 - 1), 3);
}

#[test]
fn a_slice_ends_with_the_text() {
    let check = |range: &str, expected: Option<&str>| {
        let slice = slice_lines(b"one\ntwo\nthree", range.parse().unwrap());
        assert_eq!(slice, expected.map(str::as_bytes), "{range}");
    };
    check("1-2", Some("one\ntwo\n"));
    check("2-3", Some("two\nthree"));
    check("3-9", Some("three"));
    check("2-18446744073709551615", Some("two\nthree"));
    check("1-18446744073709551615", Some("one\ntwo\nthree"));
    check("4", None);
    assert_eq!(slice_lines(b"", LineRange::new(1, 1).unwrap()), None);
    assert_eq!(slice_lines(b"a\n", LineRange::new(2, 2).unwrap()), None);
}

#[test]
fn a_counter_sees_the_last_byte_of_all_pieces() {
    let mut counter = LineCounter::default();
    assert_eq!(counter.lines(), 0);
    counter.push(b"a");
    assert_eq!(counter.lines(), 1);
    counter.push(b"\n");
    assert_eq!(counter.lines(), 1);
    counter.push(b"");
    assert_eq!(counter.lines(), 1);
    counter.push(b"b");
    assert_eq!(counter.lines(), 2);
}
