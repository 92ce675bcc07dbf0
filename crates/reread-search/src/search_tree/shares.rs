//! How the lines of a reply are divided among the files that match.

/// No file gets more than so many lines while others wait.
const LINES_OF_ONE_FILE: u64 = 10;

/// So many lines for each file that has `matching` ones: a few for all, in their order, and what they leave over for the
/// first that have more. Nothing is left over while a line waits. A file that matches by its name alone takes the place
/// of a line, too.
pub(super) fn shares(matching: &[u64], mut room: u64) -> Vec<u64> {
    let few = |lines: &u64| {
        let share = (*lines).clamp(1, LINES_OF_ONE_FILE).min(room);
        room -= share;
        share
    };
    let mut shares: Vec<u64> = matching.iter().map(few).collect();
    for (share, lines) in shares.iter_mut().zip(matching) {
        let more = lines.saturating_sub(*share).min(room);
        room -= more;
        *share += more;
    }
    shares
}

#[cfg(test)]
mod tests;
