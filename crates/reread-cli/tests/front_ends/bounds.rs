//! Inputs whose size or depth would take a server down if its work were not bounded.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, openat, unlinkat};

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// So much memory a process may address here, in KiB: no call comes near it.
const MOST_MEMORY: u64 = 4 * 1024 * 1024;

/// Deeper than the stack of a thread lets a function call itself, and than a path can be. It is as good as 30,000, and many
/// file systems remove folders slowly.
const DEPTH: usize = 10_000;

fn open(folder: &OwnedFd, name: &str) -> OwnedFd {
    openat(folder, name, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap()
}

fn open_path(path: &Path) -> OwnedFd {
    openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap()
}

/// Makes a chain of folders, each by the handle of the one above it.
fn make_chain(top: &Path) {
    let mut folder = open_path(top);
    for _ in 0..DEPTH {
        mkdirat(&folder, "d", Mode::from_raw_mode(0o777)).unwrap();
        folder = open(&folder, "d");
    }
}

/// Removes the chain from its end.
fn remove_chain(top: &Path) {
    let mut folder = open_path(top);
    for _ in 0..DEPTH {
        folder = open(&folder, "d");
    }
    for _ in 0..DEPTH {
        folder = open(&folder, "..");
        unlinkat(&folder, "d", AtFlags::REMOVEDIR).unwrap();
    }
}

fn limit_memory(front_end: &FrontEnd) {
    front_end.launch_behind(&format!("ulimit -v {MOST_MEMORY}; ulimit -n 40000 || true"));
}

#[test]
fn a_patch_that_copies_a_large_file_many_times_is_refused_with_its_figures() {
    at_both_front_ends("many_copies", |front_end| {
        limit_memory(front_end);
        front_end.world.write("big.txt", "0123456789abcdef".repeat(40 * 1024 * 1024 / 16));
        let copy = |number: usize| {
            format!(
                "diff --git a/big.txt b/copy{number}\nsimilarity index 100%\ncopy from big.txt\ncopy to copy{number}\n"
            )
        };
        let patch: String = (0..400).map(copy).collect();
        let answer = front_end.check_refused(Call::patch(&patch), "too_large").words();
        assert!(answer.contains("400 files, 400 of them copies, with 33554432000 bytes"), "{answer}");
        assert!(!front_end.is_there("copy0"));

        let many: String =
            (0..1001).map(|n| format!("--- /dev/null\n+++ b/f{n}\n@@ -0,0 +1 @@\n+x\n")).collect();
        let answer = front_end.check_refused(Call::patch(&many), "too_large").words();
        assert!(answer.contains("1001 files"), "{answer}");
        assert!(!front_end.is_there("f0"));

        assert_eq!(front_end.ask(Call::patch(&copy(0))).code(), "", "one copy is made");
        std::fs::remove_file(front_end.world.path("copy0")).unwrap();
        std::fs::remove_file(front_end.world.path("big.txt")).unwrap();
    });
}

#[test]
fn a_tree_of_10000_folders_within_one_another_is_listed_searched_and_written_in() {
    at_both_front_ends("deep_tree", |front_end| {
        limit_memory(front_end);
        let world = &front_end.world;
        world.write("two.txt", "needle\n");
        std::fs::hard_link(world.path("two.txt"), world.path("names.txt")).unwrap();
        world.write("deep/one.txt", "needle\n");
        make_chain(&world.path("deep"));
        assert_eq!(front_end.ask(Call::list("**/*.txt")).code(), "");
        let found = front_end.ask(Call::search("needle"));
        assert!(found.said.contains("deep/one.txt"), "{found:?}");
        // In which order folders are looked into is up to the disk: its two names are found before the search ends, or not.
        let answer = front_end.ask(Call::read("two.txt"));
        assert!(["", "hard_linked"].contains(&answer.code()), "{answer:?}");
        assert_eq!(front_end.ask(Call::patch(&block("deep/one.txt", "needle\n", "thread\n"))).code(), "");
        for words in [&["overview"][..], &["index"]] {
            let (code, printed) = front_end.printed(words);
            assert_eq!(code, Some(0), "{words:?}: {printed}");
        }
        remove_chain(&world.path("deep"));
        assert_eq!(front_end.ask(Call::read("two.txt")).code(), "");
    });
}

#[test]
fn a_heavy_pattern_on_one_long_line_ends_with_the_budget_of_the_search() {
    at_both_front_ends("heavy_pattern", |front_end| {
        let world = &front_end.world;
        world.configure("[limits]\nsearch_millis = 1000\n");
        front_end.close();
        world.write("long.txt", "a".repeat(2_000_000));
        for call in [Call::search_in(HEAVY, "long.txt").by_regex(), Call::search(HEAVY).by_regex()] {
            let answer = front_end.ask(call);
            assert!(answer.said.contains("time"), "{answer:?}");
        }
        let found = front_end.ask(Call::search_in("a{3}$", "long.txt").by_regex());
        assert_eq!(found.code(), "", "{found:?}");
    });
}

const HEAVY: &str = "(a{1,500}){1,20}b";
