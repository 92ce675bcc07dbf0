use reread_text::LineRange;

use super::*;

const LABELS: ConflictLabels<'_> = ConflictLabels { ours: "ours", base: "", theirs: "theirs" };

/// The merged text, or the text with markers; a slash ends a line.
fn check(base: &str, ours: &str, theirs: &str, expected: &str) {
    check_styled(base, ours, theirs, ConflictStyle::Zdiff3, expected);
}

fn check_styled(base: &str, ours: &str, theirs: &str, style: ConflictStyle, expected: &str) {
    let [base, ours, theirs, expected] = [base, ours, theirs, expected].map(|text| text.replace('/', "\n"));
    let merge = merge(base.as_bytes(), ours.as_bytes(), theirs.as_bytes()).unwrap();
    let rendered = merge.render(style, LABELS);
    assert_eq!(String::from_utf8_lossy(&rendered), expected);
    match merge.text() {
        Some(text) => assert!(merge.is_clean() && text == rendered && merge.conflicts().is_empty()),
        None => assert!(!merge.is_clean() && !merge.conflicts().is_empty()),
    }
}

#[test]
fn changes_apart_from_each_other_go_together() {
    check("a/b/c/", "A/b/c/", "a/b/C/", "A/b/C/");
    check("a/b/c/", "a/b/c/d/", "0/a/b/c/", "0/a/b/c/d/");
    check("a/b/c/", "a/c/", "a/b/c/d/", "a/c/d/");
    check("a/b/c/d/e/", "a/c/d/e/", "a/b/c/e/", "a/c/e/");
    check("", "", "a/", "a/");
    check("a/", "", "a/", "");
}

#[test]
fn the_same_change_counts_once() {
    check("a/b/", "a/x/", "a/x/", "a/x/");
    check("a/b/c/", "x/b/c/", "x/b/C/", "x/b/C/");
    check("", "a/", "a/", "a/");
}

#[test]
fn changes_that_touch_are_a_conflict() {
    check("a/b/", "A/b/", "a/B/", "<<<<<<< ours/A/b/|||||||/a/b/=======/a/B/>>>>>>> theirs/");
    check("a/", "a/x/", "a/y/", "a/<<<<<<< ours/x/|||||||/=======/y/>>>>>>> theirs/");
    check("a/b/", "a/", "a/B/", "a/<<<<<<< ours/|||||||/b/=======/B/>>>>>>> theirs/");
    check("", "a/", "b/", "<<<<<<< ours/a/|||||||/=======/b/>>>>>>> theirs/");
}

#[test]
fn equal_ends_stand_outside_or_not() {
    let (base, ours, theirs) = ("a/", "x/1/y/", "x/2/y/");
    check(base, ours, theirs, "x/<<<<<<< ours/1/|||||||/a/=======/2/>>>>>>> theirs/y/");
    let whole = "<<<<<<< ours/x/1/y/|||||||/a/=======/x/2/y/>>>>>>> theirs/";
    check_styled(base, ours, theirs, ConflictStyle::Diff3, whole);
}

#[test]
fn a_missing_newline_is_a_difference_and_markers_stand_on_their_own_line() {
    check("a", "a/", "a", "a/");
    check("a", "b", "c", "<<<<<<< ours/b/|||||||/a/=======/c/>>>>>>> theirs/");
    check("a/b/c", "A/b/c", "a/b/c/", "A/b/c/");
}

#[test]
fn markers_end_like_the_lines_around_them() {
    let crlf = |ours: &str, base: &str, theirs: &str, is_crlf: bool| {
        let merge = merge(base.as_bytes(), ours.as_bytes(), theirs.as_bytes()).unwrap();
        let text = String::from_utf8(merge.render(ConflictStyle::Diff3, LABELS)).unwrap();
        assert_eq!(text.contains("<<<<<<< ours\r\n"), is_crlf, "{text:?}");
        assert_eq!(text.contains("=======\r\n"), is_crlf, "{text:?}");
    };
    crlf("a\r\nx\r\n", "a\r\nb\r\n", "a\r\ny\r\n", true);
    crlf("a\r\nx\n", "a\r\nb\n", "a\r\ny\n", true);
    crlf("a\nx\r\n", "a\nb\r\n", "a\ny\r\n", false);
    crlf("a\r\nx", "a\r\nb", "a\r\ny", true);
    crlf("x\r\n", "b", "y\r\n", false);
    crlf("x\r\n", "", "y\r\n", false);
    crlf("x", "b\r\nc\r\n", "y", true);
}

#[test]
fn markers_are_longer_than_lines_that_look_like_them() {
    check(
        "a/=======/",
        "b/=======/",
        "c/=======/",
        "<<<<<<<< ours/b/||||||||/a/========/c/>>>>>>>> theirs/=======/",
    );
    check(
        "a/",
        "b/<<<<<<<<< x/",
        "c/",
        "<<<<<<<<<< ours/b/<<<<<<<<< x/||||||||||/a/==========/c/>>>>>>>>>> theirs/",
    );
}

#[test]
fn conflicts_are_values() {
    let merge = merge(b"a\nb\nc\n", b"a\nx\ny\nc\n", b"0\na\nz\nc\n").unwrap();
    let part = |lines, text| SideLines { lines, text };
    assert_eq!(
        merge.conflicts(),
        [Conflict { base: part(1..2, b"b\n"), ours: part(1..3, b"x\ny\n"), theirs: part(2..3, b"z\n") }]
    );
    let kinds: Vec<ChunkKind> = merge.chunks().iter().map(|chunk| chunk.kind).collect();
    assert_eq!(kinds, [ChunkKind::Theirs, ChunkKind::Unchanged, ChunkKind::Conflict, ChunkKind::Unchanged]);
    assert_eq!(merge.map_range(MergeSide::Base, "1".parse().unwrap()), None);
}

#[test]
fn lines_find_their_way_into_the_result() {
    // Ours puts two lines first and drops c; theirs makes three lines of e.
    let merge = merge(b"a\nb\nc\nd\ne\nf\n", b"0\n1\na\nb\nd\ne\nf\n", b"a\nb\nc\nd\nE\nE\nE\nf\n").unwrap();
    assert_eq!(merge.text().unwrap(), b"0\n1\na\nb\nd\nE\nE\nE\nf\n");
    let range = |side, range: &str, expected: Option<&str>| {
        let lines: LineRange = range.parse().unwrap();
        let found = merge.map_range(side, lines).map(|range| range.to_string());
        assert_eq!(found.as_deref(), expected, "{side:?} {range}");
    };
    range(MergeSide::Base, "1", Some("3-3"));
    range(MergeSide::Base, "6", Some("9-9"));
    range(MergeSide::Theirs, "6", Some("7-7"));
    range(MergeSide::Ours, "1", Some("1-1"));
    range(MergeSide::Ours, "6", Some("6-8"));
    range(MergeSide::Base, "7", None);
    range(MergeSide::Base, "1-6", Some("3-9"));
    range(MergeSide::Base, "3", None);
    range(MergeSide::Base, "3-4", Some("5-5"));
    range(MergeSide::Base, "5", Some("6-8"));
    range(MergeSide::Theirs, "5-7", Some("6-8"));
    range(MergeSide::Theirs, "6-99", Some("7-9"));
    range(MergeSide::Ours, "1-18446744073709551615", Some("1-9"));
    range(MergeSide::Base, "9", None);
}

#[test]
fn changes_nearby_are_noticed() {
    let nearby = |gap: usize| {
        let between = "x\n".repeat(gap);
        let [base, ours, theirs] =
            [("a", "b"), ("A", "b"), ("a", "B")].map(|(one, two)| format!("{one}\n{between}{two}\n"));
        let merge = merge(base.as_bytes(), ours.as_bytes(), theirs.as_bytes()).unwrap();
        assert!(merge.is_clean());
        merge.has_nearby_changes()
    };
    assert!(nearby(1));
    assert!(nearby(3));
    assert!(!nearby(4));
    assert!(!merge(b"a\nb\nc\n", b"A\nb\nC\n", b"a\nb\nc\n").unwrap().has_nearby_changes());
}

#[test]
fn what_cannot_be_compared_is_merged_only_if_nothing_has_to_be() {
    let long = |seed: usize| {
        (0..20_000).map(|line| format!("{}\n", (line * seed) % 7)).collect::<String>().into_bytes()
    };
    let (base, ours, theirs) = (long(1), long(2), long(3));
    let too_long = Unmergeable::TooLong { max_lines: 12_000, max_bytes: 2 * 1024 * 1024 };
    assert_eq!(merge(&base, &ours, &theirs).unwrap_err(), too_long);
    assert_eq!(merge(&base, &base, &theirs).unwrap().text().as_deref(), Some(&theirs[..]));
    assert_eq!(merge(&base, &ours, &base).unwrap().text().as_deref(), Some(&ours[..]));
    assert_eq!(merge(&base, &ours, &ours).unwrap().text().as_deref(), Some(&ours[..]));
    assert_eq!(merge(b"a\0", b"b", b"c").unwrap_err(), Unmergeable::Binary);
    assert_eq!(merge(b"a\0", b"b", b"a\0").unwrap().text().as_deref(), Some(&b"b"[..]));
    // Only what differs has to be compared.
    let (first, last) = ([b"first\n", &base[..]].concat(), [&base[..], b"last\n"].concat());
    assert_eq!(
        merge(&base, &first, &last).unwrap().text(),
        Some([b"first\n", &base[..], b"last\n"].concat())
    );
}
