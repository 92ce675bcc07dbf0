//! Names: pi decides which file is meant, and lines may stand behind a name.

use std::fs;

use reread_pi_e2e::{PiVersion, PiWorld, ScriptedCall};
use serde_json::json;

use crate::extension::poems::{SONG, poem, slice};
use crate::extension::reread::{Reread, without_extension};
use crate::extension::words::{unchanged, unchanged_lines};

both! { one_file_has_many_names  lines_behind_a_name  what_pi_refuses_is_refused_in_its_words }

fn one_file_has_many_names(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    let project = world.project();
    let absolute = project.join("song.txt").to_str().unwrap().to_owned();
    let home = world.root().join("home.txt");
    let at_home = home.to_str().unwrap();
    let cases = [
        ("@song.txt", "song.txt"),
        ("./song.txt", "song.txt"),
        ("deep/../song.txt", "song.txt"),
        (&absolute, "song.txt"),
        (&format!("file://{absolute}"), "song.txt"),
        ("@@at.txt", "@at.txt"),
        ("a\u{a0}wide\u{3000}name.txt", "a wide name.txt"),
        ("a\u{2009}wide name.txt", "a wide name.txt"),
        ("Shot at 1.23 PM.txt", "Shot at 1.23\u{202f}PM.txt"),
        ("Shot at 9.00 AM.txt", "Shot at 9.00\u{202f}AM.txt"),
        ("caf\u{e9}.txt", "cafe\u{301}.txt"),
        ("it's.txt", "it\u{2019}s.txt"),
        ("l'\u{e9}t\u{e9}.txt", "l\u{2019}e\u{301}te\u{301}.txt"),
        ("~/home.txt", at_home),
    ];
    for (name, file) in &cases {
        world.write(file, format!("this is {file}\n{SONG}"));
        pi.witness.names.insert((*name).to_owned(), (*file).to_owned());
    }
    for (name, file) in &cases {
        let text = format!("this is {file}\n{SONG}");
        let told = pi.read(name);
        assert!(told == text || told == unchanged(6), "{name}: {told}");
        assert_eq!(pi.noted()["pathKey"], project.join(file).to_str().unwrap(), "{name}");
        assert_eq!(pi.read(name), unchanged(6), "{name}");
        // As a name for itself, a file that begins with @ needs another one.
        let own_name = if *file == "@at.txt" { "./@at.txt" } else { file };
        pi.witness.names.insert(own_name.to_owned(), (*file).to_owned());
        assert_eq!(pi.read(own_name), unchanged(6), "{name} and {own_name} are one file");
    }
    fs::remove_file(home).unwrap();
    pi.close();
}

fn lines_behind_a_name(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("poem.txt", poem(40));
    let text = poem(40);
    assert_eq!(pi.read("poem.txt:3-4"), slice(&text, 3, 4));
    assert_eq!(pi.read("poem.txt:3-4"), unchanged_lines(3, 4, 41));
    assert_eq!(pi.lines("poem.txt", 3, 2), unchanged_lines(3, 4, 41));
    assert_eq!(pi.read("poem.txt:4"), unchanged_lines(4, 4, 41));
    assert_eq!(pi.read("poem.txt:7"), slice(&text, 7, 7));
    pi.witness.names.insert("@poem.txt".to_owned(), "poem.txt".to_owned());
    assert_eq!(pi.read("@poem.txt:7"), unchanged_lines(7, 7, 41));
    assert_eq!(pi.read("poem.txt:39-100"), slice(&text, 39, 41));
    assert_eq!(pi.read("poem.txt:1-41"), text, "all lines are the whole");
    assert_eq!(pi.noted()["scopeKey"], "full");
    assert_eq!(pi.read("poem.txt:1-41"), unchanged(41));
    assert_eq!(pi.read("poem.txt"), unchanged(41));

    for (name, problem) in [
        ("poem.txt:4-3", "poem.txt:4-3: "),
        ("poem.txt:0", "poem.txt:0: "),
        ("poem.txt:0-3", "poem.txt:0-3: "),
        ("poem.txt:99999999999999999999", "poem.txt:99999999999999999999: "),
        ("poem.txt:3-", "poem.txt:3-: "),
        ("poem.txt:-3", "poem.txt:-3: "),
        ("poem.txt:3-4-5", "poem.txt:3-4-5: "),
    ] {
        let run = pi.play(&reread_pi_e2e::Script::new().call(ScriptedCall::read(name)));
        let result = &run.results[0];
        assert!(result.is_error && result.text.starts_with(problem), "{name}: {result:?}");
    }
    let beyond = pi.read("poem.txt:100");
    assert_eq!(beyond, "Offset 100 is beyond end of file (41 lines total)");
    for name in ["none.txt:3", "none.txt:3-", "poem.txt:x", "poem.txt:3-x", "poem.txt:"] {
        assert!(pi.read(name).starts_with("ENOENT"), "{name}");
    }
    assert!(pi.lines("poem.txt:3-4", 1, 2).starts_with("ENOENT"), "with an offset it is a name");
    world.write("poem.txt:3-4", "the name says lines\n");
    assert_eq!(pi.read("poem.txt:3-4"), "the name says lines\n", "a file of that name wins");
    assert_eq!(pi.read("poem.txt:3-4"), unchanged(2));
    world.write("poem.txt:4-3", "even so\n");
    assert_eq!(pi.read("poem.txt:4-3"), "even so\n");
    pi.close();
}

/// Explicit numbers that make no range get pi's own answer, whatever it is, before and after the file is known.
fn what_pi_refuses_is_refused_in_its_words(version: PiVersion) {
    let world = PiWorld::new();
    world.write("poem.txt", poem(40));
    let read = |offset: serde_json::Value, limit: serde_json::Value| {
        let mut arguments = json!({ "path": "poem.txt" });
        for (key, value) in [("offset", offset), ("limit", limit)] {
            if !value.is_null() {
                arguments[key] = value;
            }
        }
        ScriptedCall::new("read", arguments)
    };
    let none = serde_json::Value::Null;
    let calls = [
        read(json!(42), none.clone()),
        read(json!(42), json!(1)),
        read(none.clone(), json!(0)),
        read(json!(5), json!(0)),
        read(none.clone(), json!(-1)),
        read(json!(-3), json!(2)),
        read(json!(1.5), json!(2)),
        read(json!(2), json!(1.5)),
        ScriptedCall::new("read", json!({})),
        ScriptedCall::read(""),
        ScriptedCall::read("."),
        ScriptedCall::read("none.txt"),
        ScriptedCall::read("poem.txt/none"),
    ];
    let plain = without_extension(&world, version, &calls);
    assert!(plain.iter().any(|(text, ..)| text.contains("beyond end of file")), "{plain:?}");
    let mut pi = Reread::launch(&world, version);
    pi.witness.is_meddled_with = true;
    assert_eq!(pi.answers(&calls), plain);
    pi.read("poem.txt");
    assert_eq!(pi.answers(&calls), plain);
    pi.close();
}
