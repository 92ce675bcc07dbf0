//! The commands that are swept.

use reread_testkit::World;
use rustix::fs::{CWD, RenameFlags};
use serde_json::json;

use super::strace::{Fault, Point};
use super::sweeping::{CHANGE, INPUT, is_temp, put_beside, run, succeed};

/// A command, and the workspace that it finds.
pub(crate) struct Deed {
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&World),
    pub(crate) arguments: &'static [&'static str],
    /// Whether what the command finds is an end that it may have, too.
    pub(crate) may_stay: bool,
    /// What another program wrote to `a.txt`, which must be there afterwards.
    pub(crate) theirs: Option<&'static str>,
}

impl Deed {
    /// Whether the system may do this to it. The threads of a server wake each other by writes that are never short, and
    /// a process that is not woken waits for ever.
    pub(crate) fn may_meet(&self, point: &Point) -> bool {
        !(self.name == SERVER && matches!(point.fault, Fault::Short))
    }
}

const SERVER: &str = "server";

pub(crate) const DEEDS: &[Deed] = &[
    Deed { name: "write", prepare: files, arguments: WRITE, may_stay: true, theirs: None },
    Deed {
        name: "create",
        prepare: files,
        arguments: &["write", "sub/new.txt", "--mode", "create", "--content", "../new.txt"],
        may_stay: true,
        theirs: None,
    },
    Deed { name: "patch", prepare: files, arguments: PATCH, may_stay: true, theirs: None },
    Deed {
        name: "folders",
        prepare: files,
        arguments: &["patch", "../folders.patch"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "rollback",
        prepare: |world| {
            files(world);
            succeed(world, WRITE);
        },
        arguments: &["rollback", "a.txt", "v1"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "undo",
        prepare: |world| {
            files(world);
            succeed(world, PATCH);
        },
        arguments: &["undo"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "modes",
        prepare: files,
        arguments: &["patch", "../modes.patch"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "rename",
        prepare: files,
        arguments: &["patch", "../rename.patch"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "approve",
        prepare: |world| {
            files(world);
            succeed(world, WRITE);
            let refused = run(world, &["patch", "../other.patch", "--base", "v1"]);
            assert_eq!(refused.code, Some(1), "{refused:?}");
            succeed(world, &["proposals", "resolve", "p1", "--content", "../resolved.txt"]);
        },
        arguments: &["proposals", "approve", "p1"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "prune",
        prepare: |world| {
            files(world);
            succeed(world, WRITE);
            succeed(world, &["rollback", "a.txt", "v1"]);
        },
        arguments: &["history", "prune", "--max-size", "0"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: SERVER,
        prepare: |world| {
            files(world);
            put_beside(world, INPUT, &sent_to_a_server());
        },
        arguments: &["mcp", "--guard", "off"],
        may_stay: true,
        theirs: None,
    },
    Deed { name: "read", prepare: files, arguments: &["read", "a.txt"], may_stay: true, theirs: None },
    Deed {
        name: "cache prune",
        prepare: |world| {
            files(world);
            succeed(world, &["read", "a.txt"]);
            succeed(world, &["read", "b.txt"]);
        },
        arguments: &["cache", "prune", "--unused-for", "0"],
        may_stay: true,
        theirs: None,
    },
    Deed {
        name: "check, half",
        // What comes is staged twice, then the first of three is put in place.
        prepare: |world| interrupted(world, PATCH, "renameat2", 4),
        arguments: CHECK,
        may_stay: false,
        theirs: None,
    },
    Deed {
        name: "check, all",
        prepare: |world| interrupted(world, PATCH, "unlinkat", 1),
        arguments: CHECK,
        may_stay: false,
        theirs: None,
    },
    Deed { name: "check, hers", prepare: outrun, arguments: CHECK, may_stay: false, theirs: Some(HERS) },
    Deed {
        name: "check, later",
        prepare: |world| {
            interrupted(world, PATCH, "unlinkat", 1);
            world.write("a.txt", HERS);
        },
        arguments: CHECK,
        may_stay: false,
        theirs: Some(HERS),
    },
];

const CHECK: &[&str] = &["check", "--data"];

pub(crate) const WRITE: &[&str] = &["write", "a.txt", "--if-match", FIRST, "--content", "../new.txt"];

const THREE: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n-10\n+ten\n*** Delete File: b.txt\n\
    *** Add File: c.txt\n+added\n*** End Patch\n";

/// A patch that makes folders for a new file.
const FOLDERS: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n-10\n+ten\n*** Add File: new/deep/c.txt\n+added\n\
    *** Add File: new/d.txt\n+added\n*** End Patch\n";

const PATCH: &[&str] = &["patch", "../three.patch", "--base", SECOND];

/// The beginning of the digest of `a.txt`.
const FIRST: &str = "3d2fde2943fc7a53";

/// That of `b.txt`.
const SECOND: &str = "3ea75077c17124af";

const HERS: &str = "hers\n";

/// A patch between two looks at the history, all by one server: each call opens the database and closes it.
fn sent_to_a_server() -> String {
    let look = json!({ "name": "file_history", "arguments": { "path": "a.txt" } });
    let patch = json!({ "name": "apply_patch", "arguments": { "patch": THREE, "base": SECOND } });
    let initialize = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "crash", "version": "1" },
    });
    let mut lines = vec![
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ];
    for (id, call) in (CHANGE - 1..).zip([&look, &patch, &look]) {
        lines.push(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call }));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// One file to change, one to remove, one that is missing; and the command's own files beside the workspace.
pub(crate) fn files(world: &World) {
    let lines: String = (1..=6000).map(|line| format!("{line}\n")).collect();
    world.write("a.txt", &lines);
    world.write("b.txt", "to be removed\n");
    put_beside(world, "new.txt", &format!("{lines}more\n"));
    put_beside(world, "three.patch", THREE);
    put_beside(world, "folders.patch", FOLDERS);
    world.write("run.sh", "#!/bin/sh\n");
    world.set_mode("run.sh", 0o755);
    put_beside(
        world,
        "modes.patch",
        "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 100644\n\
         diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-to be removed\n+to be changed\n",
    );
    put_beside(
        world,
        "rename.patch",
        "diff --git a/run.sh b/walk.sh\nsimilarity index 100%\nrename from run.sh\nrename to walk.sh\n",
    );
    put_beside(world, "resolved.txt", &format!("{lines}more\nother\n"));
    put_beside(world, "other.patch", "--- a/a.txt\n+++ b/a.txt\n@@ -6000 +6000,2 @@\n 6000\n+other\n");
    // A state directory is made before anything is swept.
    succeed(world, &["stat", "a.txt"]);
}

/// A command that was killed on its way.
pub(crate) fn interrupted(world: &World, arguments: &[&str], call: &str, when: usize) {
    files(world);
    let point = Point { call: call.to_owned(), when, fault: Fault::Kill };
    assert!(super::strace::run(world, arguments, &point).was_hit);
}

/// A write that was killed just when it had put its bytes in place of what another program had written a moment before.
fn outrun(world: &World) {
    interrupted(world, WRITE, "renameat2", 2);
    world.write("a.txt", HERS);
    exchange_with_staged(world);
}

/// Does what a write was about to do when it was killed.
pub(crate) fn exchange_with_staged(world: &World) {
    let files = world.files();
    let temp = files.keys().find(|name| is_temp(name)).expect("new bytes are staged");
    let [name, temp] = ["a.txt", temp].map(|name| world.path(name));
    rustix::fs::renameat_with(CWD, name, CWD, temp, RenameFlags::EXCHANGE).unwrap();
}
