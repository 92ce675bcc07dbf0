use super::Width;

#[test]
fn a_path_loses_its_beginning() {
    let check = |width, taken, expected: &str| {
        assert_eq!(Width(width).path("home/dev/proj/src/song.txt", taken), expected);
    };
    check(None, 1_000, "home/dev/proj/src/song.txt");
    check(Some(80), 0, "home/dev/proj/src/song.txt");
    check(Some(26), 0, "home/dev/proj/src/song.txt");
    check(Some(25), 0, "…me/dev/proj/src/song.txt");
    check(Some(40), 20, "…v/proj/src/song.txt");
    check(Some(40), 40, "…rc/song.txt");
    check(Some(40), 400, "…rc/song.txt");
}

#[test]
fn an_entry_loses_its_end() {
    let check = |width, id: &str, expected: &str| assert_eq!(Width(width).entry(id, 4), expected);
    check(Some(80), "e123", "e123");
    check(Some(80), "e1234", "e12…");
    check(Some(80), "éééé", "éééé");
    check(None, "e1234", "e1234");
}

#[test]
fn a_long_line_goes_on_below() {
    let check = |width, line: &str, expected: &str| assert_eq!(Width(width).folded(line, 2), expected);
    check(None, "one two three four five six", "one two three four five six");
    check(Some(27), "one two three four five six", "one two three four five six");
    check(Some(26), "one two three four five six", "one two three four five\n  six");
    check(Some(9), "one two three four five six", "one two\n  three\n  four\n  five\n  six");
    check(Some(20), "  a  b", "  a  b");
    check(Some(8), "  one  two", "  one\n  two");
    check(Some(4), "1234567 12", "1234567\n  12");
    check(Some(4), "", "");
    check(Some(12), "lines 1-3,5-9,11-12", "lines 1-3,\n  5-9,11-12");
}

/// Nothing but spaces is lost or added, and only what cannot be broken is too long.
#[test]
fn folding_keeps_everything() {
    let line = "  fbfa78b3  lines 1-3,5-9 of 400  shown e2 (1-3), told e3 as a diff from d735aa02";
    let without_spaces = |text: &str| text.replace([' ', '\n'], "");
    for width in 1..100 {
        let folded = Width(Some(width)).folded(line, 4);
        assert_eq!(without_spaces(&folded), without_spaces(line));
        let is_one = |part: &str| !part.trim().trim_end_matches(',').contains([' ', ',']);
        let fits = |part: &str| part.chars().count() <= width || is_one(part);
        assert!(folded.lines().all(fits), "{width}: {folded}");
    }
}
