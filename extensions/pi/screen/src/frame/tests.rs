use super::*;

fn frame(rows: &[&str]) -> Frame {
    let cell = |character: char| Cell {
        text: character.to_string().replace('.', ""),
        is_wide: character == '日',
        style: CellStyle::default(),
    };
    Frame { title: String::new(), rows: rows.iter().map(|row| row.chars().map(cell).collect()).collect() }
}

/// Dots are places that were not written to.
#[track_caller]
fn check(rows: &[&str], expected: &str) {
    assert_eq!(frame(rows).text(), expected);
}

#[test]
fn the_end_of_rows_and_of_the_screen_is_left_out() {
    check(&[], "");
    check(&["...", "  ."], "");
    check(&["a..", "...", ".b ", "..."], "a\n\n b\n");
    check(&["日.a"], "日a\n");
}

#[test]
fn a_text_stands_in_one_row() {
    let frame = frame(&["one two", "three.."]);
    assert!(frame.shows("one two") && frame.shows("hree"));
    assert!(!frame.shows("two three") && !frame.shows("three "));
}

#[test]
fn rows_are_cut_out() {
    let frame = frame(&["a", "b", "c"]);
    assert_eq!(frame.rows_between(1, 2).text(), "b\n");
    assert_eq!(frame.rows_between(2, 9).text(), "c\n");
    assert_eq!(frame.rows_between(7, 9).text(), "");
    assert_eq!(frame.rows_between(2, 1).text(), "");
}
