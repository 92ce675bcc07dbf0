use super::*;

fn lines(text: &str, version: &str) -> Option<(u64, u64)> {
    let shown = ShownText::of_result(&ShownForm::Numbered, text)?;
    let range = shown.lines_of(version.as_bytes())?;
    Some((range.first(), range.last()))
}

#[test]
fn numbered_lines_are_lines_of_the_file() {
    assert_eq!(lines("1\tone\n2\ttwo\n3\t", "one\ntwo\n"), Some((1, 2)), "the empty last line is none");
    assert_eq!(lines("1\tone\n2\ttwo", "one\ntwo"), Some((1, 2)));
    assert_eq!(lines("2\ttwo", "one\ntwo\nthree\n"), Some((2, 2)));
    assert_eq!(lines("1\tone\n2\ttwo\n3\t", "one\r\ntwo\r\n"), Some((1, 2)), "the host removes CR");
    assert_eq!(lines("1\tone\rtwo\n2\t", "one\rtwo\n"), Some((1, 1)), "but not inside a line");
    assert_eq!(lines("1\t\n2\t", "\n"), Some((1, 1)));
}

#[test]
fn other_text_is_not_that_of_the_lines() {
    assert_eq!(
        lines("1\tone\n2\ttwo", "one\ntwo\n").map(|lines| lines.1),
        Some(2),
        "cut before the empty line"
    );
    assert_eq!(lines("1\tone\n2\ttwo\n3\t", "one\ntwo"), None, "no final newline");
    assert_eq!(lines("1\tone\n2\tTwo\n3\t", "one\ntwo\n"), None);
    assert_eq!(lines("3\t", "one\ntwo\n"), None, "no line but the empty one");
    assert_eq!(lines("1\tone\n3\ttwo", "one\ntwo\n"), None, "numbers that leave one out");
    assert_eq!(lines("01\tone", "one"), None);
    assert_eq!(lines("0\tone", "one"), None);
    assert_eq!(lines("one\ntwo", "one\ntwo"), None, "no numbers");
    assert_eq!(lines("1\tone\n2\t\n\n[This file has NUL bytes]", "one\n"), None, "a notice below");
    assert_eq!(lines("18446744073709551615\ta\n1\tb", "a\nb"), None);
}

#[test]
fn texts_that_the_host_alters_are_told() {
    assert!(is_shown_as_it_is("é\r\n".as_bytes()));
    for text in [b"\xef\xbb\xbfone".as_slice(), b"a\0b", b"a\xff"] {
        assert!(!is_shown_as_it_is(text));
    }
}
