//! A patch of several files: all of it or nothing.

use crate::writing::place::{Place, block, check_refused, writer};

#[test]
fn case_85_a_conflict_in_one_file_leaves_all_as_they_are() {
    let place = Place::new();
    let mut patch = String::new();
    for number in 0..20 {
        place.put(&format!("f{number}.txt"), "one\n");
        patch += &block(&format!("f{number}.txt"), if number == 12 { "other\n" } else { "one\n" }, "two\n");
    }
    check_refused(place.patch(&patch), "no_match");
    for number in 0..20 {
        assert_eq!(place.bytes(&format!("f{number}.txt")), b"one\n");
    }
    place.patch(patch.replace("other\n", "one\n")).unwrap();
    for number in 0..20 {
        assert_eq!(place.bytes(&format!("f{number}.txt")), b"two\n");
    }
    assert_eq!(place.names().len(), 20);
}

/// Two files of ten lines each that were shown and then changed in their last line by another program, and a patch that
/// was made for what was shown.
fn two_that_moved_on() -> (Place, [String; 2], String) {
    let place = Place::new();
    let text = |last: &str| (1..10).map(|line| format!("{line}\n")).collect::<String>() + last;
    let mut patch = String::new();
    let tags = ["a.txt", "b.txt"].map(|name| {
        place.put(name, text("ten\n"));
        let tag = place.tag(name);
        place.put(name, text("others\n"));
        patch += &format!("--- a/{name}\n+++ b/{name}\n@@ -8,3 +8,4 @@\n 8\n+new\n 9\n ten\n");
        tag
    });
    (place, tags, patch)
}

#[test]
fn each_file_of_a_patch_has_its_base() {
    let (place, [a, b], patch) = two_that_moved_on();
    check_refused(place.patch(&patch), "no_match");
    // The tag of one of them says nothing of the other.
    check_refused(place.patch_on(Some(&a), &patch), "no_match");
    let reply = place.patch_on(Some(&format!("{b} {a}")), &patch).unwrap();
    assert_eq!(reply.files.len(), 2);
    for name in ["a.txt", "b.txt"] {
        assert!(place.bytes(name).ends_with(b"8\nnew\n9\nothers\n"), "{name}");
    }
}

#[test]
fn a_base_is_of_one_file_of_the_patch_and_the_only_one() {
    let (place, [a, b], patch) = two_that_moved_on();
    place.put("other.txt", "else\n");
    let other = place.tag("other.txt");
    let newer = place.tag("a.txt");
    for (named, code) in [
        (format!("{a} {b} {other}"), "unknown_base"),
        (format!("{a} {b} 0123456789abcdef"), "unknown_base"),
        // Of two versions of one file the newer counts, and the patch was made for the older.
        (format!("{a} {newer} {b}"), "no_match"),
        (format!("{a} v1"), "INVALID_ARGS"),
        (" ".to_owned(), "INVALID_ARGS"),
    ] {
        check_refused(place.patch_on(Some(&named), &patch), code);
    }
    // Nothing is made from a version of a file that is not there.
    let create = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n";
    check_refused(place.patch_on(Some(&a), create), "unknown_base");
    assert_eq!(place.names(), ["a.txt", "b.txt", "other.txt"]);
    assert!(place.bytes("a.txt").ends_with(b"others\n") && place.bytes("b.txt").ends_with(b"others\n"));
}

#[test]
fn files_come_go_and_move_in_one_patch() {
    let place = Place::new();
    place.put("old.txt", "one\n");
    place.put("gone.txt", "bye\n");
    let patch = "diff --git a/old.txt b/new/name.txt\nsimilarity index 90%\nrename from old.txt\nrename to new/name.txt\n\
                 --- a/old.txt\n+++ b/new/name.txt\n@@ -1 +1,2 @@\n one\n+two\n\
                 diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n\
                 diff --git a/came.txt b/came.txt\nnew file mode 100644\n--- /dev/null\n+++ b/came.txt\n@@ -0,0 +1 @@\n+hello\n";
    let reply = place.patch(patch).unwrap();
    assert_eq!(reply.files.len(), 4);
    assert_eq!(place.names(), ["came.txt", "new"]);
    assert_eq!(place.bytes("new/name.txt"), b"one\ntwo\n");
    assert_eq!(place.bytes("came.txt"), b"hello\n");
}

#[test]
fn case_69_a_file_goes_only_with_its_lines_or_its_version() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put("empty.txt", "");
    let tag = place.tag("a.txt");
    let envelope = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    let bare = "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n";
    for patch in [envelope, bare] {
        check_refused(place.patch(patch), "stale");
    }
    place.put("a.txt", "one\nsaved meanwhile\n");
    check_refused(place.patch_on(Some(&tag), envelope), "stale");
    check_refused(place.patch("--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"), "no_match");
    assert_eq!(place.bytes("a.txt"), b"one\nsaved meanwhile\n");
    place.patch_on(Some(&place.tag("a.txt")), envelope).unwrap();
    place.patch("*** Begin Patch\n*** Delete File: empty.txt\n*** End Patch\n").unwrap();
    assert_eq!(place.names(), [""; 0], "of an empty file nothing is lost");
}

#[test]
fn case_79_and_80_names_in_patches_are_judged_at_both_ends() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put(".env", "secret\n");
    let create = |name: &str| format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+x\n");
    for name in ["b/../../outside/x", "/etc/reread-test", "\"b/\\056\\056/x\"", "b/../x\t2026-01-01"] {
        check_refused(place.patch(create(name)), "outside");
    }
    let rename = |from: &str, to: &str| {
        format!("diff --git a/{from} b/{to}\nsimilarity index 100%\nrename from {from}\nrename to {to}\n")
    };
    check_refused(place.patch(rename("a.txt", "../x")), "outside");
    check_refused(place.patch(rename(".env", "plain.txt")), "approval_required");
    let guessed =
        rename(".env", "plain.txt") + "--- a/.env\n+++ b/plain.txt\n@@ -1,2 +1,2 @@\n-other\n+x\n secret\n";
    check_refused(place.patch(guessed), "approval_required");
    let copy = "diff --git a/.env b/plain.txt\nsimilarity index 100%\ncopy from .env\ncopy to plain.txt\n";
    check_refused(place.patch(copy), "approval_required");
    assert_eq!(place.names(), [".env", "a.txt"]);
}

#[test]
fn case_81_links_and_submodules_are_not_made() {
    let place = Place::new();
    for mode in ["120000", "160000", "104755", "100000"] {
        let patch = format!(
            "diff --git a/l b/l\nnew file mode {mode}\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../outside\n"
        );
        check_refused(place.patch(patch), "bad_mode");
    }
    let program = "diff --git a/p b/p\nnew file mode 100755\n--- /dev/null\n+++ b/p\n@@ -0,0 +1 @@\n+x\n";
    check_refused(place.patch(program), "approval_required");
    check_refused(place.patch(program.replace("100755", "100700")), "approval_required");
    assert_eq!(place.names(), [""; 0]);
    place.patch(program.replace("100755", "100660")).unwrap();
    assert_eq!(place.mode("p") & 0o111, 0);
}

#[test]
fn one_file_under_two_names_is_refused() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    std::os::unix::fs::symlink("a.txt", place.path("b.txt")).unwrap();
    let patch = block("a.txt", "one\n", "two\n") + &block("b.txt", "one\n", "three\n");
    check_refused(place.patch(patch), "INVALID_ARGS");
    assert_eq!(place.bytes("a.txt"), b"one\n");
}

#[test]
fn nothing_is_open_after_a_write() {
    let place = Place::new();
    place.write("a.txt", "one\n", None).unwrap();
    assert_eq!(place.workspace.writer().recover(writer().now).unwrap().ended, []);
}
