use super::{ObjectHash, Staged, find_in_index};
use crate::TreeEntryKind;

struct Line {
    name: &'static str,
    mode: u32,
    flags: u16,
    extended: Option<u16>,
}

fn file(name: &'static str) -> Line {
    Line { name, mode: 0o100_644, flags: 0, extended: None }
}

/// An index with these entries; version 4 repeats nothing of the name before it.
fn index(version: u32, lines: &[Line], extensions: &[u8]) -> Vec<u8> {
    let count = u32::try_from(lines.len()).unwrap();
    let mut bytes = [b"DIRC".as_slice(), &version.to_be_bytes(), &count.to_be_bytes()].concat();
    let mut before = "";
    for line in lines {
        let start = bytes.len();
        bytes.extend_from_slice(&[0; 24]);
        bytes.extend_from_slice(&line.mode.to_be_bytes());
        bytes.extend_from_slice(&[0; 12]);
        bytes.extend_from_slice(&[7; 20]);
        let length = u16::try_from(line.name.len().min(0xfff)).unwrap();
        bytes.extend_from_slice(&(line.flags | length).to_be_bytes());
        bytes.extend(line.extended.iter().flat_map(|flags| flags.to_be_bytes()));
        if version == 4 {
            let shared =
                before.bytes().zip(line.name.bytes()).take_while(|(one, other)| one == other).count();
            bytes.push(u8::try_from(before.len() - shared).unwrap());
            bytes.extend_from_slice(&line.name.as_bytes()[shared..]);
            bytes.push(0);
        } else {
            bytes.extend_from_slice(line.name.as_bytes());
            bytes.extend(std::iter::repeat_n(0, 8 - (bytes.len() - start) % 8));
        }
        before = line.name;
    }
    bytes.extend_from_slice(extensions);
    let checksum = ObjectHash::Sha1.of(&[&bytes]);
    bytes.extend_from_slice(checksum.as_bytes());
    bytes
}

fn check(bytes: &[u8], path: &str, expected: &str) {
    let found = match find_in_index(bytes, path.as_bytes(), ObjectHash::Sha1) {
        Ok(Staged::Entry(entry)) if entry.kind == TreeEntryKind::File => "file".to_owned(),
        Ok(Staged::Entry(entry)) => format!("{:?}", entry.kind),
        Ok(Staged::Conflict(stages)) => format!("{stages:?}"),
        Ok(Staged::InFolder(length, _)) => format!("in the first {length}"),
        Ok(staged) => format!("{staged:?}"),
        Err(error) => error.to_string(),
    };
    assert!(found.contains(expected), "{path} is {found:?}, not {expected:?}");
}

#[test]
fn every_version_says_the_same() {
    for version in [2, 3, 4] {
        let bytes = index(version, &[file("a"), file("ab/c"), file("ab/cd"), file("b")], b"");
        for path in ["a", "ab/c", "ab/cd", "b"] {
            check(&bytes, path, "file");
        }
        for path in ["", "ab", "ab/", "ab/cde", "c", "a/b"] {
            check(&bytes, path, "Absent");
        }
    }
    check(&index(2, &[], b""), "a", "Absent");
}

#[test]
fn names_longer_than_the_count_can_say_are_found() {
    let long: &'static str = "x".repeat(0x1234).leak();
    check(&index(2, &[file(long), file("y")], b""), long, "file");
    check(&index(2, &[file(long), file("y")], b""), "y", "file");
}

#[test]
fn flags_say_what_an_entry_is_worth() {
    let staged = |stage: u16| Line { flags: stage << 12, ..file("a") };
    check(&index(2, &[staged(1), staged(3)], b""), "a", "[true, false, true]");
    check(&index(2, &[staged(2)], b""), "a", "[false, true, false]");
    let intent = Line { flags: 0x4000, extended: Some(0x2000), ..file("a") };
    check(&index(3, &[intent, file("b")], b""), "a", "IntentToAdd");
    let skipped = Line { flags: 0x4000, extended: Some(0x4000), ..file("a") };
    check(&index(4, &[skipped, file("b")], b""), "b", "file");
    let link = Line { mode: 0o120_000, ..file("a") };
    check(&index(2, &[link], b""), "a", "Link");
}

#[test]
fn a_folder_holds_what_is_beneath_it() {
    let folder = Line { mode: 0o040_000, ..file("out/") };
    let bytes = index(3, &[file("a"), folder], b"sdir\0\0\0\0");
    check(&bytes, "out/deep/b", "in the first 4");
    check(&bytes, "outer", "Absent");
}

#[test]
fn extensions_that_may_be_passed_over_are() {
    check(&index(2, &[file("a")], b"TREE\0\0\0\x02xyFSMN\0\0\0\0"), "a", "file");
    check(&index(2, &[file("a")], b"link\0\0\0\0"), "a", "a split index");
    check(&index(2, &[file("a")], b"what\0\0\0\0"), "a", "an index extension");
    check(&index(2, &[file("a")], b"TREE\0\0\0\x09xy"), "a", "damaged");
    check(&index(2, &[file("a")], b"TREE"), "a", "damaged");
}

#[test]
fn what_is_not_as_git_writes_it_is_damaged() {
    let whole = index(2, &[file("a"), file("b")], b"");
    for end in 0..whole.len() {
        check(&whole[..end], "a", "damaged");
    }
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        assert!(find_in_index(&damaged, b"a", ObjectHash::Sha1).is_err(), "byte {place}");
    }
    check(&index(5, &[file("a")], b""), "a", "index version 5");
    check(&index(2, &[Line { mode: 0, ..file("a") }], b""), "a", "damaged");
    check(&index(2, &[file("a/")], b""), "a/b", "damaged");
}

#[test]
fn a_checksum_of_zeros_is_not_compared() {
    let mut bytes = index(2, &[file("a")], b"");
    let end = bytes.len() - 20;
    bytes[end..].fill(0);
    check(&bytes, "a", "file");
}
