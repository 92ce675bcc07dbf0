//! Sets of lines beside a plain row of yes and no.

use reread_text::{LineRange, LineSet};

use crate::input::numbers;

/// Pairs of bytes are ranges: the first one asks, the others go into the set. Every question about the set gets
/// the answer that the row gives, and the set does not depend on the order in which it was filled.
pub fn line_sets(data: &[u8]) {
    let Some(([first, last], rest)) = numbers(data) else { return };
    let asked = range(first, last);
    let filled: Vec<LineRange> = rest.chunks_exact(2).map(|pair| range(pair[0], pair[1])).collect();

    let mut set = LineSet::default();
    let mut row = [false; 257];
    for range in &filled {
        set.insert(*range);
        row[index(range.first())..=index(range.last())].fill(true);
    }
    assert_eq!(filled.iter().rev().copied().collect::<LineSet>(), set);
    assert_eq!(row_of(&set), row);
    assert_eq!(set.count(), row.iter().filter(|held| **held).count() as u64);
    assert_eq!(set.to_string().parse(), Ok(set.clone()));

    let within = index(asked.first())..=index(asked.last());
    assert_eq!(set.covers(asked), row[within.clone()].iter().all(|held| *held));
    let mut inside = [false; 257];
    let mut outside = [false; 257];
    for line in within {
        inside[line] = row[line];
        outside[line] = !row[line];
    }
    assert_eq!(row_of(&set.intersect(asked)), inside);
    assert_eq!(row_of(&set.missing(asked)), outside);
    assert_eq!(set.intersect(asked).union(&set.missing(asked)), LineSet::from(asked));
    assert_eq!(set.union(&LineSet::from(asked)).count(), set.count() + set.missing(asked).count());
}

fn range(one: u8, other: u8) -> LineRange {
    let (first, last) = (one.min(other), one.max(other));
    LineRange::new(u64::from(first) + 1, u64::from(last) + 1).expect("lines in order, counted from 1")
}

fn row_of(set: &LineSet) -> [bool; 257] {
    let mut row = [false; 257];
    for range in set.ranges() {
        row[index(range.first())..=index(range.last())].fill(true);
    }
    row
}

fn index(line: u64) -> usize {
    usize::try_from(line).expect("lines up to 256")
}
