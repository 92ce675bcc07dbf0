//! One order out of two that were found in different ways, by reciprocal ranks.

/// How little the very first places count more than those behind them.
const EVENNESS: f64 = 60.0;

/// The places of some things, the best first: by what each is worth in one way, and in another unless nothing can be said
/// about it. Of equal ones the first stays first.
pub(super) fn fused(one: &[f64], other: &[Option<f64>]) -> Vec<usize> {
    let share = |better: usize| 1.0 / (EVENNESS + 1.0 + better as f64);
    let score = |(one_worth, other_worth): (&f64, &Option<f64>)| {
        let better = one.iter().filter(|worth| *worth > one_worth).count();
        let by_other = other_worth.map_or(0.0, |other_worth| {
            share(other.iter().flatten().filter(|worth| **worth > other_worth).count())
        });
        share(better) + by_other
    };
    let scores: Vec<f64> = one.iter().zip(other).map(score).collect();
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    places
}

#[cfg(test)]
mod tests;
