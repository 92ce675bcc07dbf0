//! Section C, what only the command line has of it: names that hold secrets, and where a command is started.

use reread_testkit::{World, file_contains, files_below};

use super::refusal::CheckRefusal as _;

/// The names that hold secrets by custom need approval without any configuration, and are never kept.
#[test]
fn names_that_hold_secrets_need_approval_and_leave_no_snapshot() {
    let world = World::with_secret("sensitive");
    for name in
        [".env", "sub/.env.local", "server.pem", "deploy.key", "id_rsa", "sub/id_ed25519", ".npmrc", ".NETRC"]
    {
        world.write(name, format!("{}\n", world.secret()));
        world.check_refused_name(name, "approval_required");
    }
    world.check_unharmed();

    world.configure("[read]\nsensitive = \"allow\"\n");
    let reply = world.json(&["read", ".env"]);
    assert_eq!(reply["meta"]["untagged"], "not_cached", "{reply}");
    let kept = files_below(&world.path(".reread"));
    assert!(kept.iter().all(|file| !file_contains(file, world.secret())), "{kept:?}");
}

/// Case 43, the reading side: whatever is asked, the rules stay as they are, and none come into being.
#[test]
fn case_43_reading_makes_and_changes_no_rules() {
    let world = World::with_secret("case_43");
    for words in
        [&["read", "reread.toml"][..], &["stat", "reread.toml"], &["read", "../config/reread/config.toml"]]
    {
        world.run(words);
    }
    assert!(!world.path("reread.toml").exists());
    assert_eq!(std::fs::read_to_string(world.config_file()).unwrap(), "version = 1\n");
    assert_eq!(std::fs::read_dir(world.beside("home")).unwrap().count(), 0);

    let rules = "version = 1\n[read]\ndeny = [\"x\"]\n";
    world.write("reread.toml", rules);
    world.run(&["read", "reread.toml"]);
    assert_eq!(std::fs::read_to_string(world.path("reread.toml")).unwrap(), rules);
    world.check_unharmed();
}

/// A configuration that was named and is not there is no licence; and what a repository contains moves no root.
#[test]
fn rules_are_not_lost_by_where_a_command_is_started() {
    let world = World::with_secret("start");
    let named = world.run(&["--config", "/nowhere.toml", "read", "a.txt"]);
    assert_eq!((named.code, named.text()), (Some(6), String::new()), "{named:?}");

    std::fs::create_dir(world.path(".git")).unwrap();
    world.configure("[read]\ndeny = [\"src/secret/**\"]\n");
    world.write("src/secret/a.txt", format!("{}\n", world.secret()));
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

/// A sign of a project that belongs to another user, such as a `.git` in a shared folder, does not widen the root.
#[test]
fn a_foreign_sign_does_not_widen_the_root() {
    let world = World::with_secret("foreign_sign");
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

/// Rules that are missing are not "no rules": a link that leads nowhere is an error, of the workspace and of the user.
#[test]
fn a_configuration_that_is_a_dangling_link_stops_everything() {
    let world = World::with_secret("dangling_rules");
    world.link("gone.toml", "reread.toml");
    let refused = world.run(&["read", "a.txt"]);
    assert_eq!(refused.code, Some(6), "{refused:?}");
    assert!(refused.stderr.starts_with("error: reread.toml cannot be read: it is a link\n"), "{refused:?}");
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(0));
    std::fs::remove_file(world.config_file()).unwrap();
    std::os::unix::fs::symlink("gone.toml", world.config_file()).unwrap();
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(6));
}
