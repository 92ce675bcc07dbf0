//! Bounded reading reads no more than it needs.

use reread_files::{Extent, Settings};
use reread_text::Bounds;

use crate::workspace::bounded_reads::BoundedReads as _;
use crate::workspace::world::{FilesWorld, lines, request};

/// S3-08, S3-20: the head and the first lines of a large file cost their own bytes, not the file's.
#[test]
fn the_beginning_and_the_end_of_a_large_file_are_read_without_the_rest() {
    let world = FilesWorld::new();
    let line = "the quick brown fox jumps over the lazy dog, again and again and again\n";
    let count = (80 << 20) / line.len() as u64;
    world.write("big", line.repeat(usize::try_from(count).unwrap()));
    let workspace = world.workspace();
    let bounds = Bounds { max_bytes: Some(256 << 10), ..Bounds::default() };

    let read = read_by_this_thread(|| {
        let head = workspace.read_file_head("big", 80).unwrap();
        assert_eq!(head.passages[0].text, line.repeat(80).into_bytes());
        assert_eq!(head.total_lines, None);
    });
    assert!(read < 1 << 20, "the head took {read} bytes");
    let read = read_by_this_thread(|| {
        let range = workspace.read_file_range("big", lines(1, 80)).unwrap();
        assert_eq!((range.line_count(), range.total_lines), (80, None));
    });
    assert!(read < 1 << 20, "lines 1-80 took {read} bytes");
    let read = read_by_this_thread(|| {
        let page = workspace
            .reader()
            .read(&reread_files::ReadRequest { bounds, ..request("big", Extent::Whole) })
            .unwrap();
        assert_eq!((page.total_lines, page.digest), (None, None));
    });
    assert!(read < 1 << 20, "the first page took {read} bytes");
    let read = read_by_this_thread(|| {
        let tail = workspace.read_file_tail("big", 80).unwrap();
        assert_eq!(tail.passages[0].text, line.repeat(80).into_bytes());
    });
    assert!(read < 1 << 20, "the tail took {read} bytes");
    // The measure itself: a file that may be hashed is read to its end.
    let mut settings = Settings::default();
    settings.limits.digest_bytes = 1 << 30;
    let hashing = world.workspace_with(settings, None);
    let read = read_by_this_thread(|| {
        hashing
            .reader()
            .read(&reread_files::ReadRequest { bounds, ..request("big", Extent::Whole) })
            .unwrap();
    });
    assert!(read >= 80 << 20, "{read} bytes for a digest of everything");
}

/// What the system counts as read by this thread.
fn read_by_this_thread(work: impl FnOnce()) -> u64 {
    let so_far = || {
        let counts = std::fs::read_to_string("/proc/thread-self/io").unwrap();
        let count = counts.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap();
        count.parse::<u64>().unwrap()
    };
    let before = so_far();
    work();
    so_far() - before
}
