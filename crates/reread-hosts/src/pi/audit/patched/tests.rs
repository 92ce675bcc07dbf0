use super::patched;

const NAMES: &str = "--- a/x\t\n+++ b/x\t\n";

fn check(base: &str, hunks: &str, expected: Option<&str>) {
    assert_eq!(patched(base, &format!("{NAMES}{hunks}")).as_deref(), expected, "{hunks}");
}

#[test]
fn lines_are_replaced_added_and_removed() {
    check("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", Some("a\nB\nc\n"));
    check("a\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n", Some("a\nx\nb\n"));
    check("a\nb\n", "@@ -1,2 +1 @@\n-a\n b\n", Some("b\n"));
    check("a\nb\nc\nd\ne\n", "@@ -1 +1 @@\n-a\n+A\n@@ -5 +5 @@\n-e\n+E\n", Some("A\nb\nc\nd\nE\n"));
    check("", "@@ -0,0 +1,2 @@\n+a\n+b\n", Some("a\nb\n"));
    check("a\n", "@@ -1 +0,0 @@\n-a\n", Some(""));
    check("a\nb\n", "@@ -1,0 +2 @@\n+x\n", Some("a\nx\nb\n"));
    check("a\n", "", Some("a\n"));
}

#[test]
fn the_end_of_the_diff_may_be_missing() {
    check("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c", Some("a\nB\nc\n"));
    check("a\n", "@@ -1 +1 @@ fn x()\n-a\n+b", Some("b\n"));
}

#[test]
fn a_missing_newline_is_told() {
    check(
        "a\nb",
        "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file",
        Some("a\nc"),
    );
    check("a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+b", Some("a\nb\n"));
    check("a\nb", "@@ -2 +2 @@\n-b\n+c", None);
    check("a\nb\n", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c", None);
}

#[test]
fn what_was_trimmed_off_is_missed() {
    // An empty context line, a carriage return, and spaces that are the whole change.
    check("a\nb\n\n", "@@ -1,3 +1,3 @@\n-a\n+A\n b", None);
    check("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n+A\r\n b", None);
    check("a\n", "@@ -1 +1 @@\n-a\n+a", Some("a\n"));
}

#[test]
fn what_does_not_fit_is_refused() {
    check("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-x\n+y\n", None);
    check("a\nb\n", "@@ -9 +9 @@\n-a\n+b\n", None);
    check("a\nb\n", "@@ -2 +2 @@\n-b\n+B\n@@ -1 +1 @@\n-a\n+A\n", None);
    check("a\n", "@@ -1 +1 @@\n-a\n+b\n+c\n", None);
    check("a\n", "@@ -1,2 +1 @@\n-a\n+b\n", None);
    check("a\n", "@@ -0 +1 @@\n-a\n+b\n", None);
    check("a\n", "@@ -1 +1 @@\n-a\n\n+b\n", None);
    check("a\n", "@@ nonsense @@\n", None);
    check("a\n", "@@ -18446744073709551615 +1 @@\n-a\n", None);
    assert_eq!(patched("a\n", ""), None);
    assert_eq!(patched("a\n", "+++ b/x\n--- a/x\n"), None);
}
