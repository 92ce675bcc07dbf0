//! Streamed texts, and the boundaries of characters.

use proptest::prelude::*;
use reread_text::{LineCounter, as_utf8, char_floor, count_lines};

use crate::{bytes, config, pieces};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_counter_counts_the_lines_of_the_whole(pieces in pieces()) {
        let mut counter = LineCounter::default();
        pieces.iter().for_each(|piece| counter.push(piece));
        let whole = pieces.concat();
        prop_assert_eq!(counter.lines(), count_lines(&whole));
    }

    #[test]
    fn the_first_bad_byte_is_that_of_the_standard_library(whole in bytes()) {
        let expected = std::str::from_utf8(&whole).map_err(|error| error.valid_up_to() as u64);
        prop_assert_eq!(as_utf8(&whole).map_err(|error| error.valid_up_to), expected);
    }

    #[test]
    fn a_floor_is_a_boundary_of_characters(text in "[aé€😀\n]{0,12}", at in 0..40usize) {
        let at = at.min(text.len());
        let floor = (0..=at).rev().find(|index| text.is_char_boundary(*index)).unwrap();
        prop_assert_eq!(char_floor(text.as_bytes(), at), floor);
    }

    #[test]
    fn a_floor_is_near_and_a_fixed_point(text in bytes(), index in 0..80usize) {
        let floor = char_floor(&text, index);
        prop_assert!(floor <= index.min(text.len()) && floor + 3 >= index.min(text.len()));
        prop_assert_eq!(char_floor(&text, floor), floor);
    }
}
