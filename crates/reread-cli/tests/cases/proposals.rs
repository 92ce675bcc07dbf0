//! Section E: what is decided about a conflict reaches the file byte for byte.

use crate::world::World;

#[test]
fn case_66_bytes_that_are_no_text_come_through_a_decision() {
    let world = World::new("case_66_decision");
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
