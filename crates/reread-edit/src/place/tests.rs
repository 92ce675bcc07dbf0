use super::*;
use crate::parse_patch;
use crate::patch::{Patch, TextEdit};

const EXACT: PlacementOptions = PlacementOptions { base: PatchBase::Exact, loosest: MatchTolerance::Exact };
const DRIFTED: PlacementOptions =
    PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Exact };

/// The text after the first file of the patch, or why it has no place; with what was needed if that is not nothing.
fn check(base: &str, patch: &str, how: PlacementOptions, expected: &str) {
    let patch = parse_patch(patch.as_bytes()).expect("the patch is in order");
    let result = match place(&patch.files[0], base.as_bytes(), how) {
        Ok(placed) => {
            let loosest = placed.hunks.iter().map(|hunk| hunk.pass).max().unwrap_or_default();
            let text = String::from_utf8(apply(base.as_bytes(), &placed.edits)).unwrap();
            if loosest == MatchTolerance::Exact { text } else { format!("{}: {text}", loosest.word()) }
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(result, expected, "{base:?}\n{patch:?}");
}

fn check_exact(base: &str, patch: &str, expected: &str) {
    check(base, patch, EXACT, expected);
}

mod hunks_with_numbers {
    use super::*;

    #[test]
    fn are_placed_where_their_lines_are() {
        check_exact("a\nb\nc\n", "@@ -2 +2 @@\n-b\n+B\n", "a\nB\nc\n");
        check_exact("a\nb\nc\n", "@@ -9 +9 @@\n-b\n+B\n", "a\nB\nc\n");
        check_exact("a\nb\n", "@@ -1,0 +2 @@\n+x\n", "a\nx\nb\n");
        check_exact("a\nb\n", "@@ -0,0 +1 @@\n+x\n", "x\na\nb\n");
        check_exact("", "@@ -0,0 +1 @@\n+x\n", "x\n");
        check_exact("a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n", "");
        check_exact("a\nb\nc\nd\n", "@@ -1 +1 @@\n-a\n+A\n@@ -4 +4 @@\n-d\n+D\n", "A\nb\nc\nD\n");
    }

    #[test]
    fn hunks_without_numbers_are_searched_if_they_are_unique() {
        check_exact("a\nb\nc\n", "@@\n a\n-b\n+B\n", "a\nB\nc\n");
        check_exact("a\nb\nc\n", "@@\n-a\n+A\n@@\n-c\n+C\n", "A\nb\nC\n");
        check_exact(
            "b\nb\n",
            "@@\n-b\n+B\n",
            "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2",
        );
    }

    #[test]
    fn numbers_choose_among_several_places_or_nothing_does() {
        check_exact("x\na\nx\na\nx\n", "@@ -3 +3 @@\n-x\n+y\n", "x\na\ny\na\nx\n");
        check_exact(
            "x\na\nx\na\nx\n",
            "@@ -2 +2 @@\n-x\n+y\n",
            "hunk 1, from line 1 of the patch, fits in 3 places, at lines 1, 3, 5",
        );
        // The first hunk is two lines further down than it says, and so is the second.
        check_exact("0\n0\na\nx\nx\nx\n", "@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-x\n+y\n", "0\n0\nA\nx\ny\nx\n");
        check_exact(
            &"x\n".repeat(30),
            "@@ -99 +99 @@\n-x\n+y\n",
            "hunk 1, from line 1 of the patch, fits in 30 places, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, \
             14, 15, 16, 17, 18, 19, 20 and 10 more",
        );
    }

    #[test]
    fn hunks_stand_in_any_order_and_change_no_line_twice() {
        check_exact("a\nb\n", "@@ -2 +2 @@\n-b\n+B\n@@ -1 +1 @@\n-a\n+A\n", "A\nB\n");
        check_exact("a\na\n", "@@ -1 +1 @@\n-a\n+b\n@@ -2 +2 @@\n-a\n+c\n", "b\nc\n");
        check_exact(
            "a\nb\n",
            "@@ -2 +2 @@\n-b\n+B\n@@ -1 +1 @@\n-b\n+C\n",
            "hunk 2, from line 4 of the patch, fits nowhere; the closest place is line 2",
        );
    }

    #[test]
    fn a_miss_shows_the_closest_place() {
        check_exact(
            "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n",
            "@@ -1,3 +1,3 @@\n fn b() {\n-    tow();\n+    three();\n }\n",
            "hunk 1, from line 1 of the patch, fits nowhere; the closest place is line 5",
        );
        check_exact("a\n", "@@ -1 +1 @@\n-b\n+c\n", "hunk 1, from line 1 of the patch, fits nowhere");
        check_exact("", "@@ -1 +1 @@\n-b\n+c\n", "hunk 1, from line 1 of the patch, fits nowhere");
        let patch = parse_patch(b"@@ -1,2 +1 @@\n a\n-b\n").unwrap();
        let long = [&b"a\n"[..], &b"x".repeat(999), b"\n"].concat();
        let Err(PlaceError::NoMatch { expected, closest: Some(closest), .. }) =
            place(&patch.files[0], &long, EXACT)
        else {
            panic!("it has no such lines");
        };
        assert_eq!(expected, [b"a", b"b"]);
        assert_eq!(closest, Closest { line: 1, text: vec![b"a".to_vec(), b"x".repeat(200)] });
    }

    #[test]
    fn a_text_that_may_have_drifted_needs_context() {
        let insertion = "@@ -1,0 +2 @@\n+x\n";
        check(
            "a\nb\n",
            insertion,
            DRIFTED,
            "hunk 1, from line 1 of the patch, has no line that would show where it belongs",
        );
        check("", "@@ -0,0 +1 @@\n+x\n", DRIFTED, "x\n");
        check("0\na\nb\nc\n", "@@ -3,3 +3,3 @@\n a\n-b\n+B\n c\n", DRIFTED, "0\na\nB\nc\n");
        let at_start = "hunk 1, from line 1 of the patch, is for line 1, and its lines are at line 2";
        let at_end = "hunk 1, from line 1 of the patch, has no line below its change, as at the end of a file, and more \
                      lines follow it, after line 2";
        check("a\nb\nnew\n", "@@ -5,2 +5,3 @@\n a\n b\n+c\n", DRIFTED, at_end);
        check("0\na\nb\n", "@@ -5,2 +5,3 @@\n a\n b\n+c\n", DRIFTED, "0\na\nb\nc\n");
        check("new\na\nb\n", "@@ -1,2 +1,3 @@\n+0\n a\n b\n", DRIFTED, at_start);
        check("a\nb\nnew\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", DRIFTED, at_end);
        check("a\nb\nnew\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", EXACT, "a\nB\nnew\n");
        // Nothing says which of several is meant.
        check(
            "x\nx\n",
            "@@ -9 +9 @@\n-x\n+y\n",
            DRIFTED,
            "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2",
        );
    }

    #[test]
    fn less_context_on_one_side_is_enough() {
        let base = "1\n2\n3\nx\n5\n6\n7\n";
        let result = "1\n2\n3\nX\n5\n6\n7\n";
        check(base, "@@ -1,6 +1,6 @@\n 1\n 2\n 3\n-x\n+X\n 5\n 6\n", DRIFTED, result);
        check(base, "@@ -2,4 +2,4 @@\n 2\n 3\n-x\n+X\n 5\n", DRIFTED, result);
        check(base, "@@ -3,4 +3,4 @@\n 3\n-x\n+X\n 5\n 6\n", DRIFTED, result);
        check(base, "@@ -4,2 +4,2 @@\n-x\n+X\n 5\n", DRIFTED, result);
        check(base, "@@ -4 +4 @@\n-x\n+X\n", DRIFTED, result);
        check(
            "0\n1\n2\n3\nx\n5\n",
            "@@ -1,5 +1,5 @@\n 1\n 2\n 3\n-x\n+X\n 5\n",
            DRIFTED,
            "hunk 1, from line 1 of the patch, is for line 1, and its lines are at line 2",
        );
    }

    #[test]
    fn a_hunk_below_shows_that_the_file_does_not_end() {
        let base = "1\n2\n3\n4\n5\n6\n7\n";
        check(base, "@@ -1 +1 @@\n-1\n+a\n@@ -5 +5 @@\n-5\n+b\n", DRIFTED, "a\n2\n3\n4\nb\n6\n7\n");
        check(base, "@@ -5 +5 @@\n-5\n+b\n@@ -1,2 +1,2 @@\n 1\n-2\n+a\n", DRIFTED, "1\na\n3\n4\nb\n6\n7\n");
        // One line further down than it says: there is no way to know whether lines below it came or went.
        let last = "hunk 2, from line 4 of the patch, has no line below its change, as at the end of a file, and more lines \
                    follow it, after line 5";
        check(base, "@@ -1 +1 @@\n-1\n+a\n@@ -4 +4 @@\n-5\n+b\n", DRIFTED, last);
    }

    #[test]
    fn numbers_past_everything_do_no_harm() {
        let nowhere = "hunk 1, from line 1 of the patch, fits nowhere";
        check_exact("a\n", "@@ -18446744073709551615,0 +1 @@\n+x\n", nowhere);
        check_exact(
            "a\na\n",
            "@@ -18446744073709551615 +1 @@\n-a\n",
            "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2",
        );
        check_exact("a\n", "@@ -18446744073709551615 +1 @@\n-a\n", "");
    }
}

mod envelopes {
    use super::*;

    fn check_update(base: &str, body: &str, expected: &str) {
        let patch = format!("*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n");
        check(base, &patch, DRIFTED, expected);
    }

    #[test]
    fn go_forward_and_must_be_unique() {
        check_update("a\nb\na\n", "@@\n-b\n+B\n@@\n-a\n+A\n", "a\nB\nA\n");
        check_update(
            "a\nb\na\n",
            "-a\n+A\n",
            "hunk 1, from line 3 of the patch, fits in 2 places, at lines 1, 3",
        );
        check_update(
            "a\nb\n",
            "-b\n@@\n-a\n",
            "hunk 2, from line 4 of the patch, fits nowhere; the closest place is line 1",
        );
    }

    #[test]
    fn anchors_narrow_the_search() {
        let base = "class A\n  def f\n    x\nclass B\n  def f\n    x\n";
        check_update(
            base,
            "@@ class B\n-    x\n+    y\n",
            "class A\n  def f\n    x\nclass B\n  def f\n    y\n",
        );
        check_update(base, "@@ class B\n@@   def f\n-    x\n", "class A\n  def f\n    x\nclass B\n  def f\n");
        check_update(
            base,
            "@@   def f\n-    x\n",
            "hunk 1, from line 3 of the patch, fits in 2 places, at lines 2, 5",
        );
        check_update(
            base,
            "@@ class A\n-    x\n",
            "hunk 1, from line 3 of the patch, fits in 2 places, at lines 3, 6",
        );
        check_update(base, "@@ class C\n-    x\n", "hunk 1, from line 3 of the patch, fits nowhere");
    }

    #[test]
    fn the_end_of_the_file_is_a_place() {
        check_update("a\nb\na\n", "-a\n+A\n*** End of File\n", "a\nb\nA\n");
        check_update(
            "a\nb\n",
            "-a\n*** End of File\n",
            "hunk 1, from line 3 of the patch, says that the file ends there, and more lines follow its lines, at line 1",
        );
        check_update("a\nb\n", "@@\n+x\n", "a\nb\nx\n");
        check_update("a\nb", "@@\n+x\n+y\n", "a\nb\nx\ny");
        check_update(
            "a\nb\n",
            "@@ a\n+x\n",
            "hunk 1, from line 3 of the patch, has no line that would show where it belongs",
        );
    }

    #[test]
    fn files_come_and_go() {
        let add = "*** Begin Patch\n*** Add File: f\n+x\n*** End Patch\n";
        check("", add, DRIFTED, "x\n");
        check("a\n", add, DRIFTED, "the patch creates the file, and it is not empty");
        check("a\nb", "*** Begin Patch\n*** Delete File: f\n*** End Patch\n", DRIFTED, "");
        let delete = "--- f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
        check_exact("a\n", delete, "");
        check_exact("a\nb\n", delete, "the patch deletes the file, and 2 bytes of it are not in the patch");
    }
}

#[test]
fn blocks_are_found_anywhere_once() {
    let blocks =
        "<<<<<<< SEARCH\nb\n=======\nB\n>>>>>>> REPLACE\n<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n";
    check("a\nb\n", blocks, DRIFTED, "A\nB\n");
    check("a\nb\nb\n", blocks, DRIFTED, "hunk 1, from line 1 of the patch, fits in 2 places, at lines 2, 3");
    let overlapping = "<<<<<<< SEARCH\na\nb\n=======\nx\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nb\nc\n=======\ny\n>>>>>>> REPLACE\n";
    check("a\nb\nc\n", overlapping, DRIFTED, "the edits of bytes 0..4 and 2..6 overlap");
    let twice = "<<<<<<< SEARCH\na\na\n=======\nx\n>>>>>>> REPLACE\n";
    check("a\na\na\n", twice, DRIFTED, "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2");
    let empty = "<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n";
    check(
        "a\n",
        empty,
        DRIFTED,
        "hunk 1, from line 1 of the patch, has no line that would show where it belongs",
    );
    check("", empty, DRIFTED, "x\n");
}

#[test]
fn line_ends_are_those_of_the_file() {
    let change = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n+C\n c\n";
    check_exact("a\r\nb\r\nc\r\n", change, "a\r\nB\r\nC\r\nc\r\n");
    check_exact("a\r\nb\r\nc", change, "a\r\nB\r\nC\r\nc");
    let mixed = "hunk 1, from line 1 of the patch, fits nowhere; the closest place is line 1";
    check_exact("a\r\nb\nc\n", change, mixed);
    check_exact("a\r\nb\nc\r\n", "@@ -2 +2 @@\n-b\n+B\n", "a\r\nB\nc\r\n");
    check_exact("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n", "a\r\nb\n");
    check_exact("a\rb\rc", "@@ -1 +1 @@\n-a\rb\rc\n+x\n", "x");
    check_exact("a\u{c}b\u{2028}\nc\n", "@@ -2 +2 @@\n-c\n+d\n", "a\u{c}b\u{2028}\nd\n");
}

#[test]
fn a_missing_last_newline_stays_unless_the_patch_speaks_of_it() {
    let marker = "\\ No newline at end of file\n";
    check_exact("a\nb", "@@ -2 +2 @@\n-b\n+c\n", "a\nc");
    check_exact("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc");
    let lost = "hunk 1, from line 1 of the patch, fits at line 1 but for the newline at the end of the file, which the \
                patch has and the file lacks";
    check("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", DRIFTED, lost);
    check_exact("a\nb", "@@ -1,2 +1 @@\n a\n-b\n", "a\n");
    check_exact("a\nb", &format!("@@ -2 +2 @@\n-b\n{marker}+c\n"), "a\nc\n");
    check_exact("a\nb\n", &format!("@@ -2 +2 @@\n-b\n+c\n{marker}"), "a\nc");
    check_exact("a\nb", &format!("@@ -1,2 +1,2 @@\n-a\n+A\n b\n{marker}"), "A\nb");
    let newline = |has: &str, lacks: &str| {
        format!(
            "hunk 1, from line 1 of the patch, fits at line 2 but for the newline at the end of the file, which the \
             {has} has and the {lacks} lacks"
        )
    };
    check_exact("a\nb\n", &format!("@@ -2 +2 @@\n-b\n{marker}+c\n{marker}"), &newline("file", "patch"));
    check_exact("a\nb", &format!("@@ -2 +2 @@\n-b\n+c\n{marker}"), &newline("patch", "file"));
    check_exact(
        "a\nb\nc\n",
        &format!("@@ -2 +2 @@\n-b\n+c\n{marker}"),
        "hunk 1, from line 1 of the patch, says that the file ends there, and more lines follow its lines, at line 2",
    );
}

#[test]
fn a_bom_stays_unless_the_patch_speaks_of_it() {
    check_exact("\u{feff}a\nb\n", "@@ -1 +1 @@\n-a\n+A\n", "\u{feff}A\nb\n");
    check_exact("\u{feff}a\n", "@@ -0,0 +1 @@\n+x\n", "\u{feff}x\na\n");
    check_exact("\u{feff}a\n", "@@ -1 +1 @@\n-\u{feff}a\n+a\n", "a\n");
    check_exact("a\n", "@@ -1 +1 @@\n-a\n+\u{feff}a\n", "\u{feff}a\n");
}

#[test]
fn less_exact_passes_are_asked_for_named_and_unique() {
    let loose = |loosest| PlacementOptions { base: PatchBase::Exact, loosest };
    let patch = "@@ -1,3 +1,3 @@\n fn a()\n-x = \"1\"\n+x = 2\n end\n";
    let spaced = "fn a()  \n\tx = \"1\"\nend\n";
    let nowhere = "hunk 1, from line 1 of the patch, fits nowhere; the closest place is line 1";
    check(spaced, patch, loose(MatchTolerance::Exact), nowhere);
    check(spaced, patch, loose(MatchTolerance::WsEnd), nowhere);
    check(spaced, patch, loose(MatchTolerance::Ws), "ws: fn a()  \n\tx = 2\nend\n");
    check(
        "fn a()\t\nx = \"1\" \nend\n",
        patch,
        loose(MatchTolerance::Unicode),
        "ws-end: fn a()\t\nx = 2\nend\n",
    );
    check("fn a()\nx\u{a0}= \u{201c}1\u{201d}\nend\n", patch, loose(MatchTolerance::Ws), nowhere);
    check(
        "fn a()\nx\u{a0}= \u{201c}1\u{201d}\nend\n",
        patch,
        loose(MatchTolerance::Unicode),
        "unicode: fn a()\nx = 2\nend\n",
    );
    // What fits exactly is not looked for again, and a number does not choose among what fits by half.
    check("a \na\n", "@@ -1 +1 @@\n-a\n+b\n", loose(MatchTolerance::Unicode), "a \nb\n");
    check(
        "a \na  \n",
        "@@ -1 +1 @@\n-a\n+b\n",
        loose(MatchTolerance::WsEnd),
        "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2",
    );
}

mod indentation {
    use super::*;

    fn block(search: &str, replace: &str) -> String {
        format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n")
    }

    #[test]
    fn a_uniform_shift_is_accepted_where_no_lines_are_counted() {
        let python = "def f():\n    if x:\n        return 1\n";
        let shifted = block("if x:\n    return 1\n", "if y:\n    return 2\n");
        check(python, &shifted, DRIFTED, "indent: def f():\n    if y:\n        return 2\n");
        let envelope = "*** Begin Patch\n*** Update File: f\n if x:\n-    return 1\n+    return 2\n+    pass\n*** End Patch\n";
        check(python, envelope, DRIFTED, "indent: def f():\n    if x:\n        return 2\n        pass\n");
        let go = "func f() {\n\tif x {\n\t\tg()\n\t}\n}\n";
        let spaces =
            block("    if x {\n        g()\n    }\n", "    if x {\n        h()\n            .i()\n    }\n");
        check(go, &spaces, DRIFTED, "indent: func f() {\n\tif x {\n\t\th()\n\t\t\t.i()\n\t}\n}\n");
        let swallowed = block("if x {\n\tg()\n}\n", "if x {\n\tg()\n\n\th()\n}\n");
        check(go, &swallowed, DRIFTED, "indent: func f() {\n\tif x {\n\t\tg()\n\n\t\th()\n\t}\n}\n");
        let crlf = block("x\n", "y\n  z\n");
        check("a\r\n  x\r\nb\r\n", &crlf, DRIFTED, "indent: a\r\n  y\r\n    z\r\nb\r\n");
    }

    #[test]
    fn a_shift_that_is_not_uniform_or_not_unique_is_not_guessed() {
        let nowhere = "hunk 1, from line 1 of the patch, fits nowhere; the closest place is line 1";
        check("  a\n b\n", &block("a\nb\n", "c\nd\n"), DRIFTED, nowhere);
        check("a\n  b\n", &block("    a\n      b\n", "  c\n"), DRIFTED, nowhere);
        let twice = "hunk 1, from line 1 of the patch, fits in 2 places, at lines 1, 2";
        check("  a\n    a\n", &block("a\n", "b\n"), DRIFTED, twice);
        check("  a\na\n", &block("a\n", "b\n"), DRIFTED, "  a\nb\n");
        check("  a\n", "@@ -1 +1 @@\n-a\n+b\n", DRIFTED, nowhere);
    }

    #[test]
    fn no_pass_writes_broken_indentation() {
        let ws = PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Ws };
        let python = "def f():\n    if x:\n        return 1\n";
        let shifted = block("if x:\n    return 1\n", "if y:\n    return 2\n");
        check(python, &shifted, ws, "indent: def f():\n    if y:\n        return 2\n");
        let flat = block("if x:\nreturn 1\n", "if x:\nreturn 2\n");
        check(python, &flat, ws, "ws: def f():\n    if x:\n        return 2\n");
        let flat = block("if x:\nreturn 1\n", "if y:\nreturn 2\n");
        check(
            python,
            &flat,
            ws,
            "hunk 1, from line 1 of the patch, fits nowhere; the closest place is line 2",
        );
    }
}

mod texts {
    use super::*;

    fn check_edits(base: &str, edits: &[(&str, &str, bool)], expected: &str) {
        let edits = edits.iter().map(|(old, new, all)| TextEdit {
            old: old.as_bytes(),
            new: new.as_bytes(),
            all: *all,
        });
        let patch = Patch::of_edits(edits).expect("the edits are in order");
        let result = place(&patch.files[0], base.as_bytes(), DRIFTED).map_or_else(
            |error| error.to_string(),
            |placed| String::from_utf8(apply(base.as_bytes(), &placed.edits)).unwrap(),
        );
        assert_eq!(result, expected, "{base:?}");
    }

    #[test]
    fn a_part_of_a_line_is_enough_if_it_is_unique() {
        check_edits("let a = one(two);\n", &[("two", "2", false)], "let a = one(2);\n");
        check_edits("a b\nc d\n", &[("b\nc", "B\nx\nC", false)], "a B\nx\nC d\n");
        check_edits("a b\r\nc d\r\n", &[("b\nc", "B\nx\nC", false)], "a B\r\nx\r\nC d\r\n");
        check_edits("\u{feff}a b\n", &[("a", "x", false)], "\u{feff}x b\n");
        check_edits("a\nb\nc\n", &[("a\nb\nc\n", "a\nB\nc\n", false)], "a\nB\nc\n");
        check_edits("aaa\n", &[("aa", "b", false)], "edit 1 fits in 2 places, at lines 1, 1");
        check_edits("x\ny x\n", &[("x", "z", false)], "edit 1 fits in 2 places, at lines 1, 2");
        check_edits("x\ny x\n", &[("x", "z", true)], "z\ny z\n");
        check_edits("a\n", &[("b", "c", false)], "edit 1 fits nowhere");
        check_edits("a\nb", &[("a\nb\n", "a\nB\n", false)], "a\nB");
        check_edits("", &[("", "new\n", false)], "new\n");
        check_edits("a\n", &[("", "new\n", false)], "edit 1 has no line that would show where it belongs");
    }

    #[test]
    fn lines_may_be_shifted() {
        check_edits(
            "def f():\n    if x:\n        y\n",
            &[("if x:\n  z", "q", false)],
            "edit 1 fits nowhere; the closest place is line 2",
        );
        check_edits(
            "{\n\t\tif x:\n\t\t\ty\n}\n",
            &[("\tif x:\n\t\ty", "\tif z:\n\t\ty", false)],
            "{\n\t\tif z:\n\t\t\ty\n}\n",
        );
        check_edits(
            "{\n\tif x:\n\t\ty\n}\n",
            &[("if x:\n\ty", "if x:\n\tz", false)],
            "{\n\tif x:\n\t\tz\n}\n",
        );
    }

    #[test]
    fn a_single_depth_never_guesses_how_wide_a_level_is() {
        let python = "class A:\n    def f(self):\n        return 1\n";
        let deeper = "class A:\n    def f(self):\n        if x:\n            return 2\n";
        check_edits(python, &[("\treturn 1\n", "\tif x:\n\t\treturn 2\n", false)], deeper);
        check_edits(python, &[("\t\treturn 1\n", "\t\tif x:\n\t\t\treturn 2\n", false)], deeper);
        let java = "class A {\n\tvoid f() {\n\t\treturn 1;\n\t}\n}\n";
        check_edits(
            java,
            &[("    return 1;\n", "    if (x) {\n        return 2;\n    }\n", false)],
            "class A {\n\tvoid f() {\n\t\tif (x) {\n\t\t\treturn 2;\n\t\t}\n\t}\n}\n",
        );
        // Nothing shows the width of a level: only lines at the known depth are written.
        check_edits("        a\n", &[("\ta\n", "\tb\n\tc\n", false)], "        b\n        c\n");
        check_edits(
            "        a\n",
            &[("\ta\n", "\tb\n\t\tc\n", false)],
            "edit 1 fits nowhere; the closest place is line 1",
        );
    }

    #[test]
    fn a_line_without_its_indentation_is_a_block() {
        let base = "def f():\n    if x:\n        return 1\n";
        check_edits(
            base,
            &[("return 1", "x = 2\nreturn x", false)],
            "def f():\n    if x:\n        x = 2\n        return x\n",
        );
        check_edits(
            base,
            &[("return 1", "x = 2\nreturn 1", false)],
            "def f():\n    if x:\n        x = 2\n        return 1\n",
        );
        check_edits(
            base,
            &[("    return 1\n", "    if y:\n        return 2\n", false)],
            "def f():\n    if x:\n        if y:\n            return 2\n",
        );
        // Later lines that have the indentation of the file are taken as they are.
        check_edits(
            base,
            &[("return 1", "x = 2\n        return x", false)],
            "def f():\n    if x:\n        x = 2\n        return x\n",
        );
        check_edits("    a\n", &[("a", "if x:\n    a", false)], "    if x:\n        a\n");
        check_edits("    a\n  a\n", &[("a", "b\nc", true)], "    b\n    c\n  b\n  c\n");
        check_edits("    x = a\n", &[("a", "b\nc", false)], "    x = b\nc\n");
    }

    #[test]
    fn new_lines_end_as_the_replaced_line_does() {
        check_edits("a\r\nb\nc\r\nd\n", &[("c", "X\nY", false)], "a\r\nb\nX\r\nY\r\nd\n");
        check_edits("a\r\nb\nc\r\nd\n", &[("b", "X\nY", false)], "a\r\nX\nY\nc\r\nd\n");
        check_edits("a\n  c\r\n", &[("c", "X\nY", false)], "a\n  X\r\n  Y\r\n");
    }

    #[test]
    fn an_edit_may_refer_to_what_an_earlier_one_wrote() {
        check_edits("a\n", &[("a", "b", false), ("b", "c", false)], "c\n");
        check_edits("a\nb\n", &[("a", "b", false), ("b", "a", false)], "b\na\n");
        check_edits("use a;\na();\n", &[("use a", "use b", false), ("a", "b", true)], "use b;\nb();\n");
        check_edits(
            "a\n",
            &[("a", "b", false), ("a", "c", false)],
            "the edits of bytes 0..1 and 0..1 overlap",
        );
        check_edits("a\n", &[("a", "b", false), ("x", "c", false)], "edit 2 fits nowhere");
    }

    #[test]
    fn blocks_may_refer_to_what_an_earlier_one_wrote() {
        let blocks = "<<<<<<< SEARCH\na\n=======\nb\nc\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nc\n=======\nd\n>>>>>>> REPLACE\n";
        check("0\na\n1\n", blocks, DRIFTED, "0\nb\nd\n1\n");
    }

    #[test]
    fn a_line_that_an_earlier_one_wrote_comes_before_a_shifted_one() {
        let block = |old: &str, new: &str| format!("<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n");
        let two = block("a\n", "b\nx\n") + &block("x\n", "y\n");
        check("a\n    x\n", &two, DRIFTED, "b\ny\n    x\n");
        check_edits("a\n    x\n", &[("a\n", "b\nx\n", false), ("\nx\n", "\ny\n", false)], "b\ny\n    x\n");
        let ws = PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Unicode };
        check("a\n    x\n", &two, ws, "b\ny\n    x\n");
        // A third block that needs a shift does not make the second one look elsewhere.
        let three = two.clone() + &block("z\n", "Z\n");
        check("a\n    x\n  z\n", &three, DRIFTED, "indent: b\ny\n    x\n  Z\n");
        // Two lines that fit exactly are no reason to take a third one that fits less well.
        let twice = block("a\n", "x\nx\n") + &block("x\n", "y\n");
        check(
            "a\n    x\n",
            &twice,
            DRIFTED,
            "hunk 2, from line 7 of the patch, fits in 2 places, at lines 1, 2",
        );
        // Without such a line the shift counts.
        let apart = block("a\n", "b\n") + &block("x\n", "y\n");
        check("a\n    x\n", &apart, DRIFTED, "indent: b\n    y\n");
    }

    #[test]
    fn a_file_of_a_bom_alone_is_empty() {
        check_edits("\u{feff}", &[("", "new\n", false)], "\u{feff}new\n");
        check_edits("\u{feff}", &[("", "\u{feff}new\n", false)], "\u{feff}new\n");
        check("\u{feff}", "@@ -0,0 +1 @@\n+x\n", DRIFTED, "\u{feff}x\n");
        check("\u{feff}", "@@ -0,0 +1 @@\n+\u{feff}x\n", DRIFTED, "\u{feff}x\n");
        let block = "<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n";
        check("\u{feff}", block, DRIFTED, "\u{feff}x\n");
        let add = "*** Begin Patch\n*** Update File: f\n+x\n*** End Patch\n";
        check("\u{feff}", add, DRIFTED, "\u{feff}x\n");
    }
}
