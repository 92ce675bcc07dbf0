//! Trees that change while they are walked.

use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use reread_files::{Confinement, Settings, parse_user_configuration};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::workspace::trees::{ask, list, names, plant, question};
use crate::workspace::world::{FilesWorld, StopAtEnd};

const TRIES: u32 = 400;

/// Case 11 for walks: a folder that is exchanged for a link to the outside yields no name and no line from there.
#[test]
fn a_folder_exchanged_for_a_link_yields_nothing_from_outside() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        plant(&world, &[("sw/inside", "word inside\n"), ("leaf", "word inside\n")]);
        std::fs::write(world.beside("outside/outside"), "word outside\n").unwrap();
        std::fs::write(world.beside("outside/inside"), "word outside\n").unwrap();
        symlink("../outside", world.path("link")).unwrap();
        symlink("../outside/outside", world.path("leaf-link")).unwrap();
        let workspace = world.workspace_with(Settings::default(), Some(confinement));
        let pairs = [("sw", "link"), ("leaf", "leaf-link")];
        let pairs = pairs.map(|(one, other)| (world.path(one), world.path(other)));
        let stop = AtomicBool::new(false);
        let (mut inside, mut without) = (0, 0);
        std::thread::scope(|scope| {
            let at_end = StopAtEnd(&stop);
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    for (one, other) in &pairs {
                        renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
                    }
                }
            });
            let mut tried = 0;
            while tried < TRIES || ((inside == 0 || without == 0) && tried < TRIES * 100) {
                tried += 1;
                let listed = list(&workspace, &[]);
                assert!(!names(&listed).iter().any(|name| name.contains("outside")), "{listed:?}");
                assert!(listed.entries.iter().all(|entry| entry.facts.is_none_or(|facts| facts.size == 12)));
                let reply = ask(&workspace, &question("word"));
                assert!(reply.shown().all(|line| line.text == b"word inside"), "{reply:?}");
                if reply.tally.lines == 2 { inside += 1 } else { without += 1 }
            }
            drop(at_end);
        });
        assert!(inside > 0 && without > 0, "{inside} {without}: no race took place");
    }
}

/// The same neighbour inside: under the name of an allowed folder nothing shows that a rule denies under its own.
#[test]
fn a_folder_exchanged_for_a_link_yields_nothing_that_is_denied() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        plant(&world, &[("sw/inside", "word inside\n"), ("denied/secret", "word denied\n")]);
        std::fs::write(world.path("denied/inside"), "word denied\n").unwrap();
        symlink("denied", world.path("link")).unwrap();
        let settings =
            parse_user_configuration("test", "version = 1\n[read]\ndeny = [\"denied\"]\n").unwrap();
        let workspace = world.workspace_with(settings, Some(confinement));
        let (one, other) = (world.path("sw"), world.path("link"));
        let stop = AtomicBool::new(false);
        let (mut served, mut without) = (0, 0);
        std::thread::scope(|scope| {
            let at_end = StopAtEnd(&stop);
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE).unwrap();
                }
            });
            let mut tried = 0;
            while tried < TRIES || ((served == 0 || without == 0) && tried < TRIES * 100) {
                tried += 1;
                let listed = list(&workspace, &[]);
                assert!(!names(&listed).iter().any(|name| name.contains("secret")), "{listed:?}");
                let reply = ask(&workspace, &question("word"));
                assert!(reply.shown().all(|line| line.text == b"word inside"), "{reply:?}");
                assert!(reply.tally.lines <= 1, "{:?}", reply.tally);
                if reply.tally.lines == 1 { served += 1 } else { without += 1 }
            }
            drop(at_end);
        });
        assert!(served > 0 && without > 0, "{served} {without}: no race took place");
    }
}

/// Case 37: entries come, go and move; what stays is found every time, nothing twice.
#[test]
fn a_tree_that_changes_is_walked_to_its_end() {
    let world = FilesWorld::new();
    for folder in 0..8 {
        let files: Vec<String> = (0..20).map(|file| format!("d{folder}/stays{file}")).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|name| (name.as_str(), "word\n")).collect();
        plant(&world, &files);
    }
    let workspace = world.workspace();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let at_end = StopAtEnd(&stop);
        scope.spawn(|| {
            let mut round = 0_u32;
            while !stop.load(Ordering::Relaxed) {
                round += 1;
                let (one, other) = (world.path(format!("d{}/x{round}", round % 8)), world.path("d0/moved"));
                std::fs::write(&one, "word\n").unwrap();
                std::fs::rename(&one, &other).unwrap();
                std::fs::create_dir(&one).unwrap();
                std::fs::remove_dir(&one).unwrap();
                std::fs::remove_file(&other).unwrap();
            }
        });
        for _ in 0..TRIES / 4 {
            let listed = list(&workspace, &[]);
            let names = names(&listed);
            assert_eq!(names.iter().filter(|name| name.contains("stays")).count(), 160);
            assert!(names.is_sorted_by(|one, other| one.as_bytes() < other.as_bytes()), "{names:?}");
            let reply = ask(&workspace, &question("word"));
            assert!(reply.tally.lines >= 160 && reply.files.len() <= 170, "{:?}", reply.tally);
        }
        drop(at_end);
    });
}
