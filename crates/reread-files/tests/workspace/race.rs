//! Names that change what they stand for while they are read.
//!
//! A neighbour exchanges two names as fast as the system can: something inside, and a link that leads to what must
//! never be read. `RACE_TRIES` says how often a name is read in each race; a variant of a race gets a quarter of it, and a
//! race in which each try takes 20 ms a hundredth.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use reread_codes::Code;
use reread_files::{Confinement, Extent, Settings, Workspace, parse_user_configuration};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::workspace::world::{FilesWorld, StopAtEnd, request};

const INSIDE: &[u8] = b"inside\n";
const FORBIDDEN: &[u8] = b"must not be read\n";

/// What may be said of a name that is swapped with a link.
const TRUE_OF_A_SWAP: [Code; 6] =
    [Code::Outside, Code::Missing, Code::Denied, Code::LinkLoop, Code::Contended, Code::NotAFile];

/// Case 11: not one read through a swapped folder or leaf returns what lies outside.
#[test]
fn reads_never_escape_a_swapped_folder_race() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        std::fs::write(world.beside("outside/f"), FORBIDDEN).unwrap();
        std::fs::create_dir(world.path("sw")).unwrap();
        world.write("sw/f", INSIDE);
        symlink(world.beside("outside"), world.path("absolute")).unwrap();
        symlink("../outside", world.path("relative")).unwrap();
        world.write("leaf", INSIDE);
        symlink("../outside/f", world.path("leaf-link")).unwrap();
        let workspace = world.workspace_with(Settings::default(), Some(confinement));

        race(&world, &workspace, ("sw", "relative"), "sw/f", tries());
        race(&world, &workspace, ("leaf", "leaf-link"), "leaf", tries());
        race(&world, &workspace, ("sw", "absolute"), "sw/f", tries() / 4);
        race(&world, &workspace, ("sw", "relative"), "sw/../sw/f", tries() / 4);
    }
}

/// The same neighbour inside: a name is exchanged with a link to a denied file, and the rule holds.
#[test]
fn reads_never_slip_past_a_rule_through_a_swapped_link() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        for folder in ["sw", "denied"] {
            std::fs::create_dir(world.path(folder)).unwrap();
        }
        world.write("sw/f", INSIDE);
        world.write("denied/f", FORBIDDEN);
        symlink("denied", world.path("link")).unwrap();
        world.write("leaf", INSIDE);
        symlink("denied/f", world.path("leaf-link")).unwrap();
        let settings =
            parse_user_configuration("test", "version = 1\n[read]\ndeny = [\"denied\"]\n").unwrap();
        let workspace = world.workspace_with(settings, Some(confinement));

        race(&world, &workspace, ("sw", "link"), "sw/f", tries() / 4);
        race(&world, &workspace, ("leaf", "leaf-link"), "leaf", tries() / 4);
    }
}

/// A file with a second name outside is never served, however its name inside, or that of its folder, changes meanwhile. A
/// search of its names meets it twice then, and must not count it twice.
#[test]
fn a_second_name_outside_is_not_served_in_a_rename_race() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        std::fs::write(world.beside("outside/f"), FORBIDDEN).unwrap();
        for folder in ["a", "z", "a/deep"] {
            std::fs::create_dir(world.path(folder)).unwrap();
        }
        std::fs::hard_link(world.beside("outside/f"), world.path("a/deep/f")).unwrap();
        let workspace = world.workspace_with(Settings::default(), Some(confinement));
        // The leaf, its folder, and its folder's folder: back and forth between two places.
        for (here, there) in [("a/deep/f", "z/f"), ("a/deep", "z/deep"), ("a", "b")] {
            let names = [format!("{here}{}", beneath(here)), format!("{there}{}", beneath(here))];
            let mover = Swapper::new(&world, (here, there));
            let stop = AtomicBool::new(false);
            let mut refused = 0_u64;
            let moves = std::thread::scope(|scope| {
                let at_end = StopAtEnd(&stop);
                let moves = scope.spawn(|| mover.run_back_and_forth(&stop));
                let mut tried = 0;
                while tried < tries() / 100 || (refused == 0 && tried < tries() * 10) {
                    let name = &names[tried as usize % 2];
                    tried += 1;
                    match workspace.reader().read(&request(name, Extent::Whole)) {
                        Ok(_) => panic!("{name} was served with {confinement:?}"),
                        Err(error) if error.code() == Code::HardLinked => refused += 1,
                        Err(error) => assert!(TRUE_OF_A_SWAP.contains(&error.code()), "{name}: {error}"),
                    }
                }
                drop(at_end);
                moves.join().unwrap()
            });
            assert!(moves > 100, "only {moves} moves: no race took place");
            assert!(refused > 0, "no read of {names:?} met the file");
        }
    }
}

/// The rest of the name of the file of the race above.
fn beneath(place: &str) -> &str {
    "a/deep/f".strip_prefix(place).unwrap_or_default()
}

/// Reads `name` at `least` so often while `swapped` are exchanged. Both answers must have come up, else nothing was tested.
fn race(world: &FilesWorld, workspace: &Workspace, swapped: (&str, &str), name: &str, least: u64) {
    let swapper = Swapper::new(world, swapped);
    let stop = AtomicBool::new(false);
    let (mut served, mut refused) = (0_u64, 0_u64);
    let swaps = std::thread::scope(|scope| {
        let at_end = StopAtEnd(&stop);
        let swaps = scope.spawn(|| swapper.run(&stop));
        let mut tried = 0;
        // A busy machine may run one side alone for a while; the race is not over before both have been seen.
        while tried < least || ((served == 0 || refused == 0) && tried < least * 100) {
            tried += 1;
            match workspace.reader().read(&request(name, Extent::Whole)) {
                Ok(reply) => {
                    let text = &reply.passages[0].text;
                    assert_ne!(
                        text,
                        FORBIDDEN,
                        "{name} with {:?}",
                        workspace.access().roots()[0].confinement()
                    );
                    assert_eq!(text, INSIDE);
                    served += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().contains("must not"), "{error}");
                    // There is one filesystem here, and nothing about it is broken.
                    let code = error.code();
                    assert!(TRUE_OF_A_SWAP.contains(&code), "{name}: {code}: {error}");
                    refused += 1;
                }
            }
        }
        drop(at_end);
        swaps.join().unwrap()
    });
    assert!(swaps > 100, "only {swaps} exchanges: no race took place");
    assert!(served > 0, "no read of {name} was served, so a refusal proves nothing");
    assert!(refused > 0, "no read of {name} met the link, so nothing was tried");
    swapper.settle(swaps);
}

fn tries() -> u64 {
    std::env::var("RACE_TRIES").map_or(20_000, |tries| tries.parse().expect("RACE_TRIES is a number"))
}

struct Swapper {
    one: PathBuf,
    other: PathBuf,
}

impl Swapper {
    fn new(world: &FilesWorld, (one, other): (&str, &str)) -> Self {
        Self { one: world.path(one), other: world.path(other) }
    }

    fn run(&self, stop: &AtomicBool) -> u64 {
        let mut swaps = 0;
        while !stop.load(Ordering::Relaxed) {
            self.swap();
            swaps += 1;
        }
        swaps
    }

    /// Moves the one to the place of the other and back, and ends where it began.
    fn run_back_and_forth(&self, stop: &AtomicBool) -> u64 {
        let mut moves = 0;
        while !stop.load(Ordering::Relaxed) {
            std::fs::rename(&self.one, &self.other).unwrap();
            std::fs::rename(&self.other, &self.one).unwrap();
            moves += 2;
        }
        moves
    }

    fn swap(&self) {
        renameat_with(CWD, &self.one, CWD, &self.other, RenameFlags::EXCHANGE).unwrap();
    }

    /// Puts both names back where they were.
    fn settle(&self, swaps: u64) {
        if swaps % 2 == 1 {
            self.swap();
        }
    }
}
