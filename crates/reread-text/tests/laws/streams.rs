//! Whatever pieces a text arrives in, the answer is the one for the whole.

use proptest::prelude::*;
use reread_text::{LineCounter, Utf8Check, as_utf8, char_floor, count_lines};

use crate::{bytes, config, pieces};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_counter_counts_the_lines_of_the_whole(pieces in pieces()) {
        let mut counter = LineCounter::default();
        pieces.iter().for_each(|piece| counter.push(piece));
        let whole = pieces.concat();
        prop_assert_eq!(counter.lines(), count_lines(&whole));
        prop_assert_eq!(counter.ends_with_newline(), whole.ends_with(b"\n"));
    }

    #[test]
    fn a_check_finds_the_first_bad_byte_of_the_whole(pieces in pieces()) {
        let mut check = Utf8Check::default();
        pieces.iter().for_each(|piece| check.push(piece));
        let whole = pieces.concat();
        prop_assert_eq!(check.finish(), as_utf8(&whole).map(|_| ()));
        let expected = std::str::from_utf8(&whole).map_err(|error| error.valid_up_to() as u64);
        prop_assert_eq!(as_utf8(&whole).map_err(|error| error.valid_up_to), expected);
    }

    #[test]
    fn characters_split_at_every_byte_are_still_characters(text in "[aé€😀\n]{0,12}", at in 0..40usize) {
        let (head, tail) = text.as_bytes().split_at(at.min(text.len()));
        let mut check = Utf8Check::default();
        check.push(head);
        check.push(tail);
        prop_assert_eq!(check.finish(), Ok(()));
        let floor = (0..=head.len()).rev().find(|index| text.is_char_boundary(*index)).unwrap();
        prop_assert_eq!(char_floor(text.as_bytes(), head.len()), floor);
    }

    #[test]
    fn a_floor_is_near_and_a_fixed_point(text in bytes(), index in 0..80usize) {
        let floor = char_floor(&text, index);
        prop_assert!(floor <= index.min(text.len()) && floor + 3 >= index.min(text.len()));
        prop_assert_eq!(char_floor(&text, floor), floor);
    }
}
