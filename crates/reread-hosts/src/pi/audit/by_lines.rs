//! Replies by the lines that they are about, so that those about other lines need not be looked at.
//!
//! Ranges are kept in order, apart by their length: of those between two powers of two, only those that begin close
//! enough before the lines that are asked for can meet them.

use std::collections::{BTreeMap, BinaryHeap};

use reread_text::LineRange;

/// The numbers of replies, by lines. They come in order and go in reverse.
#[derive(Clone, Debug, Default)]
pub(super) struct ByLines {
    by_length: BTreeMap<u32, BTreeMap<LineRange, Vec<usize>>>,
}

impl ByLines {
    pub(super) fn push(&mut self, lines: LineRange, index: usize) {
        let ranges = self.by_length.entry(lines.count().ilog2()).or_default();
        ranges.entry(lines).or_default().push(index);
    }

    /// Takes back the latest reply about exactly these lines.
    pub(super) fn pop(&mut self, lines: LineRange) {
        let Some(ranges) = self.by_length.get_mut(&lines.count().ilog2()) else { return };
        if let Some(indices) = ranges.get_mut(&lines) {
            indices.pop();
            if indices.is_empty() {
                ranges.remove(&lines);
            }
        }
    }

    /// The ranges that meet these lines, each with its replies, oldest first.
    pub(super) fn meeting(&self, lines: LineRange) -> impl Iterator<Item = (LineRange, &[usize])> {
        let behind = LineRange::new(lines.last(), u64::MAX).expect("no number is greater");
        self.by_length.iter().flat_map(move |(length, ranges)| {
            let longest = u64::MAX >> (u64::BITS - 1 - length);
            let first = lines.first().saturating_sub(longest - 1).max(1);
            let start = LineRange::new(first, first).expect("no line is behind itself");
            let begin_close = ranges.range(start..=behind);
            begin_close
                .filter(move |(range, _)| range.last() >= lines.first())
                .map(|(range, at)| (*range, &at[..]))
        })
    }

    /// The replies that meet these lines and have a lower number, the latest first.
    pub(super) fn latest_first(&self, lines: LineRange, below: usize) -> LatestFirst<'_> {
        let mut latest = LatestFirst { heap: BinaryHeap::new(), older: &[] };
        for (_, indices) in self.meeting(lines) {
            latest.add(&indices[..indices.partition_point(|index| *index < below)]);
        }
        latest
    }
}

/// Replies that meet some lines. Of those about exactly the same lines only the latest comes up, unless the next is
/// asked for.
#[derive(Debug)]
pub(super) struct LatestFirst<'a> {
    heap: BinaryHeap<(usize, &'a [usize])>,
    older: &'a [usize],
}

impl<'a> LatestFirst<'a> {
    fn add(&mut self, indices: &'a [usize]) {
        if let [older @ .., latest] = indices {
            self.heap.push((*latest, older));
        }
    }

    pub(super) fn next(&mut self) -> Option<usize> {
        let (index, older) = self.heap.pop()?;
        self.older = older;
        Some(index)
    }

    /// The one that came up last hides none about the same lines.
    pub(super) fn and_older(&mut self) {
        let older = std::mem::take(&mut self.older);
        self.add(older);
    }
}

#[cfg(test)]
mod tests;
