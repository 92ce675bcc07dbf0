//! A file that is held whole and one that is passed through a buffer give the same answers.

use proptest::prelude::*;
use reread_files::{CutShort, Extent, Passage, ReadReply, ReadRequest, Workspace};
use reread_text::Bounds;

use crate::workspace::bounded_reads::BoundedReads as _;
use crate::workspace::texts::text;
use crate::workspace::world::{FilesWorld, as_if_large, lines, request};

#[test]
fn a_large_file_answers_like_a_small_one() {
    let world = FilesWorld::new();
    let (held, passed) = (world.workspace(), world.workspace_with(as_if_large(), None));
    let bound = || prop::option::of(1_u64..200);
    proptest!(|(
        content in text(), first in 1_u64..40, count in 0_u64..20, byte in 0_u64..300, max_lines in bound(), max_bytes in bound(),
    )| {
        world.write("f", &content);
        let bounds = Bounds { max_lines, max_bytes, ..Bounds::default() };
        let size = content.len() as u64;
        for extent in [
            Extent::Whole,
            Extent::From(first),
            Extent::Lines(lines(first, first + count)),
            Extent::FromByte(byte.min(size)),
        ] {
            let read = |workspace: &Workspace| {
                let reply = workspace.reader().read(&ReadRequest { bounds, ..request("f", extent) });
                reply.map(|reply| shown(&reply)).map_err(|error| error.to_string())
            };
            prop_assert_eq!(read(&held), read(&passed), "{:?}", extent);
        }
    });
}

/// The same above the size up to which files are held: the same lines lie before and behind that size.
#[test]
fn a_file_beyond_the_size_that_is_held_answers_like_its_beginning() {
    let world = FilesWorld::new();
    let line = |number: u64| format!("{number} {}\r\n", "x".repeat(usize::try_from(number % 90).unwrap()));
    let short: String = (1..=100_000).map(line).collect();
    let long: String = (1..=300_000).map(line).collect();
    assert!(short.len() < 8 << 20 && long.len() > 8 << 20);
    world.write("short", &short);
    world.write("long", &long);
    let workspace = world.workspace();
    for (first, last) in [(1, 1), (1, 80), (1_400, 1_500), (50_000, 50_300), (99_999, 100_000)] {
        let read = |name| workspace.read_file_range(name, lines(first, last)).unwrap();
        assert_eq!(shown(&read("short")), shown(&read("long")), "{first}-{last}");
        // Asked for through the unified read, both are hashed, so both know their length.
        let read = |name| workspace.reader().read(&request(name, Extent::Lines(lines(first, last)))).unwrap();
        let (short, long) = (read("short"), read("long"));
        assert_eq!(shown(&short), shown(&long), "{first}-{last}");
        assert_eq!((short.total_lines, long.total_lines), (Some(100_000), Some(300_000)));
        assert_eq!(long.digest, Some(reread_text::Digest::of(&std::fs::read(world.path("long")).unwrap())));
    }
    let expected: String = (299_921..=300_000).map(line).collect();
    assert_eq!(workspace.read_file_tail("long", 80).unwrap().passages[0].text, expected.as_bytes());
    let excerpt = workspace.get_excerpt("long", 40).unwrap();
    assert_eq!(excerpt.passages[0].text, (1..=30).map(line).collect::<String>().as_bytes());
    assert_eq!(excerpt.passages[1].text, (299_991..=300_000).map(line).collect::<String>().as_bytes());
}

fn shown(reply: &ReadReply) -> (Vec<Passage>, Option<CutShort>) {
    (reply.passages.clone(), reply.cut)
}
