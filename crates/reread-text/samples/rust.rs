//! A ring buffer that overwrites its oldest entry when it is full.

use std::collections::VecDeque;
use std::fmt;

/// Keeps the latest `capacity` readings of one sensor.
#[derive(Debug, Clone)]
pub struct Readings<T> {
    capacity: usize,
    entries: VecDeque<T>,
    dropped: u64,
}

impl<T: Copy + PartialOrd + fmt::Display> Readings<T> {
    /// An empty buffer; a capacity of zero is rounded up to one.
    pub fn with_capacity(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        Self { capacity, entries: VecDeque::with_capacity(capacity), dropped: 0 }
    }

    pub fn push(&mut self, reading: T) -> Option<T> {
        let evicted = if self.entries.len() == self.capacity {
            self.dropped += 1;
            self.entries.pop_front()
        } else {
            None
        };
        self.entries.push_back(reading);
        evicted
    }

    /// The largest reading, or `None` while there is none that compares.
    pub fn peak(&self) -> Option<T> {
        self.entries.iter().copied().reduce(|left, right| if right > left { right } else { left })
    }
}

impl<T: fmt::Display> fmt::Display for Readings<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.entries.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{entry}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Readings;

    #[test]
    fn the_oldest_reading_leaves_first() {
        let mut readings = Readings::with_capacity(2);
        assert_eq!(readings.push(1.5), None);
        assert_eq!(readings.push(3.25), None);
        assert_eq!(readings.push(2.0), Some(1.5));
        assert_eq!(readings.peak(), Some(3.25));
        assert_eq!(readings.to_string(), "3.25, 2");
    }
}
