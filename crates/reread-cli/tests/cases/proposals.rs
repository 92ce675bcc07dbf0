//! Section E: what is decided about a conflict reaches the file byte for byte.

use reread_testkit::World;

#[test]
fn case_66_bytes_that_are_no_text_come_through_a_decision() {
    let world = World::with_secret("case_66_decision");
    world.write("a.txt", b"caf\xe9\ntwo\nthree\n");
    for (name, new) in [("first.txt", "zwei"), ("second.txt", "deux")] {
        world.write(name, format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n"));
    }
    assert_eq!(world.run(&["patch", "first.txt", "--file", "a.txt"]).code, Some(0));
    assert_eq!(world.run(&["patch", "second.txt", "--file", "a.txt", "--base", "v1"]).code, Some(1));

    let shown = world.run(&["proposals", "show", "p1"]).stdout;
    let marked: &[u8] =
        b"caf\xe9\n<<<<<<< on disk\nzwei\n||||||| base\ntwo\n=======\ndeux\n>>>>>>> wanted\nthree\n";
    assert_eq!(shown, marked);
    let json = world.json(&["proposals", "show", "p1"]);
    assert!(json["text"].is_null(), "{json}");

    let decided: &[u8] = b"caf\xe9\nzwei et deux\nthree\n";
    world.write("decided.txt", decided);
    for decide in [&["resolve", "p1", "--content", "decided.txt"][..], &["approve", "p1"]] {
        let ran = world.run(&[&["proposals"], decide].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    assert_eq!(std::fs::read(world.path("a.txt")).unwrap(), decided);
}

/// Every command is a process of its own: the same edit of the same user waits once, and the history says whose it is.
#[test]
fn the_same_edit_of_the_same_user_is_one_proposal() {
    let world = World::with_secret("one_proposal");
    for (name, new) in [("first.txt", "zwei"), ("second.txt", "deux")] {
        world.write(name, format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n"));
    }
    let patch = |user: &str, arguments: &[&str]| {
        let mut command = world.command();
        command.env("USER", user).arg("patch").args(arguments).args(["--file", "a.txt"]);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    patch("ann", &["first.txt"]);
    let history = world.run(&["history", "a.txt"]).text();
    assert!(history.contains(" by cli:ann at "), "{history}");
    for (user, kept) in [("ann", "kept as p1"), ("ann", "kept as p1"), ("bob", "kept as p2")] {
        let told = patch(user, &["second.txt", "--base", "v1"]);
        assert!(told.contains(kept), "{user}: {told}");
    }
}
