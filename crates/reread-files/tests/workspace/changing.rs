//! Files that change while they are read: one version, or a flag.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reread_files::{Notice, ReadReply, Settings, Untagged, parse_user_configuration};

use crate::workspace::bounded_reads::BoundedReads as _;
use crate::workspace::world::{FilesWorld, StopAtEnd, search};

/// Case 33: a file that is cut short and written anew is never a blend of two versions without a flag.
#[test]
fn case_33_a_rewritten_file_is_one_version_or_flagged() {
    let world = FilesWorld::new();
    world.write("f", version(0));
    while_disturbed(&world, 1, |world, number| {
        let mut file = File::create(world.path("f")).unwrap();
        file.write_all(&version(number)).unwrap();
    });
}

/// Case 33: a file that is replaced by rename is one version, always.
#[test]
fn case_33_a_replaced_file_is_one_version() {
    let world = FilesWorld::new();
    world.write("f", version(0));
    while_disturbed(&world, 0, |world, number| {
        std::fs::write(world.path("new"), version(number)).unwrap();
        std::fs::rename(world.path("new"), world.path("f")).unwrap();
    });
}

/// Case 32: a file that grows all the time is read to the size it had, and what was flagged vouches for nothing.
#[test]
fn case_32_a_growing_file_blocks_no_reader() {
    let world = FilesWorld::new();
    let line = b"a line that is written again and again\n";
    world.write("log", line);
    let workspace = world.workspace_with_state(whole_replies());
    let stop = AtomicBool::new(false);
    let mut flagged = 0_u64;
    std::thread::scope(|scope| {
        let _stop = StopAtEnd(&stop);
        scope.spawn(|| {
            let mut log = File::options().append(true).open(world.path("log")).unwrap();
            let mut written = 0;
            while !stop.load(Ordering::Relaxed) {
                // It never stops growing, but a slow reader must not fill the disk.
                if written > 2 << 20 {
                    std::thread::sleep(Duration::from_millis(1));
                }
                written += line.len() * 100;
                log.write_all(&line.repeat(100)).unwrap();
            }
        });
        let mut tried = 0;
        while tried < 20 || flagged == 0 {
            tried += 1;
            assert!(tried < MOST_TRIES, "no write fell into a read, so nothing was tested");
            // A write that crosses a page may be seen in part, so the last line may be one.
            let is_log = |text: &[u8]| text.chunks(line.len()).all(|chunk| line.starts_with(chunk));
            let reply = workspace.read_file("log").unwrap();
            assert!(is_log(&reply.passages[0].text));
            flagged += u64::from(is_flagged(&reply));
            assert!(is_log(&workspace.read_file_tail("log", 3).unwrap().passages[0].text));
            assert!(search(&workspace, "log", "absent", 0, 0).total_lines > Some(0));
        }
    });
}

/// A busy machine may run one side alone for a while: a test goes on until it has seen what it is about, so often at most.
const MOST_TRIES: u64 = 2_000;

/// Reads `f` while `disturb` goes through its versions, until several versions were seen whole and so many reads were
/// flagged as is wanted.
fn while_disturbed(world: &FilesWorld, flags_wanted: u64, disturb: impl Fn(&FilesWorld, u64) + Sync) {
    let workspace = world.workspace_with_state(whole_replies());
    let stop = AtomicBool::new(false);
    let (mut steady, mut flagged, mut tried) = (HashSet::new(), 0, 0);
    std::thread::scope(|scope| {
        let _stop = StopAtEnd(&stop);
        scope.spawn(|| {
            for number in 1.. {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                disturb(world, number);
                // A file that never rests is flagged every time; a version is seen whole only in between.
                if number % 8 == 0 {
                    std::thread::sleep(Duration::from_millis(25));
                }
            }
        });
        while tried < 150 || steady.len() < 2 || flagged < flags_wanted {
            tried += 1;
            assert!(tried < MOST_TRIES, "{} versions and {flagged} flags: there was no write", steady.len());
            let reply = workspace.read_file("f").unwrap();
            if is_flagged(&reply) {
                flagged += 1;
                continue;
            }
            let text = &reply.passages[0].text;
            let mut lines = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
            let Some(first) = lines.next() else { continue };
            assert!(lines.all(|line| line == first), "two versions in one reply without a flag");
            steady.insert(first.to_vec());
        }
    });
}

/// Every line names the version, and no two versions are of one length, nor is one a whole number of pages: a reader that
/// looks at the size notices the change even where clocks are coarse.
fn version(number: u64) -> Vec<u8> {
    let line = format!("version {number:>10}\n");
    line.repeat(20_000 + usize::try_from(number % 1000).unwrap() * 7).into_bytes()
}

fn is_flagged(reply: &ReadReply) -> bool {
    let flagged = reply.notices.contains(&Notice::ChangedDuringRead);
    if flagged {
        assert!(
            reply.tag.is_none() && reply.notices.contains(&Notice::Untagged(Untagged::Changed)),
            "{:?}",
            reply.notices
        );
    }
    flagged
}

fn whole_replies() -> Settings {
    let mut settings = Settings::default();
    settings.limits.transport_bytes = 64 << 20;
    settings
}

/// A file that is replaced between its opening and the question for its name has none, and the kernel's word for that is
/// no name: rules that deny the file by its own name would not know it.
#[test]
fn a_denied_file_stays_denied_while_it_is_replaced() {
    let world = FilesWorld::new();
    world.write("own.key", "secret");
    std::os::unix::fs::symlink("own.key", world.path("link")).unwrap();
    let settings = parse_user_configuration("test", "version = 1\n[read]\ndeny = [\"*.key\"]\n");
    let workspace = world.workspace_with(settings.unwrap(), None);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for _ in 0..2_000 {
                world.write("next", "secret");
                std::fs::rename(world.path("next"), world.path("own.key")).unwrap();
            }
        });
        while !writer.is_finished() {
            let read = workspace.read_file("link");
            assert!(read.is_err(), "{:?}", read.map(|reply| reply.name));
        }
    });
}

/// A file may be called as the kernel calls those that are gone.
#[test]
fn a_name_that_looks_gone_is_a_name() {
    let world = FilesWorld::new();
    world.write("song (deleted)", "one\n");
    let reply = world.workspace().read_file("song (deleted)").unwrap();
    assert_eq!(reply.name.path.to_string(), "song (deleted)");
}
