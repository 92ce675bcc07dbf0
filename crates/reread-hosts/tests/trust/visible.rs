//! The model: the lines of the files that are visible in the context.
//!
//! It knows no digest, no metadata and nothing of how the product replays a session. It knows what was displayed,
//! because pi rendered it, and walks the branch from scratch whenever it is asked.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::trust::patched::{is_patched, patched};
use crate::trust::session::Pruned;
use crate::trust::step::FILES;

/// All lines that a file can have.
const EVERYTHING: (u64, u64) = (1, u64::MAX);

/// What an entry displays, or does to what is displayed.
#[derive(Clone, Debug)]
pub(crate) enum Shows {
    Nothing,
    /// Everything before it is gone.
    Compaction,
    /// Another entry displays nothing of a file any more.
    Edit(u32),
    /// Lines of a file, which is known to have so many.
    Lines {
        file: usize,
        first: u64,
        lines: Vec<Rc<str>>,
        total: u64,
    },
    /// A diff from what was visible.
    Diff {
        file: usize,
        diff: String,
    },
    /// Something else in the place of a file, or of its lines from one on up to another.
    Else {
        file: usize,
        lines: (u64, u64),
    },
    /// The wish to see lines anew, or the whole file.
    Refresh {
        file: usize,
        lines: Option<(u64, u64)>,
    },
    /// The model wrote the file itself.
    Written {
        file: usize,
    },
}

impl Shows {
    /// What is left of it once its text was replaced.
    pub(crate) fn spoilt(&self, file: usize) -> Self {
        match self {
            Self::Lines { first, lines, total, .. } => {
                let last = first + lines.len() as u64 - 1;
                Self::Else { file, lines: (*first, if last == *total { u64::MAX } else { last }) }
            }
            _ => Self::Else { file, lines: EVERYTHING },
        }
    }

    /// Likewise, for whatever a file is displayed by.
    fn replaced(&self) -> Self {
        match self {
            Self::Lines { file, .. } | Self::Diff { file, .. } | Self::Else { file, .. } => {
                self.spoilt(*file)
            }
            _ => self.clone(),
        }
    }
}

/// An entry on a branch.
pub(crate) struct Link<'a> {
    pub(crate) id: u32,
    pub(crate) shows: &'a Shows,
    /// Whether the file holds the entry, and says what it follows.
    pub(crate) is_certain: bool,
    /// What the last request had in its place.
    pub(crate) pruned: Option<Pruned>,
}

/// Everything that is visible at the end of a branch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visible {
    files: [Seen; FILES],
    place: usize,
}

/// What is visible of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// For each line the text that was displayed last, and where on the branch.
    lines: BTreeMap<u64, (Rc<str>, usize)>,
    /// How many lines the file had when something was displayed of it last.
    total: Option<u64>,
    /// Lines that were refreshed, as lines.
    wanted: BTreeSet<u64>,
    /// Where on the branch the model wrote the file last.
    written: usize,
}

impl Visible {
    /// Walks a branch, from its root on.
    pub(crate) fn of(branch: &[Link<'_>]) -> Self {
        let compaction = branch.iter().rposition(|link| matches!(link.shows, Shows::Compaction));
        let start = compaction.map_or(0, |place| place + 1);
        let mut visible = Self::default();
        for (place, link) in branch.iter().enumerate().skip(start) {
            let is_gone = is_edited(branch, place) || link.pruned == Some(Pruned::Removed);
            match link.pruned {
                Some(Pruned::Altered) if !is_gone => visible.add(&link.shows.replaced(), false),
                _ => visible.add(link.shows, is_gone),
            }
            if !link.is_certain {
                visible.lose_words();
            }
        }
        visible
    }

    /// Wishes and writes are known from the file alone: what it does not hold in a row cannot be respected.
    fn lose_words(&mut self) {
        for seen in &mut self.files {
            seen.wanted.clear();
            seen.written = 0;
        }
    }

    /// Takes in what follows.
    pub(crate) fn add(&mut self, shows: &Shows, is_edited: bool) {
        self.place += 1;
        match shows {
            Shows::Refresh { file, lines: None } => self.files[*file].forget(),
            Shows::Refresh { file, lines: Some((first, last)) } => {
                self.files[*file].wanted.extend(*first..=*last);
            }
            Shows::Written { file } => self.files[*file].written = self.place,
            Shows::Nothing | Shows::Compaction | Shows::Edit(_) => {}
            Shows::Lines { file, first, lines, total } => {
                if lines.len() as u64 != *total {
                    self.files[*file].fulfil(*first, first + lines.len() as u64 - 1);
                }
                if !is_edited {
                    self.files[*file].show(*first, lines, *total, self.place);
                }
            }
            Shows::Else { file, lines: (first, last) } => {
                if (*first, *last) != EVERYTHING {
                    self.files[*file].fulfil(*first, *last);
                }
                if !is_edited {
                    self.files[*file].lines.retain(|line, _| !(*first..=*last).contains(line));
                }
            }
            Shows::Diff { .. } if is_edited => {}
            Shows::Diff { file, diff } => match self.led_to(*file, diff) {
                Some(text) => {
                    let lines: Vec<Rc<str>> = text.split('\n').map(Rc::from).collect();
                    self.files[*file].show(1, &lines, lines.len() as u64, self.place);
                }
                // The same diff once more says nothing new.
                None if self.files[*file].whole().is_some_and(|now| is_patched(&now, diff)) => {}
                None => self.files[*file].forget(),
            },
        }
    }

    /// The text that a diff leads to from what is visible.
    pub(crate) fn led_to(&self, file: usize, diff: &str) -> Option<String> {
        patched(&self.files[file].whole()?, diff)
    }

    pub(crate) fn file(&self, file: usize) -> &Seen {
        &self.files[file]
    }
}

/// Whether an edit on the branch names the entry at a place. One that comes before the entry is known from the file
/// alone, like every word about what is still to come.
fn is_edited(branch: &[Link<'_>], place: usize) -> bool {
    let names = |link: &Link<'_>| matches!(link.shows, Shows::Edit(target) if *target == branch[place].id);
    let ahead = branch[..=place].iter().rev().take_while(|link| link.is_certain);
    branch[place..].iter().chain(ahead).any(names)
}

impl Seen {
    fn forget(&mut self) {
        self.lines.clear();
        self.total = None;
    }

    /// A wish is fulfilled by a reading of its lines, whatever becomes of their text.
    fn fulfil(&mut self, first: u64, last: u64) {
        self.wanted.retain(|line| !(first..=last).contains(line));
    }

    fn show(&mut self, first: u64, lines: &[Rc<str>], total: u64, place: usize) {
        self.lines.split_off(&(total + 1));
        self.lines.extend((first..).zip(lines.iter().map(|line| (Rc::clone(line), place))));
        self.total = Some(total);
    }

    /// The file, if all of it is visible.
    pub(crate) fn whole(&self) -> Option<String> {
        let total = self.total?;
        let is_whole = self.lines.keys().copied().eq(1..=total);
        is_whole.then(|| self.lines.values().map(|(line, _)| &**line).collect::<Vec<_>>().join("\n"))
    }

    /// Whether these lines are visible as they are.
    pub(crate) fn shows(&self, first: u64, lines: &[&str]) -> bool {
        (first..)
            .zip(lines)
            .all(|(number, line)| self.lines.get(&number).is_some_and(|(seen, _)| **seen == **line))
    }

    /// Whether one of these lines was displayed before the model wrote the file.
    pub(crate) fn is_written_over(&self, first: u64, last: u64) -> bool {
        self.lines.range(first..=last).any(|(_, (_, place))| *place < self.written)
    }

    /// Whether one of these lines is wanted anew.
    pub(crate) fn is_wanted(&self, first: u64, last: u64) -> bool {
        self.wanted.range(first..=last).next().is_some()
    }

    /// Whether a line is visible that a file of that length does not have.
    pub(crate) fn goes_beyond(&self, total: u64) -> bool {
        self.lines.keys().next_back().is_some_and(|last| *last > total)
    }
}
