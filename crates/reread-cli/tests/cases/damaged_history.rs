//! Section G: what `reread check` says of a history that is damaged, and what a repair does about it.

use reread_testkit::{RunOutput, World};
use reread_text::Digest;
use rusqlite::Connection;
use serde_json::{Value, json};

const OLD: &str = "one\ntwo\nthree\n";
const NEW: &str = "one\nzwei\nthree\n";

/// A file with two versions, and one statement that damages what is kept of them.
fn damaged(seed: &str, damage: &str) -> World {
    let world = World::with_secret(seed);
    std::fs::write(world.beside("new.txt"), NEW).unwrap();
    let digest = Digest::of(OLD.as_bytes()).to_string();
    let write = ["write", "a.txt", "--if-match", &digest[..16], "--content", "../new.txt"];
    assert_eq!(world.run(&write).code, Some(0));
    assert_eq!(check(&world, &["--data"]), (Some(0), "the history is whole\n".to_owned()));
    let changed = Connection::open(world.path(".reread/reread.db")).unwrap().execute(damage, []).unwrap();
    assert_ne!(changed, 0, "{damage}");
    world
}

fn check(world: &World, options: &[&str]) -> (Option<i32>, String) {
    let ran: RunOutput = world.run(&[&["check"], options].concat());
    (ran.code, ran.text())
}

/// Bytes that changed in the meantime: only reading them shows it.
#[test]
fn case_93_bytes_that_cannot_be_read_back_are_named_and_removed_on_request() {
    let [old, new] = [OLD, NEW].map(|text| Digest::of(text.as_bytes()));
    let damage = format!("UPDATE blobs SET packed = x'00', base = NULL WHERE digest = x'{new}'");
    let world = damaged("case_93_bytes", &damage);
    let finding = format!("the bytes {new} cannot be read back: ");
    let (code, said) = check(&world, &["--data"]);
    assert!(code == Some(1) && said.contains(&finding) && !said.contains("whole"), "{code:?} {said}");
    let reply = world.json(&["check", "--data"]);
    assert_eq!(reply["ok"], json!(false), "{reply}");
    assert!(
        reply["findings"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().starts_with(&finding))
    );
    assert_eq!((reply.get("removed"), reply.get("copy")), (None, None), "it was not asked for");

    let (code, said) = check(&world, &["--repair"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains(&format!("removed: {finding}")) && said.ends_with("the history is whole\n"),
        "{said}"
    );
    let copy = said.lines().find_map(|line| line.strip_prefix("the database as it was: ")).unwrap();
    assert!(std::path::Path::new(copy).is_file(), "{copy}");
    assert_eq!(check(&world, &["--data"]), (Some(0), "the history is whole\n".to_owned()));
    let history = world.json(&["history", "a.txt"]);
    let kept = |version: &Value| (version["hash"].clone(), version["content"]["kept"].clone());
    let kept: Vec<_> = history["versions"].as_array().unwrap().iter().map(kept).collect();
    assert_eq!(kept, [(json!(new.to_string()), json!(false)), (json!(old.to_string()), json!(true))]);
    assert_eq!(std::fs::read_to_string(world.path("a.txt")).unwrap(), NEW, "no file is touched");
}

/// A version that says something else than it did goes, and its number is not given out again. Its bytes stay.
#[test]
fn case_93_an_altered_version_is_named_and_removed_on_request() {
    let world = damaged("case_93_version", "UPDATE versions SET author = 'other' WHERE number = 1");
    let (code, said) = check(&world, &[]);
    assert!(code == Some(1) && said.contains("version 1 of a.txt was altered\n"), "{code:?} {said}");
    let reply = world.json(&["check", "--repair"]);
    let bytes = format!("the bytes {} are of no version", Digest::of(OLD.as_bytes()));
    assert_eq!((&reply["ok"], &reply["findings"]), (&json!(false), &json!([bytes])), "{reply}");
    assert_eq!(reply["removed"], json!(["version 1 of a.txt was altered"]), "{reply}");
    assert!(reply["copy"].is_string(), "{reply}");
    let again = world.json(&["check", "--repair"]);
    assert_eq!(
        (&again["removed"], &again["copy"]),
        (&json!([]), &Value::Null),
        "there is nothing left to repair"
    );
    let digest = Digest::of(NEW.as_bytes()).to_string();
    std::fs::write(world.beside("new.txt"), "third\n").unwrap();
    let write = ["write", "a.txt", "--if-match", &digest[..16], "--content", "../new.txt"];
    assert_eq!(world.run(&write).code, Some(0));
    let history = world.json(&["history", "a.txt"]);
    assert_eq!(history["versions"][0]["version_id"], "v3", "{history}");
}

/// What nothing cites may be all that is left of a file: it stays, and is said to be there still.
#[test]
fn case_93_what_a_repair_leaves_is_still_wrong() {
    let (nothing, packed) = (Digest::of(b""), "28b52ffd2000010000");
    let damage = format!("INSERT INTO blobs (digest, size, packed) VALUES (x'{nothing}', 0, x'{packed}')");
    let world = damaged("case_93_stray", &damage);
    for options in [&["--data"][..], &["--repair"]] {
        let wrong = format!("the bytes {nothing} are of no version\n");
        assert_eq!(check(&world, options), (Some(1), wrong));
    }
}
