//! Estimates the height of the parser's stack by its log.
//!
//! When no alternative of the grammar fits, the parser tries every token that may be missing, and for each of them all
//! reductions of its stack. It does so between two reports of progress, with time and memory that grow with the square of
//! the height. The log is the only sign of that height. A shift adds a symbol to a version of the stack, a reduction
//! replaces some symbols by one, and an error ends in several versions. Versions are told apart by their states.

use std::collections::HashMap;

/// A version of the stack.
#[derive(Clone, Copy)]
struct Version {
    state: u32,
    height: u32,
    /// The round of the parser in which it was last seen.
    round: u32,
}

/// The state after a reduction, which the log does not tell.
const UNTOLD: u32 = u32::MAX;
/// The state of a version that skips tokens.
const ERROR: u32 = 0;

/// Skipped tokens that cost as much as a symbol of the stack at an error.
const SKIPPED_PER_EFFORT: u64 = 8;

/// The versions of the stack, as far as the log tells of them.
#[derive(Default)]
pub(crate) struct StackDepth {
    versions: Vec<Version>,
    round: u32,
    version: u32,
    /// Of the version that is processed.
    state: u32,
    height: u32,
    /// The tallest version that found an error in this round.
    paused: u32,
    /// Whether recovery has just begun.
    is_fresh: bool,
    /// Comments and skipped tokens on top of the stack. A reduction copies them.
    extras: u32,
    ends_extra: bool,
    /// The heights at which lists began that may still go on, by the name of the list.
    lists: HashMap<Box<[u8]>, Vec<u32>>,
    greatest_height: u32,
    greatest_load: u64,
    effort: u64,
    /// The part of it for the last error.
    pending: u64,
    skipped: u64,
    squares: u64,
}

impl StackDepth {
    /// The symbols on the tallest version so far.
    pub(crate) fn greatest_height(&self) -> u32 {
        self.greatest_height
    }

    /// The greatest product of the height of a version and the extras on top of it.
    pub(crate) fn greatest_load(&self) -> u64 {
        self.greatest_load
    }

    /// What recovery from errors has cost: for each error the load, for each token that was skipped a little.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }

    /// The same by the squares of the heights, as the worst grammars take.
    pub(crate) fn squares(&self) -> u64 {
        self.squares
    }

    /// Takes a line of the parser's log.
    pub(crate) fn take(&mut self, line: &str) {
        let line = line.as_bytes();
        match line {
            [b's', b'h', b'i', b'f', b't', b' ', ..] => self.shift(last_number(line)),
            [b's', b'h', b'i', b'f', b't', b'_', ..] => {
                self.extras += 1;
                self.keep(self.state, self.height);
            }
            [b'n', b'o', b'_', b'l', ..] => self.ends_extra = true,
            [b'r', b'e', b'd', b'u', ..] => self.reduce(line),
            [b'p', b'r', b'o', b'c', ..] => self.process(line),
            [b'd', b'e', b't', b'e', ..] => self.paused = self.paused.max(self.height),
            [b'r', b'e', b's', b'u', ..] => {
                self.pending = u64::from(self.paused) * u64::from(1 + self.extras);
                self.effort += self.pending;
                self.squares += self.pending * u64::from(self.paused);
                self.height = self.paused + 1;
                self.is_fresh = true;
                self.keep(ERROR, self.height);
            }
            [b'r', b'e', b'c', b'o', b'v', b'e', b'r', b'_', b't', ..] => {
                let height = self.height.saturating_sub(last_number(line));
                self.keep(number_after(line, b"state:"), height);
            }
            [b'r', b'e', b'c', b'o', b'v', b'e', b'r', b'_', b'w', ..] => {
                // The search for it ended early.
                self.effort -= std::mem::take(&mut self.pending) / 16 * 15;
                self.keep(last_number(line), self.height);
            }
            [b's', b'k', b'i', b'p', b'_', b't', ..] => {
                // All skipped tokens together are one symbol.
                let height = self.height + u32::from(std::mem::take(&mut self.is_fresh));
                self.keep(ERROR, height);
                self.skipped += 1;
                self.effort += u64::from(self.skipped.is_multiple_of(SKIPPED_PER_EFFORT));
            }
            _ => {}
        }
    }

    fn process(&mut self, line: &[u8]) {
        let version = number_after(line, b"version:");
        if version <= self.version {
            self.round += 1;
            self.paused = 0;
            let round = self.round;
            self.versions.retain(|version| version.round + 2 > round);
        }
        self.version = version;
        self.state = number_after(line, b" state:");
        self.is_fresh = false;
        self.height = self.height_in(self.state);
    }

    /// The height of the version in a state: of the tallest, since versions in one state become one with several paths.
    ///
    /// If no line told of that state, a reduction led to it.
    fn height_in(&self, state: u32) -> u32 {
        let tallest = |state: u32| {
            let there = self.versions.iter().filter(move |version| version.state == state);
            there.map(|version| version.height).max()
        };
        let known = tallest(state).or_else(|| tallest(UNTOLD));
        known.or(self.versions.last().map(|version| version.height)).unwrap_or(self.height)
    }

    fn shift(&mut self, state: u32) {
        self.height += 1;
        self.state = state;
        self.keep(state, self.height);
    }

    fn reduce(&mut self, line: &[u8]) {
        let count = last_number(line);
        let is_extra = std::mem::take(&mut self.ends_extra);
        self.extras = if is_extra { self.extras + 1 } else { 0 };
        self.height = (self.height + u32::from(!is_extra)).saturating_sub(count);
        if let Some(name) = list_name(line) {
            self.height = self.height_of_list(name, count);
        }
        self.keep(UNTOLD, self.height);
    }

    /// The height of a list that begins or goes on.
    ///
    /// A list that goes on is where it began. So the estimate becomes exact again, after reductions that the log did not
    /// tell of: those for a missing token.
    fn height_of_list(&mut self, name: &[u8], count: u32) -> u32 {
        if !self.lists.contains_key(name) {
            self.lists.insert(name.into(), Vec::new());
        }
        let Some(begun) = self.lists.get_mut(name) else { return self.height };
        while begun.pop_if(|begun| *begun > self.height).is_some() {}
        match begun.last() {
            Some(begun) if count > 1 => *begun,
            Some(begun) if *begun == self.height => *begun,
            _ => {
                begun.push(self.height);
                self.height
            }
        }
    }

    fn keep(&mut self, state: u32, height: u32) {
        self.versions.push(Version { state, height, round: self.round });
        self.greatest_height = self.greatest_height.max(height);
        self.greatest_load = self.greatest_load.max(u64::from(height + 1) * u64::from(1 + self.extras));
    }
}

/// The number at the end of a line.
fn last_number(line: &[u8]) -> u32 {
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    number(&line[line.len() - digits..])
}

/// The number after the first occurrence of a word.
fn number_after(line: &[u8], word: &[u8]) -> u32 {
    let place = line.windows(word.len()).position(|window| window == word);
    place.map_or(0, |place| number(&line[place + word.len()..]))
}

fn number(digits: &[u8]) -> u32 {
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u32, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// The name of the list that a reduction makes: `block_repeat1`.
fn list_name(line: &[u8]) -> Option<&[u8]> {
    let name = line.strip_prefix(b"reduce sym:")?;
    let name = &name[..name.iter().position(|byte| *byte == b',')?];
    name.windows(7).any(|window| window == b"_repeat").then_some(name)
}
