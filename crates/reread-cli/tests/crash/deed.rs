//! The commands that are swept.

use crate::strace::{Fault, Point};
use crate::world::World;

/// A command, and the workspace that it finds.
pub(crate) struct Deed {
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&World),
    pub(crate) arguments: &'static [&'static str],
    /// Whether what the command finds is an end that it may have, too.
    pub(crate) may_stay: bool,
}

pub(crate) const DEEDS: &[Deed] = &[
    Deed { name: "write", prepare: files, arguments: WRITE, may_stay: true },
    Deed {
        name: "create",
        prepare: files,
        arguments: &["write", "sub/new.txt", "--mode", "create", "--content", "../new.txt"],
        may_stay: true,
    },
    Deed { name: "patch", prepare: files, arguments: PATCH, may_stay: true },
    Deed {
        name: "rollback",
        prepare: |world| {
            files(world);
            world.done(WRITE);
        },
        arguments: &["rollback", "a.txt", "v1"],
        may_stay: true,
    },
    Deed {
        name: "undo",
        prepare: |world| {
            files(world);
            world.done(PATCH);
        },
        arguments: &["undo"],
        may_stay: true,
    },
    Deed { name: "read", prepare: files, arguments: &["read", "a.txt"], may_stay: true },
    Deed {
        name: "cache prune",
        prepare: |world| {
            files(world);
            world.done(&["read", "a.txt"]);
            world.done(&["read", "b.txt"]);
        },
        arguments: &["cache", "prune", "--unused-for", "0"],
        may_stay: true,
    },
    Deed { name: "check", prepare: interrupted, arguments: &["check", "--data"], may_stay: false },
];

const WRITE: &[&str] = &["write", "a.txt", "--if-match", FIRST, "--content", "../new.txt"];

const PATCH: &[&str] = &["patch", "../three.patch"];

/// The beginning of the digest of `a.txt`.
const FIRST: &str = "3d2fde2943fc7a53";

/// One file to change, one to remove, one that is missing; and the command's own files beside the workspace.
fn files(world: &World) {
    let lines: String = (1..=6000).map(|line| format!("{line}\n")).collect();
    world.write("ws/a.txt", &lines);
    world.write("ws/b.txt", "to be removed\n");
    world.write("new.txt", &format!("{lines}more\n"));
    world.write(
        "three.patch",
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-10\n+ten\n*** Delete File: b.txt\n*** Add File: c.txt\n+added\n\
         *** End Patch\n",
    );
    // A state directory is made before anything is swept.
    world.done(&["stat", "a.txt"]);
}

/// A patch of three files that was killed when one of them was in place.
fn interrupted(world: &World) {
    files(world);
    let patch = Deed { name: "patch", prepare: files, arguments: PATCH, may_stay: true };
    let point = Point { call: "renameat2".to_owned(), when: 2, fault: Fault::Kill };
    assert!(crate::strace::run(world, &patch, &point).was_hit);
}
