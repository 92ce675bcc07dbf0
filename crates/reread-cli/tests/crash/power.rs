//! What is left of a workspace when the power goes.
//!
//! The workspace is on a disk of its own, in a file that is copied as it stands: what had not reached the disk by then is
//! not in the copy. An unrelated file is made durable before, so that the file system writes down everything but what it
//! was not asked to. The copy takes the place of the disk, and is looked at. It does not show what a drive that holds
//! writes back, or turns their order round, would lose. The record of calls is not synced and may lose its last ones.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use reread_testkit::{World, has_strace};
use tempfile::TempDir;

use super::deed::{DEEDS, Deed};
use super::judge::{Score, judge};
use super::strace::{self, Fault, Point, calls};
use super::sweeping::Files;

/// Deeds that change files of the workspace are the first.
const DEEDS_THAT_WRITE: usize = 8;

/// Calls that hand something to the disk, or give a name.
const TELLING: [&str; 7] = ["fdatasync", "fsync", "openat", "pwrite64", "renameat2", "unlinkat", "write"];

#[test]
fn crash_by_power_cut_keeps_what_was_acknowledged() {
    let Some(most) = std::env::var("CRASH_POINTS").ok().map(|points| points.parse::<usize>().unwrap()) else {
        println!("not cut: `cargo xtask prove crash` does it");
        return;
    };
    let Some(disk) = LoopDisk::make().filter(|_| has_strace()) else {
        println!("not cut: a disk in a file takes the superuser, mount and mkfs.ext4");
        return;
    };
    println!("{}", Score::header());
    let scores = DEEDS[..DEEDS_THAT_WRITE].iter().map(|deed| (deed.name, sweep(&disk, deed, most)));
    let scores: Vec<(&str, Score)> =
        scores.inspect(|(name, score)| println!("{}", score.row(name))).collect();
    let cuts: usize = scores.iter().map(|(_, score)| score.kills + score.errors).sum();
    println!("{cuts} power cuts");
    for (name, score) in &scores {
        assert!(score.kills > 0 && score.errors > 0, "{name} was not cut");
        assert_eq!(score.wrongs, Vec::<String>::new(), "{name}");
    }
}

/// Cuts before calls of the command, and behind its end.
fn sweep(disk: &LoopDisk, deed: &Deed, most: usize) -> Score {
    let mut score = Score::default();
    let old = disk.with_new(|world| {
        (deed.prepare)(world);
        world.files()
    });
    let (clean, new) = disk.with_beginning(|world| (calls(world, deed), world.files()));
    let kill = |(call, when): &(String, usize)| Point { call: call.clone(), when: *when, fault: Fault::Kill };
    let kills = clean.iter().filter(|(call, _)| TELLING.contains(&call.as_str())).map(kill);
    let end = Point { call: "end".to_owned(), when: 1, fault: Fault::Nothing };
    let points: Vec<Point> = kills.chain([end]).collect();
    for point in super::chosen(&points, most) {
        cut(disk, deed, point, (&old, &new), &mut score);
    }
    score
}

fn cut(disk: &LoopDisk, deed: &Deed, point: &Point, ends: (&Files, &Files), score: &mut Score) {
    let ended = disk.with_beginning(|world| {
        let ended = strace::run(world, deed.arguments, point);
        let unrelated = std::fs::File::create(world.beside("unrelated")).unwrap();
        unrelated.sync_all().unwrap();
        disk.copy("disk", "cut");
        ended
    });
    match point.fault {
        _ if !ended.was_hit => score.missed += 1,
        Fault::Kill => score.kills += 1,
        Fault::Error(_) | Fault::Short | Fault::Nothing => score.errors += 1,
    }
    disk.with("cut", |world| judge(world, deed, point, &ended, ends, score));
}

/// A small disk in a file, and copies of it, of which one at a time is mounted where the workspace is.
struct LoopDisk {
    folder: TempDir,
}

impl LoopDisk {
    /// `None` where that is not allowed.
    fn make() -> Option<Self> {
        let disk = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(disk.mount_point()).unwrap();
        let is_made = disk.format() && disk.mount("disk");
        (is_made && disk.unmount()).then_some(disk)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn mount_point(&self) -> PathBuf {
        self.path("mounted")
    }

    fn format(&self) -> bool {
        std::fs::File::create(self.path("disk")).unwrap().set_len(32 << 20).unwrap();
        succeeds("mkfs.ext4", &["-q".as_ref(), "-F".as_ref(), &self.path("disk")])
    }

    /// Nothing is written that was not asked for: not by the clock, and not because a file got another's name.
    fn mount(&self, name: &str) -> bool {
        let options = Path::new("loop,noauto_da_alloc,commit=300");
        succeeds("mount", &["-o".as_ref(), options, &self.path(name), &self.mount_point()])
    }

    /// A killed process may need a moment to release it.
    fn unmount(&self) -> bool {
        (0..100).any(|_| {
            let is_done = succeeds("umount", &[&self.mount_point()]);
            if !is_done {
                std::thread::sleep(Duration::from_millis(20));
            }
            is_done
        })
    }

    fn copy(&self, from: &str, to: &str) {
        assert!(succeeds("cp", &["--sparse=always".as_ref(), &self.path(from), &self.path(to)]));
    }

    /// Does something on a disk.
    fn with<T>(&self, name: &str, work: impl FnOnce(&World) -> T) -> T {
        assert!(self.mount(name));
        let done = work(&World::within(self.mount_point()));
        assert!(self.unmount());
        done
    }

    /// Does something on an empty disk, which is the beginning from then on.
    fn with_new<T>(&self, work: impl FnOnce(&World) -> T) -> T {
        assert!(self.format());
        let done = self.with("disk", work);
        self.copy("disk", "beginning");
        done
    }

    /// Does something on a disk that is as it was at the beginning.
    fn with_beginning<T>(&self, work: impl FnOnce(&World) -> T) -> T {
        self.copy("beginning", "disk");
        self.with("disk", work)
    }
}

impl Drop for LoopDisk {
    fn drop(&mut self) {
        // It is mounted if a test failed in the middle.
        let _ = self.unmount();
    }
}

fn succeeds(program: &str, arguments: &[&Path]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}
