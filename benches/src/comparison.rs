//! The product beside its floor.

use crate::{CorpusSize, Timed};

/// One thing the product does, beside the least work that gives the same answer.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the product did.
    pub what: &'static str,
    /// With which file.
    pub size: CorpusSize,
    /// What it is compared with.
    pub floor: &'static str,
    /// What both took.
    pub timed: Timed,
    /// The largest ratio of CPU times that is good enough, if that was promised.
    pub at_most: Option<f64>,
}

/// Whether a promise was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonResult {
    /// It was.
    Ok,
    /// It was not.
    Over,
    /// Nothing was promised.
    Unbound,
}

impl Comparison {
    /// How many times the floor's CPU time the product took.
    pub fn cpu_ratio(&self) -> f64 {
        ratio(self.timed.product.cpu.as_secs_f64(), self.timed.floor.cpu.as_secs_f64())
    }

    /// How many times the floor's time on the wall the product took.
    pub fn wall_ratio(&self) -> f64 {
        ratio(self.timed.product.wall.as_secs_f64(), self.timed.floor.wall.as_secs_f64())
    }

    /// Whether it was good enough.
    pub fn verdict(&self) -> ComparisonResult {
        ComparisonResult::of(self.cpu_ratio(), self.at_most)
    }
}

impl ComparisonResult {
    /// Judges a figure by its limit.
    pub fn of(figure: f64, at_most: Option<f64>) -> Self {
        match at_most {
            None => ComparisonResult::Unbound,
            // A figure that is no number was not measured, and is not good enough.
            Some(limit) if figure <= limit => ComparisonResult::Ok,
            Some(_) => ComparisonResult::Over,
        }
    }

    /// The word for tables and reports.
    pub fn word(self) -> &'static str {
        match self {
            ComparisonResult::Ok => "ok",
            ComparisonResult::Over => "over",
            ComparisonResult::Unbound => "",
        }
    }
}

fn ratio(product: f64, floor: f64) -> f64 {
    product / floor
}

#[cfg(test)]
mod tests;
