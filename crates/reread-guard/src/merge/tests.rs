use proptest::prelude::*;
use reread_text::LineRange;

use super::*;

/// `a:1-3,7-9 b` as targets, a bare name for the whole file.
fn targets(words: &str) -> Vec<(String, LineSelection)> {
    let target = |word: &str| match word.split_once(':') {
        Some((file, lines)) => (file.to_owned(), LineSelection::Lines(lines.parse().unwrap())),
        None => (word.to_owned(), LineSelection::Whole),
    };
    words.split_whitespace().map(target).collect()
}

fn check(asked: &str, expected: &str) {
    assert_eq!(merge(targets(asked)), targets(expected), "{asked}");
}

#[test]
fn lines_of_one_file_become_one_target() {
    check("", "");
    check("a", "a");
    check("a:1-3 a:2-5", "a:1-5");
    check("a:1-3 a:4-5", "a:1-5");
    check("a:7-9 a:1-3", "a:1-3,7-9");
    check("a:1-3 a:1-3", "a:1-3");
    check("a:1-3 a", "a");
    check("a a:1-3", "a");
    check("a: a:2-2", "a:2-2");
    check("a:1-18446744073709551615 a:5-5", "a:1-18446744073709551615");
}

#[test]
fn files_stay_in_the_order_in_which_they_were_named() {
    check("b:1-1 a:1-1 b:9-9 c a:2-2", "b:1-1,9-9 a:1-2 c");
}

fn any_selection() -> impl Strategy<Value = LineSelection> {
    let range = (1_u64..40, 0_u64..10).prop_map(|(first, more)| LineRange::new(first, first + more).unwrap());
    prop_oneof![
        1 => Just(LineSelection::Whole),
        8 => prop::collection::vec(range, 0..4).prop_map(|ranges| LineSelection::Lines(ranges.into_iter().collect())),
    ]
}

/// The lines wanted of a file, one by one; a whole file has fifty.
fn lines_of(targets: &[(u8, LineSelection)], file: u8) -> Vec<u64> {
    let mut lines = Vec::new();
    for (_, portion) in targets.iter().filter(|(named, _)| *named == file) {
        match portion {
            LineSelection::Whole => lines.extend(1..=50),
            LineSelection::Lines(set) => lines.extend(set.ranges().iter().flat_map(|r| r.first()..=r.last())),
        }
    }
    lines
}

proptest! {
    /// The lines are those that were asked for, none comes twice, and merging again changes nothing.
    #[test]
    fn merging_keeps_every_line_and_sends_none_twice(
        asked in prop::collection::vec((0_u8..4, any_selection()), 0..12),
    ) {
        let merged = merge(asked.clone());
        for file in 0..4 {
            let mut expected = lines_of(&asked, file);
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(lines_of(&merged, file), expected);
        }
        let mut in_order: Vec<u8> = Vec::new();
        for (file, _) in &asked {
            if !in_order.contains(file) {
                in_order.push(*file);
            }
        }
        prop_assert_eq!(merged.iter().map(|(file, _)| *file).collect::<Vec<_>>(), in_order);
        prop_assert_eq!(merge(merged.clone()), merged);
    }
}
