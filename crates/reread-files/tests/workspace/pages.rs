//! Laws of reading: pages join to the file, and every reader is a view of the same lines.

use std::cell::Cell;

use proptest::prelude::*;
use reread_code::{Language, Outline};
use reread_files::{CutPlace, Extent, ReadError, ReadOperation, ReadRequest, Settings, Workspace};
use reread_text::Bounds;

use crate::workspace::bounded_reads::BoundedReads as _;
use crate::workspace::texts::{bytes, slice, split, text};
use crate::workspace::world::{FilesWorld, as_if_large, lines, request};

fn bounds() -> impl Strategy<Value = Bounds> {
    let bound = || prop::option::weighted(0.4, prop_oneof![1_u64..8, 8_u64..400]);
    (bound(), bound(), bound(), bound()).prop_map(|(max_lines, max_bytes, max_chars, max_tokens)| Bounds {
        max_lines,
        max_bytes,
        max_chars,
        max_tokens,
    })
}

/// Both ways of reading a file: held whole, and passed through a buffer.
fn both_ways(world: &FilesWorld) -> [Workspace; 2] {
    [world.workspace(), world.workspace_with(as_if_large(), None)]
}

/// All pages from the start, by the continuation that each reply names; and whether a page was refused as no text.
fn all_pages(workspace: &Workspace, bounds: Bounds, by_byte: bool) -> (Vec<u8>, bool) {
    let (mut joined, mut extent) = (Vec::new(), Extent::Whole);
    loop {
        let reply = match workspace.reader().read(&ReadRequest { bounds, ..request("f", extent) }) {
            Ok(reply) => reply,
            Err(ReadError::NotText { .. }) => return (joined, true),
            Err(error) => panic!("{error}"),
        };
        let [passage] = &reply.passages[..] else { panic!("{} passages", reply.passages.len()) };
        assert_eq!(passage.start_byte, joined.len() as u64);
        joined.extend_from_slice(&passage.text);
        let Some(cut) = reply.cut else { return (joined, false) };
        assert!(!passage.text.is_empty(), "a page makes progress");
        let CutPlace::GoesOn { line, byte } = cut.place else { panic!("{cut:?}") };
        assert_eq!(byte, joined.len() as u64);
        extent = line.filter(|_| !by_byte).map_or(Extent::FromByte(byte), Extent::From);
    }
}

#[test]
fn pages_put_together_are_the_file() {
    let world = FilesWorld::new();
    let ways = both_ways(&world);
    proptest!(|(content in text(), bounds in bounds(), by_byte: bool)| {
        world.write("f", &content);
        for workspace in &ways {
            prop_assert_eq!(all_pages(workspace, bounds, by_byte), (content.clone().into_bytes(), false));
        }
    });
}

/// A page that is no text is refused; the pages before it are exact, and `copy` gives everything.
#[test]
fn pages_of_other_bytes_are_exact_up_to_a_refusal_and_copies_are_exact() {
    let world = FilesWorld::new();
    let ways = both_ways(&world);
    proptest!(|(content in bytes(), bounds in bounds(), first in 1_u64..20, count in 0_u64..20)| {
        world.write("f", &content);
        for workspace in &ways {
            let (joined, refused) = all_pages(workspace, bounds, false);
            prop_assert!(content.starts_with(&joined) && (refused || content.len() == joined.len()));
            let copy = |extent| {
                let mut copied = Vec::new();
                workspace.reader().copy("f", extent, &mut copied).map(|_| copied)
            };
            prop_assert_eq!(copy(Extent::Whole).unwrap(), content.clone());
            let range = lines(first, first + count);
            match copy(Extent::Lines(range)) {
                Ok(copied) => prop_assert_eq!(copied, slice(&content, first, first + count)),
                Err(ReadError::PastEnd { last, .. }) => prop_assert_eq!(last, split(&content).len() as u64),
                Err(error) => panic!("{error}"),
            }
        }
    });
}

#[test]
fn a_range_is_those_lines_and_a_range_of_a_range_is_a_range() {
    let world = FilesWorld::new();
    let ways = both_ways(&world);
    proptest!(|(content in text(), first in 1_u64..30, count in 0_u64..30, inner in 0_u64..30)| {
        world.write("f", &content);
        let (last, total) = (first + count, split(content.as_bytes()).len() as u64);
        for workspace in &ways {
            let reply = match workspace.read_file_range("f", lines(first, last)) {
                Ok(reply) => reply,
                Err(ReadError::PastEnd { asked, last, .. }) => {
                    prop_assert!(asked == first && last == total && first > total);
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            let outer = &reply.passages[0];
            prop_assert_eq!(&outer.text, &slice(content.as_bytes(), first, last));
            prop_assert_eq!(outer.lines(), (total > 0).then(|| lines(first, last.min(total))));
            let start = first + inner;
            if start <= last.min(total) {
                let narrower = workspace.read_file_range("f", lines(start, last)).unwrap();
                prop_assert_eq!(&narrower.passages[0].text, &slice(&outer.text, inner + 1, u64::MAX));
            }
        }
    });
}

#[test]
fn head_and_tail_are_the_first_and_the_last_lines() {
    let world = FilesWorld::new();
    let ways = both_ways(&world);
    proptest!(|(content in text(), count in prop_oneof![1_u64..40, Just(u64::MAX)])| {
        world.write("f", &content);
        let total = split(content.as_bytes()).len() as u64;
        for workspace in &ways {
            let head = workspace.read_file_head("f", count).unwrap();
            prop_assert_eq!(&head.passages[0].text, &slice(content.as_bytes(), 1, count));
            let tail = workspace.read_file_tail("f", count).unwrap();
            let first = total.saturating_sub(count) + 1;
            prop_assert_eq!(&tail.passages[0].text, &slice(content.as_bytes(), first, u64::MAX));
            prop_assert!(head.cut.is_none() && tail.cut.is_none());
        }
    });
}

/// An excerpt has at most the lines asked for, all of them if the file is no longer, each once and in order.
#[test]
fn an_excerpt_is_the_beginning_and_the_end() {
    let world = FilesWorld::new();
    let ways = both_ways(&world);
    proptest!(|(content in text(), most in 1_u64..40)| {
        world.write("f", &content);
        let total = split(content.as_bytes()).len() as u64;
        for workspace in &ways {
            let reply = workspace.get_excerpt("f", most).unwrap();
            let shown: Vec<&[u8]> = reply.passages.iter().map(|passage| &*passage.text).collect();
            if total <= most {
                prop_assert_eq!(shown.concat(), content.as_bytes());
                continue;
            }
            let from_end = (most / 4).max(u64::from(most > 1));
            prop_assert_eq!(shown[0], slice(content.as_bytes(), 1, most - from_end));
            prop_assert_eq!(shown[1..].concat(), slice(content.as_bytes(), total - from_end + 1, u64::MAX));
            for passage in &reply.passages {
                let start = usize::try_from(passage.start_byte).unwrap();
                prop_assert_eq!(&content.as_bytes()[start..start + passage.text.len()], &passage.text[..]);
            }
        }
    });
}

/// Lines that are too many for one reply are cut at the far end, and the reply says where: the rest of a head follows
/// what is shown, the rest of a tail stands before it.
#[test]
fn a_reader_that_is_cut_names_the_place_of_the_rest() {
    let world = FilesWorld::new();
    proptest!(|(content in text(), most in 1_u64..200, count in 1_u64..60)| {
        world.write("f", &content);
        let total = split(content.as_bytes()).len() as u64;
        for mut settings in [Settings::default(), as_if_large()] {
            settings.limits.transport_bytes = most;
            let workspace = world.workspace_with(settings, None);
            let first = total.saturating_sub(count) + 1;
            for (reply, wanted) in [
                (workspace.read_file_head("f", count).unwrap(), slice(content.as_bytes(), 1, count)),
                (workspace.read_file_tail("f", count).unwrap(), slice(content.as_bytes(), first, u64::MAX)),
            ] {
                let passage = &reply.passages[0];
                let start = usize::try_from(passage.start_byte).unwrap();
                let end = start + passage.text.len();
                prop_assert_eq!(&content.as_bytes()[start..end], &passage.text[..]);
                match reply.cut {
                    None => prop_assert_eq!(&passage.text, &wanted),
                    Some(cut) => {
                        prop_assert!(passage.text.len() < wanted.len());
                        match cut.place {
                            CutPlace::GoesOn { byte, .. } => {
                                prop_assert_eq!(byte, end as u64);
                                prop_assert!(wanted.starts_with(&passage.text));
                            }
                            CutPlace::StartsAt(byte) => {
                                prop_assert_eq!(byte, start as u64);
                                prop_assert!(wanted.ends_with(&passage.text));
                            }
                        }
                    }
                }
            }
        }
    });
}

/// Lines of which code is made that is sometimes whole and mostly broken.
const PIECES: [&str; 9] = [
    "pub fn total(&self) -> u64 {",
    "struct Cart {",
    "impl Cart {",
    "}",
    "/// Words.",
    "    let a = 1;",
    "mod inner {",
    "const MOST: u8 = 1;",
    "",
];

fn code() -> impl Strategy<Value = String> {
    let whole = Just("fn one() {\n    let a = 1;\n}\n".to_owned());
    let piece = prop::sample::select(&PIECES[..]).prop_map(|piece| format!("{piece}\n"));
    prop::collection::vec(prop_oneof![whole, piece], 0..40).prop_map(|pieces| pieces.concat())
}

/// A page of code that ends before a definition has at least half of the lines that fit, the next one begins with a
/// definition, and the pages are the file.
#[test]
fn pages_of_code_begin_with_definitions_and_put_together_are_the_file() {
    let world = FilesWorld::new();
    let workspace = world.workspace();
    let moved = Cell::new(0);
    proptest!(|(content in code(), most in 1_u64..30)| {
        world.write("f.rs", &content);
        let bounds = Bounds { max_lines: Some(most), ..Bounds::default() };
        let starts: Vec<u64> = Outline::of(content.as_bytes(), Some(Language::Rust))
            .symbols()
            .iter()
            .map(|symbol| symbol.lines.first())
            .collect();
        let (mut joined, mut extent) = (Vec::new(), Extent::Whole);
        loop {
            let reply = workspace.reader().read(&ReadRequest { bounds, ..request("f.rs", extent) }).unwrap();
            let again = workspace.reader().read(&ReadRequest { bounds, ..request("f.rs", extent) }).unwrap();
            prop_assert_eq!(&reply.passages, &again.passages);
            let passage = &reply.passages[0];
            prop_assert_eq!(passage.start_byte, joined.len() as u64);
            joined.extend_from_slice(&passage.text);
            let Some(cut) = reply.cut else { break };
            let CutPlace::GoesOn { line: Some(line), byte } = cut.place else { panic!("{cut:?}") };
            prop_assert_eq!((line, byte), (passage.lines().unwrap().last() + 1, joined.len() as u64));
            if cut.before_definition {
                moved.set(moved.get() + 1);
                prop_assert!(passage.line_count < most && passage.line_count * 2 >= most);
                prop_assert!(starts.contains(&line), "no definition begins in line {line}");
            } else {
                prop_assert_eq!(passage.line_count, most);
            }
            extent = Extent::From(line);
        }
        prop_assert_eq!(joined, content.into_bytes());
    });
    assert!(moved.get() > 100, "only {} pages ended before a definition", moved.get());
}

/// A request for lines by number, and the bounded readers, get what fits.
#[test]
fn lines_by_number_and_bounded_readers_are_cut_where_they_are_full() {
    let world = FilesWorld::new();
    world.write("f.rs", "fn one() {\n}\nfn two() {\n}\nfn three() {\n}\n".repeat(20));
    let workspace = world.workspace();
    let bounds = Bounds { max_lines: Some(4), ..Bounds::default() };
    let shown = |operation, extent| {
        let reply = workspace
            .reader()
            .read_as(operation, &ReadRequest { bounds, ..request("f.rs", extent) })
            .unwrap();
        (reply.passages[0].line_count, reply.cut.unwrap().before_definition)
    };
    assert_eq!(shown(ReadOperation::Read, Extent::From(2)), (3, true));
    assert_eq!(shown(ReadOperation::Read, Extent::Lines(lines(2, 9))), (4, false));
    assert_eq!(shown(ReadOperation::ReadFile, Extent::From(2)), (4, false));
    assert_eq!(shown(ReadOperation::ReadFileRange, Extent::Lines(lines(2, 9))), (4, false));
}
