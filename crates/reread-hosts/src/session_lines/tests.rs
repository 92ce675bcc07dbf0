use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

/// The lines that the pieces give, a line that is too long by its length; and whether a line is left without an end.
fn cut(longest: usize, pieces: &[&[u8]]) -> (Vec<String>, bool) {
    let mut lines = SessionLines::new(longest);
    let mut found = Vec::new();
    for piece in pieces {
        let mut ended = Vec::new();
        lines.feed(piece, |line, is_last| ended.push((shown(line), is_last)));
        assert_eq!(ended.iter().filter(|(_, is_last)| *is_last).count(), usize::from(!ended.is_empty()));
        assert!(ended.last().is_none_or(|(_, is_last)| *is_last));
        found.extend(ended.into_iter().map(|(line, _)| line));
    }
    (found, lines.is_begun())
}

fn shown(line: RawLine<'_>) -> String {
    match line {
        RawLine::Whole(line) => String::from_utf8_lossy(line).into_owned(),
        RawLine::TooLong(length) => format!("<{length}>"),
    }
}

fn check(pieces: &[&str], expected: &[&str], is_torn: bool) {
    let pieces: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
    let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
    assert_eq!(cut(5, &pieces), (expected, is_torn), "{pieces:?}");
}

#[test]
fn a_line_counts_once_its_end_is_there() {
    check(&[""], &[], false);
    check(&["one"], &[], true);
    check(&["one\n"], &["one"], false);
    check(&["one\ntwo"], &["one"], true);
    check(&["one\n\ntwo\n"], &["one", "", "two"], false);
    check(&["on", "e\ntw", "o\n"], &["one", "two"], false);
    check(&["one", "\n", "", "\n"], &["one", ""], false);
}

#[test]
fn a_line_that_is_too_long_is_not_held() {
    check(&["12345\n123456\n1\n"], &["12345", "<6>", "1"], false);
    check(&["123", "456", "789\n1\n"], &["<9>", "1"], false);
    check(&["123456"], &[], true);
    let mut lines = SessionLines::new(5);
    lines.feed(&[b'x'; 1000], |_, _| {});
    assert_eq!(lines.begun.capacity(), 0);
}

#[test]
fn a_line_without_an_end_can_be_forgotten() {
    let mut lines = SessionLines::new(5);
    lines.feed(b"on", |_, _| {});
    lines.drop_begun();
    let mut found = Vec::new();
    lines.feed(b"one\n", |line, _| found.push(shown(line)));
    assert_eq!(found, ["one"]);
}

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x7265_7265_6164),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn pieces_give_the_same_lines_as_the_whole(pieces in proptest::collection::vec("[ab\n]{0,8}", 0..8)) {
        let whole = pieces.concat();
        let pieces: Vec<&[u8]> = pieces.iter().map(String::as_bytes).collect();
        prop_assert_eq!(cut(5, &pieces), cut(5, &[whole.as_bytes()]));
    }
}
