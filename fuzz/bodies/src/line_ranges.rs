//! Lines as callers write them: `7`, `7-9`, `1-40,90-120`.

use reread_text::{LineRange, LineSet};

/// A range is read exactly when it is one, and printing it gives a text that means the same. A set has one
/// spelling, and its ranges are sorted with a gap between each two.
pub fn line_ranges(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let range = text.parse::<LineRange>().ok();
    assert_eq!(range.map(|range| (range.first(), range.last())), plain_range(&text), "{text:?}");
    if let Some(range) = range {
        assert_eq!(range.to_string().parse(), Ok(range));
        assert_eq!(range.count() - 1, range.last() - range.first());
        assert!(range.contains(range.first()) && range.contains(range.last()));
    }

    let Ok(set) = text.parse::<LineSet>() else { return };
    assert_eq!(set.to_string(), text);
    for pair in set.ranges().windows(2) {
        assert!(pair[0].last() < pair[1].first() - 1, "{text:?} has ranges that touch");
    }
    for range in set.ranges() {
        assert!(set.covers(*range) && set.missing(*range).is_empty());
    }
    assert_eq!(set.ranges().iter().copied().collect::<LineSet>(), set);
}

/// Two runs of digits around a dash, or one that stands for both; counted from 1, not backwards.
fn plain_range(text: &str) -> Option<(u64, u64)> {
    let numbers: Vec<&str> = text.splitn(2, '-').collect();
    if numbers.iter().any(|number| number.contains(|character: char| !character.is_ascii_digit())) {
        return None;
    }
    let first: u64 = numbers.first()?.parse().ok()?;
    let last: u64 = numbers.last()?.parse().ok()?;
    (1..=last).contains(&first).then_some((first, last))
}
