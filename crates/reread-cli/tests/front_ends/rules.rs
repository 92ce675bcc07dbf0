//! Cases 40 to 43: mistakes in rules are loud, all of them count, deny beats allow, and no caller writes them.

use super::call::{Call, block};
use super::front_end::at_both_front_ends;

#[test]
fn case_40_mistakes_in_rules_let_no_front_end_open() {
    let mistakes = [
        ("version = 1\n[read]\ndenied = [\".env\"]\n", "denied"),
        ("version = 1\ndeny = [\".env\"]\n", "deny"),
        ("version = 1\n[permissions]\ndeny = [\".env\"]\n", "permissions"),
        ("version = 1\n[read.deny]\nfiles = [\".env\"]\n", "line 2"),
        ("version = 1\n[read]\ndeny = \".env\"\n", "line 3"),
        ("version = 1\n[read]\ndeny = [\"[a\"]\n", "[a"),
        ("version = 1\n[read]\ndeny = [\"a//b\"]\n", "a//b"),
        ("version = 1\n[read]\ndeny = [\"\"]\n", ""),
        ("version = 1\n[read]\ndeny = [\"/etc\"]\n", "/etc"),
        ("version = 1\n[read]\ndeny = [\"../x\"]\n", "../x"),
        ("version = 1\n[write]\ndenied = [\"x\"]\n", "denied"),
        ("version = 1\n[write]\ndeny = [\"a//b\"]\n", "a//b"),
        ("version = 1\n[read\n", ""),
        ("version = 1\n\u{0}", ""),
        ("version = 1\n[limits]\nreply_lines = 0\n", "reply_lines"),
        ("version = 1\n[limits]\nreply_lines = -1\n", "line 3"),
        ("version = 1\nversion = 1\n", ""),
        ("version = 2\n", ""),
        ("[read]\ndeny = []\n", ""),
        ("", ""),
    ];
    at_both_front_ends("case_40", |front_end| {
        let world = &front_end.world;
        for (text, word) in mistakes {
            for place in [world.path("reread.toml"), world.config_file()] {
                let before = std::fs::read(&place).ok();
                std::fs::write(&place, text).unwrap();
                let ended = front_end.open();
                assert_eq!(ended.code, Some(6), "{}: {text:?}: {ended:?}", place.display());
                assert!(ended.stderr.contains(word), "{}: {text:?}: {ended:?}", place.display());
                for words in [&["stat", "a.txt"][..], &["search", "one", "a.txt"], &["cache"]] {
                    let (code, said) = front_end.printed(words);
                    assert_eq!(code, Some(6), "{words:?}: {text:?}: {said}");
                    assert!(said.contains(word) && !said.contains("two"), "{words:?}: {text:?}: {said}");
                }
                match before {
                    Some(before) => std::fs::write(&place, before).unwrap(),
                    None => std::fs::remove_file(&place).unwrap(),
                }
            }
        }
        std::fs::write(world.path("reread.toml"), b"\xff\xfe").unwrap();
        assert_eq!(front_end.open().code, Some(6), "text that is no text");
        std::fs::remove_file(world.path("reread.toml")).unwrap();
        std::fs::create_dir(world.path("reread.toml")).unwrap();
        assert_eq!(front_end.open().code, Some(6), "a folder is not an absent file");
        std::fs::remove_dir(world.path("reread.toml")).unwrap();
        front_end.always(&["--config", "/nowhere.toml"]);
        assert_eq!(front_end.open().code, Some(6), "what was named has to be there");
        front_end.always(&[]);
        assert_eq!(front_end.open().code, Some(0));
    });
}

#[test]
fn case_41_many_rules_all_count_or_none_is_believed() {
    at_both_front_ends("case_41", |front_end| {
        let world = &front_end.world;
        let rules: Vec<String> = (0..10_000).map(|number| format!("\"folder/file{number}.txt\"")).collect();
        let all = rules.join(",");
        world.write("reread.toml", format!("version = 1\n[read]\ndeny = [{all}, \"last\"]\n"));
        let deep = "d/".repeat(5_000);
        for name in ["folder/file0.txt", "folder/file9999.txt", "last"] {
            world.write(name, format!("{}\n", world.secret()));
            front_end.check_refused(Call::read(name), "denied");
            front_end.check_refused(Call::stat(name), "denied");
            front_end.check_refused(Call::write(name, "x\n"), "denied");
        }
        let deepest = format!("{deep}last");
        let refused = front_end.ask(Call::read(&deepest));
        assert!(["denied", "invalid_name"].contains(&refused.code()), "{refused:?}");
        let missing = front_end.ask(Call::read(&format!("{deep}x")));
        assert!(["missing", "invalid_name"].contains(&missing.code()), "{missing:?}");
        front_end.ask(Call::read(&"x".repeat(100_000))).check_refused("invalid_name");
        for rule in ["x".repeat(1 << 20), "{a,b}".repeat(30)] {
            world.write("reread.toml", format!("version = 1\n[read]\ndeny = [\"{rule}\"]\n"));
            assert_eq!(front_end.open().code, Some(6), "{} bytes", rule.len());
        }
        std::fs::remove_file(world.path("reread.toml")).unwrap();
    });
}

/// The library shuffles a thousand times; here are all orders of three rules.
#[test]
fn case_42_deny_beats_allow_in_any_order() {
    at_both_front_ends("case_42", |front_end| {
        let world = &front_end.world;
        for name in ["secrets/x", "secrets/pub/x"] {
            world.write(name, format!("{}\n", world.secret()));
        }
        world.write("plain/x", "plain\n");
        for allow in [["**", "secrets/pub/**"], ["secrets/pub/**", "**"]] {
            let allow = format!("allow = {allow:?}\n");
            let deny = "deny = [\"secrets/**\"]\n";
            for lists in [format!("{allow}{deny}"), format!("{deny}{allow}")] {
                world.configure(&format!("[read]\n{lists}"));
                front_end.close();
                for name in ["secrets/x", "secrets/pub/x", "secrets/pub/new"] {
                    front_end.check_refused(Call::read(name), "denied");
                    front_end.check_refused(Call::write(name, "x\n"), "denied");
                }
                assert_eq!(front_end.ask(Call::read("plain/x")).text(), "plain\n");
                world.configure(&format!("[write]\n{lists}"));
                front_end.close();
                for name in ["secrets/x", "secrets/pub/x", "secrets/pub/new"] {
                    front_end.check_refused(Call::create(name, "x\n"), "denied");
                }
            }
        }
        world.configure("[write]\nallow = [\"src/**\"]\n");
        front_end.close();
        front_end.check_refused(Call::create("other/x", "x\n"), "not_allowed");
        front_end.ask(Call::create("src/x", "x\n")).check_outcome("applied");
        assert_eq!(front_end.names("secrets/pub"), ["x"]);
        world.configure("[read]\nallow = [\"*.txt\"]\n");
        front_end.close();
        front_end.check_refused(Call::read("plain/x"), "not_allowed");
        front_end.check_refused(Call::write("plain/new", "x\n"), "not_allowed");
        world.configure("");
    });
}

#[test]
fn case_43_no_caller_writes_the_rules_or_makes_them() {
    at_both_front_ends("case_43", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "version = 1\n");
        world.write("sub/x", "");
        world.link(".", "self");
        world.link("sub", "linked");
        let usual = ".config/reread/config.toml";
        for name in [
            "reread.toml",
            "./reread.toml",
            "Reread.TOML",
            "sub/reread.toml",
            "self/reread.toml",
            "linked/reread.toml",
            usual,
        ] {
            for call in [
                Call::write(name, "version = 1\n"),
                Call::create(name, "version = 1\n"),
                Call::append(name, "version = 1\n"),
                Call::patch(&format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+version = 1\n")),
                Call::patch(&format!("*** Begin Patch\n*** Add File: {name}\n+version = 1\n*** End Patch\n")),
                Call::patch(&format!(
                    "*** Begin Patch\n*** Update File: b.txt\n*** Move to: {name}\n*** End Patch\n"
                )),
                Call::patch(&block(name, "", "version = 1\n")),
                Call::rollback(name, "v1"),
            ] {
                front_end.check_refused(call, "denied");
            }
        }
        assert_eq!(front_end.names(""), ["a.txt", "b.txt", "linked", "self", "sub"]);
        assert_eq!(front_end.names("sub"), ["x"]);

        let rules = "version = 1\n[write]\ndeny = [\"x\"]\n";
        world.write("reread.toml", rules);
        front_end.close();
        for call in [
            Call::write_over("reread.toml", "version = 1\n", &digest(rules)),
            Call::patch(&block("reread.toml", "deny = [\"x\"]\n", "deny = []\n")),
            Call::patch("*** Begin Patch\n*** Delete File: reread.toml\n*** End Patch\n"),
            Call::patch("*** Begin Patch\n*** Update File: reread.toml\n*** Move to: c.txt\n*** End Patch\n"),
        ] {
            front_end.check_refused(call, "denied");
        }
        front_end.check_bytes("reread.toml", rules);
    });
}

/// The user's own configuration, where it happens to lie in the workspace under another name.
#[test]
fn case_43_the_configuration_in_use_is_not_written_wherever_it_lies() {
    at_both_front_ends("case_43_named", |front_end| {
        let rules = "version = 1\n[read]\ndeny = [\"x\"]\n";
        front_end.world.write("conf/mine.toml", rules);
        front_end.world.link("mine.toml", "conf/link.toml");
        front_end.always(&["--config", "conf/mine.toml"]);
        for name in ["conf/mine.toml", "conf/link.toml"] {
            for call in [
                Call::write_over(name, "version = 1\n", &digest(rules)),
                Call::append(name, "version = 1\n"),
                Call::patch(&block(name, "deny = [\"x\"]\n", "deny = []\n")),
                Call::patch(&format!("*** Begin Patch\n*** Delete File: {name}\n*** End Patch\n")),
            ] {
                let answer = front_end.ask(call.clone());
                assert!(["denied", "own_state"].contains(&answer.code()), "{call:?}: {answer:?}");
            }
        }
        front_end.check_bytes("conf/mine.toml", rules);
    });
}

fn digest(text: &str) -> String {
    reread_text::Digest::of(text.as_bytes()).to_string()
}
