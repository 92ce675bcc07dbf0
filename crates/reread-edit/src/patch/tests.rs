//! One table per form: the patch, and what is read from it on a line per file and hunk.

use super::*;

/// What is read, or why it is refused.
fn check(text: &str, expected: &str) {
    let read = match parse_patch(text.as_bytes()) {
        Ok(patch) => outline(&patch),
        Err(error) => error.to_string(),
    };
    assert_eq!(read, expected, "{text}");
}

/// `git`, `change a 100644>100755`, `  after 0: =a -b +c`: a tilde follows a line without LF.
fn outline(patch: &Patch) -> String {
    let mut rows = vec![format!("{:?}", patch.form).to_lowercase()];
    for note in &patch.notes {
        let PatchNote::Recounted { line, said, counted } = note;
        rows.push(format!("note: line {line} says {said:?}, there are {counted:?}"));
    }
    for file in &patch.files {
        let name = |name: &[u8]| name.escape_ascii().to_string();
        let mut row = match &file.target {
            PatchTarget::Unnamed => "unnamed".to_owned(),
            PatchTarget::TwoNames { old, new } => format!("two names {} and {}", name(old), name(new)),
            PatchTarget::OneOf { paths } => {
                format!("one of {}", paths.iter().map(|path| name(path)).collect::<Vec<_>>().join(", "))
            }
            PatchTarget::Modify { path } => format!("modify {}", name(path)),
            PatchTarget::Create { path } => format!("create {}", name(path)),
            PatchTarget::Delete { path } => format!("delete {}", name(path)),
            PatchTarget::Rename { from, to } => format!("rename {} to {}", name(from), name(to)),
            PatchTarget::Copy { from, to } => format!("copy {} to {}", name(from), name(to)),
        };
        if let Some(mode) = file.old_mode {
            row += &format!(" from {mode:o}");
        }
        if let Some(mode) = file.new_mode {
            row += &format!(" as {mode:o}");
        }
        rows.push(row);
        rows.extend(file.hunks.iter().map(hunk_row));
        for hunks in &file.later {
            rows.push("  then".to_owned());
            rows.extend(hunks.iter().map(hunk_row));
        }
    }
    rows.join("\n")
}

fn hunk_row(hunk: &Hunk) -> String {
    let mut row = match &hunk.hint {
        Hint::AfterLines(lines) => format!("  after {lines}:"),
        Hint::Forward(anchors) => {
            let anchors = anchors.iter().map(|anchor| format!(" `{}`", anchor.escape_ascii()));
            format!("  forward{}:", anchors.collect::<String>())
        }
        Hint::Anywhere => "  anywhere:".to_owned(),
        Hint::Text { all } => format!("  text, all {all}:"),
        Hint::Whole => "  whole:".to_owned(),
    };
    for line in &hunk.lines {
        let sign = match line.sign {
            Sign::Kept => '=',
            Sign::Removed => '-',
            Sign::Added => '+',
        };
        let (text, end) = match line.text.strip_suffix(b"\n") {
            Some(text) => (text, ""),
            None => (&line.text[..], "~"),
        };
        row += &format!(" {sign}{}{end}", text.escape_ascii());
    }
    if hunk.at_end { row + " end" } else { row }
}

mod forms {
    use super::*;

    const NO_FORM: &str = "this is no patch: it opens with none of `diff --git`, `--- ` and `+++ `, `@@ -`, \
         `*** Begin Patch`, `<<<<<<< SEARCH`";

    #[test]
    fn a_text_has_one_form_or_none() {
        check("", NO_FORM);
        check("\n\n", NO_FORM);
        check("just words\n", NO_FORM);
        check("--- a\n", NO_FORM);
        check("-a\n+b\n", NO_FORM);
        check("@@ anchor\n-a\n+b\n", NO_FORM);
        check("Words: *** Begin Patch\n", NO_FORM);
    }

    #[test]
    fn a_second_form_is_not_tried() {
        check(
            "*** Begin Patch\n--- a\n+++ b\n*** End Patch\n",
            "line 2 of the patch is `--- a`, and `*** Add File: `, `*** Update File: `, `*** Delete File: ` or \
             `*** End Patch` was expected",
        );
        check(
            "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n*** Begin Patch\n",
            "line 6 of the patch is `*** Begin Patch`, and another hunk, `--- ` or the end was expected",
        );
        check(
            "*** Begin Patch\n*** Delete File: f\n*** End Patch\n--- a\n+++ a\n",
            "line 4 of the patch is `--- a`, and `*** Begin Patch`, or no other patch was expected",
        );
        check(
            "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n--- a\n+++ b\n",
            "line 6 of the patch is `--- a`, and the name of a file, or `<<<<<<< SEARCH` was expected",
        );
    }
}

mod unified {
    use super::*;

    #[test]
    fn one_file_several_or_hunks_alone() {
        check("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n x\n-a\n+b\n", "unified\nmodify f\n  after 0: =x -a +b");
        check(
            "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n@@ -9,0 +9 @@ fn x\n+c\n--- a/g\n+++ b/g\n@@ -3 +2,0 @@\n-d\n",
            "unified\nmodify f\n  after 0: -a +b\n  after 9: +c\nmodify g\n  after 2: -d",
        );
        check("@@ -4 +4 @@\n-a\n+b", "unified\nunnamed\n  after 3: -a +b");
        check(
            "Index: f\n=====\ndiff -u f f\n--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n\n",
            "unified\nmodify f\n  after 0: -a +b",
        );
    }

    #[test]
    fn names_end_at_a_tab_and_may_be_quoted() {
        check(
            "--- f\t2026-01-01\n+++ f\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n",
            "unified\nmodify f\n  after 0: -a +b",
        );
        check("--- a b\n+++ a b\n@@ -1 +1 @@\n-a\n+b\n", "unified\nmodify a b\n  after 0: -a +b");
        check(
            "--- \"a/\\056\\056/\\t\\\"\\\\\\377\"\n+++ \"b/../\\t\\\"\\\\\\377\"\t\n@@ -1 +1 @@\n-a\n+b\n",
            "unified\nmodify ../\\t\\\"\\\\\\xff\n  after 0: -a +b",
        );
        check("--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+a\n", "unified\ncreate ../x\n  after 0: +a");
        check("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "unified\ndelete x\n  after 0: -a");
        check(
            "--- a/x\ty.txt\t2010-07-09 10:00:00.5 +0200\n+++ b/x\ty.txt\t2010-07-09 10:00:00 -0500\n@@ -1 +1 @@\n-a\n+b\n",
            "unified\nmodify x\\ty.txt\n  after 0: -a +b",
        );
        let bad = "and a name that is quoted as in C was expected";
        check("--- \"a\n+++ b\n", &format!("line 1 of the patch is `--- \"a`, {bad}"));
        check("--- \"\\9\"\n+++ b\n", &format!("line 1 of the patch is `--- \"\\9\"`, {bad}"));
        check("--- \"\\40\"\n+++ b\n", &format!("line 1 of the patch is `--- \"\\40\"`, {bad}"));
        check("--- \n+++ b\n", "line 1 of the patch is `--- `, and a file name was expected");
    }

    #[test]
    fn one_file_has_one_name() {
        check("--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n", "unified\ntwo names f and g\n  after 0: -a +b");
        check(
            "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
            "line 1 of the patch contradicts it: both sides are the null device",
        );
    }

    #[test]
    fn names_may_differ_as_programs_make_them_differ() {
        let names = |old: &str, new: &str, target: &str| {
            let patch = format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n");
            check(&patch, &format!("unified\n{target}\n  after 0: -a +b"));
        };
        for (old, new) in [("i", "w"), ("c", "i"), ("c", "w"), ("o", "w"), ("w", "i"), ("1", "2")] {
            names(&format!("{old}/x/f"), &format!("{new}/x/f"), "modify x/f");
        }
        names("old/x/f", "new/x/f", "one of x/f, new/x/f, old/x/f");
        names("old/x/f\t2024-03-01 10:00:00.5 +0100", "new/x/f\t2024-03-01", "one of x/f, new/x/f, old/x/f");
        names("x/f 2024-03-01 10:00:00", "x/f 2024-03-01 10:00:01.25 +0000", "modify x/f");
        names("f.orig", "f", "one of f, f.orig");
        names("a/f~", "b/f", "one of f, f~");
        names("f", "f.new", "one of f, f.new");
        names("x/f", "x/f+", "one of x/f, x/f+");
        names("f_old", "f", "one of f, f_old");
        names("f.c", "f.cpp", "two names f.c and f.cpp");
        // As `git diff -R` writes them; and one prefix twice, which may be a folder.
        names("b/x/f", "a/x/f", "modify x/f");
        names("a/x/f", "a/x/f", "one of a/x/f, x/f");
        names("b/f", "b/f", "one of b/f, f");
        names("i/f", "w/g", "two names i/f and w/g");
        names("c/f", "c/f", "modify c/f");
    }

    #[test]
    fn the_epoch_is_the_time_of_a_missing_file() {
        let names = |old: &str, new: &str, hunk: &str, expected: &str| {
            check(&format!("--- old/f\t{old}\n+++ old/f\t{new}\n{hunk}"), &format!("unified\n{expected}"));
        };
        let (added, removed) = ("@@ -0,0 +1 @@\n+a\n", "@@ -1 +0,0 @@\n-a\n");
        let now = "2024-03-01 10:00:00.5 +0100";
        for epoch in [
            "1970-01-01 00:00:00.000000000 +0000",
            "1970-01-01 01:00:00.000000000 +0100",
            "1969-12-31 19:30:00 -0430",
            "1970-01-01 05:30:00 +05:30",
        ] {
            names(epoch, now, added, "create old/f\n  after 0: +a");
            names(now, epoch, removed, "delete old/f\n  after 0: -a");
        }
        check(
            &format!("--- old/x/f\t{now}\n+++ new/x/f\t1970-01-01 00:00:00 +0000\n{removed}"),
            "unified\ndelete x/f\n  after 0: -a",
        );
        names("1970-01-01 01:00:00 +0000", now, added, "modify old/f\n  after 0: +a");
        names("1970-01-01 00:00:00 +0000", now, removed, "modify old/f\n  after 0: -a");
    }

    #[test]
    fn prose_and_fences_are_skipped() {
        let diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
        let read = "unified\nmodify f\n  after 0: -a +b";
        check(&format!("Here is the change:\n\n```diff\n{diff}```\n\nIt renames a.\n- really\n"), read);
        check(&format!("{diff}That is all.\n"), read);
        check(
            &format!("Sure.\n{diff}\n\nThen:\n{}", diff.replace("/f", "/g")),
            &format!("{read}\nmodify g\n  after 0: -a +b"),
        );
        check("```\n@@ -1 +1 @@\n-a\n+b\n```\n", "unified\nunnamed\n  after 0: -a +b");
        // A line that may have been meant as part of the patch is not skipped.
        check(
            "--- f\n+++ f\n@@ -1,3 +1,3 @@\n-a\n+b\nc\n d\n",
            "line 6 of the patch is `c`, and another hunk, `--- ` or the end was expected",
        );
        check(
            &format!("{diff}words\n@@ -9 +9 @@\n-x\n+y\n"),
            "line 7 of the patch is `@@ -9 +9 @@`, and another hunk, `--- ` or the end was expected",
        );
    }

    #[test]
    fn hunks_without_numbers_are_searched() {
        check(
            "--- f\n+++ f\n@@ ... @@\n-a\n+b\n@@ fn x() @@\n c\n-d\n@@\n-e\n",
            "unified\nmodify f\n  anywhere: -a +b\n  anywhere: =c -d\n  anywhere: -e",
        );
    }

    #[test]
    fn counts_are_taken_from_the_body() {
        check(
            "--- f\n+++ f\n@@ -1,9 +1,2 @@\n a\n-b\n+c\n d\n",
            "unified\nnote: line 3 says (9, 2), there are (3, 3)\nmodify f\n  after 0: =a -b +c =d",
        );
        check(
            "--- a/f\n+++ b/f\n@@ -1,9 +1,2 @@\n-b\n+c\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-b\n+c\n",
            "unified\nnote: line 3 says (9, 2), there are (1, 1)\nmodify f\n  after 0: -b +c\nmodify g\n  after 0: -b +c",
        );
        check(
            "@@ -0,0 +0,0 @@\n-a\n",
            "unified\nnote: line 1 says (0, 0), there are (1, 0)\nunnamed\n  after 0: -a",
        );
    }

    #[test]
    fn counts_tell_a_removed_line_from_the_next_file() {
        let hunk = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n x\n--- sql\n+++ c\n@@ -9 +9 @@\n-a\n+b\n";
        check(hunk, "unified\nmodify f\n  after 0: =x --- sql +++ c\n  after 8: -a +b");
        let wrong = hunk.replace("-1,2 +1,2", "-1,5 +1,5");
        check(
            &wrong,
            "line 5 of the patch is `--- sql`, and a file or a line of the hunk, which its counts do not tell apart, \
             was expected",
        );
    }

    #[test]
    fn blank_lines_are_context_that_lost_its_space() {
        check("@@ -1,3 +1,3 @@\n-a\n+b\n\n c\n", "unified\nunnamed\n  after 0: -a +b = =c");
        check("@@ -1,2 +1,2 @@\n-a\n+b\n\n\n", "unified\nunnamed\n  after 0: -a +b =");
        check("@@ -1 +1 @@\n-a\n+b\n\n\n", "unified\nunnamed\n  after 0: -a +b");
    }

    #[test]
    fn a_text_may_end_without_newline() {
        let marker = "\\ No newline at end of file\n";
        check(&format!("@@ -1,2 +1,2 @@\n x\n-a\n{marker}+a\n"), "unified\nunnamed\n  after 0: =x -a~ +a");
        check(&format!("@@ -1,2 +1,2 @@\n-x\n+y\n a\n{marker}"), "unified\nunnamed\n  after 0: -x +y =a~");
        let inside = "lines follow the one that has no newline because the file ends there";
        check(
            &format!("@@ -1,2 +1,2 @@\n x\n{marker}-a\n+b\n"),
            &format!("line 1 of the patch contradicts it: {inside}"),
        );
        check(
            &format!("@@ -1 +1 @@\n{marker}-a\n"),
            "line 2 of the patch is `\\ No newline at end of file`, and a line of the hunk before the one that says where \
             its text ends was expected",
        );
    }

    #[test]
    fn the_patch_itself_may_be_crlf() {
        check("--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", "unified\nmodify f\n  after 0: -a +b");
        check("--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\n+b\r\n", "unified\nmodify f\n  after 0: -a +b\\r");
        check("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b\r\n", "unified\nmodify f\n  after 0: -a\\r +b\\r");
    }

    #[test]
    fn every_refusal_says_what_was_expected() {
        let header = "`@@ -line,count +line,count @@`";
        check("--- f\n+++ f\n", &format!("line 3 of the patch is past its end, and {header} was expected"));
        check(
            "--- f\n+++ f\n@@ ...\n-a\n",
            &format!("line 3 of the patch is `@@ ...`, and {header} was expected"),
        );
        check("@@ -1 +1\n-a\n", &format!("line 1 of the patch is `@@ -1 +1`, and {header} was expected"));
        check(
            "@@ -1 +1 @@\n a\n",
            "line 3 of the patch is past its end, and a line that is added or removed was expected",
        );
        check(
            "@@ -1 +1 @@\n",
            "line 2 of the patch is past its end, and a line that is added or removed was expected",
        );
        check(
            "@@ -1,2 +1 @@\n-a\n+b\nwords\n",
            "line 4 of the patch is `words`, and another hunk, `--- ` or the end was expected",
        );
        check(
            "@@ -1 +1 @@\n-a\n+b\n--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n",
            "line 4 of the patch contradicts it: hunks without a file name come first",
        );
    }
}

mod git {
    use super::*;

    #[test]
    fn headers_say_what_becomes_of_a_file() {
        check(
            "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n",
            "git\nmodify f\n  after 0: -a +b",
        );
        check(
            "diff --git a/f b/f\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+../x\n",
            "git\ncreate f as 120000\n  after 0: +../x",
        );
        check("diff --git a/e b/e\nnew file mode 100644\nindex 0..e\n", "git\ncreate e as 100644");
        check(
            "diff --git a/f b/f\ndeleted file mode 100644\nindex 1..0\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
            "git\ndelete f from 100644\n  after 0: -a",
        );
        check(
            "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n",
            "git\nmodify f from 100644 as 100755",
        );
        check(
            "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n",
            "git\nrename f to g",
        );
        check(
            "diff --git a/f b/g\nsimilarity index 90%\ncopy from f\ncopy to g\n--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n",
            "git\ncopy f to g\n  after 0: -a +b",
        );
    }

    #[test]
    fn names_behind_diff_are_found_by_the_other_headers() {
        check(
            "diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n",
            "git\nmodify x y from 100644 as 100755",
        );
        check("diff --git x x\nold mode 100644\nnew mode 100755\n", "git\nmodify x from 100644 as 100755");
        check("diff --git a/x b/y b/z\nrename from x b/y\nrename to z\n", "git\nrename x b/y to z");
        check(
            "diff --git \"a/\\303\\244\" \"b/\\303\\244\"\nold mode 100644\nnew mode 100755\n",
            "git\nmodify \\xc3\\xa4 from 100644 as 100755",
        );
        check("diff --git a/x \"b/\\tx\"\nrename from x\nrename to \"\\tx\"\n", "git\nrename x to \\tx");
        check("diff --git \"a/\\tx\" b/x\nrename from \"\\tx\"\nrename to x\n", "git\nrename \\tx to x");
    }

    #[test]
    fn all_headers_name_the_same_file() {
        let hunk = "@@ -1 +1 @@\n-a\n+b\n";
        let contradiction = |what: &str| format!("line 1 of the patch contradicts it: {what}");
        check(
            &format!("diff --git a/f b/f\n--- a/g\n+++ b/g\n{hunk}"),
            &contradiction("`diff --git` does not name `g` and `g`"),
        );
        check(
            &format!("diff --git a/f b/f\n--- a/f\n+++ b/g\n{hunk}"),
            &contradiction("it has two names, `f` and `g`"),
        );
        check(
            &format!("diff --git a/f b/g\nrename from f\nrename to g\n--- a/f\n+++ b/f\n{hunk}"),
            &contradiction("`--- ` and `+++ ` name other files than the headers before them"),
        );
        check(
            "diff --git a/f b/g\nrename from x\nrename to g\n",
            &contradiction("`diff --git` does not name `x` and `g`"),
        );
        let half = "it is said to be created, deleted, renamed or copied at once, or only by half";
        check("diff --git a/f b/g\nrename from f\n", &contradiction(half));
        check("diff --git a/f b/f\nnew file mode 100644\ndeleted file mode 100644\n", &contradiction(half));
        check(
            &format!("diff --git a/f b/f\n--- /dev/null\n+++ b/g\n{hunk}"),
            &contradiction("`--- ` and `+++ ` name other files than the headers before them"),
        );
        check(
            &format!("diff --git a/f b/f\nnew file mode 100644\n--- a/f\n+++ b/f\n{hunk}"),
            &contradiction("`--- ` and `+++ ` name other files than the headers before them"),
        );
        check(
            "diff --git a/f b/g\nold mode 100644\nnew mode 100755\n",
            &contradiction("`a/f b/g` are two names, and no other header says which is meant"),
        );
    }

    #[test]
    fn a_later_change_of_a_file_follows_the_earlier_one() {
        let change = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
        let hunk = "  after 0: -a +b";
        check(&change.repeat(2), &format!("git\nmodify f\n{hunk}\n  then\n{hunk}"));
        check(
            &format!("diff --git a/f b/f\ndeleted file mode 100644\n{change}"),
            "line 3 of the patch contradicts it: `f` is deleted at line 1 and changed here",
        );
        check(
            &format!("diff --git a/g b/f\nrename from g\nrename to f\n{change}"),
            &format!("git\nrename g to f\n  then\n{hunk}"),
        );
        check(
            &format!("{change}diff --git a/f b/g\nrename from f\nrename to g\n"),
            &format!("git\nrename f to g\n{hunk}\n  then"),
        );
        check(
            &format!("{change}diff --git a/f b/f\ndeleted file mode 100644\n"),
            &format!("git\ndelete f from 100644\n{hunk}\n  then\n  whole:"),
        );
        check(
            &format!("{change}diff --git a/f b/f\nnew file mode 100644\n"),
            "line 7 of the patch contradicts it: `f` is changed at line 1 and created here",
        );
        check(
            &format!("diff --git a/f b/g\ncopy from f\ncopy to g\n{change}"),
            "git\ncopy f to g\nmodify f\n  after 0: -a +b",
        );
    }

    #[test]
    fn a_backup_name_twice_is_one_file() {
        let hunk = |old: &str, new: &str| format!("@@ -1 +1 @@\n-{old}\n+{new}\n");
        let backup = "--- f.orig\n+++ f\n";
        check(
            &format!("{backup}{}{backup}{}--- f\n+++ f\n{}", hunk("a", "b"), hunk("b", "c"), hunk("c", "d")),
            "unified\none of f, f.orig\n  after 0: -a +b\n  then\n  after 0: -b +c\n  then\n  after 0: -c +d",
        );
        check(
            &format!("--- f\n+++ f\n{}{backup}{}", hunk("a", "b"), hunk("b", "c")),
            "unified\nmodify f\n  after 0: -a +b\n  then\n  after 0: -b +c",
        );
    }

    #[test]
    fn a_file_need_not_have_the_headers_of_git() {
        let hunk = "@@ -1 +1 @@\n-a\n+b\n";
        let (git, plain) =
            (format!("diff --git a/f b/f\n--- a/f\n+++ b/f\n{hunk}"), format!("--- a/g\n+++ b/g\n{hunk}"));
        let (f, g) = ("modify f\n  after 0: -a +b", "modify g\n  after 0: -a +b");
        check(&format!("{git}{plain}"), &format!("git\n{f}\n{g}"));
        check(&format!("{git}diff a/g b/g\n{plain}"), &format!("git\n{f}\n{g}"));
        check(&format!("{plain}{git}"), &format!("unified\n{g}\n{f}"));
        // A removed and an added line that look like names are lines as long as the hunk is not complete.
        check(
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+b\n--- a/g\n+++ b/g\n@@ -5 +5 @@\n-c\n+d\n",
            "git\nmodify f\n  after 0: -a +b --- a/g +++ b/g\n  after 4: -c +d",
        );
    }

    #[test]
    fn hunks_may_follow_the_line_with_both_names() {
        check(
            "diff --git a/f b/f\nindex 1..2 100644\n@@ -1 +1 @@\n-a\n+b\n",
            "git\nmodify f\n  after 0: -a +b",
        );
        check(
            "diff --git b/x y a/x y\nold mode 100644\nnew mode 100755\n",
            "git\nmodify x y from 100644 as 100755",
        );
    }

    #[test]
    fn prefixes_are_those_of_mnemonic_names_too() {
        let hunk = "@@ -1 +1 @@\n-a\n+b\n";
        check(&format!("diff --git i/f w/f\n--- i/f\n+++ w/f\n{hunk}"), "git\nmodify f\n  after 0: -a +b");
        check(
            "diff --git c/f i/f\nnew file mode 100644\n--- /dev/null\n+++ i/f\n@@ -0,0 +1 @@\n+a\n",
            "git\ncreate f as 100644\n  after 0: +a",
        );
        check(
            "diff --git i/f w/f\ndeleted file mode 100644\n--- i/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
            "git\ndelete f from 100644\n  after 0: -a",
        );
        check("diff --git c/f w/g\nrename from f\nrename to g\n", "git\nrename f to g");
        check(
            "diff --git a/f b/f\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n",
            "git\ncreate f\n  after 0: +a",
        );
    }

    #[test]
    fn a_fence_ends_a_diff() {
        check(
            "```diff\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,9 +1 @@\n-a\n+b\n```\nDone.\n",
            "git\nnote: line 5 says (9, 1), there are (1, 1)\nmodify f\n  after 0: -a +b",
        );
    }

    #[test]
    fn binary_changes_are_refused() {
        check(
            "diff --git a/f b/f\nindex 1..2 100644\nGIT binary patch\nliteral 1\n",
            "line 3 of the patch begins a binary change",
        );
        check(
            "diff --git a/f b/f\nindex 1..2 100644\nBinary files a/f and b/f differ\n",
            "line 3 of the patch begins a binary change",
        );
    }

    #[test]
    fn mail_has_a_text_before_and_a_signature_behind() {
        check(
            "From 1 Mon\nSubject: x\n\n---\n f | 2 +-\n\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n-- \n2.47.3\n\n",
            "git\nmodify f\n  after 0: -a +b",
        );
        // As a removed line it is counted.
        check(
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n+b\n-- \n",
            "git\nmodify f\n  after 0: -a +b -- ",
        );
    }

    #[test]
    fn every_refusal_says_what_was_expected() {
        check(
            "diff --git a/f b/f\n@@ -1 +1 @@\n",
            "line 3 of the patch is past its end, and a line that is added or removed was expected",
        );
        check(
            "diff --git a/f b/f\n",
            "line 2 of the patch is past its end, and a hunk or another change was expected",
        );
        check(
            "diff --git a/f b/f\nnew mode 0755\n",
            "line 2 of the patch is `new mode 0755`, and a mode of six octal digits was expected",
        );
        check(
            "diff --git a/f b/f\nnew mode 100755\nnew mode 100755\n",
            "line 3 of the patch is `new mode 100755`, and a header that was not said before was expected",
        );
        check(
            "diff --git a/f b/f\nold mode 100644\nnew mode 100755\nwords\n",
            "line 4 of the patch is `words`, and `diff --git` or the end was expected",
        );
    }
}

mod envelope {
    use super::*;

    fn check_body(body: &str, expected: &str) {
        check(&format!("*** Begin Patch\n{body}*** End Patch\n"), expected);
    }

    #[test]
    fn files_are_added_updated_moved_and_deleted() {
        check_body("*** Add File: a b\n+x\n+\n", "envelope\ncreate a b\n  forward: +x +");
        check_body("*** Add File: empty\n", "envelope\ncreate empty");
        check_body("*** Delete File: f\n", "envelope\ndelete f");
        check_body("*** Update File: f\n@@\n a\n-b\n+c\n", "envelope\nmodify f\n  forward: =a -b +c");
        check_body("*** Update File: f\n a\n-b\n", "envelope\nmodify f\n  forward: =a -b");
        check_body("*** Update File: f\n*** Move to: g\n", "envelope\nrename f to g");
        check_body(
            "*** Update File: f\n*** Move to: g\n@@ class A\n@@ fn b\n-x\n@@\n+y\n*** End of File\n*** Add File: h\n+z\n",
            "envelope\nrename f to g\n  forward `class A` `fn b`: -x\n  forward: +y end\ncreate h\n  forward: +z",
        );
    }

    #[test]
    fn spaces_behind_headers_do_not_count_and_before_them_do() {
        check("\n*** Begin Patch  \n*** Delete File:  f \n*** End Patch \n\n", "envelope\ndelete f");
        check_body(
            "*** Update File: f\n-a\n *** Delete File: g\n",
            "envelope\nmodify f\n  forward: -a =*** Delete File: g",
        );
    }

    #[test]
    fn models_surround_an_envelope_and_pad_its_markers() {
        check(
            "Sure:\n```\napply_patch <<'EOF'\n *** Begin Patch\n *** Update File: f\n@@ -1,3 +1,3 @@ fn x()\n-a\n+b\n  *** End Patch \nEOF\n```\nDone.\n",
            "envelope\nmodify f\n  forward: -a +b",
        );
        check_body(
            "\n*** Add File: f\n+a\n\n+b\n\n*** Delete File:g\n\n",
            "envelope\ncreate f\n  forward: +a + +b\ndelete g",
        );
        check_body("*** Update File: f\n@@ class A @@\n-a\n", "envelope\nmodify f\n  forward `class A`: -a");
        check_body(
            "*** Update File: f\n-a\n *** End Patch\n",
            "envelope\nmodify f\n  forward: -a =*** End Patch",
        );
        check(
            "*** Begin Patch\n*** Delete File: f\n*** End Patch\nand\n*** Begin Patch\n*** Delete File: g\n*** End Patch\n",
            "envelope\ndelete f\ndelete g",
        );
    }

    #[test]
    fn an_empty_line_is_context_inside_a_hunk_only() {
        check_body("*** Update File: f\n-a\n\n b\n", "envelope\nmodify f\n  forward: -a = =b");
        check_body("*** Update File: f\n-a\n\n", "envelope\nmodify f\n  forward: -a");
        check_body(
            "*** Update File: f\n-a\n\n@@\n-b\n\n*** Delete File: g\n",
            "envelope\nmodify f\n  forward: -a\n  forward: -b\ndelete g",
        );
    }

    #[test]
    fn a_file_may_be_named_twice() {
        check_body(
            "*** Update File: f\n-a\n*** Update File: f\n-b\n",
            "envelope\nmodify f\n  forward: -a\n  then\n  forward: -b",
        );
        check_body(
            "*** Delete File: f\n*** Add File: f\n+b\n",
            "envelope\nmodify f\n  whole:\n  then\n  forward: +b",
        );
        check_body(
            "*** Delete File: f\n*** Update File: f\n-b\n",
            "line 3 of the patch contradicts it: `f` is deleted at line 2 and changed here",
        );
        check_body(
            "*** Add File: f\n*** Update File: g\n*** Move to: f\n",
            "line 3 of the patch contradicts it: `f` is created at line 2 and renamed here",
        );
    }

    #[test]
    fn every_refusal_says_what_was_expected() {
        check_body("", "line 2 of the patch is `*** End Patch`, and a file before the end was expected");
        check_body(
            "*** Update File: f\n",
            "line 3 of the patch is `*** End Patch`, and a hunk, or `*** Move to: ` was expected",
        );
        check_body(
            "*** Update File: \n-a\n",
            "line 2 of the patch is `*** Update File: `, and a file name was expected",
        );
        check_body(
            "*** Update File: f\n@@\n a\n",
            "line 5 of the patch is `*** End Patch`, and a line that is added or removed was expected",
        );
        check_body(
            "*** Update File: f\n@@x\n-a\n",
            "line 3 of the patch is `@@x`, and `@@`, alone or with a space and a line of the file was expected",
        );
        check_body(
            "*** Update File: f\n-a\nwords\n",
            "line 4 of the patch is `words`, and `@@`, `*** `, or a line that begins with a space, `-` or `+` was expected",
        );
        let file = "`*** Add File: `, `*** Update File: `, `*** Delete File: ` or `*** End Patch`";
        check_body(
            "*** Frobnicate File: f\n",
            &format!("line 2 of the patch is `*** Frobnicate File: f`, and {file} was expected"),
        );
        check(
            "*** Begin Patch\n*** Delete File: f\n",
            &format!("line 3 of the patch is past its end, and {file} was expected"),
        );
    }
}

mod search_replace {
    use super::*;

    fn block(search: &str, replace: &str) -> String {
        format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n")
    }

    #[test]
    fn the_line_before_names_the_file() {
        check(&block("a\n", "b\n"), "searchreplace\nunnamed\n  anywhere: -a +b");
        check(
            &format!("src/f.py\n{}", block("a\n", "b\n")),
            "searchreplace\nmodify src/f.py\n  anywhere: -a +b",
        );
        check(
            &format!(
                "f\n```python\n{}```\n\n{}g\n{}f\n{}",
                block("a\n", "b\n"),
                block("c\n", ""),
                block("x\n", "y\n"),
                block("d\n", "e\n")
            ),
            "searchreplace\nmodify f\n  anywhere: -a +b\n  anywhere: -c\n  anywhere: -d +e\nmodify g\n  anywhere: -x +y",
        );
        check(&format!("new\n{}", block("", "a\n")), "searchreplace\ncreate new\n  anywhere: +a");
    }

    #[test]
    fn sentences_are_no_names_and_markdown_is_no_part_of_them() {
        let change = block("a\n", "b\n");
        let of = |name: &str| format!("searchreplace\n{name}\n  anywhere: -a +b");
        check(&format!("Here it is:\n\n{change}That is all.\n"), &of("unnamed"));
        check(&format!("Change the loop\n```\n{change}```\n"), &of("unnamed"));
        for line in ["`src/f.py`", "**src/f.py**", "### src/f.py", "src/f.py:", "  src/f.py"] {
            check(&format!("I change this.\n{line}\n\n```python\n{change}```\n"), &of("modify src/f.py"));
        }
        check(&format!("my file.txt\n{change}"), &of("modify my file.txt"));
        check(
            &format!("f\n{}f\n{change}", block("", "a\n")),
            "searchreplace\ncreate f\n  anywhere: +a\n  anywhere: -a +b",
        );
    }

    #[test]
    fn markers_may_be_padded_with_what_they_enclose() {
        check(
            "  <<<<<<< SEARCH\n  a\n    b\n  =======  \n  c\n  >>>>>>> REPLACE\n",
            "searchreplace\nunnamed\n  anywhere: -a -  b +c",
        );
    }

    #[test]
    fn lines_on_both_sides_are_kept() {
        check(&block("a\nb\nc\n", "a\nB\nc\n"), "searchreplace\nunnamed\n  anywhere: =a -b +B =c");
        check(&block("a\n", "a\n"), "searchreplace\nunnamed\n  anywhere: =a");
    }

    #[test]
    fn longer_markers_quote_shorter_ones() {
        check(
            "<<<<<<<< SEARCH\n=======\n========\nx\n>>>>>>>> REPLACE\n",
            "searchreplace\nunnamed\n  anywhere: -======= +x",
        );
        check(
            "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n",
            "line 1 of the patch contradicts it: the block has a second `=======`, 2 lines on; longer markers tell them apart",
        );
    }

    #[test]
    fn contradictions_are_refused() {
        let (change, create) = (block("a\n", "b\n"), block("", "b\n"));
        check(
            &format!("{change}f\n{change}"),
            "line 6 of the patch contradicts it: a block without a file name comes first",
        );
        check(
            &format!("f\n{change}f\n{create}"),
            "line 7 of the patch contradicts it: the file is created and changed at once, here and at line 1",
        );
        check(
            &block("", ""),
            "line 1 of the patch contradicts it: the block has nothing to find and nothing to put there",
        );
    }

    #[test]
    fn every_refusal_says_what_was_expected() {
        check(
            "<<<<<<< SEARCH\na\n",
            "line 3 of the patch is past its end, and `=======` behind the lines to find was expected",
        );
        check(
            "<<<<<<< SEARCH\na\n=======\n<<<<<<< SEARCH\n",
            "line 4 of the patch is `<<<<<<< SEARCH`, and `>>>>>>> REPLACE` behind the lines to put there was expected",
        );
        check(
            &format!("```\n{}", block("a\n", "b\n")),
            "line 7 of the patch is past its end, and a fence, since one is open, was expected",
        );
    }
}
