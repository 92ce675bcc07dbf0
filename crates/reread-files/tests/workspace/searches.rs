//! A search finds what looking at every line finds, wherever the blocks of the file begin and end.

use proptest::prelude::*;
use reread_files::{FoundLine, Settings, ShownLine, Workspace};

use crate::workspace::texts::{split, text};
use crate::workspace::world::{FilesWorld, search, search_from};

/// A multiple of the blocks in which a file passes through memory.
const BLOCK: usize = 1 << 20;

/// What a line-by-line search finds: number, columns of the first and the last match, matches, lines around.
#[derive(Debug, PartialEq, Eq)]
struct Naive {
    line: u64,
    first: (u64, u64),
    last: (u64, u64),
    matches: u64,
    before: Vec<(u64, Vec<u8>)>,
    after: Vec<(u64, Vec<u8>)>,
}

fn naive(content: &[u8], query: &str, before: u64, after: u64) -> Vec<Naive> {
    let lines: Vec<&[u8]> =
        split(content).into_iter().map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect();
    let places: Vec<Vec<u64>> = lines.iter().map(|line| places(line, query.as_bytes())).collect();
    let around = |from: usize, to: usize| -> Vec<(u64, Vec<u8>)> {
        (from..to).map(|index| (index as u64 + 1, lines[index].to_vec())).collect()
    };
    let mut found: Vec<Naive> = Vec::new();
    let mut shown = 0;
    for index in (0..lines.len()).filter(|index| !places[*index].is_empty()) {
        let wanted = index.saturating_sub(usize::try_from(before).unwrap());
        let limit = (index + 1).saturating_add(usize::try_from(after).unwrap()).min(lines.len());
        let next = (index + 1..limit).find(|next| !places[*next].is_empty()).unwrap_or(limit);
        let columns = |at: u64| (at + 1, at + query.len() as u64);
        found.push(Naive {
            line: index as u64 + 1,
            first: columns(places[index][0]),
            last: columns(*places[index].last().unwrap()),
            matches: places[index].len() as u64,
            before: around(wanted.max(shown), index),
            after: around(index + 1, next),
        });
        shown = next;
    }
    found
}

/// Where the query stands in a line, without overlaps.
fn places(line: &[u8], query: &[u8]) -> Vec<u64> {
    let (mut places, mut at) = (Vec::new(), 0);
    while at + query.len() <= line.len() {
        if line[at..].starts_with(query) {
            places.push(at as u64);
            at += query.len();
        } else {
            at += 1;
        }
    }
    places
}

fn as_naive(found: &FoundLine) -> Naive {
    let around = |lines: &[ShownLine]| lines.iter().map(|line| (line.line, line.text.clone())).collect();
    Naive {
        line: found.shown.line,
        first: (found.first.first, found.first.last),
        last: (found.last.first, found.last.last),
        matches: found.matches,
        before: around(&found.before),
        after: around(&found.after),
    }
}

fn check(workspace: &Workspace, content: &[u8], query: &str, before: u64, after: u64) {
    let reply = search(workspace, "f", query, before, after);
    let found: Vec<Naive> = reply.matches.iter().map(as_naive).collect();
    let expected = naive(content, query, before, after);
    let differs = found.iter().zip(&expected).find(|(found, expected)| found != expected);
    assert!(differs.is_none(), "{query:?} -B {before} -A {after}: {differs:?}");
    assert_eq!(found.len(), expected.len(), "{query:?}");
    assert_eq!(reply.total_lines, Some(split(content).len() as u64));
    assert_eq!(reply.stopped, None);
}

fn roomy(world: &FilesWorld) -> Workspace {
    let mut settings = Settings::default();
    settings.limits.transport_bytes = 1 << 30;
    world.workspace_with(settings, None)
}

#[test]
fn a_literal_search_finds_what_looking_at_every_line_finds() {
    let world = FilesWorld::new();
    let workspace = roomy(&world);
    let query = prop::sample::select(vec![
        "a",
        "ab",
        "é",
        "😀",
        " ",
        "longer words",
        "\t",
        "aa",
        "ba",
        "\u{feff}",
        "\r",
    ]);
    proptest!(|(content in text(), query in query, before in 0_u64..4, after in 0_u64..4)| {
        world.write("f", &content);
        check(&workspace, content.as_bytes(), query, before, after);
    });
}

/// Matches and their context around the end of a block: the block's end falls on every byte of them once.
/// The replies of a search that is asked to go on, put together.
fn in_pages(workspace: &Workspace, query: &str, around: (u64, u64), max_matches: u64) -> Vec<FoundLine> {
    let (mut found, mut next) = (Vec::new(), Some(1));
    while let Some(first_line) = next {
        let page = search_from(workspace, "a", query, around, first_line, max_matches);
        assert!(page.matches.len() as u64 <= max_matches);
        next = page.next_line();
        assert!(next.is_none_or(|next| next > first_line), "{page:?}");
        found.extend(page.matches);
    }
    found
}

#[test]
fn the_pages_of_a_search_put_together_are_the_search() {
    let world = FilesWorld::new();
    let workspace = roomy(&world);
    let query = prop::sample::select(vec!["a", "b", "ab", "x"]);
    proptest!(|(content in text(), query in query, before in 0_u64..4, after in 0_u64..4, most in 1_u64..4)| {
        world.write("a", &content);
        let whole = search(&workspace, "a", query, before, after).matches;
        prop_assert_eq!(in_pages(&workspace, query, (before, after), most), whole);
    });
}

#[test]
fn matches_around_the_end_of_a_block_are_found_with_their_context() {
    let world = FilesWorld::new();
    let workspace = roomy(&world);
    let around: String = (1..=12)
        .map(|number| format!("{} {number}\n", if number % 4 == 0 { "needle" } else { "hay" }))
        .collect();
    let filling = "filling of an ordinary line\n".repeat(BLOCK / 28 + 1);
    for offset in (0..around.len() + 2).rev() {
        let mut content = filling.as_bytes()[..BLOCK - offset - 1].to_vec();
        content.push(b'\n');
        content.extend_from_slice(around.as_bytes());
        content.extend_from_slice(b"hay at the end");
        world.write("f", &content);
        check(&workspace, &content, "needle", 3, 3);
        check(&workspace, &content, "needle", 0, 9);
        check(&workspace, &content, "needle", 9, 0);
    }
}

/// Two and a half blocks of lines of every length, with matches all over.
#[test]
fn a_file_of_several_blocks_is_searched_like_one() {
    let world = FilesWorld::new();
    let workspace = roomy(&world);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: u64| {
        // xorshift64: any sequence will do, as long as it is always the same.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let mut content = Vec::new();
    while content.len() < BLOCK * 5 / 2 {
        let word: &[u8] = if random(50) == 0 { b"needle " } else { b"hay " };
        content.extend(word.repeat(usize::try_from(random(12)).unwrap()));
        content.extend_from_slice(if random(3) == 0 { b"\r\n" } else { b"\n" });
    }
    world.write("f", &content);
    for (before, after) in [(0, 0), (2, 0), (0, 2), (5, 5)] {
        check(&workspace, &content, "needle", before, after);
    }
}

/// A line of several blocks is searched in pieces: every match counts once, wherever the seams between pieces fall.
#[test]
fn matches_in_a_line_of_several_blocks_are_counted_once_each() {
    let world = FilesWorld::new();
    let workspace = roomy(&world);
    for offset in 0..7 {
        let line = "x".repeat(offset) + &"needlex".repeat(BLOCK * 5 / 2 / 7);
        let content = ["before\n", &line, "\nafter\n"].concat();
        world.write("f", &content);
        let reply = search(&workspace, "f", "needle", 1, 1);
        let found: Vec<Naive> = reply.matches.iter().map(as_naive).collect();
        assert_eq!(found, naive(content.as_bytes(), "needle", 1, 1), "{offset}");
        assert_eq!((reply.long_lines, reply.total_lines), (vec![2], Some(3)));
        let shown = &reply.matches[0].shown;
        assert_eq!(shown.text, line.as_bytes()[..shown.text.len()]);
    }
}
