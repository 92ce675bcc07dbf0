//! A set of lines of one file, stored as ranges.

use std::fmt;
use std::str::FromStr;

use crate::LineRange;

/// A set of lines, stored as sorted ranges with gaps between them. Equal sets have equal values and equal text.
///
/// Written `1-40,90-120`; the empty set is the empty text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LineSet(Vec<LineRange>);

impl LineSet {
    /// Adds the lines of a range. Overlapping or adjacent ranges are joined.
    pub fn insert(&mut self, range: LineRange) {
        let Self(ranges) = self;
        let start = ranges.partition_point(|held| held.last().saturating_add(1) < range.first());
        let end = ranges.partition_point(|held| held.first() <= range.last().saturating_add(1));
        let merged = ranges[start..end].iter().fold(range, |merged, held| span(merged, *held));
        ranges.splice(start..end, [merged]);
    }

    /// Whether every line of the range is in the set.
    pub fn covers(&self, range: LineRange) -> bool {
        // Ranges are never adjacent, so a covered range lies in a single one.
        let index = self.0.partition_point(|held| held.last() < range.first());
        self.0.get(index).is_some_and(|held| held.covers(range))
    }

    /// The lines of both sets.
    pub fn union(&self, other: &Self) -> Self {
        self.0.iter().chain(&other.0).copied().collect()
    }

    /// The lines of the set that lie in the range.
    pub fn intersect(&self, range: LineRange) -> Self {
        let start = self.0.partition_point(|held| held.last() < range.first());
        Self(self.0[start..].iter().map_while(|held| held.intersect(range)).collect())
    }

    /// The lines of the range that are not in the set.
    pub fn missing(&self, range: LineRange) -> Self {
        let mut gaps = Vec::new();
        let mut next = Some(range.first());
        for held in self.intersect(range).0 {
            gaps.extend(next.and_then(|first| LineRange::new(first, held.first() - 1).ok()));
            next = held.last().checked_add(1);
        }
        gaps.extend(next.and_then(|first| LineRange::new(first, range.last()).ok()));
        Self(gaps)
    }

    /// Sorted, with a gap between each two.
    pub fn ranges(&self) -> &[LineRange] {
        &self.0
    }

    /// True without any line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of lines, not of ranges.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|range| range.count()).sum()
    }
}

/// The shortest range that covers both.
fn span(left: LineRange, right: LineRange) -> LineRange {
    LineRange::new(left.first().min(right.first()), left.last().max(right.last()))
        .expect("the smaller first line is no later than the larger last one")
}

impl From<LineRange> for LineSet {
    fn from(range: LineRange) -> Self {
        Self(vec![range])
    }
}

/// Ranges in any order, overlapping or not.
impl FromIterator<LineRange> for LineSet {
    fn from_iter<I: IntoIterator<Item = LineRange>>(ranges: I) -> Self {
        let mut set = Self::default();
        for range in ranges {
            set.insert(range);
        }
        set
    }
}

/// `1-40,90-120`.
impl fmt::Display for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{range}")?;
        }
        Ok(())
    }
}

/// The text is not the canonical form of a set of lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a set of lines such as 1-40,90-120")]
pub struct BadLineSet {
    /// As given.
    pub text: String,
}

/// Parses only the printed form: sorted ranges with gaps, no bare `7`, no leading zero.
///
/// A set has exactly one spelling, so a keyed tag over the spelling is unique as well.
impl FromStr for LineSet {
    type Err = BadLineSet;

    fn from_str(text: &str) -> Result<Self, BadLineSet> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let set: Option<Self> = text.split(',').map(|range| range.parse::<LineRange>().ok()).collect();
        set.filter(|set| set.to_string() == text).ok_or_else(|| BadLineSet { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests;
