//! Every outcome of a command that writes is a `PatchResult`, however early the command ends.

use reread_testkit::World;
use serde_json::{Value, json};

fn block(old: &str, new: &str) -> String {
    format!("<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n")
}

/// Runs a command with `--json`; its one JSON value, which has the five members.
fn result(world: &World, arguments: &[&str]) -> Value {
    let ran = world.run(&[arguments, &["--json"]].concat());
    let value: Value =
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {ran:?}"));
    let named = format!("{arguments:?}: {value:#}");
    assert_eq!(value["success"], ran.code == Some(0), "{named}");
    assert_eq!(value["ok"], value["success"], "{named}");
    assert!(value["message"].as_str().is_some_and(|message| !message.is_empty()), "{named}");
    assert!(value["conflict"].is_boolean() && value["diff"].is_string(), "{named}");
    assert!(value.get("version_id").is_some_and(|id| id.is_null() || id.is_string()), "{named}");
    if value["success"] == false && value["conflict"] == false {
        assert_eq!((&value["diff"], &value["version_id"]), (&json!(""), &Value::Null), "{named}");
        assert_eq!(value["error"]["message"], value["message"], "{named}");
    }
    value
}

#[test]
fn every_outcome_has_the_members_of_a_patch_result() {
    let world = World::with_secret("patch_result");
    world.write("a.txt", "one\ntwo\nthree\n");
    world.write("b.txt", "two\n");
    world.write("first", block("two", "zwei"));
    world.write("second", block("two", "deux"));
    world.write("nowhere", block("none", "x"));
    world.write("latin", b"\xff\xfe");
    world.write("several", "*** Begin Patch\n*** Update File: a.txt\n-three\n+drei\n*** Update File: b.txt\n-two\n+zwei\n*** End Patch\n");

    let applied = result(&world, &["patch", "first", "--file", "a.txt"]);
    assert_eq!((&applied["version_id"], &applied["conflict"]), (&json!("v2"), &json!(false)));
    assert!(applied["diff"].as_str().unwrap().contains("+zwei\n"));
    let conflict = result(&world, &["patch", "second", "--file", "a.txt", "--base", "v1"]);
    assert_eq!((&conflict["conflict"], &conflict["proposal_id"]), (&json!(true), &json!("p1")));
    for id in ["p1", "p9"] {
        assert_eq!(result(&world, &["proposals", "approve", id])["success"], false);
    }
    world.write("decided", "one\nzwei et deux\nthree\n");
    assert_eq!(world.run(&["proposals", "resolve", "p1", "--content", "decided"]).code, Some(0));
    let previewed = result(&world, &["proposals", "approve", "p1", "--dry-run"]);
    assert!(previewed["diff"].as_str().unwrap().contains("+zwei et deux\n"), "{previewed:#}");
    let approved = result(&world, &["proposals", "approve", "p1"]);
    assert_eq!((&approved["diff"], &approved["version_id"]), (&previewed["diff"], &json!("v3")));
    for arguments in [
        &["patch", "nowhere", "--file", "a.txt"][..],
        &["patch", "latin"],
        &["patch", "missing"],
        &["patch", "first", "--file", "../x"],
        &["patch", "several", "--dry-run"],
        &["patch", "several"],
        &["patch", "--edits", "first", "--file", "a.txt"],
        &["patch", "--bogus"],
        &["patch", "--loose", "much"],
        &["--root", "nowhere", "patch", "first"],
        &["write", "a.txt", "--content", "first"],
        &["write", "c.txt", "--content", "first", "--literal"],
        &["write", ".github/workflows/ci.yml", "--content", "b.txt"],
        &["write", ".env", "--content", "b.txt"],
        &["write"],
        &["rollback", "a.txt", "v9"],
        &["rollback", "a.txt", "v1", "--dry-run"],
        &["rollback", "a.txt"],
        &["undo", "--dry-run"],
        &["undo", "--skip", "all"],
        &["proposals", "approve", "first"],
        &["proposals", "approve"],
    ] {
        result(&world, arguments);
    }
    world.configure("[no_such_key]\n");
    for command in [&["undo"][..], &["proposals", "approve", "p1"], &["write", "x", "--content", "first"]] {
        assert_eq!(result(&world, command)["error"]["code"], "configuration");
    }
}

#[test]
fn a_command_that_only_reads_has_no_patch_result() {
    let world = World::with_secret("no_patch_result");
    for arguments in [&["read"][..], &["read", "patch", "--bogus"], &["proposals", "show", "approve"]] {
        let ran = world.run(&[arguments, &["--json"]].concat());
        let value: Value = serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"));
        assert_eq!((&value["ok"], value.get("version_id")), (&json!(false), None), "{value}");
    }
}
