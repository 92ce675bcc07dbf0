use reread_text::{LineSet, count_lines};

use super::*;

const OLD: &[u8] = b"one\ntwo\n";
const NOW: &[u8] = b"ONE\ntwo\n";

fn subject(path: &'static str, view: View) -> Subject<'static> {
    Subject { epoch: 0, root: b"/ws", path: path.as_bytes(), view }
}

fn minted(path: &'static str, view: View, text: &[u8], lines: &str) -> String {
    let lines: LineSet = lines.parse().unwrap();
    TagKey::new([7; 32]).mint(&subject(path, view), &Digest::of(text), &lines).to_string()
}

fn tag(path: &'static str, text: &[u8], lines: &str) -> String {
    minted(path, View::Lines, text, lines)
}

fn diff_tag(base: &[u8], text: &[u8]) -> String {
    minted("song.txt", View::Diff(Digest::of(base)), text, "1-2")
}

/// What is held of the old and the current version of `song.txt`, and how many tags were doubted, when the
/// versions were shown in this order.
fn check_order(latest_first: &[&[u8]], cited: &[String], expected: &str) {
    let recorded: Vec<Digest> = latest_first.iter().map(|text| Digest::of(text)).collect();
    let total_lines = |digest: &Digest| {
        latest_first.iter().find(|text| Digest::of(text) == *digest).map(|text| count_lines(text))
    };
    let versions = Versions { now: Digest::of(NOW), latest_first: &recorded, total_lines: &total_lines };
    let key = TagKey::new([7; 32]);
    let citation = Citation::recognise(cited, &key, &subject("song.txt", View::Lines), &versions);
    let lines =
        |text| citation.held.lines_of(&Digest::of(text)).map_or("none".to_owned(), ToString::to_string);
    let shown = format!("old {} now {} doubts {}", lines(OLD), lines(NOW), citation.doubts.len());
    assert_eq!(shown, expected, "{cited:?}");
}

fn check(cited: &[String], expected: &str) {
    check_order(&[NOW, OLD], cited, expected);
}

#[test]
fn a_tag_holds_the_lines_it_was_minted_for() {
    check(&[], "old none now none doubts 0");
    check(&[tag("song.txt", NOW, "1-2")], "old none now 1-2 doubts 0");
    check(&[tag("song.txt", OLD, "2-2")], "old 2-2 now none doubts 0");
}

#[test]
fn several_tags_hold_what_they_hold_together() {
    check(&[tag("song.txt", NOW, "1-1"), tag("song.txt", NOW, "2-2")], "old none now 1-2 doubts 0");
    check(&[tag("song.txt", NOW, "1-1"), tag("song.txt", OLD, "2-2")], "old 2-2 now 1-1 doubts 0");
}

#[test]
fn of_two_versions_of_a_line_the_one_shown_later_counts() {
    let both = [tag("song.txt", OLD, "1-2"), tag("song.txt", NOW, "1-2")];
    check_order(&[NOW, OLD], &both, "old none now 1-2 doubts 0");
    check_order(&[OLD, NOW], &both, "old 1-2 now none doubts 0");
}

#[test]
fn a_diff_counts_together_with_its_base() {
    check(&[diff_tag(OLD, NOW)], "old none now none doubts 1");
    check(&[tag("song.txt", OLD, "2-2"), diff_tag(OLD, NOW)], "old 2-2 now none doubts 1");
    check(&[diff_tag(OLD, NOW), tag("song.txt", OLD, "1-2")], "old none now 1-2 doubts 0");
}

#[test]
fn diffs_follow_one_another() {
    let middle = b"ONE\nTWO\n";
    let chain = [diff_tag(middle, NOW), tag("song.txt", OLD, "1-2"), diff_tag(OLD, middle)];
    check_order(&[NOW, middle, OLD], &chain, "old none now 1-2 doubts 0");
    check_order(&[NOW, middle, OLD], &chain[..2], "old 1-2 now none doubts 1");
}

#[test]
fn a_diff_whose_base_is_forgotten_counts_for_nothing() {
    let cited = [tag("song.txt", OLD, "1-2"), diff_tag(OLD, NOW)];
    check_order(&[NOW], &cited, "old none now none doubts 2");
}

#[test]
fn altered_stretched_foreign_and_forgotten_tags_hold_nothing() {
    let mut altered = tag("song.txt", NOW, "1-2");
    let digit = if altered.as_bytes()[1] == b'0' { "1" } else { "0" };
    altered.replace_range(1..2, digit);
    check(&[altered], "old none now none doubts 1");
    check(&[tag("song.txt", NOW, "1-1").replace("@1-1", "@1-2")], "old none now none doubts 1");
    check(&[tag("other.txt", NOW, "1-2")], "old none now none doubts 1");
    check(&[tag("song.txt", b"never recorded\n", "1-1")], "old none now none doubts 1");
    check(&["the text above".to_owned()], "old none now none doubts 1");
}
