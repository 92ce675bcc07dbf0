use roxmltree::{Document, Node};

use super::*;
use crate::emulator::{Emulator, ScreenSize};
use crate::frame::CellColor;

/// The frame after a program printed this on a terminal of 8 columns and 2 rows.
fn printed(output: &str) -> Frame {
    let mut emulator = Emulator::new(ScreenSize::of(8, 2));
    emulator.take(output.as_bytes());
    emulator.unfinished_frame()
}

fn cell(text: &str) -> Cell {
    Cell { text: text.to_owned(), is_wide: false, style: CellStyle::default() }
}

/// Place and text of every piece, the title of the window left out.
#[track_caller]
fn check(frame: &Frame, expected: &[(&str, &str, &str)]) {
    let svg = svg(frame, "");
    let document = Document::parse(&svg).expect("the picture is well-formed");
    let of = |node: Node<'_, '_>, name| node.attribute(name).unwrap_or_default().to_owned();
    let texts = document.descendants().filter(|node| node.has_tag_name("text")).skip(1);
    let found: Vec<_> = texts
        .map(|node| (of(node, "x"), of(node, "textLength"), node.text().unwrap_or_default().to_owned()))
        .collect();
    let found: Vec<_> =
        found.iter().map(|(x, length, text)| (x.as_str(), length.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn pieces_say_where_they_begin_and_how_long_they_are() {
    check(&printed(""), &[]);
    check(&printed("ab"), &[("16", "16.8", "ab")]);
    check(&printed("  a b"), &[("32.8", "25.2", "a b")]);
    check(&printed("a  b"), &[("16", "8.4", "a"), ("41.2", "8.4", "b")]);
    check(&printed("a\x1b[1mb\x1b[0mc"), &[("16", "8.4", "a"), ("24.4", "8.4", "b"), ("32.8", "8.4", "c")]);
    check(&printed("日本x"), &[("16", "42", "日本x")]);
    check(&printed("日 本"), &[("16", "42", "日 本")]);
    check(&printed("\x1b[41ma\x1b[42mb"), &[("16", "16.8", "ab")]);
}

#[test]
fn what_xml_takes_for_its_own_is_escaped() {
    check(&printed("<a&b>"), &[("16", "42", "<a&b>")]);
    assert!(svg(&printed("<a&b>"), "").contains(">&lt;a&amp;b&gt;</text>"));
}

/// A terminal keeps control characters out of its cells; the picture does not count on it.
#[test]
fn what_xml_cannot_say_is_replaced() {
    let controls = ["\0", "\x08", "\x1b", "\x1f", "\x7f", "\u{85}", "\u{fffe}", "\u{ffff}"];
    let frame = Frame { title: controls.concat(), rows: vec![controls.map(cell).to_vec()] };
    check(&frame, &[("16", "67.2", "\u{fffd}".repeat(8).as_str())]);
    let frame = Frame { title: String::new(), rows: vec![["a", "\t", "\n", "\r", "b"].map(cell).to_vec()] };
    check(&frame, &[("16", "42", "a\t\n\rb")]);
    Document::parse(&svg(&frame, &controls.concat())).expect("so is the text for those who cannot see it");
}

#[test]
fn backgrounds_and_looks_are_drawn() {
    let picture = svg(&printed("\x1b[1;3;4;38;2;1;2;3;48;2;4;5;6ma"), "");
    let ground = r##"<rect x="16" y="50" width="8.4" height="19" fill="#040506""##;
    assert!(picture.contains(ground), "{picture}");
    let looks =
        r##"fill="#010203" font-weight="bold" font-style="italic" text-decoration="underline">a</text>"##;
    assert!(picture.contains(looks), "{picture}");
}

#[test]
fn a_picture_stands_alone_and_is_always_the_same() {
    let frame = Frame { title: "π - <proj>".to_owned(), ..printed("text") };
    let picture = svg(&frame, "a \"session\"");
    assert_eq!(picture, svg(&frame, "a \"session\""));
    for foreign in ["<script", "<image", "<style", "href", "@import", "url(", "<foreignObject"] {
        assert!(!picture.contains(foreign), "{foreign} in {picture}");
    }
    let document = Document::parse(&picture).expect("the picture is well-formed");
    let title = document.descendants().find(|node| node.has_tag_name("title"));
    assert_eq!(title.and_then(|node| node.text()), Some("a \"session\""));
    assert!(picture.contains(">π - &lt;proj&gt;</text>"));
}

#[test]
fn an_empty_frame_is_a_picture_too() {
    check(&Frame { title: String::new(), rows: Vec::new() }, &[]);
    let style = CellStyle { background: CellColor::Indexed(1), ..CellStyle::default() };
    check(&Frame { title: String::new(), rows: vec![vec![Cell { style, ..cell("") }]] }, &[]);
}
