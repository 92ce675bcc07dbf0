//! Case 91: the disk is full.

use std::fs;

use super::call::{Call, block};
use super::front_end::at_both_front_ends;

/// Text that cannot be packed.
fn noise(kibibytes: u64, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut digits = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        format!("{state:016x}")
    };
    let line = |_| (0..4).map(|_| digits()).collect::<String>()[..63].to_owned() + "\n";
    (0..kibibytes * 16).map(line).collect()
}

/// No file grows beyond so many blocks of 512 bytes, for the process that answers; the signal that would end it is ignored.
fn growing_to(kibibytes: u64) -> String {
    format!("trap '' XFSZ; ulimit -f {}", kibibytes * 2)
}

/// The history cannot grow, and the workspace can: nothing is written, and reading goes on.
#[test]
fn case_91_nothing_is_written_whose_past_cannot_be_kept() {
    at_both_front_ends("case_91", |front_end| {
        let (old, new) = (noise(400, 1), noise(400, 2));
        front_end.world.write("b.txt", &old);
        front_end.put("c.txt", "x\n");
        let digest = reread_text::Digest::of(old.as_bytes()).to_string();
        let log = || fs::metadata(front_end.world.path(".reread/reread.db-wal")).map_or(0, |log| log.len());
        let log_before = log();
        front_end.launch_behind(&growing_to(512));
        let answer = front_end.ask(Call::write_over("b.txt", &new, &digest));
        assert_ne!(answer.code(), "", "{answer:?}");
        assert!(front_end.bytes("b.txt") == old.as_bytes(), "the file is as it was");
        assert_eq!(front_end.names(""), ["a.txt", "b.txt", "c.txt"], "nothing is left beside it");
        // Something small may have been noted since.
        assert!(log() < log_before + 64 * 1024, "what failed is left in the log: {}", log() - log_before);
        for _ in 0..3 {
            assert_eq!(front_end.ask(Call::read("c.txt")).text(), "x\n");
            front_end.ask(Call::read_lines("b.txt", 1, 1)).check_served();
            front_end.ask(Call::search("x")).check_served();
        }
        front_end.launch_by_itself();
        let (code, said) = front_end.printed(&["check", "--data"]);
        assert_eq!(code, Some(0), "{said}");
        front_end.ask(Call::write_over("b.txt", &new, &digest)).check_outcome("applied");
        assert!(front_end.bytes("b.txt") == new.as_bytes());
    });
}

/// The reverse: the history has room for what packs well, and the workspace has none for it.
#[test]
fn case_91_what_does_not_fit_the_workspace_leaves_it_as_it_was() {
    at_both_front_ends("case_91_reverse", |front_end| {
        let new = "long ".repeat(400_000);
        front_end.put("b.txt", "one\n");
        front_end.launch_behind(&growing_to(1024));
        for call in [
            Call::write_over("b.txt", &new, "v1"),
            Call::create("new.txt", &new),
            Call::patch(&format!(
                "*** Begin Patch\n*** Update File: b.txt\n@@\n-one\n+two\n*** Add File: new.txt\n+{new}\n*** End Patch\n"
            )),
        ] {
            let answer = front_end.ask(call);
            assert_ne!(answer.code(), "", "{}", answer.said.chars().take(400).collect::<String>());
            front_end.check_bytes("b.txt", "one\n");
            assert_eq!(front_end.names(""), ["a.txt", "b.txt"], "nothing is left beside it");
        }
        assert_eq!(front_end.ask(Call::read("b.txt")).text(), "one\n");
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
        front_end.launch_by_itself();
        let (code, said) = front_end.printed(&["check", "--data"]);
        assert_eq!(code, Some(0), "{said}");
    });
}

/// A store of 256 KiB of its own, where something can be mounted. Cleaning up gives the space back.
#[test]
fn case_91_a_small_store_fills_up_and_is_emptied() {
    at_both_front_ends("case_91_tmpfs", |front_end| {
        let world = &front_end.world;
        let store = world.beside("store");
        fs::create_dir(&store).unwrap();
        let mount = |words: &[&str]| {
            let mut command = std::process::Command::new(words[0]);
            command.args(&words[1..]).arg(&store).output().is_ok_and(|output| output.status.success())
        };
        if !mount(&["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "none"]) {
            println!("not tried: nothing can be mounted here");
            return;
        }
        let unmounting = Unmounting(store.clone());
        front_end.always(&["--state", &store.display().to_string()]);
        front_end.world.write("b.txt", noise(12, 1));
        let mut refused = None;
        for round in 2..40 {
            let (old, new) = (front_end.bytes("b.txt"), noise(12, round));
            let digest = reread_text::Digest::of(&old).to_string();
            let answer = front_end.ask(Call::write_over("b.txt", &new, &digest));
            if answer.outcome() == "applied" {
                assert!(front_end.bytes("b.txt") == new.as_bytes());
                continue;
            }
            assert!(front_end.bytes("b.txt") == old, "the file is as it was");
            refused = Some(answer.code().to_owned());
            break;
        }
        assert!(refused.is_some_and(|code| !code.is_empty()), "it never filled up");
        assert_eq!(front_end.names(""), ["a.txt", "b.txt"]);
        assert_eq!(front_end.ask(Call::read("a.txt")).text(), "one\ntwo\nthree\n", "reading goes on");
        front_end.ask(Call::search("two")).check_served();
        front_end.close();
        let state = store.display().to_string();
        for command in
            [&["cache", "prune", "--unused-for", "0"][..], &["history", "prune", "--max-size", "1K"]]
        {
            let (code, said) = front_end.printed(&[&["--state", &state], command].concat());
            assert_eq!(code, Some(0), "{said}");
        }
        let digest = reread_text::Digest::of(&front_end.bytes("b.txt")).to_string();
        front_end.ask(Call::write_over("b.txt", "short\n", &digest)).check_outcome("applied");
        front_end.always(&[]);
        drop(unmounting);
    });
}

/// Takes a mount away, whatever happens.
struct Unmounting(std::path::PathBuf);

impl Drop for Unmounting {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}
