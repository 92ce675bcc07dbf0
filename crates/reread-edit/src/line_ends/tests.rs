use super::*;

#[test]
fn every_line_end_has_a_say() {
    let check = |text: &str, expected| assert_eq!(LineEnds::of(text.as_bytes()), expected, "{text:?}");
    check("", LineEnds::None);
    check("a", LineEnds::None);
    check("a\rb\r", LineEnds::None);
    check("a\nb\n", LineEnds::Lf);
    check("\n", LineEnds::Lf);
    check("a\r\nb", LineEnds::Crlf);
    check("a\r\r\n", LineEnds::Crlf);
    check("a\r\nb\n", LineEnds::Mixed);
    check("a\nb\r\n", LineEnds::Mixed);
}

#[test]
fn only_a_file_that_is_crlf_throughout_changes_new_text() {
    let check = |ends: LineEnds, text: &str, expected: &str| {
        assert_eq!(
            ends.adopted_by(text.as_bytes()).escape_ascii().to_string(),
            expected.escape_default().to_string()
        );
    };
    check(LineEnds::Crlf, "a\nb", "a\r\nb");
    check(LineEnds::Crlf, "\n\n", "\r\n\r\n");
    check(LineEnds::Crlf, "a\r\nb\n", "a\r\nb\n");
    check(LineEnds::Crlf, "a", "a");
    check(LineEnds::Mixed, "a\n", "a\n");
    check(LineEnds::Lf, "a\r\n", "a\r\n");
    check(LineEnds::None, "a\n", "a\n");
}
