//! Case 39: a denied name is denied in every spelling, whatever is asked, and whatever was allowed before.

use super::call::Call;
use super::front_end::{FrontEnd, at_both_front_ends};

const RULE: &str = "version = 1\n[read]\ndeny = [\".env*\"]\n";

/// What the file held while nothing forbade to write it.
const PAST: [&str; 2] = ["past = 1\nshared\n", "past = 2\nshared\n"];

/// Everything that can be asked about one file by its name.
fn calls(name: &str) -> Vec<Call> {
    vec![
        Call::read(name),
        Call::read_lines(name, 1, 1),
        Call::read_from_byte(name, 0),
        Call::read_knowing(name, "#000000000000@1-1"),
        Call::search_in("past", name),
        Call::stat(name),
        Call::head(name),
        Call::tail(name),
        Call::excerpt(name),
        Call::summary(name),
        Call::outline(name),
        Call::preview(name),
        Call::diff(name, "v1"),
        Call::history(name),
        Call::rollback(name, "v1").dry(),
        Call::rollback(name, "v1"),
        Call::write(name, "x\n"),
        Call::create(name, "x\n"),
        Call::append(name, "x\n"),
        Call::write_over(name, "x\n", "v2"),
        // One fits the file, the other does not: the replies are the same.
        Call::patch_of(name, "@@ -1,2 +1,2 @@\n-past = 2\n+past = 3\n shared\n"),
        Call::patch_of(name, "@@ -1,2 +1,2 @@\n-past = 7\n+past = 3\n shared\n"),
        Call::patch_of(name, "@@ -1,2 +1,2 @@\n-past = 2\n+past = 3\n shared\n").dry(),
    ]
}

#[test]
fn case_39_every_spelling_of_a_denied_name_is_refused_at_every_call() {
    at_both_front_ends("case_39", |front_end| {
        let world = &front_end.world;
        world.configure("[read]\nsensitive_names = []\n");
        world.write("dir/x", "");
        PAST.iter().for_each(|text| drop(front_end.put(".env", text)));
        world.write(".env.local", format!("{}\n", world.secret()));
        world.write("dir/.env/x", format!("{}\n", world.secret()));
        world.link(".env", "link");
        world.link("../.env", "dir/link");
        world.link("dir", "parent");
        world.link(".", "self");
        world.write("reread.toml", RULE);
        front_end.close();
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
            check_denied(front_end, name);
        }
        let offered = front_end.check_refused(Call::read(".enw"), "missing");
        assert!(!offered.said.contains(".env"), "a denied name is not offered: {offered:?}");
        front_end.check_bytes(".env", PAST[1]);
        assert_eq!(front_end.names("dir"), [".env", "link", "x"], "nothing came into being");
    });
}

/// All calls are refused in words that tell nothing: neither what the file holds, nor that it has versions.
fn check_denied(front_end: &FrontEnd, name: &str) {
    for call in calls(name) {
        let answer = front_end.check_refused(call.clone(), "denied");
        for content in ["past", "shared", "v2"] {
            assert!(!answer.reply["error"].to_string().contains(content), "{call:?}: {answer:?}");
        }
    }
}

/// What walks the tree does not meet it.
#[test]
fn case_39_neither_a_glob_nor_a_search_nor_a_listing_meets_a_denied_name() {
    at_both_front_ends("case_39_tree", |front_end| {
        let world = &front_end.world;
        world.configure("[read]\nsensitive_names = []\n");
        world.write("reread.toml", RULE);
        for name in [".env", ".env.local", "dir/.env", "dir/sub/.ENV"] {
            world.write(name, format!("{} needle\n", world.secret()));
        }
        world.link(".env", "link");
        world.write("dir/plain.txt", "a needle\n");
        for call in [
            Call::search("needle"),
            Call::search_like("needle", ".e*"),
            Call::search_like("needle", "**/.e*"),
            Call::search(&world.secret()[..12]),
            Call::list(".e*"),
            Call::list("**"),
            Call::list("link"),
        ] {
            let answer = front_end.ask(call.clone());
            assert_eq!(answer.code(), "", "{answer:?}");
            let shown = answer.said.to_lowercase().replace("\".e*\"", "").replace("**/.e*", "");
            assert!(!shown.contains(".env"), "{call:?}: {answer:?}");
        }
        let found = front_end.ask(Call::search("needle"));
        assert!(found.said.contains("dir/plain.txt"), "what may be read is found: {found:?}");
    });
}

/// A patch is judged by every name in it, be it only the source of a copy.
#[test]
fn case_39_no_patch_reaches_a_denied_name() {
    at_both_front_ends("case_39_patch", |front_end| {
        let world = &front_end.world;
        world.configure("[read]\nsensitive_names = []\n");
        world.write("reread.toml", RULE);
        world.write(".env", format!("{}\n", world.secret()));
        world.link(".env", "link");
        for name in [".env", "./.env", "link", ".ENV"] {
            for patch in [
                format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-{}\n+x\n", world.secret()),
                format!("--- a/{name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{}\n", world.secret()),
                format!(
                    "*** Begin Patch\n*** Update File: {name}\n@@\n-{}\n+x\n*** End Patch\n",
                    world.secret()
                ),
                format!("*** Begin Patch\n*** Delete File: {name}\n*** End Patch\n"),
                format!("*** Begin Patch\n*** Update File: {name}\n*** Move to: plain.txt\n*** End Patch\n"),
                super::call::block(name, &format!("{}\n", world.secret()), "x\n"),
            ] {
                let answer = front_end.ask(Call::patch(&patch));
                answer.check_refused("denied");
            }
        }
        assert_eq!(front_end.names(""), [".env", "a.txt", "link", "reread.toml"]);
        front_end.check_bytes(".env", format!("{}\n", world.secret()));
    });
}

/// A receipt from before the rule opens nothing: permission comes first.
#[test]
fn case_39_a_tag_from_before_the_rule_opens_nothing() {
    at_both_front_ends("case_39_tag", |front_end| {
        let world = &front_end.world;
        world.write("notes.txt", "first\nsecond\n");
        let tag = front_end.ask(Call::read("notes.txt")).tag().to_owned();
        world.write("reread.toml", "version = 1\n[read]\ndeny = [\"notes.txt\"]\n");
        front_end.close();
        front_end.check_refused(Call::read_knowing("notes.txt", &tag), "denied");
        world.write("notes.txt", "first\nSECOND\n");
        front_end.check_refused(Call::read_knowing("notes.txt", &tag), "denied");
        front_end.check_refused(Call::write_over("notes.txt", "x\n", &tag), "denied");
        let patch = "@@ -2 +2 @@\n-second\n+2\n";
        let mut call = Call::patch_of("notes.txt", patch);
        call.words.insert(1, format!("--base={tag}"));
        call.arguments["base"] = tag.into();
        front_end.check_refused(call, "denied");
        front_end.check_bytes("notes.txt", "first\nSECOND\n");
    });
}

/// A link to a denied folder tells nothing of what is in it, neither by suggestion nor by what is missing.
#[test]
fn case_39_a_linked_denied_folder_tells_nothing() {
    at_both_front_ends("case_39_folder", |front_end| {
        let world = &front_end.world;
        world.configure("[read]\ndeny = [\"secrets/**\"]\n");
        world.write("secrets/password.txt", format!("{}\n", world.secret()));
        world.link("secrets", "d");
        world.link(".reread", "s");
        for ask in [Call::stat, Call::read, Call::history, Call::summary] {
            let there = front_end.check_refused(ask("d/password.txt"), "denied").words();
            for name in ["d/passwordx.txt", "d/zzz", "d/deep/er"] {
                let missing = front_end.check_refused(ask(name), "denied").words();
                assert_eq!(missing, there.replace("d/password.txt", name));
            }
        }
        for name in ["s/kez", "s/key"] {
            let refused = front_end.check_refused(Call::read(name), "own_state");
            assert!(!refused.said.contains("did you mean"), "{refused:?}");
            front_end.check_refused(Call::write(name, "x\n"), "own_state");
        }
    });
}
