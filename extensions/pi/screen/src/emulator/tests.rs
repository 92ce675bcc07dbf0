use super::*;

/// The text on a terminal of 10 columns and 3 rows, after the program printed these pieces.
#[track_caller]
fn check(output: &[&str], expected: Option<&str>) {
    let mut emulator = Emulator::new(ScreenSize::of(10, 3));
    for piece in output {
        emulator.take(piece.as_bytes());
    }
    assert_eq!(emulator.frame().map(|frame| frame.text()).as_deref(), expected);
}

#[test]
fn text_stands_where_it_was_put() {
    check(&[], Some(""));
    check(&["one\r\ntwo"], Some("one\ntwo\n"));
    check(&["one\x1b[3;4Hx"], Some("one\n\n   x\n"));
    check(&["\x1b[3", "1mred"], Some("red\n"));
    check(&["0123456789ab"], Some("0123456789\nab\n"));
    check(&["日本\x1b[1;9Hx"], Some("日本    x\n"));
    check(&["1\r\n2\r\n3\r\n4"], Some("2\n3\n4\n"));
}

#[test]
fn nothing_is_seen_in_the_middle_of_a_redraw() {
    check(&["old\x1b[?2026h\rn"], None);
    check(&["old\x1b[?2026h\rnew\x1b[?2026l"], Some("new\n"));
}

#[test]
fn a_program_that_asks_is_answered() {
    let mut emulator = Emulator::new(ScreenSize::CLASSIC);
    assert_eq!(emulator.take(b"\x1b[?u\x1b[c"), b"\x1b[?1;2c");
    assert_eq!(emulator.take(b"text"), b"");
}

#[test]
fn looks_are_kept() {
    let mut emulator = Emulator::new(ScreenSize::of(3, 1));
    emulator.take(b"\x1b[1;4;38;2;1;2;3;48;5;200ma\x1b[0;2;3;7;31mb\x1b[0mc");
    let frame = emulator.frame().expect("nothing is being redrawn");
    let styles: Vec<CellStyle> = frame.rows[0].iter().map(|cell| cell.style).collect();
    let first = CellStyle {
        foreground: CellColor::Rgb(1, 2, 3),
        background: CellColor::Indexed(200),
        bold: true,
        underline: true,
        ..CellStyle::default()
    };
    let second = CellStyle {
        foreground: CellColor::Indexed(1),
        dim: true,
        italic: true,
        inverse: true,
        ..CellStyle::default()
    };
    assert_eq!(styles, [first, second, CellStyle::default()]);
}

#[test]
fn the_title_is_kept() {
    let mut emulator = Emulator::new(ScreenSize::CLASSIC);
    emulator.take("\x1b]0;π - proj\x07text".as_bytes());
    assert_eq!(emulator.unfinished_frame().title, "π - proj");
}
