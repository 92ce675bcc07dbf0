//! The places where lines were found.

/// So many places are remembered; more are only counted.
pub(super) const MOST_REMEMBERED: usize = 1000;

/// Places as first lines, counted from 0, in order. A text may have millions of them.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The first ones that fit.
    pub(super) first: Vec<usize>,
    /// How many fit.
    pub(super) count: usize,
    /// How many there are with those that do not fit.
    pub(super) found: usize,
}

impl Places {
    pub(super) fn add(&mut self, place: usize, fits: bool) {
        self.found += 1;
        if !fits {
            return;
        }
        self.count += 1;
        if self.first.len() < MOST_REMEMBERED {
            self.first.push(place);
        }
    }

    /// Keeps what fits, of places that are all remembered.
    pub(super) fn retain(&mut self, fits: impl FnMut(&usize) -> bool) {
        debug_assert_eq!(self.first.len(), self.count, "a place that is only counted cannot be looked at");
        self.first.retain(fits);
        self.count = self.first.len();
    }

    /// The place that fits, if no other one does.
    pub(super) fn only(&self) -> Option<usize> {
        self.first.first().copied().filter(|_| self.count == 1)
    }
}
