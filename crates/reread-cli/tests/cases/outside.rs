//! Section A: naming something outside the root.

use reread_testkit::{World, tag};

use super::refusal::{CheckRefusal as _, Refused};

/// Case 1: parent traversal.
#[test]
fn case_01_climbing_out_is_refused_whatever_is_there() {
    let world = World::with_secret("case_01");
    world.write("a/b.txt", "b\n");
    for (existing, missing) in [
        ("../outside/secret", "../outside/absent"),
        ("a/../../outside/secret", "a/../../outside/absent"),
        ("./a/./../..//outside/secret", "./a/./../..//outside/absent"),
        ("nowhere/../../outside/secret", "nowhere/../../outside/absent"),
        ("../../../../../../../../etc/passwd", "../../../../../../../../etc/absent"),
    ] {
        world.check_refused(&Refused { existing, missing, code: "outside" });
    }
    world.check_unharmed();
}

/// Case 2: an absolute path outside; the message repeats no resolved path.
#[test]
fn case_02_an_absolute_name_outside_is_refused_without_naming_where_it_leads() {
    let world = World::with_secret("case_02");
    std::os::unix::fs::symlink(world.beside("outside"), world.beside("alias")).unwrap();
    let existing = world.beside("alias/secret").display().to_string();
    let missing = world.beside("alias/absent").display().to_string();
    world.check_refused(&Refused { existing: &existing, missing: &missing, code: "outside" });
    let told = world.run(&["read", &existing]).stderr;
    assert!(!told.contains("/outside/"), "{told}");
    world.check_unharmed();
}

/// Case 3: an absolute path inside is the same file, by tag, record and rule.
#[test]
fn case_03_an_absolute_name_inside_is_the_same_file() {
    let world = World::with_secret("case_03");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"hidden.txt\"]\n");
    world.write("hidden.txt", format!("{}\n", world.secret()));
    let absolute = world.path("a.txt").display().to_string();
    let by_name = world.json(&["read", "a.txt"]);
    let by_path = world.json(&["read", &absolute]);
    assert_eq!(tag(&by_name), tag(&by_path));
    let known = world.json(&["read", &absolute, "--known", &tag(&by_name)]);
    assert_eq!(known["meta"]["answer"], "unchanged");
    let paths: Vec<String> = world.records().iter().map(|record| record["path"].to_string()).collect();
    assert_eq!(paths, ["\"a.txt\""; 3]);

    let hidden = world.path("hidden.txt").display().to_string();
    let absent = world.path("hidden.txt/no").display().to_string();
    world.check_refused_name("hidden.txt", "denied");
    world.check_refused_name(&hidden, "denied");
    world.check_refused_name(&absent, "denied");
    world.check_unharmed();
}

/// Case 4: the root is `ws`, and `ws-private` lies beside it.
#[test]
fn case_04_a_sibling_that_starts_with_the_roots_name_is_outside() {
    let world = World::with_secret("case_04");
    std::fs::create_dir(world.beside("workspace-private")).unwrap();
    std::fs::write(world.beside("workspace-private/secret"), world.secret()).unwrap();
    let existing = world.beside("workspace-private/secret").display().to_string();
    let missing = world.beside("workspace-private/absent").display().to_string();
    world.check_refused(&Refused {
        existing: "../workspace-private/secret",
        missing: "../workspace-private/absent",
        code: "outside",
    });
    world.check_refused(&Refused { existing: &existing, missing: &missing, code: "outside" });
    world.check_unharmed();
}

/// Case 5: a link to a file outside, dangling or not, relative or absolute.
#[test]
fn case_05_a_link_to_an_outside_file_is_refused_and_tells_nothing_of_it() {
    let world = World::with_secret("case_05");
    world.link("../outside/secret", "relative-1");
    world.link("../outside/absent", "relative-2");
    world.link(world.outside("secret"), "absolute-1");
    world.link(world.outside("absent"), "absolute-2");
    world.link("relative-1", "chain-1");
    world.link("relative-2", "chain-2");
    for kind in ["relative", "absolute", "chain"] {
        let (existing, missing) = (format!("{kind}-1"), format!("{kind}-2"));
        world.check_refused(&Refused { existing: &existing, missing: &missing, code: "outside" });
    }
    world.check_unharmed();
}

/// Case 6: a link to a folder outside.
#[test]
fn case_06_nothing_is_reached_through_a_linked_outside_folder() {
    let world = World::with_secret("case_06");
    world.link("../outside", "d");
    world.link(world.beside("outside"), "e");
    for (existing, missing) in
        [("d/secret", "d/absent"), ("e/secret", "e/absent"), ("d/../d/secret", "d/../d/absent")]
    {
        world.check_refused(&Refused { existing, missing, code: "outside" });
    }
    world.check_refused_name("d", "outside");
    world.check_unharmed();
}

/// Case 9: a link with an absolute target is refused even if it leads back inside; a relative one is followed.
#[test]
fn case_09_an_absolute_link_back_inside_is_refused_by_every_command() {
    let world = World::with_secret("case_09");
    world.link(world.path("a.txt"), "link-1");
    world.link(world.path("absent"), "link-2");
    world.check_refused(&Refused { existing: "link-1", missing: "link-2", code: "outside" });
    assert!(world.run(&["read", "link-1"]).stderr.contains("absolute"));
    world.link("a.txt", "relative");
    assert_eq!(world.run(&["read", "relative"]).code, Some(0));
    world.check_unharmed();
}

/// Case 16: the root as a link, with a trailing slash, with dots and as `.`: one identity, resolved at start.
#[test]
fn case_16_a_root_has_one_identity_however_it_is_spelled() {
    let world = World::with_secret("case_16");
    let state = world.beside("state").display().to_string();
    std::os::unix::fs::symlink("workspace", world.beside("linked")).unwrap();
    let direct = world.root().display().to_string();
    let linked = world.beside("linked").display().to_string();
    let first = tag(&world.json(&["--root", &direct, "--state", &state, "read", "a.txt"]));
    for root in
        [&format!("{direct}/"), &linked, &format!("{linked}/"), &format!("{direct}/../workspace/."), "."]
    {
        let reply = world.json(&["--root", root, "--state", &state, "read", "a.txt", "--known", &first]);
        assert_eq!(reply["meta"]["answer"], "unchanged", "{root}: {reply}");
        let absolute = format!("{}/a.txt", if root == "." { &direct } else { root });
        let reply = world.json(&["--root", root, "--state", &state, "read", &absolute]);
        assert_eq!(tag(&reply), first, "{root}");
    }
    for root in [&linked, &direct] {
        let ran = world.run(&["--root", root, "--state", &state, "read", "../outside/secret"]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
    }
    world.check_unharmed();
}

/// Case 17: a hard link to an outside file cannot be seen by its path, so its link count decides.
#[test]
fn case_17_a_hard_link_to_the_outside_is_refused_unless_the_user_allows_it() {
    let mut world = World::with_secret("case_17");
    std::fs::hard_link(world.outside("secret"), world.path("h")).unwrap();
    world.accept_outside();
    world.check_refused_name("h", "hard_linked");
    world.check_unharmed();

    std::fs::write(world.outside("harmless"), "plain\n").unwrap();
    std::fs::hard_link(world.outside("harmless"), world.path("shared")).unwrap();
    world.accept_outside();
    world.configure("hard_links = \"allow\"\n");
    let reply = world.json(&["read", "shared"]);
    assert_eq!(reply["text"], "plain\n");
    assert_eq!(reply["meta"]["nlink"], 2);
    assert!(world.run(&["read", "shared"]).text().contains("nlink=2"));
    assert_eq!(world.json(&["stat", "shared"])["nlink"], 2);
    world.check_unharmed();
}

/// Case 17, the harmless half: a file whose names all lie inside is read, and flagged.
#[test]
fn case_17_a_file_whose_names_are_all_inside_is_read_and_flagged() {
    let world = World::with_secret("case_17b");
    world.write("deep/er/one.txt", "shared\n");
    std::fs::hard_link(world.path("deep/er/one.txt"), world.path("two.txt")).unwrap();
    let reply = world.json(&["read", "two.txt"]);
    assert_eq!((&reply["text"], &reply["meta"]["nlink"]), (&"shared\n".into(), &2.into()), "{reply}");
    world.check_unharmed();
}

/// Case 18: another name of a denied file is denied, too, even where hard links are allowed.
#[test]
fn case_18_another_name_of_a_denied_file_is_denied() {
    let world = World::with_secret("case_18");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"*.vault\"]\n");
    world.write("deep/keys.vault", format!("{}\n", world.secret()));
    std::fs::hard_link(world.path("deep/keys.vault"), world.path("notes.txt")).unwrap();
    world.check_refused_name("notes.txt", "denied");
    world.configure("hard_links = \"allow\"\n");
    world.check_refused_name("notes.txt", "denied");
    world.check_unharmed();
}

/// Case 19: what is mounted inside the root is not entered. With `/` as root, `/proc` is such a mount anywhere.
#[test]
fn case_19_a_mount_inside_the_root_is_not_entered_unless_the_user_allows_it() {
    let world = World::with_secret("case_19");
    let state = world.beside("state").display().to_string();
    let at_top = ["--root", "/", "--state", &state];
    let ask = |words: &[&str]| world.run(&[&at_top[..], words].concat());

    for (command, extra) in
        [("read", None), ("head", None), ("stat", None), ("excerpt", None), ("search", Some("L"))]
    {
        let words = |name| [Some(command), extra, Some(name)].into_iter().flatten().collect::<Vec<&str>>();
        let existing = ask(&words("/proc/version"));
        let missing = ask(&words("/proc/absent_"));
        assert_eq!(existing.code, Some(3), "{existing:?}");
        assert!(existing.stdout.is_empty() && existing.stderr.contains("another filesystem"), "{existing:?}");
        assert_eq!(missing.code, existing.code, "{missing:?}");
        assert_eq!(missing.stderr.replace("absent_", "version"), existing.stderr);
    }
    let records = world.records_in(&world.beside("state"));
    assert_eq!(records.len(), 10);
    for record in records {
        assert_eq!(
            (&record["outcome"], &record["code"]),
            (&"denied".into(), &"other_filesystem".into()),
            "{record}"
        );
    }

    world.configure("other_filesystems = \"allow\"\n");
    let allowed = ask(&["stat", "/proc/version"]);
    assert_eq!(allowed.code, Some(0), "{allowed:?}");
    // The kernel's own files say that they are empty; believing them would vouch for nothing.
    let unsized_file = ask(&["read", "--raw", "/proc/version"]);
    assert_eq!((unsized_file.code, unsized_file.text()), (Some(4), String::new()), "{unsized_file:?}");
    world.check_unharmed();
}

/// Case 52: the state is out of reach under every name, also where one root stands inside another.
#[test]
fn the_state_is_out_of_reach_through_an_overlapping_root() {
    let world = World::with_secret("overlap");
    world.write("b/x", "x\n");
    let roots = ["--root".into(), world.path("b"), "--root".into(), world.root()];
    let state = ["--state".into(), world.path("b/st")];
    let ask = |words: &[&str]| {
        let words = words.iter().map(std::path::PathBuf::from);
        world.run(&roots.iter().chain(&state).cloned().chain(words).collect::<Vec<_>>())
    };
    assert_eq!(ask(&["read", &world.path("b/x").display().to_string()]).code, Some(0));
    world.link("b/st", "l");
    for name in ["l/key", "b/st/key", "l/audit/head"] {
        let ran = ask(&["read", "--raw", &world.path(name).display().to_string()]);
        assert_eq!((ran.code, ran.text()), (Some(3), String::new()), "{name}: {ran:?}");
    }
    world.check_unharmed();
}
