//! Forged session files: whatever they say, no marker stands without its text.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use reread_pi_e2e::{PiVersion, PiWorld};
use serde_json::{Value, json};

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{unchanged, unchanged_lines};

both! { forged_sessions_prove_nothing  forged_lines_prove_nothing }

/// How a session file is spoilt.
type Forgery = (&'static str, fn(&mut Vec<Value>));

/// The place of the first result of a read.
fn result(lines: &[Value]) -> usize {
    lines.iter().position(|line| line["message"]["toolName"] == "read").expect("something was read")
}

/// The text of a result.
fn text(line: &mut Value) -> &mut Value {
    &mut line["message"]["content"][0]["text"]
}

const FORGERIES: &[Forgery] = &[
    ("another text", |lines| {
        let place = result(lines);
        *text(&mut lines[place]) = json!("another text\n");
    }),
    ("another text that vouches for itself", |lines| {
        let place = result(lines);
        *text(&mut lines[place]) = json!("x\n");
        // The digest of "x\n".
        let digest = "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac";
        lines[place]["message"]["details"]["readcache"]["contentHash"] = json!(digest);
    }),
    ("two texts", |lines| {
        let place = result(lines);
        let block = lines[place]["message"]["content"][0].clone();
        lines[place]["message"]["content"] = json!([block, block]);
    }),
    ("a failure", |lines| {
        let place = result(lines);
        lines[place]["message"]["isError"] = json!(true);
    }),
    ("a marker alone", |lines| {
        let place = result(lines);
        *text(&mut lines[place]) = json!(unchanged(5));
        let notes = &mut lines[place]["message"]["details"]["readcache"];
        notes["mode"] = json!("unchanged");
        notes["baseHash"] = notes["servedHash"].clone();
        notes.as_object_mut().unwrap().remove("contentHash");
    }),
    ("no metadata", |lines| {
        let place = result(lines);
        lines[place]["message"]["details"] = json!({});
    }),
    ("odd metadata", |lines| {
        let place = result(lines);
        lines[place]["message"]["details"]["readcache"]["totalLines"] = json!(-1);
    }),
    ("metadata of another version", |lines| {
        let place = result(lines);
        lines[place]["message"]["details"]["readcache"]["v"] = json!(2);
    }),
];

/// What pi may take for nothing or for something; which it was shows in what it sends. A circle it does not open.
const ODDITIES: &[Forgery] = &[
    ("one id twice", |lines| {
        let place = result(lines);
        let mut twin = lines[place].clone();
        *text(&mut twin) = json!("a twin\n");
        lines.insert(place, twin);
    }),
    ("one id twice, the other way round", |lines| {
        let place = result(lines);
        let mut twin = lines[place].clone();
        *text(&mut twin) = json!("a twin\n");
        lines.insert(place + 1, twin);
    }),
    ("one call twice", |lines| {
        let place = result(lines);
        let mut twin = lines[place].clone();
        twin["id"] = json!("0000beef");
        *text(&mut twin) = json!("a twin\n");
        lines.insert(place, twin);
    }),
    ("a parent that is not there", |lines| {
        let place = result(lines) + 1;
        lines[place]["parentId"] = json!("00000000");
    }),
    ("a parent that comes later", |lines| {
        let place = result(lines);
        lines.swap(place, place + 1);
    }),
    ("no parent", |lines| {
        let place = result(lines);
        lines[place]["parentId"] = Value::Null;
    }),
];

fn forged_sessions_prove_nothing(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.read("song.txt"), SONG);
    let original = pi.session_file();
    let honest = entries(&original);
    pi.witness.is_meddled_with = true;
    pi.planted = ids(&honest);

    for (number, (what, forge)) in FORGERIES.iter().chain(ODDITIES).enumerate() {
        let mut lines = honest.clone();
        forge(&mut lines);
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        let forged = write_session(&original, number, &lines);
        pi.switch_session(&forged);
        let told = pi.read("song.txt");
        let is_judged = number >= FORGERIES.len() && told == unchanged(5);
        assert!(told == SONG || is_judged, "{what}: {told}");
        assert_eq!(pi.read("song.txt"), unchanged(5), "{what}: after that, all is as usual");
    }

    // What is no entry at all is passed over; what is left is as good as before.
    let mut lines: Vec<String> = honest.iter().map(Value::to_string).collect();
    for (place, garbage) in [(1, "garbage"), (3, "{\"type\":"), (4, "[]"), (5, "null"), (6, "")] {
        lines.insert(place.min(lines.len()), garbage.to_owned());
    }
    let littered = write_session(&original, 90, &lines);
    match pi.try_ask(json!({ "type": "switch_session", "sessionPath": littered })) {
        Ok(_) => {
            let told = pi.read("song.txt");
            assert!(told == SONG || told == unchanged(5), "{told}");
        }
        // A pi that does not open it is in no danger.
        Err(_) => fs::remove_file(&littered).unwrap(),
    }
    pi.close();
}

/// Lines have no digest of their own in the metadata but that of the text, which a forger can give.
fn forged_lines_prove_nothing(version: PiVersion) {
    let world = PiWorld::new();
    world.write("poem.txt", poem(40));
    world.write("other.txt", poem_with(40, 3));
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.lines("other.txt", 3, 2), slice(&poem_with(40, 3), 3, 4));
    assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem(40), 3, 4));
    let original = pi.session_file();
    let mut lines = entries(&original);
    let [other, own] = ["other.txt", "poem.txt"].map(|name| {
        let is_it = |line: &Value| notes(line)["pathKey"].as_str().is_some_and(|file| file.ends_with(name));
        lines.iter().position(is_it).expect("it was read")
    });
    lines[own]["message"]["content"] = lines[other]["message"]["content"].clone();
    let digest = notes(&lines[other])["contentHash"].clone();
    lines[own]["message"]["details"]["readcache"]["contentHash"] = digest;
    pi.planted = ids(&lines);
    pi.witness.is_meddled_with = true;

    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    pi.switch_session(&write_session(&original, 0, &lines));
    assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem(40), 3, 4), "the lines of another file are not ours");
    world.write("poem.txt", poem_with(40, 30));
    pi.switch_session(&write_session(&original, 1, &lines));
    assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem(40), 3, 4), "nor are they after a change elsewhere");
    assert_eq!(pi.lines("poem.txt", 3, 2), unchanged_lines(3, 4, 41));
    pi.close();
}

/// The lines of a session file.
fn entries(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(entries: &[Value]) -> HashSet<String> {
    entries.iter().filter_map(|entry| entry["id"].as_str().map(str::to_owned)).collect()
}

/// What the extension noted beside a result.
fn notes(entry: &Value) -> &Value {
    &entry["message"]["details"]["readcache"]
}

/// Writes a session file beside another.
fn write_session(beside: &Path, number: usize, lines: &[String]) -> PathBuf {
    let file = beside.with_file_name(format!("forged-{number:02}.jsonl"));
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    file
}
