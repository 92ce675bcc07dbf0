//! Large files, in bounded memory.

use std::io::{BufWriter, Write as _};
use std::os::unix::fs::MetadataExt as _;

use reread_testkit::World;
use serde_json::Value;

use super::peak_memory::peak_memory;

/// The most memory one answer may take, in KiB.
const MOST_KIB: u64 = 32 * 1024;

/// 200 MB in lines of 100 bytes.
const LINES: u64 = 2_000_000;

fn line(number: u64) -> String {
    let mut line =
        format!("{number:08} the quick brown fox jumps over the lazy dog, again and again and again and ");
    line.truncate(99);
    format!("{line:~<99}\n")
}

/// S3-35: lines of a 200 MB file come in bounded memory, and the head without reading the rest.
#[test]
fn lines_of_a_200_mb_file_take_little_memory() {
    let world = World::with_secret("large");
    let mut file = BufWriter::with_capacity(1 << 20, std::fs::File::create(world.path("big.txt")).unwrap());
    for number in 1..=LINES {
        file.write_all(line(number).as_bytes()).unwrap();
    }
    file.flush().unwrap();
    drop(file);

    let expect = |first: u64, last: u64| (first..=last).map(line).collect::<String>();
    let head = bounded(&world, &["head", "big.txt", "-n", "80"]);
    assert_eq!(head["content"], expect(1, 80));
    assert_eq!(head["total_lines"], Value::Null, "the head does not know how long the file is");
    assert_eq!(head["truncated"], true);

    let range = bounded(&world, &["read", "big.txt:1-80"]);
    assert_eq!(range["text"], expect(1, 80));
    assert_eq!(range["total_lines"], Value::Null);

    let middle = bounded(&world, &["read", "big.txt:1000000-1000079"]);
    assert_eq!(middle["text"], expect(1_000_000, 1_000_079));
    assert_eq!((&middle["start_line"], &middle["end_line"]), (&1_000_000.into(), &1_000_079.into()));

    let tail = bounded(&world, &["tail", "big.txt", "-n", "80"]);
    assert_eq!(tail["content"], expect(LINES - 79, LINES));

    let page = bounded(&world, &["read", "big.txt"]);
    assert_eq!(page["meta"]["tag"], Value::Null, "what was not read to its end vouches for nothing");
    assert_eq!(page["meta"]["untagged"], "not_hashed");

    let excerpt = bounded(&world, &["excerpt", "big.txt", "-n", "100"]);
    assert!(excerpt["content"].as_str().unwrap().starts_with(&expect(1, 75)), "{excerpt}");
    assert!(excerpt["content"].as_str().unwrap().ends_with(&expect(LINES - 24, LINES)), "{excerpt}");

    let found = bounded(&world, &["search", "01999900", "big.txt", "-C", "40"]);
    assert_eq!((&found["count"], &found["matches"][0]["line"]), (&1.into(), &1_999_900.into()));
    assert_eq!(found["matches"][0]["after"][39]["line"], 1_999_940);
    assert_eq!(found["total_lines"], LINES);
    world.check_unharmed();
}

/// Case 118 in small: context around a match is no way to a whole file.
#[test]
fn the_context_of_a_search_is_bounded_by_the_reply() {
    let world = World::with_secret("context");
    let text: String =
        (1..=300_000).map(|number| format!("{number} some words to fill the line\n")).collect();
    world.write("long.txt", text);
    for words in [
        &["search", "150000", "long.txt", "-A", "1000000000"][..],
        &["search", "150000", "long.txt", "-B", "1000000000"],
        &["search", "150000", "long.txt", "-C", "1000000000"],
        &["search", "some", "long.txt", "-C", "1000000000", "-m", "1000000000"],
    ] {
        let reply = world.json(words);
        let shown: usize = reply["matches"].as_array().unwrap().iter().map(text_bytes).sum();
        assert!(reply["count"].as_u64().unwrap() >= 1, "{words:?}: the match itself is shown");
        assert!(shown > 10_000, "{words:?}: {shown} bytes");
        assert!(shown <= 256 * 1024, "{words:?}: {shown} bytes are more than a reply may hold");
        assert_eq!(reply["truncated"], true, "{words:?}: what was left out is said");
    }
    world.check_unharmed();
}

/// Case 34: 10 TB without a byte on disk.
#[test]
fn case_34_a_sparse_file_of_ten_terabytes() {
    let world = World::with_secret("case_34");
    let size: u64 = 10 << 40;
    let file = std::fs::File::create(world.path("sparse")).unwrap();
    file.set_len(size).unwrap();
    assert!(file.metadata().unwrap().blocks() < 1024, "this disk keeps sparse files");
    world.configure("[limits]\nsearch_millis = 100\n");

    let stat = world.json(&["stat", "sparse"]);
    assert_eq!(stat["size_bytes"], size);
    assert!(stat["allocated_bytes"].as_u64().unwrap() < 1 << 20, "{stat}");

    let page = bounded(&world, &["read", "sparse"]);
    assert_eq!(page["truncated"], true);
    assert_eq!(page["meta"]["next"]["from_byte"], 12_000);
    assert_eq!(page["meta"]["digest"], Value::Null, "10 TB are not hashed");
    assert_eq!(page["meta"]["untagged"], "not_hashed");
    for words in [&["head", "sparse"][..], &["tail", "sparse"], &["excerpt", "sparse"]] {
        assert_eq!(bounded(&world, words)["truncated"], true, "{words:?}");
    }
    let searched = world.run(&["--json", "search", "x", "sparse"]);
    let reply: Value = serde_json::from_slice(&searched.stdout).unwrap();
    assert_eq!(
        (&reply["meta"]["partial"], &reply["meta"]["stopped_by"]),
        (&true.into(), &"time".into()),
        "{reply}"
    );
    world.check_unharmed();
}

/// Case 35: one line of 200 MB is cut by bytes, and the reply says from which byte it goes on.
#[test]
fn case_35_one_line_of_200_mb() {
    let world = World::with_secret("case_35");
    let block = vec![b'x'; 1 << 20];
    let mut file = std::fs::File::create(world.path("line")).unwrap();
    for _ in 0..200 {
        file.write_all(&block).unwrap();
    }
    file.write_all(b"needle").unwrap();
    drop(file);

    let head = bounded(&world, &["head", "line", "-n", "1"]);
    assert_eq!(head["truncated"], true);
    assert_eq!(head["meta"]["next"]["from_byte"], 256 * 1024);
    assert_eq!(head["meta"]["next"]["offset"], Value::Null, "no line names the place");
    assert_eq!(head["content"].as_str().unwrap().len(), 256 * 1024);

    let range = bounded(&world, &["read", "line:1-1"]);
    assert_eq!(range["meta"]["next"]["from_byte"], 12_000);
    let further = bounded(&world, &["read", "line", "--from-byte", "12000"]);
    assert_eq!(further["meta"]["next"]["from_byte"], 24_000);
    assert_eq!(further["start_line"], 1);

    let found = world.json(&["search", "needle", "line"]);
    let column = 200 * (1 << 20) + 1;
    assert_eq!(found["matches"][0]["first_match"]["first"], column, "{found}");
    assert_eq!(found["meta"]["searched_in_pieces"], serde_json::json!([1]));
    assert!(found["matches"][0]["text"].as_str().unwrap().len() <= 400, "{found}");

    world.configure("[limits]\nsearch_millis = 100\n");
    let everywhere = world.json(&["search", "x", "line"]);
    assert_eq!(everywhere["matches"][0]["first_match"]["first"], 1, "{everywhere}");
    assert_eq!(everywhere["truncated"], true, "every byte of it matches, and the time was up");
    world.check_unharmed();
}

/// The reply as JSON, if it was made in bounded memory.
fn bounded(world: &World, arguments: &[&str]) -> Value {
    let (kib, reply) = peak_memory(world, &[&["--json"], arguments].concat());
    assert!(kib < MOST_KIB, "{arguments:?} took {kib} KiB");
    serde_json::from_slice(&reply).unwrap()
}

fn text_bytes(found: &Value) -> usize {
    let around = ["before", "after"].map(|side| found[side].as_array().unwrap()).into_iter().flatten();
    std::iter::once(found).chain(around).map(|line| line["text"].as_str().unwrap().len()).sum()
}
