//! Cases 69, 70 and 71: another program wrote in the meantime.

use std::process::Command;

use reread_testkit::has_strace;
use reread_text::Digest;

use super::call::{Call, block};
use super::front_end::at_both_front_ends;
use super::traced::{hold_up, once_staged};

/// The beginning of a digest, as replies have it.
fn short(text: &str) -> String {
    Digest::of(text.as_bytes()).to_string()[..16].to_owned()
}

#[test]
fn case_69_a_write_from_an_old_version_is_refused_with_both_versions_and_what_changed() {
    at_both_front_ends("case_69", |front_end| {
        let (first, hers) = ("one\ntwo\nthree\n", "one\nhers\nthree\n");
        front_end.put("b.txt", first);
        let tag = front_end.ask(Call::read("b.txt")).tag().to_owned();
        front_end.world.write("b.txt", hers);
        let digest = Digest::of(first.as_bytes()).to_string();
        for base in [tag.as_str(), "v1", &digest, &digest[..16]] {
            for call in [Call::write_over("b.txt", "mine\n", base)] {
                let answer = front_end.check_refused(call, "stale");
                for fact in [short(first), short(hers), "-two\n+hers\n".to_owned()] {
                    assert!(answer.words().contains(&fact), "{base}: {fact}: {answer:?}");
                }
            }
            front_end.check_bytes("b.txt", hers);
        }
        front_end.check_refused(Call::write("b.txt", "mine\n"), "stale");
        front_end.check_refused(Call::create("b.txt", "mine\n"), "exists");
        front_end.check_refused(Call::write_over("b.txt", "mine\n", "#0123456789ab@1"), "unknown_base");
        front_end.check_refused(Call::write_over("b.txt", "mine\n", "v9"), "unknown_base");
        front_end.check_bytes("b.txt", hers);
    });
}

#[test]
fn case_69_a_patch_of_an_old_version_that_meets_a_newer_edit_is_a_conflict() {
    at_both_front_ends("case_69_patch", |front_end| {
        let (first, hers) = ("one\ntwo\nthree\n", "one\nhers\nthree\n");
        front_end.put("b.txt", first);
        let tag = front_end.ask(Call::read("b.txt")).tag().to_owned();
        front_end.world.write("b.txt", hers);
        let answer = front_end.ask(Call::patch_on(&tag, &block("b.txt", "two\n", "mine\n")));
        assert_eq!((answer.outcome(), &answer.reply["ok"]), ("conflict", &false.into()), "{answer:?}");
        let digest = |text: &str| serde_json::json!(Digest::of(text.as_bytes()).to_string());
        assert_eq!((&answer.reply["base"], &answer.reply["current"]), (&digest(first), &digest(hers)));
        let conflict = &answer.reply["conflicts"][0];
        assert_eq!(
            (&conflict["base"]["text"], &conflict["ours"]["text"], &conflict["theirs"]["text"]),
            (&"two\n".into(), &"hers\n".into(), &"mine\n".into()),
            "{answer:?}"
        );
        front_end.check_bytes("b.txt", hers);
    });
}

#[test]
fn case_70_an_edit_elsewhere_is_merged_as_git_would() {
    let lines = |changed: &[(usize, &str)]| -> String {
        let line = |number: usize| {
            let found = changed.iter().find(|(at, _)| *at == number);
            found.map_or_else(|| format!("line {number}\n"), |(_, text)| format!("{text}\n"))
        };
        (1..=1000).map(line).collect()
    };
    at_both_front_ends("case_70", |front_end| {
        let world = &front_end.world;
        let (base, hers, mine) = (lines(&[]), lines(&[(900, "hers\nand more")]), lines(&[(3, "mine")]));
        world.write("b.txt", &base);
        let version = Digest::of(base.as_bytes()).to_string();
        front_end.put("c.txt", "x\n");
        front_end.ask(Call::patch(&block("b.txt", "line 500\n", "500\n"))).check_outcome("applied");
        world.write("b.txt", &hers);
        let answer = front_end.ask(Call::patch_on(&version, &block("b.txt", "line 3\n", "mine\n")));
        answer.check_outcome("rebased");
        assert!(answer.said.contains("+hers"), "the external change is shown: {answer:?}");
        for (name, text) in [("base", &base), ("hers", &hers), ("mine", &mine)] {
            std::fs::write(world.beside(name), text).unwrap();
        }
        let mut git = Command::new("git");
        git.current_dir(world.beside("")).args(["merge-file", "-p", "hers", "base", "mine"]);
        let merged = git.output().unwrap();
        assert_eq!(merged.status.code(), Some(0), "{merged:?}");
        front_end.check_bytes("b.txt", merged.stdout);
    });
}

/// Another program writes between the last look at the file and its replacement: each ends in the file or in its history.
#[test]
fn case_71_what_is_written_just_before_the_replacement_is_not_lost() {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    at_both_front_ends("case_71", |front_end| {
        let world = &front_end.world;
        world.configure("[index]\nbackground = false\n");
        world.write("sub/b.txt", "one\n");
        front_end.ask(Call::stat("a.txt")).check_served();
        hold_up(front_end, "renameat2");
        let call = Call::write_over("sub/b.txt", "mine\n", &Digest::of(b"one\n").to_string());
        let (folder, file) = (world.path("sub"), world.path("sub/b.txt"));
        let answer = std::thread::scope(|scope| {
            // It is staged, and about to be exchanged.
            scope.spawn(|| once_staged(&folder, || std::fs::write(&file, "hers\n").unwrap()));
            front_end.ask(call)
        });
        front_end.launch_by_itself();
        let now = String::from_utf8(front_end.bytes("sub/b.txt")).unwrap();
        assert_ne!((answer.outcome(), now.as_str()), ("applied", "hers\n"), "{answer:?}");
        if now == "hers\n" {
            assert!(answer.outcome() == "conflict" || !answer.code().is_empty(), "{answer:?}");
        } else {
            assert_eq!(now, "mine\n");
            let diff = front_end.ask(Call::diff("sub/b.txt", &short("hers\n")));
            assert!(diff.said.contains("-hers"), "her bytes are in the history: {diff:?}");
        }
        assert_eq!(front_end.names("sub"), ["b.txt"]);
    });
}
