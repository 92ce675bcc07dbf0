use super::{DiffLimits, DiffNames, unified_diff};

const NAMES: DiffNames<'_> = DiffNames { old: "a/f", new: "b/f" };

/// The hunks between the two texts, three lines of context, without the lines that name the files.
fn check(old: &str, new: &str, expected: &str) {
    check_context(old, new, 3, expected);
}

fn check_context(old: &str, new: &str, context: u64, expected: &str) {
    let diff = unified_diff(old.as_bytes(), new.as_bytes(), NAMES, context);
    let text = String::from_utf8(diff.text).unwrap();
    let hunks = text.strip_prefix("--- a/f\n+++ b/f\n").unwrap_or(&text);
    assert_eq!(hunks, expected);
    let count = |sign| expected.lines().filter(|line| line.starts_with(sign)).count() as u64;
    assert_eq!((diff.hunks, diff.added, diff.removed), (count("@@"), count("+"), count("-")));
}

fn numbered(lines: impl Iterator<Item = u32>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn equal_texts_have_no_diff() {
    check("", "", "");
    check("a", "a", "");
    assert!(unified_diff(b"a\n", b"a\n", NAMES, 3).text.is_empty());
}

#[test]
fn the_names_come_first() {
    let diff = unified_diff(b"", b"a\n", DiffNames { old: "/dev/null", new: "b/x y" }, 3);
    assert_eq!(diff.text, b"--- /dev/null\n+++ b/x y\n@@ -0,0 +1 @@\n+a\n");
}

#[test]
fn an_empty_side_is_numbered_by_the_line_before() {
    check("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n");
    check("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n");
    check_context("1\n2\n", "1\nx\n2\n", 0, "@@ -1,0 +2 @@\n+x\n");
    check_context("1\nx\n2\n", "1\n2\n", 0, "@@ -2 +1,0 @@\n-x\n");
}

#[test]
fn a_missing_newline_is_said() {
    let marker = "\\ No newline at end of file\n";
    check("a", "a\n", &format!("@@ -1 +1 @@\n-a\n{marker}+a\n"));
    check("a\n", "a", &format!("@@ -1 +1 @@\n-a\n+a\n{marker}"));
    check("a", "b", &format!("@@ -1 +1 @@\n-a\n{marker}+b\n{marker}"));
    check("a\nz", "b\nz", &format!("@@ -1,2 +1,2 @@\n-a\n+b\n z\n{marker}"));
    check("", "a", &format!("@@ -0,0 +1 @@\n+a\n{marker}"));
}

#[test]
fn carriage_returns_are_text() {
    check("a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
    check("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n");
    check("a\rb\n", "a\rc\n", "@@ -1 +1 @@\n-a\rb\n+a\rc\n");
}

#[test]
fn hunks_join_when_their_context_meets() {
    let old = numbered(1..=20);
    let apart = old.replace("\n5\n", "\nfive\n").replace("\n13\n", "\nthirteen\n");
    check(
        &old,
        &apart,
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
         @@ -10,7 +10,7 @@\n 10\n 11\n 12\n-13\n+thirteen\n 14\n 15\n 16\n",
    );
    let close = old.replace("\n5\n", "\nfive\n").replace("\n12\n", "\ntwelve\n");
    check(
        &old,
        &close,
        "@@ -2,14 +2,14 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n+twelve\n 13\n 14\n 15\n",
    );
    check_context(&old, &apart, 0, "@@ -5 +5 @@\n-5\n+five\n@@ -13 +13 @@\n-13\n+thirteen\n");
    let whole = unified_diff(old.as_bytes(), apart.as_bytes(), NAMES, u64::MAX);
    assert!(whole.text.starts_with(b"--- a/f\n+++ b/f\n@@ -1,20 +1,20 @@\n 1\n"));
    assert_eq!(whole.hunks, 1);
}

#[test]
fn a_hunk_names_the_section_it_is_in() {
    let section = |heading: &str, expected: &str| {
        let old = format!("{heading}\n  1\n  2\n  3\n  4\n");
        let diff = unified_diff(old.as_bytes(), old.replace('4', "four").as_bytes(), NAMES, 1);
        let text = String::from_utf8(diff.text).unwrap();
        let header = text.lines().nth(2).unwrap();
        assert_eq!(header, format!("@@ -4,2 +4,2 @@{expected}"), "{heading:?}");
    };
    section("fn main() {", " fn main() {");
    section("_private:  \t\r", " _private:");
    section("$var", " $var");
    section("# heading", "");
    section("7 seven", "");
    section("élan", "");
    section(" indented", "");
    section(&"x".repeat(100), &format!(" {}", "x".repeat(80)));
    section(&format!("{}éé", "x".repeat(79)), &format!(" {}", "x".repeat(79)));
    section(&format!("{}    tail", "x".repeat(78)), &format!(" {}", "x".repeat(78)));
    section(&format!("{} é", "x".repeat(78)), &format!(" {} ", "x".repeat(78)));
}

#[test]
fn a_section_stays_in_force_until_the_next() {
    let old = "first\n 1\n 2\n 3\n 4\nsecond\n 5\n 6\n 7\n 8\n";
    let new = old.replace(" 2", " two").replace(" 4", " four").replace(" 8", " eight");
    check_context(
        old,
        &new,
        0,
        "@@ -3 +3 @@ first\n- 2\n+ two\n@@ -5 +5 @@ first\n- 4\n+ four\n@@ -10 +10 @@ second\n- 8\n+ eight\n",
    );
}

#[test]
fn lines_are_numbered_from_the_start_of_the_text() {
    let old = format!("heading\n{}", numbered(1..=1000));
    let new = old.replace("\n500\n", "\nfive hundred\n");
    check(
        &old,
        &new,
        "@@ -498,7 +498,7 @@ heading\n 497\n 498\n 499\n-500\n+five hundred\n 501\n 502\n 503\n",
    );
    let old_far = old.replace("\n490\n", "\nnearer\n");
    check_context(
        &old_far,
        &old_far.replace("\n500\n", "\n").replace("\n510\n", "\n"),
        0,
        "@@ -501 +500,0 @@ nearer\n-500\n@@ -511 +509,0 @@ nearer\n-510\n",
    );
    let new = format!("{old}tail\n");
    check(&old, &new, "@@ -999,3 +999,4 @@ heading\n 998\n 999\n 1000\n+tail\n");
    let whole = unified_diff(old.as_bytes(), new.as_bytes(), NAMES, u64::MAX);
    assert!(whole.text.starts_with(b"--- a/f\n+++ b/f\n@@ -1,1001 +1,1002 @@\n heading\n 1\n"));
}

#[test]
fn what_is_affordable_depends_on_the_texts_alone() {
    let limits = DiffLimits { max_bytes: 5000, max_lines: 1000 };
    let check = |text: &str, expected: bool| {
        assert_eq!(limits.affordable(text.as_bytes(), b""), expected, "old {} bytes", text.len());
        assert_eq!(limits.affordable(b"", text.as_bytes()), expected, "new {} bytes", text.len());
    };
    check("", true);
    check(&"}\n".repeat(1000), true);
    check(&format!("{}x", "}\n".repeat(999)), true);
    check(&format!("{}x", "}\n".repeat(1000)), false);
    check(&"x".repeat(5000), true);
    check(&"x".repeat(5001), false);
}
