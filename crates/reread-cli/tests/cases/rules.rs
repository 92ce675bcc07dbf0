//! Section C: the rules hold for every spelling, and a mistake in them is never "no rules".

use crate::world::{World, tag};

/// Case 39: every spelling of a denied name, at every command.
#[test]
fn case_39_every_spelling_of_a_denied_name_is_denied() {
    let world = World::new("case_39");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\".env*\"]\n");
    world.write(".env", format!("{}\n", world.secret));
    world.write(".env.local", format!("{}\n", world.secret));
    world.write("dir/.env/x", format!("{}\n", world.secret));
    world.link(".env", "link");
    world.link("../.env", "dir/link");
    world.link("dir", "parent");
    world.link(".", "self");
    let absolute = world.path(".env").display().to_string();
    for name in [
        ".env",
        "./.env",
        "dir/../.env",
        ".//.env",
        ".env/",
        ".env/.",
        ".ENV",
        ".env.local",
        ".env.nothing",
        ".env:1-1",
        "@.env",
        "dir/.env",
        "dir/.env/x",
        "dir/.env/nothing",
        "link",
        "dir/link",
        "parent/link",
        "parent/../.env",
        "self/.env",
        "self/self/link",
        &absolute,
    ] {
        world.check_refused_name(name, "denied");
    }
    let offered = world.run(&["read", ".enw"]);
    assert_eq!(offered.code, Some(4));
    assert!(!offered.stderr.contains(".env"), "a denied name is not offered: {offered:?}");
    world.check_unharmed();
}

/// Case 39, with a receipt from before the rule: permission comes first.
#[test]
fn case_39_a_tag_from_before_the_rule_opens_nothing() {
    let world = World::new("case_39b");
    world.write("notes.txt", "first\nsecond\n");
    let known = tag(&world.json(&["read", "notes.txt"]));
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"notes.txt\"]\n");
    let told = world.run(&["read", "notes.txt", "--known", &known]);
    assert_eq!((told.code, told.text()), (Some(3), String::new()), "{told:?}");
    world.write("notes.txt", "first\nSECOND\n");
    let told = world.run(&["read", "notes.txt", "--known", &known]);
    assert_eq!((told.code, told.text()), (Some(3), String::new()), "{told:?}");
    world.check_unharmed();
}

/// The names that hold secrets by custom need approval without any configuration, and are never kept.
#[test]
fn names_that_hold_secrets_need_approval_and_leave_no_snapshot() {
    let world = World::new("sensitive");
    for name in
        [".env", "sub/.env.local", "server.pem", "deploy.key", "id_rsa", "sub/id_ed25519", ".npmrc", ".NETRC"]
    {
        world.write(name, format!("{}\n", world.secret));
        world.check_refused_name(name, "approval_required");
    }
    world.check_unharmed();

    world.configure("[read]\nsensitive = \"allow\"\n");
    let reply = world.json(&["read", ".env"]);
    assert_eq!(reply["meta"]["untagged"], "not_cached", "{reply}");
    let kept = crate::world::files_below(&world.path(".reread"));
    assert!(kept.iter().all(|file| !crate::world::file_holds(file, &world.secret)), "{kept:?}");
}

/// Case 40: a mistake in a rule file stops everything, and names the file.
#[test]
fn case_40_mistakes_in_rules_are_loud() {
    for (text, word) in [
        ("[read]\ndenied = [\".env\"]\n", "denied"),
        ("deny = [\".env\"]\n", "deny"),
        ("[permissions]\ndeny = [\".env\"]\n", "permissions"),
        ("[read.deny]\nfiles = [\".env\"]\n", "line 2"),
        ("[read]\ndeny = \".env\"\n", "line 3"),
        ("[read]\ndeny = [\"[a\"]\n", "[a"),
        ("[read]\ndeny = [\"a//b\"]\n", "a//b"),
        ("[read]\ndeny = [\"\"]\n", ""),
        ("[read]\ndeny = [\"/etc\"]\n", "/etc"),
        ("[read]\ndeny = [\"../x\"]\n", "../x"),
        ("[read\n", ""),
        ("\u{0}", ""),
        ("[limits]\nreply_lines = 0\n", "reply_lines"),
        ("[limits]\nreply_lines = -1\n", "line 3"),
    ] {
        for place in ["workspace", "user"] {
            let world = World::new("case_40");
            match place {
                "workspace" => world.write("reread.toml", format!("version = 1\n{text}")),
                _ => world.configure(text),
            }
            for words in [&["read", "a.txt"][..], &["stat", "a.txt"], &["search", "one", "a.txt"], &["cache"]]
            {
                let ran = world.run(words);
                assert_eq!((ran.code, ran.text()), (Some(6), String::new()), "{place}: {text:?}: {ran:?}");
                assert!(ran.stderr.contains(word), "{place}: {text:?}: {ran:?}");
            }
        }
    }
}

/// Case 40: no version, another version, and text that is not text.
#[test]
fn case_40_a_rule_file_of_another_kind_is_loud() {
    for content in
        [&b""[..], b"version = 2\n", b"[read]\ndeny = []\n", b"\xff\xfe", b"version = 1\nversion = 1\n"]
    {
        let world = World::new("case_40b");
        world.write("reread.toml", content);
        let ran = world.run(&["read", "a.txt"]);
        assert_eq!((ran.code, ran.text()), (Some(6), String::new()), "{content:?}: {ran:?}");
    }
    let world = World::new("case_40c");
    std::fs::create_dir(world.path("reread.toml")).unwrap();
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(6), "a folder is not an absent file");
}

/// Case 41: ten thousand rules are all evaluated; what is beyond the limits stops everything.
#[test]
fn case_41_many_rules_are_all_evaluated_or_none_is_believed() {
    let world = World::new("case_41");
    let rules: Vec<String> = (0..10_000).map(|number| format!("\"folder/file{number}.txt\"")).collect();
    world.write("reread.toml", format!("version = 1\n[read]\ndeny = [{}, \"last\"]\n", rules.join(",")));
    let deep = "d/".repeat(5_000);
    for name in ["folder/file0.txt", "folder/file9999.txt", "last"] {
        world.write(name, format!("{}\n", world.secret));
    }
    for name in ["folder/file0.txt", "folder/file9999.txt", "last", &format!("{deep}last")] {
        assert_eq!(world.json(&["read", name])["error"]["code"], "denied");
    }
    world.check_unharmed();
    let missing = world.run(&["read", &format!("{deep}x")]);
    assert_eq!(missing.code, Some(4), "{missing:?}");
    let endless = world.run(&["read", &"x".repeat(100_000)]);
    assert_eq!(endless.code, Some(2), "{endless:?}");

    world.write("reread.toml", format!("version = 1\n[read]\ndeny = [\"{}\"]\n", "x".repeat(1 << 20)));
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(6), "a rule of 1 MB");
    world.write("reread.toml", format!("version = 1\n[read]\ndeny = [\"{}\"]\n", "{a,b}".repeat(30)));
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(6), "a rule of 2^30 rules");
}

/// Case 42: deny beats allow. The order of the rules is shuffled in the tests of the library.
#[test]
fn case_42_deny_beats_allow() {
    let world = World::new("case_42");
    world.configure("[read]\nallow = [\"**\", \"secrets/pub/**\"]\ndeny = [\"secrets/**\"]\n");
    for name in ["secrets/x", "secrets/pub/x"] {
        world.write(name, format!("{}\n", world.secret));
        world.check_refused_name(name, "denied");
    }
    world.check_unharmed();
    world.configure("[read]\nallow = [\"*.txt\"]\n");
    world.write("notes.md", format!("{}\n", world.secret));
    world.check_refused_name("notes.md", "not_allowed");
    world.check_unharmed();
}

/// Case 43, the reading side: whatever is asked, the rules stay as they are, and none come into being.
#[test]
fn case_43_reading_makes_and_changes_no_rules() {
    let world = World::new("case_43");
    for words in [&["read", "reread.toml"][..], &["stat", "reread.toml"], &["read", "../config.toml"]] {
        world.run(words);
    }
    assert!(!world.path("reread.toml").exists());
    assert_eq!(std::fs::read_to_string(world.beside("config.toml")).unwrap(), "version = 1\n");
    assert_eq!(std::fs::read_dir(world.beside("home")).unwrap().count(), 0);

    let rules = "version = 1\n[read]\ndeny = [\"x\"]\n";
    world.write("reread.toml", rules);
    world.run(&["read", "reread.toml"]);
    assert_eq!(std::fs::read_to_string(world.path("reread.toml")).unwrap(), rules);
    world.check_unharmed();
}

/// Case 39: a link to a denied folder tells nothing of what is in it, neither by suggestion nor by what is missing.
#[test]
fn case_39_a_linked_denied_folder_tells_nothing() {
    let world = World::new("case_39c");
    world.configure("[read]\ndeny = [\"secrets/**\"]\n");
    world.write("secrets/password.txt", format!("{}\n", world.secret));
    world.link("secrets", "d");
    world.link(".reread", "s");
    let there = world.run(&["stat", "d/password.txt"]);
    assert_eq!(there.code, Some(3), "{there:?}");
    for name in ["d/passwordx.txt", "d/zzz", "d/deep/er"] {
        let missing = world.run(&["stat", name]);
        assert_eq!(missing.stderr, there.stderr.replace("d/password.txt", name), "{name}");
    }
    for name in ["s/kez", "s/key"] {
        let ran = world.run(&["read", name]);
        assert!(ran.code == Some(3) && !ran.stderr.contains("did you mean"), "{name}: {ran:?}");
    }
    world.check_unharmed();
}

/// A configuration that was named and is not there is no licence; and what a repository contains moves no root.
#[test]
fn rules_are_not_lost_by_where_a_command_is_started() {
    let world = World::new("start");
    let named = world.run(&["--config", "/nowhere.toml", "read", "a.txt"]);
    assert_eq!((named.code, named.text()), (Some(6), String::new()), "{named:?}");

    std::fs::create_dir(world.path(".git")).unwrap();
    world.configure("[read]\ndeny = [\"src/secret/**\"]\n");
    world.write("src/secret/a.txt", format!("{}\n", world.secret));
    for sign in ["", "src/reread.toml", "src/.reread/version"] {
        if !sign.is_empty() {
            world.write(sign, "version = 1\n");
        }
        let ran =
            world.command().current_dir(world.path("src")).args(["read", "secret/a.txt"]).output().unwrap();
        world.note(&ran.stdout);
        assert_eq!(ran.status.code(), Some(3), "{sign}: {ran:?}");
    }
    world.check_unharmed();
}

/// A sign of a project that belongs to somebody else, such as a `.git` in a shared folder, does not widen the root.
#[test]
fn a_foreign_sign_does_not_widen_the_root() {
    let world = World::new("foreign_sign");
    world.write("src/a.txt", "one\n");
    std::fs::create_dir(world.path(".git")).unwrap();
    let read = || {
        let mut command = world.command();
        command.current_dir(world.path("src")).args(["read", "../a.txt"]).output().unwrap().status.code()
    };
    assert_eq!(read(), Some(0));
    // Only root can give a folder away; anybody else has just seen the sign work.
    if std::os::unix::fs::chown(world.path(".git"), Some(4711), None).is_ok() {
        assert_eq!(read(), Some(3));
    }
}
