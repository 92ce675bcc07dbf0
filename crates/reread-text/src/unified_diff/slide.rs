//! Chooses the position of a change among equivalent ones.
//!
//! Of the pairs in `a b a b a b`, any may be the one that was added. As in git, a change is slid up and down as far as
//! possible and joined with changes that it meets. Then it is aligned with a change of the other side; without one, the
//! indent heuristic chooses the position.

use std::ops::Range;

use gix_imara_diff::{SliderHeuristic, Token};

use super::changed_lines::ChangedLines;

/// Positions the changes, those of the old side first, so that the new side can be aligned with them.
pub(super) fn slide(
    changes: &[ChangedLines],
    old: &[Token],
    new: &[Token],
    mut heuristic: impl SliderHeuristic,
) -> Vec<ChangedLines> {
    let old_groups = groups(changes.iter().map(|change| &change.old));
    let new_groups = groups(changes.iter().map(|change| &change.new));
    let old_groups = slide_side(old_groups, old, &new_groups, &mut heuristic);
    let new_groups = slide_side(new_groups, new, &old_groups, &mut heuristic);
    pair(&old_groups, &new_groups)
}

/// Changed lines of one side, between unchanged ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    lines: Range<usize>,
    /// Number of unchanged lines before it. Groups of the two sides with the same number belong together.
    place: usize,
}

fn groups<'a>(ranges: impl Iterator<Item = &'a Range<usize>>) -> Vec<Group> {
    let mut changed = 0;
    let mut groups = Vec::new();
    for lines in ranges.filter(|lines| !lines.is_empty()) {
        groups.push(Group { lines: lines.clone(), place: lines.start - changed });
        changed += lines.len();
    }
    groups
}

impl Group {
    fn can_rise(&self, tokens: &[Token]) -> bool {
        self.lines.start > 0 && tokens[self.lines.start - 1] == tokens[self.lines.end - 1]
    }

    fn can_sink(&self, tokens: &[Token]) -> bool {
        self.lines.end < tokens.len() && tokens[self.lines.start] == tokens[self.lines.end]
    }

    fn rise(&mut self, by: usize) {
        self.lines = self.lines.start - by..self.lines.end - by;
        self.place -= by;
    }

    fn sink(&mut self, by: usize) {
        self.lines = self.lines.start + by..self.lines.end + by;
        self.place += by;
    }
}

fn slide_side(
    groups: Vec<Group>,
    tokens: &[Token],
    other_side: &[Group],
    heuristic: &mut impl SliderHeuristic,
) -> Vec<Group> {
    let mut other_side = OtherSide { groups: other_side, next: 0 };
    let mut done: Vec<Group> = Vec::with_capacity(groups.len());
    let mut following = groups.into_iter().peekable();
    while let Some(mut group) = following.next() {
        let (highest_end, has_partner) = loop {
            let len = group.lines.len();
            while group.can_rise(tokens) {
                group.rise(1);
                if let Some(met) = done.pop_if(|above| above.place == group.place) {
                    group.lines.start = met.lines.start;
                }
            }
            let highest_end = group.lines.end;
            let mut has_partner = other_side.changes_at(group.place);
            while group.can_sink(tokens) {
                group.sink(1);
                if let Some(met) = following.next_if(|below| below.place == group.place) {
                    group.lines.end = met.lines.end;
                }
                has_partner |= other_side.changes_at(group.place);
            }
            // A longer group may slide further up.
            if group.lines.len() == len {
                break (highest_end, has_partner);
            }
        };
        if has_partner {
            while !other_side.changes_at(group.place) {
                group.rise(1);
            }
        } else if group.lines.end > highest_end {
            let lines = group.lines.start as u32..group.lines.end as u32;
            let end = heuristic.best_slider_end(tokens, lines, highest_end as u32);
            group.rise(group.lines.end - end as usize);
        }
        done.push(group);
    }
    done
}

/// The groups of the fixed side, for lookups at nearby positions.
struct OtherSide<'a> {
    groups: &'a [Group],
    /// The first group at or after the last requested position.
    next: usize,
}

impl OtherSide<'_> {
    fn changes_at(&mut self, place: usize) -> bool {
        while self.next > 0 && self.groups[self.next - 1].place >= place {
            self.next -= 1;
        }
        while self.groups.get(self.next).is_some_and(|group| group.place < place) {
            self.next += 1;
        }
        self.groups.get(self.next).is_some_and(|group| group.place == place)
    }
}

/// Joins corresponding groups of both sides to one change.
fn pair(old: &[Group], new: &[Group]) -> Vec<ChangedLines> {
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    let mut changes = Vec::with_capacity(old.len().max(new.len()));
    let (mut removed, mut added) = (0, 0);
    loop {
        let place = match (old.peek(), new.peek()) {
            (Some(old), Some(new)) => old.place.min(new.place),
            (Some(group), None) | (None, Some(group)) => group.place,
            (None, None) => return changes,
        };
        let lines = |group: Option<&Group>, changed: &mut usize| {
            let start = place + *changed;
            *changed += group.map_or(0, |group| group.lines.len());
            start..place + *changed
        };
        changes.push(ChangedLines {
            old: lines(old.next_if(|group| group.place == place), &mut removed),
            new: lines(new.next_if(|group| group.place == place), &mut added),
        });
    }
}

#[cfg(test)]
mod tests;
