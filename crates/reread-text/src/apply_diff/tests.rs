use super::apply_diff;

/// Applied to the text, the hunks (the two name lines are added) give the result or the complaint.
fn check(old: &str, hunks: &str, expected: Result<&str, &str>) {
    check_diff(old, &format!("--- a\n+++ b\n{hunks}"), expected);
}

fn check_diff(old: &str, diff: &str, expected: Result<&str, &str>) {
    let actual = apply_diff(old.as_bytes(), diff.as_bytes())
        .map(|new| String::from_utf8(new).unwrap())
        .map_err(|error| error.to_string());
    assert_eq!(actual.as_deref().map_err(String::as_str), expected, "{diff}");
}

#[test]
fn hunks_apply_where_they_say() {
    check("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", Ok("a\nB\nc\n"));
    check("a\nb\nc\n", "@@ -2 +2 @@ fn a()\n-b\n+B\n", Ok("a\nB\nc\n"));
    check("a\nb\n", "@@ -1,0 +2,2 @@\n+x\n+y\n", Ok("a\nx\ny\nb\n"));
    check("", "@@ -0,0 +1 @@\n+a\n", Ok("a\n"));
    check("a\n", "@@ -1 +0,0 @@\n-a\n", Ok(""));
    check("a\nb\nc\n", "@@ -1 +0,0 @@\n-a\n@@ -3 +2 @@\n-c\n+C\n", Ok("b\nC\n"));
    check_diff("same", "", Ok("same"));
    check_diff("same", "--- a\n+++ b\n", Ok("same"));
}

#[test]
fn a_missing_newline_is_part_of_the_line() {
    let marker = "\\ No newline at end of file\n";
    check("a", &format!("@@ -1 +1 @@\n-a\n{marker}+a\n"), Ok("a\n"));
    check("a\n", &format!("@@ -1 +1 @@\n-a\n+a\n{marker}"), Ok("a"));
    check("a\nb", &format!("@@ -1,2 +1,2 @@\n-a\n+A\n b\n{marker}"), Ok("A\nb"));
    let expected = "line 1 of the text is not the one that line 4 of the diff expects";
    check("a\n", &format!("@@ -1 +1 @@\n-a\n{marker}+b\n"), Err(expected));
    check("a", "@@ -1 +1 @@\n-a\n+b\n", Err(expected));
    let expected = "line 4 of the diff is not what a unified diff has there";
    check("b\n", &format!("@@ -0,0 +1 @@\n+a\n{marker}"), Err(expected));
}

#[test]
fn nothing_is_applied_on_a_guess() {
    let different = "line 2 of the text is not the one that line 5 of the diff expects";
    check("a\nx\nc\n", "@@ -1,3 +1,2 @@\n a\n-b\n c\n", Err(different));
    check("a\r\nb\r\n", "@@ -1,2 +1 @@\n a\r\n-b\n", Err(different));
    check("a\n", "@@ -1,2 +1 @@\n a\n-b\n", Err(different));
    let misplaced = "the hunk at line 3 of the diff does not fit where it says it does";
    check("a\nb\n", "@@ -2 +3 @@\n-b\n+B\n", Err(misplaced));
    check("a\n", "@@ -9 +9 @@\n-b\n+B\n", Err(misplaced));
    check("a\n", "@@ -18446744073709551615 +1 @@\n-b\n+B\n", Err(misplaced));
    let misplaced = "the hunk at line 6 of the diff does not fit where it says it does";
    check("a\nb\n", "@@ -2 +2 @@\n-b\n+B\n@@ -1 +2 @@\n-a\n+A\n", Err(misplaced));
}

#[test]
fn other_forms_are_refused() {
    let malformed = |line: u32| format!("line {line} of the diff is not what a unified diff has there");
    let check = |hunks: &str, line: u32| check("a\n", hunks, Err(&malformed(line)));
    check("@@ -1 +1 @@\n-a\n", 5);
    check("@@ -1 +1 @@\n-a\n+b", 5);
    check("@@ -1 +1 @@\n*a\n", 4);
    check("@@ -1 +1 @@\n-a\n-a\n", 5);
    check("@@ -1 +1 @@\n-a\n+b\n+c\n", 6);
    check("@@ -1,0 +1,0 @@\n", 3);
    check("@@ -0 +1 @@\n", 3);
    check("@@ -1 +1\n", 3);
    check("@@ -1 +1 @@x\n", 3);
    check("@@ -+1 +1 @@\n", 3);
    check("@@ -18446744073709551616 +1 @@\n", 3);
    check("@@ -18446744073709551615,2 +1 @@\n", 3);
    check("diff --git a b\n", 3);
    check("\n", 3);
    check_diff("a\n", "+++ b\n", Err(&malformed(1)));
    check_diff("a\n", "--- a\n", Err(&malformed(2)));
}
