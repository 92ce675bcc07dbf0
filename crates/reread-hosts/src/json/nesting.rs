//! What a value stands in, and what that stands in, and so on.

/// What is around a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    List,
    Object,
}

/// Everything that is around a value. Few are sixty-four deep, and those that are not take no memory.
#[derive(Default)]
pub(super) struct Nesting {
    /// A bit for each of the innermost, one for an object; the last is the innermost.
    innermost: u64,
    depth: usize,
    /// Those farther out, sixty-four at a time.
    farther: Vec<u64>,
}

impl Nesting {
    pub(super) fn enter(&mut self, around: Around) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.farther.push(self.innermost);
        }
        self.innermost = self.innermost << 1 | u64::from(around == Around::Object);
        self.depth += 1;
    }

    pub(super) fn leave(&mut self) {
        self.innermost >>= 1;
        self.depth = self.depth.saturating_sub(1);
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.innermost = self.farther.pop().unwrap_or_default();
        }
    }

    /// What is around the place; `None` outside of everything.
    pub(super) fn around(&self) -> Option<Around> {
        let innermost = if self.innermost & 1 == 1 { Around::Object } else { Around::List };
        (self.depth > 0).then_some(innermost)
    }
}

#[cfg(test)]
mod tests;
