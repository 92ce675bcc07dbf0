//! Names that look like other names, and names made of unusual bytes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use reread_testkit::{World, tag};

use super::refusal::{CheckRefusal as _, Refused};

/// Case 21: deny ignores case, whether or not the disk does.
#[test]
fn case_21_deny_ignores_case() {
    let world = World::with_secret("case_21");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\".env\", \"Private/**\"]\n");
    let secret = format!("{}\n", world.secret());
    for name in [".env", ".ENV", ".Env", "private/x", "PRIVATE/x", "sub/.eNv"] {
        world.write(name, &secret);
    }
    for name in [".env", ".ENV", ".Env", ".eNV", "private/x", "PRIVATE/X", "sub/.eNv", "sub/.ENV"] {
        world.check_refused_name(name, "denied");
    }
    world.check_unharmed();
}

/// Case 22: look-alikes count when denying and never when granting; different files stay different.
#[test]
fn case_22_look_alikes_deny_and_never_grant() {
    let world = World::with_secret("case_22");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\".git\", \"café\"]\n");
    for name in [".g\u{200c}it", ".g\u{200d}it", "．git", ".\u{ff27}it", "caf\u{e9}", "cafe\u{301}"] {
        world.write(name, format!("{}\n", world.secret()));
        world.check_refused_name(name, "denied");
    }
    // Full-width dots and slashes are characters of a name: they climb nowhere.
    let climbing = "．．／outside／secret";
    let told = world.run(&["read", climbing]);
    assert_eq!(told.code, Some(4), "{told:?}");
    world.write(climbing, "an ordinary file\n");
    assert_eq!(world.json(&["read", climbing])["text"], "an ordinary file\n");

    world.write("n\u{e9}e", "composed\n");
    world.write("ne\u{301}e", "decomposed\n");
    let composed = world.json(&["read", "n\u{e9}e"]);
    let decomposed = world.json(&["read", "ne\u{301}e"]);
    assert_eq!((&composed["text"], &decomposed["text"]), (&"composed\n".into(), &"decomposed\n".into()));
    let foreign = world.json(&["read", "ne\u{301}e", "--known", &tag(&composed)]);
    assert_eq!(foreign["meta"]["fallback"], "unknown_tag", "{foreign}");
    world.check_unharmed();
}

/// Case 23: what Windows reserves are ordinary bytes here, and a backslash separates nothing.
#[test]
fn case_23_windows_spellings_are_ordinary_names_on_unix() {
    let world = World::with_secret("case_23");
    for name in
        ["a.txt:stream", "a.txt::$DATA", "CON", "COM1", "COM¹", "NUL.txt", "GIT~1", "dot.", "space ", "c:x"]
    {
        world.write(name, format!("this is {name}\n"));
        assert_eq!(world.json(&["read", name])["text"], format!("this is {name}\n"));
    }
    for name in [r"..\outside\secret", r"\\?\C:\x", r"\\server\share", r"..\\x"] {
        let missing = world.run(&["read", name]);
        assert_eq!(missing.code, Some(4), "{name}: {missing:?}");
        world.write(name, "one component\n");
        assert_eq!(world.json(&["read", name])["text"], "one component\n", "{name}");
    }
    world.check_unharmed();
}

/// Case 25: variables stay as they are; tilde, `@` and line suffixes are readings that the literal file beats.
#[test]
fn case_25_the_literal_name_wins_and_other_readings_are_named() {
    let world = World::with_secret("case_25");
    std::fs::write(world.beside("home/x"), world.secret()).unwrap();
    world.check_refused(&Refused { existing: "~/x", missing: "~/y", code: "outside" });
    for name in ["$HOME/x", "${HOME}/x", "~root/x", "%HOME%/x", "`id`", "$(id)"] {
        let told = world.run(&["read", name]);
        assert_eq!(told.code, Some(4), "{name}: {told:?}");
    }

    let outside = world.run(&["read", "~/x"]);
    assert_eq!(outside.code, Some(3), "{outside:?}");

    let reply = world.json(&["read", "@a.txt"]);
    assert_eq!(reply["meta"]["name_read_with"], serde_json::json!(["leading @ dropped"]), "{reply}");
    let reply = world.json(&["read", "a.txt:2-3"]);
    assert_eq!(reply["text"], "two\nthree\n");

    for name in ["@a.txt", "a.txt:2-3", "~/x", "$HOME/x"] {
        world.write(name, format!("literally {name}\n"));
        let reply = world.json(&["read", name]);
        assert_eq!(reply["text"], format!("literally {name}\n"));
        assert_eq!(reply["meta"]["name_read_with"], serde_json::Value::Null, "{reply}");
    }
    world.check_unharmed();
}

/// Case 25, with a root around the home folder: the tilde stands for it.
#[test]
fn case_25_a_tilde_stands_for_a_home_inside_the_root() {
    let world = World::with_secret("case_25b");
    std::fs::write(world.beside("home/x"), "at home\n").unwrap();
    let root = world.beside("").display().to_string();
    let reply = world.json(&["--root", &root, "--state", ".reread", "read", "~/x"]);
    assert_eq!(reply["text"], "at home\n", "{reply}");
    assert_eq!(reply["meta"]["resolved_path"], "home/x");
    world.check_unharmed();
}

/// Case 26: control bytes work in names, and they are never shown raw except in JSON, which escapes by its standard.
#[test]
fn case_26_control_bytes_in_names_work_and_are_shown_escaped() {
    let world = World::with_secret("case_26");
    for (name, spelled) in
        [("new\nline", r"new\x0aline"), ("esc\x1b[2J", r"esc\x1b[2J"), ("del\x7f", r"del\x7f")]
    {
        world.write(name, "content\n");
        let ran = world.run(&["read", name]);
        assert!(
            ran.text().starts_with(&format!("{spelled} #")) && ran.text().contains("@1-1/1\n"),
            "{ran:?}"
        );
        assert_eq!(ran.text().lines().count(), 3, "{ran:?}");
        assert_eq!(world.json(&["read", spelled])["text"], "content\n", "the spelling leads to the file");

        std::fs::remove_file(world.path(name)).unwrap();
        let told = world.run(&["read", name]).stderr;
        assert_eq!(told.lines().count(), 2, "{told:?}");
        assert!(!told.contains(['\x1b', '\x7f']), "{told:?}");
    }
    let journal = std::fs::read(world.path(".reread/audit/journal.jsonl")).unwrap();
    assert!(
        !journal.iter().any(|byte| byte.is_ascii_control() && *byte != b'\n'),
        "records are one line each"
    );
    world.check_unharmed();
}

/// Case 28: a name that is not UTF-8 is reached by its spelling, and does not clash with that spelling as a name.
#[test]
fn case_28_a_name_that_is_not_utf8_is_reached_by_its_spelling() {
    let world = World::with_secret("case_28");
    std::fs::write(world.path(OsStr::from_bytes(b"a\xffb")), "bytes\n").unwrap();
    world.write(r"a\xffb", "backslash\n");
    assert_eq!(world.json(&["read", r"a\xffb"])["text"], "bytes\n");
    assert_eq!(world.json(&["read", r"a\\xffb"])["text"], "backslash\n");
    assert_ne!(tag(&world.json(&["read", r"a\xffb"])), tag(&world.json(&["read", r"a\\xffb"])));
    for command in [&["head"][..], &["tail"], &["excerpt"], &["stat"], &["search", "bytes"]] {
        let ran = world.run(&[command, &[r"a\xffb"]].concat());
        assert_eq!(ran.code, Some(0), "{command:?}: {ran:?}");
    }
    let raw = world.run(&[OsStr::new("read"), OsStr::from_bytes(b"a\xffb")]);
    assert_eq!(raw.code, Some(2), "the command line takes text: {raw:?}");
    world.check_unharmed();
}

/// Case 29: dashes and glob characters are what they are.
#[test]
fn case_29_dashes_and_glob_characters_are_literal() {
    let world = World::with_secret("case_29");
    for name in ["-rf", "--output=x", "--help", "[a]", "*", "{a,b}", "a?", "!x", "#", "&& id"] {
        world.write(name, format!("this is {name}\n"));
        assert_eq!(world.json(&["read", "--", name])["text"], format!("this is {name}\n"));
    }
    std::fs::remove_file(world.path("*")).unwrap();
    let missing = world.run(&["read", "*"]);
    assert_eq!(missing.code, Some(4), "{missing:?}");
    world.check_unharmed();
}

/// Case 63: `a.txt`, `./a.txt` and a link to it are one file under the name that was asked for.
#[test]
fn case_63_two_spellings_are_one_file() {
    let world = World::with_secret("case_63");
    world.write("dir/x", "");
    world.link("../a.txt", "dir/link");
    world.link("dir", "folder");
    let first = tag(&world.json(&["read", "a.txt"]));
    for name in ["./a.txt", "dir/../a.txt", ".//a.txt", "dir/link", "folder/link"] {
        let reply = world.json(&["read", name]);
        assert_eq!((tag(&reply), &reply["path"]), (first.clone(), &name.into()), "{reply}");
        let known = world.json(&["read", name, "--known", &first]);
        assert_eq!(known["meta"]["answer"], "unchanged", "{known}");
    }
    assert!(world.records().iter().all(|record| record["path"] == "a.txt"));
    world.check_unharmed();
}
