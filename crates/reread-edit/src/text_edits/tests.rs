use super::*;
use crate::apply;

fn check(base: &str, edits: Result<Edits, TextEditError>, expected: &str) {
    let result = match edits {
        Ok(edits) => String::from_utf8(apply(base.as_bytes(), &edits)).unwrap(),
        Err(error) => error.to_string(),
    };
    assert_eq!(result, expected, "{base:?}");
}

#[test]
fn the_old_text_is_in_one_place() {
    let check = |base: &str, old: &str, new: &str, expected: &str| {
        check(base, replace_text(base.as_bytes(), old.as_bytes(), new.as_bytes(), false), expected);
    };
    check("one two three", "two", "2", "one 2 three");
    check("a\nb\nc\n", "b\nc", "$1\\1", "a\n$1\\1\n");
    check("a\nb\n", "b\n", "", "a\n");
    check("a\na\nb\na\n", "a", "x", "the old text is in 3 places, at lines 1, 2, 4");
    check("aaa", "aa", "x", "the old text overlaps itself at line 1");
    check("x\na\na\na\n", "a\na\n", "x", "the old text overlaps itself at line 3");
    check("a", "", "x", "the old text is empty");
    check("a\nb\n", "  b\nc\n", "x", "the old text is nowhere in the file; its first line is line 2");
    check("a\n", "z", "x", "the old text is nowhere in the file");
    check("", "z", "x", "the old text is nowhere in the file");
}

#[test]
fn all_places_can_be_meant() {
    let check = |base: &str, old: &str, new: &str, expected: &str| {
        check(base, replace_text(base.as_bytes(), old.as_bytes(), new.as_bytes(), true), expected);
    };
    check("a b a", "a", "aa", "aa b aa");
    check("abab", "ab", "x", "xx");
    check("aaa", "aa", "x", "the old text overlaps itself at line 1");
    check("b", "a", "x", "the old text is nowhere in the file");
}

#[test]
fn texts_take_the_line_ends_of_the_file() {
    let check = |base: &str, old: &str, new: &str, expected: &str| {
        check(base, replace_text(base.as_bytes(), old.as_bytes(), new.as_bytes(), false), expected);
    };
    check("a\r\nb\r\n", "a\nb\n", "x\ny\n", "x\r\ny\r\n");
    check("a\r\nb\r\n", "a\r\nb", "x\ny", "x\r\ny\r\n");
    check("a\r\nb\n", "b", "x\ny", "a\r\nx\ny\n");
    check("\u{feff}a\n", "a", "b", "\u{feff}b\n");
}

#[test]
fn bytes_that_are_no_text_survive() {
    let base = b"caf\xe9\nold\n\xff\xfeo";
    let edits = replace_text(base, b"old", b"new", false).unwrap();
    assert_eq!(apply(base, &edits), b"caf\xe9\nnew\n\xff\xfeo");
}

#[test]
fn lines_are_replaced_by_number() {
    let check = |base: &str, lines: &str, new: &str, expected: &str| {
        check(base, replace_lines(base.as_bytes(), lines.parse().unwrap(), new.as_bytes(), None), expected);
    };
    check("a\nb\nc\n", "2", "x\ny\n", "a\nx\ny\nc\n");
    check("a\nb\nc\n", "1-2", "x", "x\nc\n");
    check("a\nb\nc\n", "1-3", "", "");
    check("a\nb", "2", "x\n", "a\nx");
    check("a\nb", "2", "x\n\n", "a\nx\n");
    check("a\r\nb\r\n", "2", "x\ny", "a\r\nx\r\ny\r\n");
    check("a\nb\n", "2-3", "x", "the file ends at line 2, before line 3");
    check("", "1", "x", "the file ends at line 0, before line 1");
}

#[test]
fn lines_are_the_expected_ones() {
    let check = |base: &str, expected_lines: &str, expected: &str| {
        let edits =
            replace_lines(base.as_bytes(), "2-3".parse().unwrap(), b"x", Some(expected_lines.as_bytes()));
        check(base, edits, expected);
    };
    check("a\nb\nc\n", "b\nc\n", "a\nx\n");
    check("a\nb\nc", "b\nc\n", "a\nx");
    check("a\r\nb\r\nc\r\n", "b\nc", "a\r\nx\r\n");
    check("a\nb\nc\n", "b\nd\n", "lines 2-3 are not the expected ones");
    check("a\nb\nc\n", "b\n", "lines 2-3 are not the expected ones");
}
