//! Finds the changes between two long texts if they are few.
//!
//! The plain form of Myers' algorithm: it looks for a way with 0 changed lines, then with 1, and so on. Its work is the length
//! of the texts times the number of changed lines, so it can be given up at a number that bounds it.

use gix_imara_diff::Token;

use super::changed_lines::ChangedLines;

/// The most changed lines of both sides together: bounds the memory, which grows with the square of it.
const MOST_CHANGED: usize = 512;

/// The most comparisons of lines: less than a second.
const MOST_STEPS: usize = 200_000_000;

/// The changes in order; `None` if there are too many of them.
pub(super) fn few_changes(old: &[Token], new: &[Token]) -> Option<Vec<ChangedLines>> {
    let most = MOST_CHANGED.min(MOST_STEPS / (old.len() + new.len() + 1));
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for changed in 0..=most {
        let round = furthest(old, new, changed, rounds.last());
        let is_end = round.iter().zip(diagonals(changed)).any(|(reached, diagonal)| {
            *reached == old.len() && column(*reached, diagonal) == Some(new.len())
        });
        rounds.push(round);
        if is_end {
            return Some(way_back(old, new, &rounds));
        }
    }
    None
}

/// What is the number of removed lines minus that of added ones, for each entry of a round.
fn diagonals(changed: usize) -> impl Iterator<Item = isize> {
    let changed = changed as isize;
    (-changed..=changed).step_by(2)
}

/// The new line that stands across from an old one on a diagonal.
fn column(row: usize, diagonal: isize) -> Option<usize> {
    usize::try_from(row as isize - diagonal).ok()
}

/// For each diagonal, the old line that is reached with so many changed lines.
fn furthest(old: &[Token], new: &[Token], changed: usize, before: Option<&Vec<usize>>) -> Vec<usize> {
    let reached = |(entry, diagonal): (usize, isize)| {
        let mut row = match before {
            None => 0,
            Some(before) => came_from(before, entry).1,
        };
        // Ways beyond the end of a text lead nowhere, and stay where they are.
        while let Some(column) = column(row, diagonal)
            && old.get(row).is_some_and(|line| new.get(column) == Some(line))
        {
            row += 1;
        }
        row
    };
    diagonals(changed).enumerate().map(reached).collect()
}

/// Whether an entry is reached by an added line, and the old line that it begins at.
fn came_from(before: &[usize], entry: usize) -> (bool, usize) {
    let removed = entry.checked_sub(1).and_then(|entry| before.get(entry)).map(|row| row + 1);
    let added = before.get(entry).copied();
    match (added, removed) {
        (Some(added), Some(removed)) if added >= removed => (true, added),
        (_, Some(removed)) => (false, removed),
        (added, None) => (true, added.unwrap_or(0)),
    }
}

/// The changed lines of the way that reached the end in the last round.
fn way_back(old: &[Token], new: &[Token], rounds: &[Vec<usize>]) -> Vec<ChangedLines> {
    let mut changes: Vec<ChangedLines> = Vec::new();
    let (last, ends) = (rounds.len() - 1, old.len() as isize - new.len() as isize);
    let mut diagonal = ends;
    for changed in (1..=last).rev() {
        let entry = ((diagonal + changed as isize) / 2) as usize;
        let (is_added, row) = came_from(&rounds[changed - 1], entry);
        let column = column(row, diagonal).unwrap_or(0);
        let change = match is_added {
            true => ChangedLines { old: row..row, new: column - 1..column },
            false => ChangedLines { old: row - 1..row, new: column..column },
        };
        diagonal += if is_added { 1 } else { -1 };
        match changes.last_mut() {
            Some(next) if next.old.start == change.old.end && next.new.start == change.new.end => {
                (next.old.start, next.new.start) = (change.old.start, change.new.start);
            }
            _ => changes.push(change),
        }
    }
    changes.reverse();
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_turn_one_text_into_the_other() {
        let mut seed = 7_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..3000 {
            let (lines, kinds) = (next(12), next(3) + 1);
            let old: Vec<Token> = (0..lines).map(|_| Token(next(kinds) as u32)).collect();
            let mut new = old.clone();
            for _ in 0..next(4) {
                let at = next(new.len() as u64 + 1) as usize;
                if next(2) == 0 {
                    new.insert(at, Token(next(kinds) as u32));
                } else {
                    drop(new.drain(..at.min(1)));
                }
            }
            let changes = few_changes(&old, &new).expect("they are few");
            let (mut made, mut kept) = (Vec::new(), 0);
            for ChangedLines { old: removed, new: added } in &changes {
                assert!(
                    made.is_empty() && kept == 0 || removed.start > kept,
                    "an unchanged line between two"
                );
                made.extend_from_slice(&old[kept..removed.start]);
                assert_eq!(made.len(), added.start, "{old:?} {new:?} {changes:?}");
                made.extend_from_slice(&new[added.clone()]);
                kept = removed.end;
            }
            made.extend_from_slice(&old[kept..]);
            assert_eq!(made, new, "{old:?} {changes:?}");
        }
    }

    #[test]
    fn many_changes_are_not_looked_for() {
        let tokens = |kind: u32| vec![Token(kind); 1000];
        assert_eq!(few_changes(&tokens(1), &tokens(2)), None);
    }
}
