//! What removes, renames or restores a file never does so by the name of a link to it.

use reread_testkit::World;

const REFUSED: &str = "is a symbolic link to text.txt, and neither is removed, renamed or restored";

/// The link still leads to the file, and the file holds what it held.
fn check_both_stay(world: &World, text: &str, after: &str) {
    let target =
        std::fs::read_link(world.path("alias.txt")).unwrap_or_else(|error| panic!("{after}: {error}"));
    assert_eq!(target.to_str(), Some("text.txt"), "{after}");
    assert_eq!(world.read("text.txt"), text, "{after}");
    assert!(!world.path("other.txt").exists(), "{after}");
}

#[test]
fn no_form_of_a_patch_removes_or_renames_by_a_link() {
    let world = World::with_secret("links_patch");
    world.write("text.txt", "one\n");
    world.link("text.txt", "alias.txt");
    let git = "diff --git a/alias.txt b/";
    for patch in [
        "*** Begin Patch\n*** Delete File: alias.txt\n*** End Patch\n".to_owned(),
        "*** Begin Patch\n*** Update File: alias.txt\n*** Move to: other.txt\n-one\n+1\n*** End Patch\n"
            .to_owned(),
        format!(
            "{git}alias.txt\ndeleted file mode 100644\n--- a/alias.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"
        ),
        format!(
            "{git}alias.txt\ndeleted file mode 120000\n--- a/alias.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"
        ),
        format!("{git}other.txt\nsimilarity index 100%\nrename from alias.txt\nrename to other.txt\n"),
        format!(
            "{git}other.txt\nrename from alias.txt\nrename to other.txt\n--- a/alias.txt\n+++ b/other.txt\n@@ -1 +1 @@\n-one\n+1\n"
        ),
        "--- a/alias.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n".to_owned(),
    ] {
        world.write("patch", &patch);
        for options in [&[][..], &["--base", &digest(&world)], &["--dry-run"]] {
            let ran = world.run(&[&["patch", "patch"], options].concat());
            assert!(ran.all().contains(REFUSED) && ran.code == Some(3), "{patch}{options:?}: {}", ran.all());
            check_both_stay(&world, "one\n", &patch);
        }
    }
}

/// The digest of `text.txt`, which names its version.
fn digest(world: &World) -> String {
    world.json(&["read", "text.txt"])["meta"]["digest"].as_str().unwrap().to_owned()
}

/// Moves the file away and puts a link to it in its place.
fn replace_by_link(world: &World) {
    std::fs::rename(world.path("alias.txt"), world.path("text.txt")).unwrap();
    world.link("text.txt", "alias.txt");
}

#[test]
fn undo_does_not_reach_through_a_link_that_was_put_there_since() {
    // What was made would be removed, and what was changed would be restored.
    for (first, text) in [(None, "one\n"), (Some("zero\n"), "one\n")] {
        let world = World::with_secret("links_undo");
        if let Some(first) = first {
            world.write("alias.txt", first);
        }
        world.write("new", text);
        let if_match =
            first.map(|_| world.json(&["read", "alias.txt"])["meta"]["digest"].as_str().unwrap().to_owned());
        let options: Vec<&str> =
            if_match.iter().flat_map(|version| ["--if-match", version.as_str()]).collect();
        let ran = world.run(&[&["write", "alias.txt", "--content", "new"], &options[..]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.all());
        replace_by_link(&world);
        for arguments in [&["undo"][..], &["undo", "--dry-run"]] {
            let ran = world.run(arguments);
            assert!(ran.all().contains(REFUSED) && ran.code == Some(3), "{arguments:?}: {}", ran.all());
            check_both_stay(&world, text, "undo");
        }
    }
}

#[test]
fn rollback_to_no_file_does_not_remove_the_target_of_a_link() {
    let world = World::with_secret("links_rollback");
    world.write("new", "one\n");
    assert_eq!(world.run(&["write", "text.txt", "--content", "new"]).code, Some(0));
    assert_eq!(world.run(&["undo"]).code, Some(0));
    assert_eq!(world.run(&["write", "text.txt", "--content", "new"]).code, Some(0));
    world.link("text.txt", "alias.txt");
    let ran = world.run(&["rollback", "alias.txt", "v2"]);
    assert!(ran.all().contains(REFUSED) && ran.code == Some(3), "{}", ran.all());
    check_both_stay(&world, "one\n", "rollback");
    // By its own name the file goes.
    assert_eq!(world.run(&["rollback", "text.txt", "v2"]).code, Some(0));
    assert!(!world.path("text.txt").exists());
}

#[test]
fn a_proposal_is_not_written_through_a_link_that_was_put_there_since() {
    let world = World::with_secret("links_proposal");
    world.write("alias.txt", "two\n");
    for (name, new) in [("first", "zwei"), ("second", "deux")] {
        world.write(name, format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n"));
    }
    world.run(&["patch", "first", "--file", "alias.txt"]);
    assert_eq!(world.run(&["patch", "second", "--file", "alias.txt", "--base", "v1"]).code, Some(1));
    world.write("decided", "zwei et deux\n");
    assert_eq!(world.run(&["proposals", "resolve", "p1", "--content", "decided"]).code, Some(0));
    replace_by_link(&world);
    for arguments in [&["approve", "p1"][..], &["show", "p1"], &["resolve", "p1", "--content", "decided"]] {
        let ran = world.run(&[&["proposals"], arguments].concat());
        assert!(ran.all().contains(REFUSED), "{arguments:?}: {}", ran.all());
        check_both_stay(&world, "zwei\n", "approve");
    }
    // It can still be dropped.
    assert_eq!(world.run(&["proposals", "drop", "p1"]).code, Some(0));
}
