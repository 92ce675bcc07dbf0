use super::*;

#[test]
fn words_are_told_apart() {
    assert_eq!(ReadAnswer::of("[readcache: unchanged, 5 lines]"), ReadAnswer::Unchanged(5));
    assert_eq!(ReadAnswer::of("[readcache: unchanged in lines 2-3 of 5]"), ReadAnswer::UnchangedLines(2, 3));
    let elsewhere = "[readcache: unchanged in lines 2-3; changes exist outside this range]";
    assert_eq!(ReadAnswer::of(elsewhere), ReadAnswer::UnchangedLines(2, 3));
    assert_eq!(ReadAnswer::of("[readcache: 1 lines changed of 5]\n--- a/x\n"), ReadAnswer::Diff("--- a/x\n"));
    for text in
        ["", "one\n", "[readcache: unchanged]", "[readcache: unchanged, 5 lines]\n", "[readcache: what]\n"]
    {
        assert_eq!(ReadAnswer::of(text), ReadAnswer::Text(text));
    }
}

/// What is wrong with saying that lines of a file are known, after these answers; nothing if it is right.
fn fault(answers: &[(usize, &str)], lines: Option<(usize, usize)>, now: &str) -> String {
    let mut view = VisibleLines::default();
    let taken = answers.iter().try_for_each(|(first, answer)| view.take(*first, answer));
    let known = taken.and_then(|()| match lines {
        Some((first, last)) => view.knows_lines(first, last, now),
        None => view.knows_all(now),
    });
    known.err().unwrap_or_default()
}

#[test]
fn a_text_tells_its_lines_and_no_other() {
    assert_eq!(fault(&[(1, "a\nb\n")], None, "a\nb\n"), "");
    assert_eq!(fault(&[(1, "a\nb\n")], Some((2, 3)), "a\nb\n"), "");
    assert_eq!(
        fault(&[(2, "b\n\n[1 more lines in file. Use offset=4 to continue.]")], Some((2, 2)), "a\nb\n"),
        ""
    );
    let cut = "a\n\n[2 more lines in file. Use offset=2 to continue.]";
    assert_eq!(fault(&[(1, cut)], Some((2, 2)), "a\nb\n"), "line 2 is not visible");
    assert_eq!(fault(&[(1, cut)], None, "a\nb\n"), "the model was not told where the file ends");
    assert_eq!(fault(&[(1, cut), (2, "b\n")], None, "a\nb\n"), "", "pieces make a whole");
    assert_eq!(fault(&[], Some((1, 1)), "a"), "line 1 is not visible");
    assert_eq!(
        fault(&[(1, "[Line 1 is 58.6KB, exceeds 50.0KB limit.]")], Some((1, 1)), "x"),
        "line 1 is not visible"
    );
}

#[test]
fn what_was_told_last_counts() {
    assert_eq!(fault(&[(1, "a\nb"), (1, "A\nb")], None, "A\nb"), "");
    let fault_of = |now| {
        fault(
            &[(1, "a\nb"), (1, "A\n\n[1 more lines in file. Use offset=2 to continue.]")],
            Some((1, 2)),
            now,
        )
    };
    assert_eq!(fault_of("A\nb"), "");
    assert_eq!(fault_of("a\nb"), r#"line 1 was "A" when it was shown"#);
    assert_eq!(fault(&[(1, "a\nb\nc"), (1, "a")], Some((2, 2)), "a\nb\nc"), "line 2 is not visible");
}

#[test]
fn a_diff_changes_what_is_known_and_nothing_else() {
    let diff = "[readcache: 1 lines changed of 4]\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    assert_eq!(fault(&[(1, "a\nb\nc\n"), (1, diff)], None, "a\nB\nc\n"), "");
    assert_eq!(
        fault(&[(1, "a\nb\nc\n"), (1, diff)], Some((2, 2)), "a\nb\nc\n"),
        r#"line 2 was "B" when it was shown"#
    );
    assert!(fault(&[(1, "a\nx\nc\n"), (1, diff)], None, "a\nB\nc\n").contains("the model knows"));
    assert_eq!(fault(&[(1, diff)], None, "a\nB\nc\n"), "the model was not told where the file ends");
    let ends = "[readcache: 1 lines changed of 1]\n--- a/x\n+++ b/x\n@@ -2,1 +2,1 @@\n-b\n\\ No newline at end of file\n+c\n";
    assert_eq!(fault(&[(1, "a\nb"), (1, ends)], None, "a\nc\n"), "");
}
