use super::*;

/// `abcdef` after the edits, or why they are refused.
fn check(edits: &[(Range<usize>, &str)], expected: &str) {
    let base = b"abcdef";
    let replacements = edits
        .iter()
        .map(|(span, text)| SpanReplacement { span: span.clone(), text: text.as_bytes().to_vec() });
    let result = match Edits::new(base, replacements.collect()) {
        Ok(edits) => String::from_utf8(apply(base, &edits)).unwrap(),
        Err(error) => error.to_string(),
    };
    assert_eq!(result, expected);
}

#[test]
fn spans_count_in_the_base() {
    check(&[], "abcdef");
    check(&[(0..0, "X")], "Xabcdef");
    check(&[(6..6, "X")], "abcdefX");
    check(&[(0..6, "")], "");
    check(&[(4..5, "EEE"), (1..2, "BBB")], "aBBBcdEEEf");
    check(&[(1..3, "$1 \\0 $&")], "a$1 \\0 $&def");
}

#[test]
fn spans_may_touch_where_the_order_is_clear() {
    check(&[(2..4, "Y"), (0..2, "X")], "XYef");
    check(&[(2..2, "X"), (2..4, "Y")], "abXYef");
    check(&[(2..4, "Y"), (4..4, "X")], "abYXef");
    check(&[(2..2, "X"), (2..2, "Y")], "two edits insert at byte 2, in no certain order");
    check(&[(2..3, "X"), (2..3, "X")], "the edits of bytes 2..3 and 2..3 overlap");
    check(&[(3..5, "X"), (2..4, "Y")], "the edits of bytes 2..4 and 3..5 overlap");
    check(&[(1..5, "X"), (3..3, "Y")], "the edits of bytes 1..5 and 3..3 overlap");
}

#[test]
fn spans_lie_inside_the_text() {
    check(&[(5..7, "")], "bytes 5..7 are no part of a text of 6 bytes");
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    check(&[(3..2, "")], "bytes 3..2 are no part of a text of 6 bytes");
}
