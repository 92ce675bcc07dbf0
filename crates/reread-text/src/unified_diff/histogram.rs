//! The histogram algorithm: matches rare lines first.
//!
//! Of all runs of lines that both sides share, the one with the rarest line is unchanged; of several, the longest. The
//! regions before and after it are compared in the same way. Where every common line is frequent, Myers' algorithm
//! decides. This is git's `histogram`.
//!
//! Two things differ from git, and only matter for hostile texts. Regions wait in a list instead of on the stack, because
//! there may be as many as lines. Steps are limited, because the work may be quadratic: when they are used up, Myers'
//! algorithm handles the remaining regions. Its lines are limited, too: a region beyond them counts as replaced, which is a
//! longer diff and as correct. Texts within [`DiffLimits`](super::DiffLimits) never get there.

use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, Token};

use super::changed_lines::ChangedLines;
use super::few_changes::few_changes;

/// A line is frequent if the old side of a region has it more often than this.
const RARE: u32 = 64;

/// The limit of steps: a fixed number, plus a number for each line. Ordinary edits look at a line up to 20 times.
const STEPS: u64 = 1 << 22;
const STEPS_PER_LINE: u64 = 64;

/// How many lines of both sides Myers' algorithm compares: about a second for the worst texts.
const MYERS_LINES: usize = 100_000;

/// The changes in order, with unchanged lines between them. Tokens are less than `distinct`.
pub(super) fn changes(old: &[Token], new: &[Token], distinct: u32) -> Vec<ChangedLines> {
    Comparison::new(old, new, distinct).run()
}

/// For each line, the next equal one.
fn next_occurrences(lines: &[Token], distinct: u32) -> Vec<u32> {
    let mut following = vec![NONE; distinct as usize];
    let mut next = vec![NONE; lines.len()];
    for (line, token) in lines.iter().enumerate().rev() {
        next[line] = std::mem::replace(&mut following[token.0 as usize], line as u32);
    }
    next
}

struct Comparison<'a> {
    old: &'a [Token],
    new: &'a [Token],
    /// For each old line, the next equal one.
    next: Vec<u32>,
    /// By token.
    occurrences: Vec<Occurrences>,
    round: u32,
    steps: u64,
    max_steps: u64,
    /// How many more lines Myers' algorithm may compare.
    myers_lines: usize,
    /// Whether the bounded comparison of a long region was tried: its bound holds for one.
    has_compared_long: bool,
}

/// The occurrences of a line in the old side of a region.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    /// The region that the entry belongs to; entries of earlier regions are ignored.
    round: u32,
    count: u32,
    first: u32,
}

const NONE: u32 = u32::MAX;

/// Consecutive equal lines of both sides.
struct Run {
    old: usize,
    new: usize,
    len: usize,
    /// Occurrences of its rarest line in the old side.
    rarity: u32,
}

/// What a region is split at.
enum RarestRun {
    Run(Run),
    /// The sides have no line in common.
    Nothing,
    /// All common lines are frequent, or the steps are used up.
    Unclear,
}

impl<'a> Comparison<'a> {
    fn new(old: &'a [Token], new: &'a [Token], distinct: u32) -> Self {
        Self {
            old,
            new,
            next: next_occurrences(old, distinct),
            occurrences: vec![Occurrences::default(); distinct as usize],
            round: 0,
            steps: 0,
            max_steps: STEPS + STEPS_PER_LINE * (old.len() + new.len()) as u64,
            myers_lines: MYERS_LINES,
            has_compared_long: false,
        }
    }

    fn run(&mut self) -> Vec<ChangedLines> {
        let mut changes = Vec::new();
        let mut regions = vec![ChangedLines { old: 0..self.old.len(), new: 0..self.new.len() }];
        while let Some(region) = regions.pop() {
            let ChangedLines { old, new } = &region;
            if old.is_empty() && new.is_empty() {
                continue;
            }
            match self.rarest_run(&region) {
                RarestRun::Run(run) => {
                    regions.push(ChangedLines {
                        old: run.old + run.len..old.end,
                        new: run.new + run.len..new.end,
                    });
                    regions.push(ChangedLines { old: old.start..run.old, new: new.start..run.new });
                }
                RarestRun::Nothing => changes.push(region),
                RarestRun::Unclear => match self.myers_lines.checked_sub(old.len() + new.len()) {
                    Some(left) => {
                        self.myers_lines = left;
                        self.compare_by_myers(&region, &mut changes);
                    }
                    None => self.compare_long(&region, &mut changes),
                },
            }
        }
        changes
    }

    fn rarest_run(&mut self, region: &ChangedLines) -> RarestRun {
        if region.old.is_empty() || region.new.is_empty() {
            return RarestRun::Nothing;
        }
        if self.is_exhausted() {
            return RarestRun::Unclear;
        }
        self.count(&region.old);
        let mut best = Run { old: 0, new: 0, len: 0, rarity: RARE + 1 };
        let mut has_common_line = false;
        let mut line = region.new.start;
        while line < region.new.end {
            self.steps += 1;
            let occurrences = self.occurrences(self.new[line]);
            has_common_line |= occurrences.count > 0;
            if (1..=best.rarity).contains(&occurrences.count) {
                line = self.try_line(line, occurrences, region, &mut best);
            } else {
                line += 1;
            }
        }
        match best.rarity {
            _ if !has_common_line => RarestRun::Nothing,
            ..=RARE if !self.is_exhausted() => RarestRun::Run(best),
            _ => RarestRun::Unclear,
        }
    }

    /// Examines the runs that contain this line of the new side. Returns the next line to examine.
    fn try_line(&mut self, line: usize, here: Occurrences, region: &ChangedLines, best: &mut Run) -> usize {
        let mut after = line + 1;
        let mut at = here.first;
        while (at as usize) < region.old.end && !self.is_exhausted() {
            let run = self.run_around(at as usize, line, here.count, region);
            self.steps += run.len as u64;
            after = after.max(run.new + run.len);
            // An occurrence within this run would only find a part of it.
            let end = run.old + run.len;
            while (at as usize) < end {
                at = self.next[at as usize];
            }
            if run.len > best.len || run.rarity < best.rarity {
                *best = run;
            }
        }
        after
    }

    /// The longest run that contains this pair of lines.
    fn run_around(
        &self,
        old_line: usize,
        new_line: usize,
        count: u32,
        ChangedLines { old, new }: &ChangedLines,
    ) -> Run {
        let is_same = |(old, new): &(&Token, &Token)| old == new;
        let (old_before, new_before) = (&self.old[old.start..old_line], &self.new[new.start..new_line]);
        let before = old_before.iter().rev().zip(new_before.iter().rev()).take_while(is_same).count();
        let (old_after, new_after) = (&self.old[old_line..old.end], &self.new[new_line..new.end]);
        let after = old_after.iter().zip(new_after).take_while(is_same).count();
        let (start, end) = (old_line - before, old_line + after);
        let rarity = if count == 1 { 1 } else { self.rarity(start..end) };
        Run { old: start, new: new_line - before, len: end - start, rarity }
    }

    fn rarity(&self, old: Range<usize>) -> u32 {
        let mut rarity = u32::MAX;
        for token in &self.old[old] {
            rarity = rarity.min(self.occurrences[token.0 as usize].count);
            if rarity == 1 {
                break;
            }
        }
        rarity
    }

    fn count(&mut self, old: &Range<usize>) {
        self.steps += old.len() as u64;
        self.round += 1;
        for (line, token) in old.clone().zip(&self.old[old.clone()]) {
            let occurrences = &mut self.occurrences[token.0 as usize];
            if occurrences.round == self.round {
                occurrences.count += 1;
            } else {
                *occurrences = Occurrences { round: self.round, count: 1, first: line as u32 };
            }
        }
    }

    fn occurrences(&self, token: Token) -> Occurrences {
        let occurrences = self.occurrences[token.0 as usize];
        if occurrences.round == self.round { occurrences } else { Occurrences::default() }
    }

    fn is_exhausted(&self) -> bool {
        self.steps >= self.max_steps
    }

    /// Compares a region that is too long for Myers' algorithm without a bound. With more than a few changes it counts as
    /// replaced, but for the lines that are equal at its ends.
    fn compare_long(&mut self, ChangedLines { old, new }: &ChangedLines, changes: &mut Vec<ChangedLines>) {
        let is_same = |(old, new): &(&Token, &Token)| old == new;
        let (before, after) = (&self.old[old.clone()], &self.new[new.clone()]);
        if !std::mem::replace(&mut self.has_compared_long, true)
            && let Some(found) = few_changes(before, after)
        {
            let shift = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
            changes.extend(found.iter().map(|change| ChangedLines {
                old: shift(&change.old, old.start),
                new: shift(&change.new, new.start),
            }));
            return;
        }
        let start = before.iter().zip(after).take_while(is_same).count();
        let (before, after) = (&before[start..], &after[start..]);
        let end = before.iter().rev().zip(after.iter().rev()).take_while(is_same).count();
        let changed =
            ChangedLines { old: old.start + start..old.end - end, new: new.start + start..new.end - end };
        if !changed.old.is_empty() || !changed.new.is_empty() {
            changes.push(changed);
        }
    }

    fn compare_by_myers(&self, ChangedLines { old, new }: &ChangedLines, changes: &mut Vec<ChangedLines>) {
        let mut diff = Diff::default();
        let distinct = self.occurrences.len() as u32;
        diff.compute_with(Algorithm::Myers, &self.old[old.clone()], &self.new[new.clone()], distinct);
        let shift = |range: Range<u32>, by: usize| range.start as usize + by..range.end as usize + by;
        changes.extend(diff.hunks().map(|hunk| ChangedLines {
            old: shift(hunk.before, old.start),
            new: shift(hunk.after, new.start),
        }));
    }
}

#[cfg(test)]
mod tests;
