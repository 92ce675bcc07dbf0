//! Section J: a hostile repository as the folder to work in.

use reread_testkit::World;

use super::refusal::CheckRefusal as _;

/// Case 128: a repository's own file cannot grant anything; it has no key for it.
#[test]
fn case_128_a_repository_cannot_widen_its_rights() {
    for text in [
        "[read]\nallow = [\"**\"]\n",
        "[read]\nsensitive = \"allow\"\n",
        "[read]\nsensitive_names = []\n",
        "hard_links = \"allow\"\n",
        "other_filesystems = \"allow\"\n",
        "roots = [\"/\"]\n",
        "state = \"/tmp\"\n",
        "[cache]\nnot_cached = []\n",
        "[limits]\nreply_lines = 301\n",
        "[limits]\ntransport_bytes = 99999999999\n",
        "[limits]\nsearch_millis = 18446744073709551615\n",
    ] {
        let world = World::with_secret("case_128");
        world.write(".env", format!("{}\n", world.secret()));
        world.write("reread.toml", format!("version = 1\n{text}"));
        let ran = world.run(&["read", ".env"]);
        assert_eq!((ran.code, ran.text()), (Some(6), String::new()), "{text:?}: {ran:?}");
        std::fs::remove_file(world.path("reread.toml")).unwrap();
        world.check_refused_name(".env", "approval_required");
        world.check_unharmed();
    }
}

/// Case 128: it can narrow.
#[test]
fn case_128_a_repository_can_narrow() {
    let world = World::with_secret("case_128b");
    world.configure("[read]\nallow = [\"**\"]\n");
    world.write(
        "reread.toml",
        "version = 1\n[read]\ndeny = [\"x\"]\nask = [\"y\"]\n[limits]\nreply_lines = 2\n",
    );
    for (name, code) in [("x", "denied"), ("y", "approval_required")] {
        world.write(name, format!("{}\n", world.secret()));
        world.check_refused_name(name, code);
    }
    assert_eq!(world.json(&["read", "a.txt"])["text"], "one\ntwo\n");
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    world.check_unharmed();
}

/// Case 128: ignore files, and other tools' configuration with absolute paths, mean nothing to the rules.
#[test]
fn case_128_ignore_files_hide_nothing_from_the_rules() {
    let world = World::with_secret("case_128c");
    world.write(".env", format!("{}\n", world.secret()));
    world.write(".git/config", "[core]\n\texcludesFile = /dev/null\n\tworktree = /\n");
    world.write(".gitignore", format!("/*\n!.env\n{}\n/etc/passwd\n", world.outside("secret").display()));
    world.write(".ignore", "!.env\n**\n");
    world.write(".rgignore", "*\n");
    world.write(".config/reread/config.toml", "version = 1\n[read]\nsensitive = \"allow\"\n");
    world.write("config.toml", "version = 1\n[read]\nsensitive = \"allow\"\n");
    world.check_refused_name(".env", "approval_required");
    let outside = world.outside("secret").display().to_string();
    world.check_refused_name(&outside, "outside");
    world.check_unharmed();
}

/// Case 128: the repository's rules are read like any file of it: a link or another name of something outside is not
/// theirs, and nothing of it comes out in the message.
#[test]
fn case_128_rules_that_lie_outside_are_refused_unread() {
    let mut world = World::with_secret("case_128d");
    world.link("../outside/secret", "reread.toml");
    let linked = world.run(&["read", "a.txt"]);
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    world.link("../outside/absent", "reread.toml");
    let dangling = world.run(&["read", "a.txt"]);
    assert_eq!((linked.code, linked.text()), (Some(6), String::new()), "{linked:?}");
    assert_eq!(linked, dangling);
    std::fs::remove_file(world.path("reread.toml")).unwrap();

    std::fs::hard_link(world.outside("secret"), world.path("reread.toml")).unwrap();
    world.accept_outside();
    let hard_linked = world.run(&["read", "a.txt"]);
    assert_eq!((hard_linked.code, hard_linked.text()), (Some(6), String::new()), "{hard_linked:?}");
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    world.accept_outside();
    world.check_unharmed();
}

/// Case 128: state that a repository brings along is not trusted, and its key is not shown to any caller.
#[test]
fn case_128_the_state_directory_is_out_of_reach_under_every_name() {
    let world = World::with_secret("case_128e");
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(0));
    world.link(".reread", "state-link");
    world.link(".reread/owner", "owner-link");
    world.write("sub/x", "");
    std::fs::hard_link(world.path(".reread/owner"), world.path("owner-copy")).unwrap();
    let names = [
        ".reread/owner",
        ".reread",
        "./sub/../.reread/version",
        "state-link/owner",
        "owner-link",
        "owner-copy",
    ];
    for name in names {
        world.check_refused_name(name, "own_state");
    }
    std::fs::remove_file(world.path("owner-copy")).unwrap();

    // Another state directory is in use, or none can be: this one is still not shown.
    let elsewhere = world.beside("state").display().to_string();
    for name in &names[..5] {
        let told = world.run(&["--state", &elsewhere, "read", name]);
        assert_eq!((told.code, told.text()), (Some(3), String::new()), "{name}: {told:?}");
        let told = world.run(&["--state", "/dev/null", "read", name]);
        assert_eq!((told.code, told.text()), (Some(3), String::new()), "{name}: {told:?}");
    }
    world.check_unharmed();
}

/// Case 128: a narrowing file that is a link may be a secret by another name, and messages would quote it.
#[test]
fn case_128_a_linked_rule_file_is_refused_unread() {
    let world = World::with_secret("case_128_link");
    world.write(".env", format!("KEY={} = x y\n", world.secret()));
    world.link(".env", "reread.toml");
    let ran = world.run(&["read", "a.txt"]);
    assert_eq!((ran.code, ran.text()), (Some(6), String::new()), "{ran:?}");
    assert!(ran.stderr.contains("it is a link"), "{ran:?}");
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    world.check_unharmed();
}

/// Text that is never kept is not kept under another name either.
#[test]
fn never_cached_text_is_not_cached_under_another_name() {
    let world = World::with_secret("never_cached");
    world.configure("[read]\nsensitive = \"allow\"\n");
    world.write(".env", "TOKEN=1\n");
    std::fs::hard_link(world.path(".env"), world.path("notes.txt")).unwrap();
    world.write("config/dev.txt", "TOKEN=2\n");
    world.link("config/dev.txt", ".env.dev");
    for name in ["notes.txt", ".env.dev"] {
        let reply = world.json(&["read", name]);
        assert_eq!(reply["meta"]["untagged"], "not_cached", "{name}: {reply}");
    }
    world.check_unharmed();
}
