use proptest::prelude::*;

use super::{Postings, read};

#[test]
fn what_is_written_is_read() {
    let entry = (0_u32..300_000, 1_u32..);
    proptest!(|(mut entries in prop::collection::vec(entry, 0..40))| {
        entries.sort_unstable();
        entries.dedup_by_key(|(place, _)| *place);
        let mut postings = Postings::default();
        entries.iter().for_each(|(place, count)| postings.push(*place, *count));
        let found: Option<Vec<(u32, u32)>> = read(postings.as_bytes()).collect();
        prop_assert_eq!(found, Some(entries));
    });
}

#[test]
fn any_bytes_come_to_an_end() {
    proptest!(|(bytes in prop::collection::vec(any::<u8>(), 0..60))| {
        let entries: Vec<_> = read(&bytes).collect();
        prop_assert!(entries.len() <= bytes.len());
        prop_assert!(entries.iter().rev().skip(1).all(Option::is_some));
        prop_assert!(entries.iter().flatten().is_sorted_by(|one, other| one.0 < other.0));
    });
}

fn check(list: &[u8], expected: &[Option<(u32, u32)>]) {
    assert_eq!(read(list).collect::<Vec<_>>(), expected, "{list:?}");
}

#[test]
fn a_list_that_makes_no_sense_says_so() {
    check(&[], &[]);
    check(&[0, 1, 0, 2], &[Some((0, 1)), Some((1, 2))]);
    check(&[0, 1, 5], &[Some((0, 1)), None]);
    check(&[0x80], &[None]);
    check(&[0xff, 0xff, 0xff, 0xff, 0xff, 1, 1], &[None]);
}
