//! The model: the lines of one file that are visible in the replies which a caller cites.
//!
//! It knows no digest, no generation and no key. It knows what was delivered, because it was there.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::patched::patched;

/// What one delivered reply shows of its file.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// Runs of lines, each from a number on, of so many.
    Lines { runs: Vec<(u64, Vec<Rc<str>>)>, total: u64 },
    /// A diff, from what the caller cited in its call.
    Diff { base: Vec<Rc<str>>, diff: String },
    /// The caller edited the file itself and was told where, or was told of changes in lines; so many lines are left.
    Edit { splices: Vec<Splice>, total: u64 },
}

/// Lines that the caller put in the place of others.
#[derive(Clone, Debug)]
pub(crate) struct Splice {
    /// The first of the lines that go, counted from 1, or the one that the new lines stand before.
    pub(crate) first: u64,
    /// How many go.
    pub(crate) go: u64,
    pub(crate) come: New,
}

#[derive(Clone, Debug)]
pub(crate) enum New {
    /// These, whole.
    Lines(Vec<Rc<str>>),
    /// Each line that goes, with something at its end.
    Longer,
    /// So many, of which the caller does not know every byte.
    Unknown(u64),
}

impl Splice {
    pub(crate) fn added(&self) -> u64 {
        match &self.come {
            New::Lines(lines) => lines.len() as u64,
            New::Longer => self.go,
            New::Unknown(count) => *count,
        }
    }
}

/// What a line says after an edit within it.
pub(crate) fn longer(line: &str) -> Rc<str> {
    match line.strip_suffix('\n') {
        Some(text) => format!("{text}!\n").into(),
        None => format!("{line}!").into(),
    }
}

/// For each line the text that was delivered last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visible {
    lines: BTreeMap<u64, Rc<str>>,
    /// How many lines the file had when something was shown of it last.
    total: Option<u64>,
}

impl Visible {
    /// What the replies show together, the earliest first.
    pub(crate) fn of<'a>(replies: impl IntoIterator<Item = &'a Shown>) -> Self {
        let mut visible = Self::default();
        let mut pages: Vec<(u64, Vec<Rc<str>>)> = Vec::new();
        for shown in replies {
            match shown {
                Shown::Lines { runs, total } => {
                    runs.iter().for_each(|(first, lines)| visible.show(*first, lines, *total));
                    visible.end_at(*total);
                    pages.extend(runs.iter().cloned());
                }
                // The caller named the base in its call; it can follow the diff if it can still see all of it.
                Shown::Diff { base, diff } if is_shown(base, &pages) => {
                    let new = patched(&base.concat(), diff).expect("it was tried when it was delivered");
                    let lines = lines_of(&new);
                    visible = Self::default();
                    visible.show(1, &lines, lines.len() as u64);
                    pages.push((1, lines));
                }
                Shown::Diff { .. } => visible = Self::default(),
                Shown::Edit { splices, total } => {
                    visible.edit(splices, *total);
                    pages.extend(visible.lines.iter().map(|(number, line)| (*number, vec![Rc::clone(line)])));
                }
            }
        }
        visible
    }

    fn show(&mut self, first: u64, lines: &[Rc<str>], total: u64) {
        self.lines.extend((first..).zip(lines.iter().cloned()));
        self.end_at(total);
    }

    fn end_at(&mut self, total: u64) {
        self.lines.split_off(&(total + 1));
        self.total = Some(total);
    }

    /// The caller does to what it sees what it did to the file.
    pub(crate) fn edit(&mut self, splices: &[Splice], total: u64) {
        let before = std::mem::take(&mut self.lines);
        let place = |number: u64| {
            let ended = splices.iter().take_while(|splice| splice.first + splice.go <= number);
            ended.fold(number, |place, splice| place + splice.added() - splice.go)
        };
        for (number, line) in before {
            let within = |splice: &&Splice| (splice.first..splice.first + splice.go).contains(&number);
            match splices.iter().find(within).map(|splice| &splice.come) {
                None => drop(self.lines.insert(place(number), line)),
                Some(New::Longer) => drop(self.lines.insert(place(number), longer(&line))),
                Some(New::Lines(_) | New::Unknown(_)) => {}
            }
        }
        let (mut added, mut gone) = (0, 0);
        for splice in splices {
            if let New::Lines(lines) = &splice.come {
                self.lines.extend((splice.first + added - gone..).zip(lines.iter().cloned()));
            }
            added += splice.added();
            gone += splice.go;
        }
        self.end_at(total);
    }

    /// The file, if all of it is visible.
    pub(crate) fn whole(&self) -> Option<Vec<Rc<str>>> {
        let total = self.total?;
        let is_whole = self.lines.keys().copied().eq(1..=total);
        is_whole.then(|| self.lines.values().cloned().collect())
    }

    /// Whether these lines are visible as they are, and none behind the end if it was asked for.
    pub(crate) fn shows(&self, first: u64, lines: &[Rc<str>], total: u64, to_the_end: bool) -> bool {
        let as_they_are = (first..).zip(lines).all(|(number, line)| self.lines.get(&number) == Some(line));
        as_they_are && !(to_the_end && self.lines.keys().next_back().is_some_and(|last| *last > total))
    }
}

/// Whether each line of a text stands on one of the pages.
fn is_shown(text: &[Rc<str>], pages: &[(u64, Vec<Rc<str>>)]) -> bool {
    (1..).zip(text).all(|(number, line)| {
        pages.iter().any(|(first, lines)| {
            let place = u64::checked_sub(number, *first).and_then(|place| usize::try_from(place).ok());
            place.and_then(|place| lines.get(place)) == Some(line)
        })
    })
}

pub(crate) fn lines_of(text: &str) -> Vec<Rc<str>> {
    text.split_inclusive('\n').map(Rc::from).collect()
}
