use gix_imara_diff::{InternedInput, Token};

use super::intern;

/// The numbers of both texts are those that looking up every line would give.
fn check(old: &str, new: &str) {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let expected = InternedInput::new(old, new);
    let interned = intern(old, new);
    let text =
        |tokens: &[Token]| tokens.iter().flat_map(|token| interned.interner[*token]).copied().collect();
    assert_eq!(interned.before, expected.before);
    assert_eq!(interned.after, expected.after);
    let (before, after): (Vec<u8>, Vec<u8>) = (text(&interned.before), text(&interned.after));
    assert_eq!((before.as_slice(), after.as_slice()), (old, new));
}

fn numbered(lines: impl Iterator<Item = u32>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn equal_lines_have_equal_numbers() {
    check("", "");
    check("", "a\n");
    check("a\n", "");
    check("a\nb\na\n", "b\nb\na\n");
    check("\n\n\n", "\n\n\n\n");
}

#[test]
fn a_line_without_newline_is_another_line() {
    check("a\nb", "a\nb");
    check("a\nb", "a\nb\n");
    check("a\nb\n", "a\nb");
    check("a\nb", "a\nbc\n");
    check("a\nb", "a\nb\nb\n");
    check("b", "bb");
}

#[test]
fn texts_that_part_find_together_again() {
    let old = numbered(0..500);
    check(&old, &old.replace("\n7\n", "\nseven\n"));
    check(&old, &old.replace("\n7\n", "\n7\nand a half\n"));
    check(&old, &numbered((0..500).filter(|line| !(100..300).contains(line))));
    check(&old, &numbered((250..500).chain(0..250)));
    check(&old, &numbered((0..500).rev()));
    check(&old, &numbered((0..500).map(|line| line * 7 % 500)));
    check(&old, &numbered((0..500).map(|line| line % 7)));
}
