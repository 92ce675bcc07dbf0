//! Tools that write, as models call them.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

fn block(old: &str, new: &str) -> String {
    format!("a.txt\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n")
}

/// The tag in the header of a read.
fn tag(client: &mut McpClient, era: Era) -> String {
    let read = text_of(&client.call_in(era, "read", json!({ "mode": "file", "target": "a.txt" })));
    let header = read.lines().next().unwrap();
    header.split(' ').find(|word| word.starts_with('#')).unwrap().to_owned()
}

#[test]
fn an_edit_is_applied_merged_and_brought_back() {
    for era in ERAS {
        let world = World::project();
        world.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
        let mut client = McpClient::of(era, &world, &[]);
        let base = tag(&mut client, era);
        let result = client.call_in(era, "apply_patch", json!({ "patch": block("two", "2"), "base": base }));
        assert!(text_of(&result).starts_with("applied a.txt v2, lines 2, +1 -1, #"), "{result}");
        assert!(contract_of(&result)["tag"].as_str().is_some_and(|tag| tag.ends_with("@2-2")), "{result}");
        assert_eq!(contract_of(&result)["version_id"], "v2");
        assert_eq!(contract_of(&result)["meta"]["durable"], true);
        let diff = contract_of(&result)["diff"].as_str().unwrap();
        assert!(diff.contains("-two\n+2\n"), "a PatchResult has its diff: {diff}");
        let result =
            client.call_in(era, "apply_patch", json!({ "patch": block("eight", "8"), "base": base }));
        assert!(
            text_of(&result).starts_with("applied a.txt v3, lines 8, +1 -1, #"),
            "its own edit: {result}"
        );
        world.write("a.txt", "one\n2\nthree\nfour\nfive\nSIX\nseven\n8\n");
        let result = client.call_in(era, "apply_patch", json!({ "patch": block("four", "4"), "base": base }));
        assert!(text_of(&result).starts_with("rebased a.txt v5, lines 4, +1 -1"), "{result}");
        assert!(text_of(&result).contains("-six\n+SIX\n"), "the external change is shown: {result}");
        let result =
            client.call_in(era, "apply_patch", json!({ "patch": block("two", "zwei"), "base": base }));
        assert_eq!(contract_of(&result)["outcome"], "conflict");
        assert_eq!(
            contract_of(&result)["proposal_id"],
            Value::Null,
            "its own edit is at the place: {result}"
        );
        assert!(text_of(&result).contains("it conflicts with your own earlier edit"), "{result}");
        assert!(text_of(&result).contains("<<<<<<< on disk line 2\n2\n"), "{result}");
        let result =
            client.call_in(era, "apply_patch", json!({ "patch": block("six", "sechs"), "base": base }));
        assert_eq!(result["isError"], true);
        assert_eq!(contract_of(&result)["outcome"], "conflict");
        assert_eq!(contract_of(&result)["proposal_id"], "p1");
        let stack = client.ask_in(era, "resources/read", json!({ "uri": "reread://stack" }));
        let stack: Value =
            serde_json::from_str(stack["result"]["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(stack["pending_edits"][0]["proposal_id"], "p1", "{stack}");
        let history = client.call_in(era, "file_history", json!({ "path": "a.txt" }));
        assert_eq!(contract_of(&history)["versions"].as_array().unwrap().len(), 5);
        let diff = client.call_in(era, "get_diff", json!({ "path": "a.txt", "version1": "v1" }));
        assert!(text_of(&diff).starts_with("a.txt v1..disk, +4 -4 ~"), "{diff}");
        client.call_in(era, "rollback", json!({ "path": "a.txt", "version_id": "v1" }));
        assert!(world.printed(&["read", "a.txt"]).contains("two\nthree"));
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn all_tags_of_a_conversation_are_named_as_a_text_or_as_a_list() {
    for era in ERAS {
        let world = World::project();
        world.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
        let mut client = McpClient::of(era, &world, &[]);
        let read = tag(&mut client, era);
        let edit = json!({ "patch": block("two", "2"), "base": [read] });
        let first =
            contract_of(&client.call_in(era, "apply_patch", edit))["tag"].as_str().unwrap().to_owned();
        for (old, new, base) in
            [("2", "II", json!([read, first])), ("five", "5", json!(format!("{first},{read}")))]
        {
            let edit = json!({ "patch": block(old, new), "base": base });
            let result = client.call_in(era, "apply_patch", edit);
            assert!(text_of(&result).starts_with("applied a.txt"), "{result}");
        }
        let write = json!({ "path": "a.txt", "content": "all\n", "if_match": [read, first] });
        let result = client.call_in(era, "write_file", write);
        assert!(text_of(&result).starts_with("applied a.txt"), "{result}");
        assert!(!text_of(&result).contains("unseen"), "{result}");
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn a_removal_without_a_version_is_told_which_one_to_name() {
    let era = ERAS[0];
    let world = World::project();
    world.write("a.txt", "one\ntwo\n");
    let mut client = McpClient::of(era, &world, &[]);
    tag(&mut client, era);
    let patch = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    let refused = text_of(&client.call_in(era, "apply_patch", json!({ "patch": patch })));
    let base = refused.split("base=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let removed = client.call_in(era, "apply_patch", json!({ "patch": patch, "base": base }));
    assert!(text_of(&removed).starts_with("removed a.txt"), "{refused} {removed}");
    assert_eq!(client.end().code, Some(0));
}

#[test]
fn an_edit_of_another_conversation_is_external() {
    for era in ERAS {
        let world = World::project();
        world.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n");
        let mut one = McpClient::of(era, &world, &[]);
        let base = tag(&mut one, era);
        let mut other = McpClient::of(era, &world, &[]);
        let edit = |client: &mut McpClient, old, new, more: Value| {
            let mut arguments = json!({ "patch": block(old, new), "base": base });
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            text_of(&client.call_in(era, "apply_patch", arguments))
        };
        let said = edit(&mut one, "two", "2", json!({ "session": "writer" }));
        assert!(said.starts_with("applied a.txt v2"), "{said}");
        let said = edit(&mut one, "four", "4", json!({ "session": "writer" }));
        assert!(said.starts_with("applied a.txt v3"), "{said}");
        let said = edit(&mut one, "six", "6", json!({ "session": "reviewer" }));
        assert!(said.starts_with("rebased a.txt v4"), "{said}");
        let said = edit(&mut other, "eight", "8", json!({}));
        assert!(said.starts_with("rebased a.txt v5"), "{said}");
        // From the command line, and the server remembers nothing about it.
        world.write("edit.txt", block("ten", "10"));
        let said = world.printed(&["patch", "edit.txt", "--base", &base]);
        assert!(said.starts_with("rebased a.txt v6"), "{said}");
        assert_eq!((one.end().code, other.end().code), (Some(0), Some(0)));
    }
}

#[test]
fn every_reply_of_a_tool_that_writes_is_a_patch_result() {
    let world = World::project();
    world.write("a.txt", "one\n");
    world.write(".env", "TOKEN=1\n");
    let mut client = McpClient::of(ERAS[0], &world, &[]);
    for (tool, arguments) in [
        ("apply_patch", json!({ "patch": block("nowhere", "1") })),
        ("apply_patch", json!({ "patch": "no patch" })),
        ("apply_patch", json!({ "patch": block("one", "1"), "base": "#000000000000@1-1" })),
        ("apply_patch", json!({})),
        ("write_file", json!({ "path": "a.txt", "content": "x" })),
        ("write_file", json!({ "path": "../out.txt", "content": "x" })),
        ("write_file", json!({ "path": ".env", "content": "x" })),
        ("write_file", json!({ "path": "a.txt" })),
        ("rollback", json!({ "path": "a.txt", "version_id": "v9" })),
    ] {
        let result = client.call_in(ERAS[0], tool, arguments.clone());
        let contract = contract_of(&result);
        assert_eq!(contract["success"], false, "{tool} {arguments}: {result}");
        assert!(contract["message"].as_str().is_some_and(|message| !message.is_empty()), "{result}");
        for (key, empty) in [("conflict", json!(false)), ("diff", json!("")), ("version_id", Value::Null)] {
            assert_eq!(contract.get(key), Some(&empty), "{key} of {tool} {arguments}: {result}");
        }
    }
    assert_eq!(client.end().code, Some(0));
}

/// What came of a call that wrote, or would have, has the same members. Of a long diff metadata has the beginning.
#[test]
fn a_result_that_wrote_something_is_a_patch_result() {
    let world = World::project();
    world.write("a.txt", "one\ntwo\nthree\n");
    world.write("b.txt", "two\n");
    let mut client = McpClient::of(ERAS[0], &world, &[]);
    let several = "*** Begin Patch\n*** Update File: a.txt\n-three\n+drei\n*** Update File: b.txt\n-two\n+zwei\n*** End Patch\n";
    let long: String = (0..9_000).map(|line| format!("line {line}\n")).collect();
    for (tool, arguments, success, version) in [
        (
            "apply_patch",
            json!({ "patch": block("two", "2"), "path": "a.txt", "dry_run": true }),
            true,
            Value::Null,
        ),
        ("apply_patch", json!({ "patch": block("two", "2"), "path": "a.txt" }), true, json!("v2")),
        (
            "apply_patch",
            json!({ "patch": block("two", "zwei"), "path": "a.txt", "base": "v1" }),
            false,
            Value::Null,
        ),
        ("apply_patch", json!({ "patch": several }), true, Value::Null),
        ("write_file", json!({ "path": "new.txt", "content": long }), true, json!("v1")),
        ("write_file", json!({ "path": "new.txt", "content": long }), true, Value::Null),
        ("rollback", json!({ "path": "a.txt", "version_id": "v1" }), true, json!("v4")),
    ] {
        let result = client.call_in(ERAS[0], tool, arguments.clone());
        let contract = contract_of(&result);
        assert_eq!(
            (&contract["success"], &contract["conflict"]),
            (&json!(success), &json!(!success)),
            "{result}"
        );
        assert!(contract["message"].as_str().is_some_and(|message| !message.is_empty()), "{result}");
        assert_eq!(contract.get("version_id"), Some(&version), "{tool} {arguments}: {result}");
        let diff = contract["diff"].as_str().unwrap_or_else(|| panic!("{tool}: {result}"));
        assert!(diff.len() < 13_000, "{tool}: {} bytes", diff.len());
    }
    let mut reader = McpClient::of(ERAS[0], &world, &["--read-only"]);
    for (client, arguments) in [(&mut reader, json!({})), (&mut client, json!({ "session": 7 }))] {
        let result = client.call_in(ERAS[0], "write_file", arguments);
        let contract = contract_of(&result);
        assert_eq!((&contract["success"], &contract["diff"]), (&json!(false), &json!("")), "{result}");
        assert!(contract.get("version_id").is_some() && contract["conflict"] == false, "{result}");
    }
}

/// A person looks at one text, and the agent repeats its edit for another: what was decided for the first is not written
/// over the second.
#[test]
fn an_edit_that_is_repeated_for_another_text_has_another_number() {
    for era in ERAS {
        let world = World::project();
        world.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
        let mut client = McpClient::of(era, &world, &[]);
        let base = tag(&mut client, era);
        world.write("a.txt", "one\n2\nthree\nfour\nfive\nsix\nseven\neight\n");
        let mut propose = || {
            let edit = json!({ "patch": block("two", "zwei"), "base": base });
            let result = client.call_in(era, "apply_patch", edit);
            contract_of(&result)["proposal_id"].as_str().unwrap().to_owned()
        };
        assert_eq!((propose(), propose()), ("p1".to_owned(), "p1".to_owned()), "nothing changed");
        world.write("a.txt", "one\n2\nthree\nfour\nfive\nsix\nseven\nsaved\n");
        assert_eq!(propose(), "p2");
        world.write("decided.txt", "one\n2 zwei\nthree\nfour\nfive\nsix\nseven\neight\n");
        for decide in [
            &["proposals", "resolve", "p1", "--content", "decided.txt"][..],
            &["proposals", "approve", "p1"],
            &["proposals", "drop", "p1"],
        ] {
            let output = world.command().args(decide).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(4), "{said}");
            assert!(said.contains("a.txt was changed since p1 was made, and p2 took its place"), "{said}");
        }
        assert!(world.printed(&["read", "a.txt"]).contains("seven\nsaved\n"));
        assert!(world.printed(&["proposals", "show", "p2"]).ends_with("seven\nsaved\n"));
        client.end();
    }
}

#[test]
fn a_file_is_not_overwritten_unseen() {
    for era in ERAS {
        let world = World::project();
        let mut client = McpClient::of(era, &world, &[]);
        let write = |content: &str, if_match: Value| json!({ "path": "a.txt", "content": content, "if_match": if_match });
        let result = client.call_in(era, "write_file", write("x\n", Value::Null));
        assert!(
            text_of(&result).starts_with("stale: a.txt exists, and no version of it was named\n"),
            "{result}"
        );
        let seen = tag(&mut client, era);
        world.write("a.txt", "hers\n");
        let result = client.call_in(era, "write_file", write("x\n", json!(seen)));
        assert!(text_of(&result).starts_with("stale: a.txt has changed since"), "{result}");
        let seen = tag(&mut client, era);
        let result = client.call_in(era, "write_file", write("x\n", json!(seen)));
        assert_eq!(contract_of(&result)["outcome"], "applied", "{result}");
    }
}

#[test]
fn what_runs_by_itself_waits_for_a_person_who_agrees_to_exactly_that() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let write = |content: &str| json!({ "path": "Makefile", "content": content });
    let refused = client.call("write_file", write("all:\n"));
    assert_eq!(contract_of(&refused)["error"]["code"], "approval_required", "{refused}");
    assert!(text_of(&refused).contains("reread approvals grant a1"), "{refused}");
    world.printed(&["approvals", "grant", "a1"]);
    let other = client.call("write_file", write("all: evil\n"));
    assert_eq!(contract_of(&other)["error"]["code"], "approval_required", "another text is another matter");
    let written = client.call("write_file", write("all:\n"));
    assert_eq!(contract_of(&written)["outcome"], "applied", "{written}");
}

#[test]
fn every_write_leaves_a_record_without_its_text() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    client.call("apply_patch", json!({ "patch": block("two", "secret words") }));
    client.settle();
    let record = world.records().pop().unwrap();
    assert_eq!((&record["tool"], &record["path"]), (&json!("apply_patch"), &json!("a.txt")), "{record}");
    assert!(!record.to_string().contains("secret words"), "{record}");
    // Edits are text, too, whether they make sense or not, and in whatever form they come.
    for arguments in [
        json!({ "path": "a.txt", "edits": [{ "old": "one", "new": "secret words" }] }),
        json!({ "path": "a.txt", "edits": "secret words" }),
        json!({ "path": "a.txt", "old_string": "three", "new_string": "secret words" }),
        json!({ "path": "a.txt", "old_string": "secret words" }),
    ] {
        client.call("apply_patch", arguments.clone());
        client.settle();
        let record = world.records().pop().unwrap();
        assert_eq!(record["tool"], "apply_patch", "{record}");
        assert!(!record.to_string().contains("secret words"), "{arguments}: {record}");
    }
}

/// A conflict is recorded as one, and of several files each by itself.
#[test]
fn a_conflict_is_recorded_as_a_conflict() {
    let world = World::project();
    world.write("a.txt", "one\ntwo\n");
    world.write("b.txt", "two\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let patch = |new: &str| {
        format!("{}b.txt\n<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n", block("two", new))
    };
    let bases = ["a.txt", "b.txt"].map(|name| {
        contract_of(&client.call("read", json!({ "mode": "file", "target": name })))["meta"]["tag"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    world.write("a.txt", "one\n2\n");
    let result = client.call("apply_patch", json!({ "patch": patch("zwei"), "base": bases.join(" ") }));
    assert_eq!(contract_of(&result)["conflict"], true, "{result}");
    client.settle();
    let records = world.records();
    let said: Vec<_> = records[records.len() - 2..]
        .iter()
        .map(|record| (&record["path"], &record["outcome"], &record["code"]))
        .collect();
    let conflict = json!("conflict");
    assert_eq!(
        said,
        [(&json!("a.txt"), &conflict, &conflict), (&json!("b.txt"), &conflict, &json!("not_applied"))]
    );
}

/// As many conflicts wait as a person decides about. The next one is reported with its texts, and nothing says that it waits.
#[test]
fn a_conflict_that_is_not_kept_says_so_everywhere() {
    let world = World::project();
    world.write("a.txt", "one\ntwo\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    client.call("apply_patch", json!({ "patch": block("one", "1") }));
    world.write("a.txt", "1\n2\n");
    let mut conflict = |number: u32| {
        let new = format!("two {number}");
        client.call("apply_patch", json!({ "patch": block("two", &new), "base": "v1" }))
    };
    for number in 1..=256 {
        let result = conflict(number);
        assert_eq!(contract_of(&result)["proposal_id"], format!("p{number}"), "{result}");
    }
    let result = conflict(257);
    let text = text_of(&result);
    assert!(text.contains("not kept as a proposal: 256 proposals wait for a decision already"), "{text}");
    assert!(
        text.contains("decides about others with `reread proposals`, then send the edit again"),
        "{text}"
    );
    assert!(!text.contains(" waits for a person") && text.contains("two 257"), "{text}");
    let contract = contract_of(&result);
    assert_eq!((&contract["conflict"], contract.get("proposal_id")), (&json!(true), None), "{contract}");
    assert!(contract["proposal_not_kept"].is_string(), "{contract}");
    let record = world.records().pop().unwrap();
    assert_eq!(
        (&record["outcome"], &record["code"]),
        (&json!("conflict"), &json!("conflict_not_kept")),
        "{record}"
    );
    let doctor = world.run(&["doctor"]).all();
    assert!(
        doctor.contains("256 conflicts wait for a decision, and further ones are reported and not kept"),
        "{doctor}"
    );
    // The same edit for what the disk holds by now takes no further place.
    assert_eq!(contract_of(&conflict(7))["proposal_id"], "p7");
    assert_eq!(world.run(&["proposals", "drop", "p1"]).code, Some(0));
    assert_eq!(contract_of(&conflict(257))["proposal_id"], "p257");
}

/// A file that a call leaves alone is not said to be gone.
#[test]
fn a_file_that_stays_as_it_is_has_neither_before_nor_after() {
    let world = World::project();
    world.write("b.txt", "one\ntwo\nthree\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let patch = format!("{}{}", block("two", "2"), block("two", "two").replace("a.txt", "b.txt"));
    let result = client.call("apply_patch", json!({ "patch": patch }));
    let [changed, same] = &contract_of(&result)["files"].as_array().unwrap()[..] else { panic!("{result}") };
    assert_eq!((&changed["outcome"], &same["outcome"]), (&json!("applied"), &json!("no_change")));
    assert_eq!(changed["current"], changed["after"]);
    assert_eq!(same["current"], changed["before"], "they were alike");
    assert_eq!((same.get("before"), same.get("after")), (None, None), "{same}");
    client.settle();
    let records = world.records();
    let of = |name: &str| records.iter().find(|record| record["path"] == name).unwrap();
    assert_eq!((&of("a.txt")["before"], &of("a.txt")["after"]), (&changed["before"], &changed["after"]));
    let same = of("b.txt");
    assert_eq!((same.get("before"), same.get("after")), (None, None), "{same}");
    assert_eq!(same["digest"], changed["before"], "{same}");
}

/// An approval of a text is none of permissions, and an approval of another name is none of a removal.
#[test]
fn case_44_an_approval_is_for_what_is_done_and_not_for_its_bytes_alone() {
    let world = World::project();
    world.write("Makefile", "all:\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let hunk = "--- a/Makefile\n+++ b/Makefile\n@@ -1 +1,2 @@\n all:\n+\ttrue\n";
    let runs = "diff --git a/Makefile b/Makefile\nold mode 100644\nnew mode 100755\n";
    let move_away = "*** Begin Patch\n*** Update File: Makefile\n*** Move to: old.mk\n*** End Patch\n";
    let delete = "*** Begin Patch\n*** Delete File: Makefile\n*** End Patch\n";
    let base = reread_text::Digest::of(b"all:\n").to_string();
    let mut patch = |patch: &str| client.call("apply_patch", json!({ "patch": patch, "base": base }));
    let text = text_of(&patch(hunk));
    assert!(
        text.starts_with(
            "approval_required: writing Makefile needs approval by the rule `makefile`, since it is run without being asked for\n"
        ) && text.contains("grant a1`"),
        "{text}"
    );
    world.printed(&["approvals", "grant", "a1"]);
    let text = text_of(&patch(&format!("{runs}{hunk}")));
    let reasons = "by the rule `makefile`, since it is run without being asked for, and becomes executable\n";
    assert!(text.contains(reasons) && text.contains("grant a2`"), "{text}");
    assert!(text_of(&patch(move_away)).contains("grant a3`"));
    world.printed(&["approvals", "grant", "a3"]);
    assert!(text_of(&patch(delete)).contains("grant a4`"), "a removal was not approved");
    let listed: Value = serde_json::from_str(&world.printed(&["approvals", "--json"])).unwrap();
    let operations: Vec<&Value> =
        listed["approvals"].as_array().unwrap().iter().map(|one| &one["operation"]).collect();
    assert_eq!(operations, ["write", "write as 0755", "move to old.mk", "delete"]);
    let written = patch(hunk);
    assert_eq!(contract_of(&written)["outcome"], "applied", "{written}");
}

/// A conflict about a file, kept as p1 and resolved.
fn resolved(world: &World, name: &str) {
    world.write(name, "all: one\n");
    let read = world.printed(&["read", name]);
    let tag = read.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    world.write(name, "all: two\n");
    world.write("edit.txt", "<<<<<<< SEARCH\nall: one\n=======\nall: three\n>>>>>>> REPLACE\n");
    let kept = world.printed(&["patch", "edit.txt", "--file", name, "--base", &tag]);
    assert!(kept.contains("kept as p1"), "{kept}");
    world.write("decided.txt", "all: two three\n");
    world.printed(&["proposals", "resolve", "p1", "--content", "decided.txt"]);
}

/// Runs the command without a terminal, and gives its exit code and what it said.
fn said(world: &World, arguments: &[&str]) -> (Option<i32>, String) {
    let output = world.command().stdin(std::process::Stdio::null()).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn case_99_nothing_is_approved_that_cannot_be_recorded_where_it_has_to_be() {
    let world = World::project();
    world.configure("[write]\naudit_required = true\n");
    resolved(&world, "b.txt");
    assert!(world.printed(&["proposals", "approve", "p1", "--dry-run"]).starts_with("would be applied"));
    let last = world.records().pop().unwrap();
    assert!(last["arguments"].to_string().contains("preview"), "the user has not decided: {last}");
    let (audit, elsewhere) = (world.root().join(".reread/audit"), world.root().join(".reread/elsewhere"));
    std::fs::rename(&audit, &elsewhere).unwrap();
    std::fs::write(&audit, "").unwrap();
    let (code, text) = said(&world, &["proposals", "approve", "p1"]);
    assert!(
        code != Some(0) && text.contains("nothing was written, since it could not be recorded"),
        "{text}"
    );
    assert_eq!(std::fs::read(world.root().join("b.txt")).unwrap(), b"all: two\n");
    std::fs::remove_file(&audit).unwrap();
    std::fs::rename(&elsewhere, &audit).unwrap();
    assert_eq!(said(&world, &["proposals", "approve", "p1"]).0, Some(0));
    assert_eq!(std::fs::read(world.root().join("b.txt")).unwrap(), b"all: two three\n");
    let tools: Vec<Value> = world.records().iter().map(|record| record["tool"].clone()).collect();
    assert_eq!(tools[tools.len() - 2..], ["proposals_intended", "proposals"]);
}

/// What was written is said to be, even if its proposal cannot be closed.
#[test]
fn a_proposal_that_cannot_be_closed_is_written_all_the_same() {
    let world = World::project();
    resolved(&world, "b.txt");
    let database = rusqlite::Connection::open(world.root().join(".reread/reread.db")).unwrap();
    let stop = "CREATE TRIGGER stop BEFORE INSERT ON proposals BEGIN SELECT RAISE(ABORT, 'no'); END";
    database.execute_batch(stop).unwrap();
    drop(database);
    let (code, text) = said(&world, &["proposals", "approve", "p1"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.starts_with("applied b.txt v") && text.contains("p1 was written and is still listed"),
        "{text}"
    );
    assert!(!text.contains("nothing was written"), "{text}");
    assert_eq!(std::fs::read(world.root().join("b.txt")).unwrap(), b"all: two three\n");
}

#[test]
fn no_proposed_text_is_recorded() {
    let world = World::project();
    world.write("a.txt", "alpha\n");
    let mut client = McpClient::of(Era::Stateless, &world, &[]);
    let calls = [
        ("apply_patch", json!({ "patch": block("proposed", "proposed") })),
        ("apply_patch", json!({ "path": "a.txt", "edits": [{ "old": "alpha", "new": "proposed" }] })),
        ("apply_patch", json!({ "path": "a.txt", "old_string": "proposed", "new_string": "beta" })),
        ("write_file", json!({ "path": "b.txt", "content": "proposed" })),
        ("read", json!({ "mode": "diff_preview", "target": "a.txt", "content": "proposed" })),
        // Rejected: an argument that no tool has, a text within a list, a list in place of arguments.
        ("write_file", json!({ "path": "b.txt", "text": "proposed" })),
        ("apply_patch", json!({ "path": "a.txt", "edits": [{ "old": "a", "new": "b", "why": "proposed" }] })),
        ("apply_patch", json!({ "path": "a.txt", "changes": { "lines": ["proposed"] } })),
        ("write_file", json!(["b.txt", "proposed"])),
    ];
    for (tool, arguments) in calls {
        client.call_in(Era::Stateless, tool, arguments);
    }
    let journal = world.read(".reread/audit/journal.jsonl");
    assert!(!journal.contains("proposed"), "{journal}");
    assert_eq!(journal.matches("size_bytes").count(), 14, "{journal}");
    assert!(journal.contains(r#"\"path\":\"b.txt\""#), "names are recorded: {journal}");
}
