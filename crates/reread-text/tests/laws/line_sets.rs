//! Sets of lines, against a set of numbers.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use reread_text::{LineRange, LineSet};

use crate::config;

fn range() -> impl Strategy<Value = LineRange> {
    (1..60u64, 0..12u64)
        .prop_map(|(first, more)| LineRange::new(first, first + more).expect("it starts at 1 and goes on"))
}

fn numbers<'a>(ranges: impl IntoIterator<Item = &'a LineRange>) -> BTreeSet<u64> {
    ranges.into_iter().flat_map(|range| range.first()..=range.last()).collect()
}

/// The set holds exactly these lines, in as few ranges as possible.
fn agrees(set: &LineSet, model: &BTreeSet<u64>) -> Result<(), TestCaseError> {
    prop_assert_eq!(&numbers(set.ranges()), model);
    prop_assert!(set.ranges().windows(2).all(|pair| pair[0].last() + 1 < pair[1].first()), "{set}");
    prop_assert_eq!(set.count(), model.len() as u64);
    prop_assert_eq!(set.is_empty(), model.is_empty());
    prop_assert_eq!(set.to_string().parse(), Ok(set.clone()));
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_set_holds_what_was_put_in(ranges in vec(range(), 0..12), asked in range()) {
        let set: LineSet = ranges.iter().copied().collect();
        let model = numbers(&ranges);
        agrees(&set, &model)?;
        let asked_lines = numbers([&asked]);
        prop_assert_eq!(set.covers(asked), asked_lines.is_subset(&model));
        agrees(&set.intersect(asked), &(&model & &asked_lines))?;
        agrees(&set.missing(asked), &(&asked_lines - &model))?;
    }

    #[test]
    fn a_union_holds_both(left in vec(range(), 0..9), right in vec(range(), 0..9)) {
        let union = left.iter().copied().collect::<LineSet>().union(&right.iter().copied().collect());
        agrees(&union, &(&numbers(&left) | &numbers(&right)))?;
    }
}
