use crate::{Language, Outline};

fn check(first_line: u64, max_lines: u64, expected: u64) {
    // Functions of four lines begin at lines 1, 6, 11 and so on; the last, at 41, has 100 lines.
    let short = "fn f() {\n    x();\n    y();\n}\n\n".repeat(8);
    let text = format!("{short}struct S {{ a: u8 }}\nfn long() {{\n{}}}\n", "    x();\n".repeat(98));
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    assert_eq!(outline.chunk_end(first_line, max_lines), expected, "{first_line} {max_lines}");
}

#[test]
fn the_next_page_begins_with_a_definition() {
    check(1, 12, 10);
    check(1, 10, 10);
    check(11, 12, 20);
    check(3, 7, 5);
}

#[test]
fn a_definition_too_long_for_a_page_is_cut() {
    check(42, 20, 61);
    check(62, 20, 81);
}

#[test]
fn a_page_is_not_made_tiny_for_a_long_definition() {
    check(39, 40, 78);
    check(31, 40, 41);
}

#[test]
fn numbers_at_their_ends_do_not_break_it() {
    check(0, 0, 1);
    check(1, 1, 1);
    check(u64::MAX, u64::MAX, u64::MAX);
    check(1, u64::MAX, u64::MAX);
}
