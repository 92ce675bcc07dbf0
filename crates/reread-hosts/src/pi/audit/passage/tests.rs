use reread_text::LineRange;

use super::{lines_in, passage};

fn check(text: &str, lines: &str, expected: Option<&str>) {
    let lines: LineRange = lines.parse().unwrap();
    assert_eq!(passage(text, lines), expected, "{lines} of {text:?}");
}

#[test]
fn lines_stand_between_line_feeds() {
    check("a\nb\nc", "1-1", Some("a"));
    check("a\nb\nc", "2-3", Some("b\nc"));
    check("a\nb\nc", "1-3", Some("a\nb\nc"));
    check("a\nb\nc", "3-4", None);
    check("a\nb\nc", "4-4", None);
    check("a\r\nb", "1-1", Some("a\r"));
}

#[test]
fn an_empty_line_stands_behind_the_last_newline() {
    check("a\n", "2-2", Some(""));
    check("a\n", "1-2", Some("a\n"));
    check("a\n", "2-3", None);
    check("", "1-1", Some(""));
    check("", "1-2", None);
    check("\n\n", "2-3", Some("\n"));
}

#[test]
fn numbers_without_end_are_no_trouble() {
    check("a\nb", "18446744073709551615-18446744073709551615", None);
    check("a\nb", "1-18446744073709551615", None);
}

#[test]
fn lines_are_counted_alike() {
    for text in ["", "a", "a\n", "a\nb", "\n", "\n\n"] {
        let count = lines_in(text);
        assert_eq!(passage(text, LineRange::new(1, count).unwrap()), Some(text));
        assert_eq!(passage(text, LineRange::new(1, count + 1).unwrap()), None);
    }
}
