use super::*;

fn lines(first: u64, last: u64) -> LineRange {
    LineRange::new(first, last).unwrap()
}

/// The text of a reply that shows lines of a file, without what pi says below.
fn check(text: &str, (first, last): (u64, u64), total_lines: u64, expected: &str) {
    assert_eq!(text_of_lines(text, lines(first, last), total_lines), Some(expected), "{text:?}");
}

fn refused(text: &str, (first, last): (u64, u64), total_lines: u64) {
    assert_eq!(text_of_lines(text, lines(first, last), total_lines), None, "{text:?}");
}

#[test]
fn lines_up_to_the_end_have_no_notice() {
    check("a\nb\n", (1, 3), 3, "a\nb\n");
    check("", (1, 1), 1, "");
    check("", (4, 4), 4, "");
    check(
        "b\n\n[1 more lines in file. Use offset=3 to continue.]",
        (2, 4),
        4,
        "b\n\n[1 more lines in file. Use offset=3 to continue.]",
    );
}

#[test]
fn a_limit_says_how_many_lines_are_left() {
    check("a\nb\n\n[2 more lines in file. Use offset=3 to continue.]", (1, 2), 4, "a\nb");
    check("a\n\n\n[1 more lines in file. Use offset=3 to continue.]", (1, 2), 3, "a\n");
    check("\n\n[1 more lines in file. Use offset=2 to continue.]", (1, 1), 2, "");
}

#[test]
fn a_cut_says_which_lines_are_shown() {
    check("a\n\n[Showing lines 1-2000 of 2101. Use offset=2001 to continue.]", (1, 2000), 2101, "a");
    check("a\n\n[Showing lines 7-84 of 101 (50.0KB limit). Use offset=85 to continue.]", (7, 84), 101, "a");
}

#[test]
fn only_the_last_notice_is_one() {
    let inner = "x\n\n[2 more lines in file. Use offset=3 to continue.]";
    let text = format!("{inner}\n\n[2 more lines in file. Use offset=3 to continue.]");
    check(&text, (1, 2), 4, inner);
}

#[test]
fn a_notice_about_other_lines_is_none() {
    refused("a\nb", (1, 2), 4);
    refused("a\nb\n\n[3 more lines in file. Use offset=3 to continue.]", (1, 2), 4);
    refused("a\nb\n\n[2 more lines in file. Use offset=4 to continue.]", (1, 2), 4);
    refused("a\nb\n[2 more lines in file. Use offset=3 to continue.]", (1, 2), 4);
    refused("a\nb\n\n[2 more lines in file. Use offset=3 to continue.]\n", (1, 2), 4);
    refused("a\n\n[Showing lines 1-3 of 9. Use offset=3 to continue.]", (1, 2), 9);
    refused("a\n\n[Showing lines 2-2 of 9. Use offset=3 to continue.]", (1, 2), 9);
    refused("a\n\n[Showing lines 1-2 of 8. Use offset=3 to continue.]", (1, 2), 9);
    refused("a\n\n[Showing lines 1-2 of 9 (51.0KB limit). Use offset=3 to continue.]", (1, 2), 9);
    refused("a\nb", (1, 2), 1);
    refused("a\n\n[Showing lines 1-2 of 9 (50.0KB). Use offset=3 to continue.]", (1, 2), 9);
    refused("a\n\n[0 more lines in file. Use offset=6 to continue.]", (1, 5), 4);
    refused("a\n\n[Showing lines 1-5 of 4. Use offset=6 to continue.]", (1, 5), 4);
    refused("a", (1, u64::MAX), 4);
}

const CUT: Truncation = Truncation {
    truncated: true,
    output_lines: 10,
    last_line_partial: false,
    first_line_exceeds_limit: false,
};

#[test]
fn a_text_that_was_not_cut_shows_all_that_was_asked_for() {
    assert_eq!(shown_lines(lines(3, 9), None), Some(lines(3, 9)));
    let whole = Truncation { truncated: false, ..CUT };
    assert_eq!(shown_lines(lines(3, 90), Some(&whole)), Some(lines(3, 90)));
}

#[test]
fn a_text_that_was_cut_shows_whole_lines_from_the_first_on() {
    assert_eq!(shown_lines(lines(3, 90), Some(&CUT)), Some(lines(3, 12)));
    assert_eq!(shown_lines(lines(1, 2), Some(&CUT)), Some(lines(1, 10)));
    assert_eq!(shown_lines(lines(3, 90), Some(&Truncation { output_lines: 0, ..CUT })), None);
    assert_eq!(shown_lines(lines(3, 90), Some(&Truncation { first_line_exceeds_limit: true, ..CUT })), None);
    assert_eq!(shown_lines(lines(3, 90), Some(&Truncation { last_line_partial: true, ..CUT })), None);
    assert_eq!(shown_lines(lines(3, 90), Some(&Truncation { output_lines: u64::MAX, ..CUT })), None);
}
