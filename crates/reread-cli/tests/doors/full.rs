//! Case 91: the disk is full.

use std::fs;

use crate::call::{Call, block};
use crate::door::at_both_doors;

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
    at_both_doors("case_91", |door| {
        let (old, new) = (noise(400, 1), noise(400, 2));
        door.world.write("b.txt", &old);
        door.put("c.txt", "x\n");
        let digest = reread_text::Digest::of(old.as_bytes()).to_string();
        let log = || fs::metadata(door.world.path(".reread/reread.db-wal")).map_or(0, |log| log.len());
        let log_before = log();
        door.launch_behind(&growing_to(512));
        let answer = door.ask(Call::write_over("b.txt", &new, &digest));
        assert_ne!(answer.code(), "", "{answer:?}");
        assert!(door.bytes("b.txt") == old.as_bytes(), "the file is as it was");
        assert_eq!(door.names(""), ["a.txt", "b.txt", "c.txt"], "nothing is left beside it");
        // Something small may have been noted since.
        assert!(log() < log_before + 64 * 1024, "what failed is left in the log: {}", log() - log_before);
        for _ in 0..3 {
            assert_eq!(door.ask(Call::read("c.txt")).text(), "x\n");
            door.ask(Call::read_lines("b.txt", 1, 1)).check_served();
            door.ask(Call::search("x")).check_served();
        }
        door.launch_by_itself();
        let (code, said) = door.printed(&["check", "--data"]);
        assert_eq!(code, Some(0), "{said}");
        door.ask(Call::write_over("b.txt", &new, &digest)).check_outcome("applied");
        assert!(door.bytes("b.txt") == new.as_bytes());
    });
}

/// The reverse: the history has room for what packs well, and the workspace has none for it.
#[test]
fn case_91_what_does_not_fit_the_workspace_leaves_it_as_it_was() {
    at_both_doors("case_91_reverse", |door| {
        let new = "long ".repeat(400_000);
        door.put("b.txt", "one\n");
        door.launch_behind(&growing_to(1024));
        for call in [
            Call::write_over("b.txt", &new, "v1"),
            Call::create("new.txt", &new),
            Call::patch(&format!(
                "*** Begin Patch\n*** Update File: b.txt\n@@\n-one\n+two\n*** Add File: new.txt\n+{new}\n*** End Patch\n"
            )),
        ] {
            let answer = door.ask(call);
            assert_ne!(answer.code(), "", "{}", answer.said.chars().take(400).collect::<String>());
            door.check_bytes("b.txt", "one\n");
            assert_eq!(door.names(""), ["a.txt", "b.txt"], "nothing is left beside it");
        }
        assert_eq!(door.ask(Call::read("b.txt")).text(), "one\n");
        door.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
        door.launch_by_itself();
        let (code, said) = door.printed(&["check", "--data"]);
        assert_eq!(code, Some(0), "{said}");
    });
}

/// A store of 256 KiB of its own, where something can be mounted. Cleaning up gives the space back.
#[test]
fn case_91_a_small_store_fills_up_and_is_emptied() {
    at_both_doors("case_91_tmpfs", |door| {
        let world = &door.world;
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
        door.always(&["--state", &store.display().to_string()]);
        door.world.write("b.txt", noise(12, 1));
        let mut refused = None;
        for round in 2..40 {
            let (old, new) = (door.bytes("b.txt"), noise(12, round));
            let digest = reread_text::Digest::of(&old).to_string();
            let answer = door.ask(Call::write_over("b.txt", &new, &digest));
            if answer.outcome() == "applied" {
                assert!(door.bytes("b.txt") == new.as_bytes());
                continue;
            }
            assert!(door.bytes("b.txt") == old, "the file is as it was");
            refused = Some(answer.code().to_owned());
            break;
        }
        assert!(refused.is_some_and(|code| !code.is_empty()), "it never filled up");
        assert_eq!(door.names(""), ["a.txt", "b.txt"]);
        assert_eq!(door.ask(Call::read("a.txt")).text(), "one\ntwo\nthree\n", "reading goes on");
        door.ask(Call::search("two")).check_served();
        door.close();
        let state = store.display().to_string();
        for command in
            [&["cache", "prune", "--unused-for", "0"][..], &["history", "prune", "--max-size", "1K"]]
        {
            let (code, said) = door.printed(&[&["--state", &state], command].concat());
            assert_eq!(code, Some(0), "{said}");
        }
        let digest = reread_text::Digest::of(&door.bytes("b.txt")).to_string();
        door.ask(Call::write_over("b.txt", "short\n", &digest)).check_outcome("applied");
        door.always(&[]);
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
