//! Operations that were left open and that do not end like other operations.

use std::path::PathBuf;

use reread_testkit::{World, has_strace};

use super::deed::{WRITE, exchange_with_staged, files, interrupted};
use super::strace::{self, Fault, Point};
use super::sweeping::{is_temp, put_beside, run, succeed};

/// Longer than anything that is kept.
const TOO_LONG: u64 = 70 << 20;

/// Another program put a long file in place of `a.txt`, and a write took it away and died.
fn with_long_file_taken_away() -> (World, PathBuf) {
    let world = World::empty();
    interrupted(&world, WRITE, "renameat2", 2);
    let path = world.path("a.txt");
    std::fs::File::create(&path).unwrap().set_len(TOO_LONG).unwrap();
    exchange_with_staged(&world);
    (world, path)
}

fn is_left(world: &World) -> bool {
    world.files().keys().any(|name| is_temp(name))
}

/// What came out of the exchange cannot be kept, so it has to get its name back.
#[test]
fn a_file_that_is_too_long_to_be_kept_is_given_back() {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    let (world, path) = with_long_file_taken_away();
    assert!(std::fs::metadata(&path).unwrap().len() < TOO_LONG);
    let checked = run(&world, &["check"]);
    let said = "operation o1 was interrupted and was rolled back\n  a.txt was changed meanwhile and is kept\nthe history is whole\n";
    assert_eq!((checked.code, checked.text().as_str()), (Some(0), said));
    assert_eq!(std::fs::metadata(&path).unwrap().len(), TOO_LONG);
    assert!(!is_left(&world));
}

/// It is no longer beside its file, and cannot be kept: it stays, and the output names its place.
#[test]
fn what_can_neither_be_kept_nor_given_back_stays_and_is_named() {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    let (world, path) = with_long_file_taken_away();
    world.write("a.txt", "newer\n");
    let checked = run(&world, &["check"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.text().contains("  the external version is kept in .reread-"), "{checked:?}");
    assert!(is_left(&world));
    assert_eq!(std::fs::read(path).unwrap(), b"newer\n");
}

/// Without one of its roots an operation cannot be ended. The reply says so, also to a write of one of its files, and
/// other operations are ended all the same.
#[test]
fn an_operation_that_reaches_beyond_the_roots_is_named() {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    let world = World::empty();
    files(&world);
    std::fs::create_dir(world.beside("second")).unwrap();
    put_beside(&world, "second/b.txt", "b\n");
    let second = world.beside("second");
    let second = second.to_str().unwrap();
    let patch = format!(
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-10\n+ten\n*** Update File: {second}/b.txt\n@@\n-b\n+B\n*** End Patch\n"
    );
    put_beside(&world, "two.patch", &patch);
    let point = Point { call: "renameat2".to_owned(), when: 4, fault: Fault::Kill };
    let both = ["--root", ".", "--root", second, "patch", "../two.patch"];
    assert!(strace::run(&world, &both, &point).was_hit);
    let point = Point { call: "renameat2".to_owned(), when: 2, fault: Fault::Kill };
    let create = ["write", "new.txt", "--content", "../new.txt"];
    assert!(strace::run(&world, &create, &point).was_hit);

    let checked = run(&world, &["check"]);
    let said = format!(
        "operation o2 was interrupted and was rolled back\noperation o1 was interrupted and cannot be ended: it is also \
         about files in {second}: name that with --root, too\n"
    );
    assert_eq!((checked.code, checked.text()), (Some(1), said));
    let written = run(&world, &["write", "a.txt", "--mode", "append", "--content", "../new.txt"]);
    let said = "error: a.txt is part of o1, which was interrupted and cannot be ended\n\
                try: tell the user: `reread check` says what keeps it from being ended\n";
    assert_eq!((written.code, written.stderr.as_str()), (Some(4), said));
    succeed(&world, &["--root", ".", "--root", second, "check"]);
    assert_eq!(std::fs::read(world.beside("second/b.txt")).unwrap(), b"b\n");
    succeed(&world, &["write", "a.txt", "--mode", "append", "--content", "../new.txt"]);
    assert!(!is_left(&world));
}
