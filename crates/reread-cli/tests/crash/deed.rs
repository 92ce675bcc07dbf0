//! The commands that are swept.

use rustix::fs::{CWD, RenameFlags};

use crate::strace::{Fault, Point};
use crate::world::{World, is_temp};

/// A command, and the workspace that it finds.
pub(crate) struct Deed {
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&World),
    pub(crate) arguments: &'static [&'static str],
    /// Whether what the command finds is an end that it may have, too.
    pub(crate) may_stay: bool,
    /// What somebody else wrote to `a.txt`, which must be in its history afterwards.
    pub(crate) keeps: Option<&'static str>,
}

pub(crate) const DEEDS: &[Deed] = &[
    Deed { name: "write", prepare: files, arguments: WRITE, may_stay: true, keeps: None },
    Deed {
        name: "create",
        prepare: files,
        arguments: &["write", "sub/new.txt", "--mode", "create", "--content", "../new.txt"],
        may_stay: true,
        keeps: None,
    },
    Deed { name: "patch", prepare: files, arguments: PATCH, may_stay: true, keeps: None },
    Deed {
        name: "rollback",
        prepare: |world| {
            files(world);
            world.done(WRITE);
        },
        arguments: &["rollback", "a.txt", "v1"],
        may_stay: true,
        keeps: None,
    },
    Deed {
        name: "undo",
        prepare: |world| {
            files(world);
            world.done(PATCH);
        },
        arguments: &["undo"],
        may_stay: true,
        keeps: None,
    },
    Deed { name: "read", prepare: files, arguments: &["read", "a.txt"], may_stay: true, keeps: None },
    Deed {
        name: "cache prune",
        prepare: |world| {
            files(world);
            world.done(&["read", "a.txt"]);
            world.done(&["read", "b.txt"]);
        },
        arguments: &["cache", "prune", "--unused-for", "0"],
        may_stay: true,
        keeps: None,
    },
    Deed {
        name: "check, half",
        prepare: |world| interrupted(world, PATCH, "renameat2", 2),
        arguments: CHECK,
        may_stay: false,
        keeps: None,
    },
    Deed {
        name: "check, all",
        prepare: |world| interrupted(world, PATCH, "unlinkat", 1),
        arguments: CHECK,
        may_stay: false,
        keeps: None,
    },
    Deed { name: "check, hers", prepare: outrun, arguments: CHECK, may_stay: false, keeps: Some(HERS) },
];

const CHECK: &[&str] = &["check", "--data"];

const WRITE: &[&str] = &["write", "a.txt", "--if-match", FIRST, "--content", "../new.txt"];

const PATCH: &[&str] = &["patch", "../three.patch"];

/// The beginning of the digest of `a.txt`.
const FIRST: &str = "3d2fde2943fc7a53";

const HERS: &str = "hers\n";

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

/// A command that was killed on its way.
fn interrupted(world: &World, arguments: &[&str], call: &str, when: usize) {
    files(world);
    let point = Point { call: call.to_owned(), when, fault: Fault::Kill };
    assert!(crate::strace::run(world, arguments, &point).was_hit);
}

/// A write that was killed just when it had put its bytes in place of what somebody else had written a moment before.
fn outrun(world: &World) {
    interrupted(world, WRITE, "renameat2", 1);
    world.write("ws/a.txt", HERS);
    let files = world.files();
    let temp = files.keys().find(|name| is_temp(name)).expect("new bytes are staged");
    let [name, temp] = ["a.txt", temp].map(|name| world.beside("ws").join(name));
    rustix::fs::renameat_with(CWD, name, CWD, temp, RenameFlags::EXCHANGE).unwrap();
}
