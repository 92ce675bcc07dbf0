//! Counts by class and name, as a table.

use std::collections::BTreeMap;
use std::fmt;

use crate::merge::cases::{CLASSES, Class};

/// How often each thing happened, by row and name.
#[derive(Default)]
pub(crate) struct Table {
    counts: BTreeMap<(&'static str, &'static str), [Seen; 3]>,
}

/// How often something happened, and in which case first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) count: u64,
    pub(crate) first: Option<u64>,
}

impl Table {
    /// One more of `what`, in a row of that name.
    pub(crate) fn count(&mut self, row: &'static str, what: &'static str, class: Class, case: u64) {
        let seen = &mut self.counts.entry((row, what)).or_default()[class as usize];
        seen.count += 1;
        seen.first.get_or_insert(case);
    }

    pub(crate) fn get(&self, row: &'static str, what: &'static str, class: Class) -> Seen {
        self.counts.get(&(row, what)).map_or_else(Seen::default, |counts| counts[class as usize])
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<34} {:<28}", "", "")?;
        CLASSES.iter().try_for_each(|class| write!(f, "{class:>8}"))?;
        for ((row, what), counts) in &self.counts {
            write!(f, "\n{row:<34} {what:<28}")?;
            counts.iter().try_for_each(|seen| write!(f, "{:>8}", seen.count))?;
        }
        Ok(())
    }
}
