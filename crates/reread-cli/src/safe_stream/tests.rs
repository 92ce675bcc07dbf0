use std::io::Write as _;

use super::{LONGEST_PENDING, SafeStream, StreamForm, color_mark};

fn written(form: StreamForm, pieces: &[&[u8]]) -> String {
    let mut out = Vec::new();
    let mut stream = SafeStream::new(&mut out, form);
    pieces.iter().for_each(|piece| stream.write_all(piece).unwrap());
    drop(stream);
    String::from_utf8(out).unwrap()
}

#[test]
fn only_our_own_colours_reach_a_terminal() {
    let ours = format!("{}note:{} \x1b[31mred\x1b[0m\n", color_mark("36"), color_mark("0"));
    let text = written(StreamForm::Text, &[ours.as_bytes()]);
    assert_eq!(text, "\x1b[36mnote:\x1b[0m \\x1b[31mred\\x1b[0m\n");
}

#[test]
fn a_mark_of_another_run_is_spelled_out() {
    assert_eq!(written(StreamForm::Text, &[b"\x1b0123456789abcdef[31mx"]), "\\x1b0123456789abcdef[31mx");
    let broken = color_mark("1;31");
    assert!(!written(StreamForm::Text, &[broken.as_bytes()]).contains('\x1b'));
}

#[test]
fn pieces_of_a_line_are_judged_together() {
    let mark = color_mark("2");
    let (start, end) = mark.as_bytes().split_at(7);
    assert_eq!(written(StreamForm::Text, &[start, end, b"a\r", b"\nb\xc2", b"\x9bc"]), "\x1b[2ma\r\nb\\x9bc");
}

#[test]
fn a_byte_order_mark_is_shown_wherever_it_stands() {
    assert_eq!(
        written(StreamForm::Text, &["\u{feff}\u{feff}a\n\u{feff}b".as_bytes()]).matches("feff").count(),
        3
    );
}

#[test]
fn a_long_line_is_not_held_back() {
    let line = format!("{}{}", "é".repeat(LONGEST_PENDING), color_mark("1"));
    let shown = written(StreamForm::Text, &[line.as_bytes(), b"end"]);
    assert_eq!(shown, format!("{}\x1b[1mend", "é".repeat(LONGEST_PENDING)));
}

#[test]
fn json_and_exact_bytes() {
    assert_eq!(written(StreamForm::Json, &["\"\u{9b}\"\n".as_bytes()]), "\"\\u009b\"\n");
    assert_eq!(written(StreamForm::Exact, &["\u{9b}\x1b[2J".as_bytes()]), "\u{9b}\x1b[2J");
}
